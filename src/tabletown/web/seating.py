"""Pages before a game: the lobby, new tables, the waiting room, invitations, private links."""

import contextlib
from collections.abc import Mapping, Sequence
from typing import Any

from litestar import Request, get, post
from markupsafe import Markup

from tabletown.bots import LEVELS, check_level, usual_level
from tabletown.bots.names import a_name
from tabletown.coaching import lesson_of, script_of
from tabletown.match import Game, game, games
from tabletown.rulekit.declare import Declaration
from tabletown.rulekit.drawing import SEAT_PATTERNS
from tabletown.rulekit.errors import BadOption, TabletownError
from tabletown.rulekit.language import Say, headed, listed, message, say
from tabletown.rulekit.lessons import has_lesson
from tabletown.rulekit.look import seat_letters
from tabletown.rulekit.rulebooks import has_rulebook
from tabletown.web import keys
from tabletown.web.asking import HOST, AlreadyDone, guest_of
from tabletown.web.at_table import sitting
from tabletown.web.at_table.settings import Settings
from tabletown.web.coached import COACH, NEVER
from tabletown.web.doors import Forbidden, Unreadable, asked_by, form_of, newcomer_or, number_in, own_seat, seat_in
from tabletown.web.faces import face, faces_of
from tabletown.web.facts import (
    AGREED,
    ALLOWED,
    ANSWERED,
    AS_USUAL,
    ASKED,
    EMPTY_QUESTIONS,
    HINTS,
    HINTS_MEAN,
    NOT_ALLOWED,
    PROTECTS,
    USUAL_HINTS,
    value_name,
)
from tabletown.web.inviting import invitation_context
from tabletown.web.kept import OPEN, PLAYING, WAITING, Kept
from tabletown.web.opponents import bot_on, places, sitters
from tabletown.web.parts import by_when
from tabletown.web.people import (
    Page,
    done,
    go,
    house,
    language_of,
    link_key,
    name_of,
    page,
    secret_of,
    speaks,
    viewer_of,
)
from tabletown.web.previews import invites, of_invitation, of_lobby
from tabletown.web.reading import title_of
from tabletown.web.scene import Scene
from tabletown.web.table import Table
from tabletown.web.tables import Wish, check_name
from tabletown.web.timekeeping import LIMITS, NO_LIMIT, check_limit

# ---------------------------------------------------------------- the lobby


@get("/", include_in_schema=False)
async def lobby(request: Request[Any, Any, Any]) -> Page:
    return await lobby_with(request, request.query_params.get("game"), {})


async def lobby_with(
    request: Request[Any, Any, Any], wanted: str | None, filled: Mapping[str, str], wrong: str = ""
) -> Page:
    """The lobby, its form as somebody has filled it in, and what was wrong with that."""
    _ = speaks(request)
    shown = games_in_words(language_of(request))
    chosen = game(shown[0]["name"] if wanted is None else wanted)
    mine = await my_games(request)
    known = sitters(_, chosen.declaration)
    me = filled.get("name") or name_of(request) or nameless(_, 0)
    return page(
        request,
        "lobby",
        400 if wrong else 200,
        back=f"/?game={chosen.name}",
        filled=filled,
        wrong=wrong,
        games=shown,
        chosen=game_in_words(chosen, language_of(request)),
        sitters=known,
        sitter_choices=[(each.value, each.label) for each in known],
        places=places(_, chosen.declaration, me, filled, len(mine)),
        patterns=Markup(SEAT_PATTERNS),
        name=name_of(request),
        mine=mine,
        preview=of_lobby(request, chosen.name),
        limits=[(seconds, _(label)) for seconds, label in LIMITS.items()],
        empty_questions=_(EMPTY_QUESTIONS),
        hints=_(HINTS),
        hinting=[("", _(AS_USUAL)), ("1", _(ALLOWED)), ("0", _(NOT_ALLOWED))],
        hints_mean=[headed(_, _(AS_USUAL), _(USUAL_HINTS)), headed(_, _(ALLOWED), _(HINTS_MEAN))],
        asking=[("", _(ASKED)), ("1", _(ANSWERED))],
        asking_means=[headed(_, _(ASKED), _(PROTECTS)), headed(_, _(ANSWERED), _(AGREED))],
    )


def games_in_words(language: str) -> list[dict[str, Any]]:
    """The shortest first. One with a slip in it is left out; what it is stands in the log."""
    found = []
    for each in sorted(games(), key=lambda each: each.declaration.least_minutes):
        with contextlib.suppress(TabletownError):
            found.append(game_in_words(each, language))
    return found


def game_in_words(each: Game, language: str) -> dict[str, Any]:
    declaration = each.declaration
    _ = say(language, declaration)
    counts = declaration.players
    is_run = len(counts) > 1 and counts == tuple(range(counts[0], counts[-1] + 1))
    run = f"{counts[0]}–{counts[-1]}" if is_run else listed(_, map(str, counts))
    editions = [
        (file, _(content["name"]), _(content["about"]) if "about" in content else "")
        for file in declaration.editions
        for content in (each.edition(file).content,)
    ]
    return {
        "name": each.name,
        "title": _(each.title),
        "summary": _(declaration.summary),
        "has_lesson": has_lesson(declaration),
        "has_rulebook": has_rulebook(declaration),
        "minutes": declaration.minutes.replace("-", "–"),
        "players": run,
        "sides": [(number, _(side)) for number, side in enumerate(declaration.sides)],
        "is_taught": script_of(declaration).game is not None,
        "most": max(counts),
        "edition_choices": [(file, title) for file, title, _about in editions],
        "editions_mean": [headed(_, title, about) for _file, title, about in editions if about],
        "options": [
            {
                "name": option.name,
                "label": _(option.label),
                "default": option.values[option.default],
                "chosen": value_name(_, option.values[option.default]),
                "choices": [(name, value_name(_, name)) for name in option.values.values()],
                "meanings": [
                    headed(_, value_name(_, option.values[value]), _(text)) for value, text in option.meaning.items()
                ],
            }
            for option in each.options
        ],
    }


async def my_games(request: Request[Any, Any, Any]) -> list[dict[str, Any]]:
    """The last changed first, but before all others those that wait for me."""
    secret = secret_of(request)
    known = house(request).store.tables_of(keys.hashed(secret)) if secret else []
    shown = [await _mine(request, kept, seats) for kept, seats in known]
    return sorted(shown, key=lambda each: not each["due"])


async def _mine(request: Request[Any, Any, Any], kept: Kept, seats: list[int]) -> dict[str, Any]:
    _ = speaks(request)
    names = [seat.name or "?" for seat in kept.seats]
    letters, faces = seat_letters(names), faces_of(tuple(names))
    shown: dict[str, Any] = {
        "id": kept.id,
        "title": title_of(kept.game, language_of(request)),
        "due": False,
        "by_when": None,
        "text": listed(_, (seat.name or _("Open seat") for seat in kept.seats)),
        "state": _("Waiting") if kept.phase == WAITING else _("Replay"),
        "game": kept.game,
        "faces": [face(faces[seat], letters[seat], seat) for seat, sits in enumerate(kept.seats) if sits.name],
    }
    if kept.phase != PLAYING:
        return shown
    try:
        table = await house(request).tables.bring(kept.id)
        async with table.at_rest():
            return shown | _under_way(table, seats, _)
    except TabletownError as error:
        return {**shown, "state": _("Frozen"), "text": error.said(_)}


def _under_way(table: Table, seats: list[int], _: Say) -> dict[str, Any]:
    """Where a game stands, whose turn it is, and until when."""
    pending = table.playing.pending
    mine = [seat for seat in pending if seat in seats and not table.seats[seat].bot]
    until = table.clock.until if table.clock is not None else None
    others = _("{names} to decide").format(names=listed(_, (table.names[seat] for seat in pending)))
    is_asked = table.asks(seats)
    return {
        "due": bool(mine) or is_asked,
        "by_when": None if until is None else by_when(until, _.language),
        "text": Scene(table.playing, seats[0], _.language).heading,
        "state": _("You are asked") if is_asked else _("Your move") if mine else others,
    }


# ---------------------------------------------------------------- new tables


@post("/play-now/{name:str}", include_in_schema=False)
async def play_now(request: Request[Any, Any, Any], name: str) -> Page:
    """A game against bots at once."""
    _ = speaks(request)
    declared = game(name).declaration
    bot = usual_level(declared)
    bots = [Wish(bot, language=language_of(request))] * (declared.default_players - 1)
    wishes = [Wish("me", name_of(request) or nameless(_, 0)), *bots]
    form = await form_of(request)
    secret = newcomer_or(request, form)
    asked = asked_by(keys.hashed(secret), request, form)
    table = await house(request).tables.create(name, on_side(declared, wishes, form), secret, asked=asked)
    return go(request, f"/t/{table.id}", {"me": secret})


@post("/learn/{name:str}", include_in_schema=False)
async def learn(request: Request[Any, Any, Any], name: str) -> Page:
    """The coached game of a title: the pupil takes a seat in a record, bots take the others."""
    _ = speaks(request)
    declared = game(name).declaration
    lesson = lesson_of(declared)
    if lesson is None:
        raise Unreadable(message("{game} has no coached game."), game=declared.called)
    form = await form_of(request)
    secret = newcomer_or(request, form)
    asked = asked_by(keys.hashed(secret), request, form)
    wishes = [Wish(usual_level(declared), language=language_of(request))] * lesson.record.players
    wishes[lesson.course.seat] = Wish("me", name_of(request) or nameless(_, 0))
    table = await house(request).tables.adopt(lesson.opening(), wishes, secret, Settings(coached=True), asked)
    wanted = request.cookies.get(COACH, "")
    return go(request, f"/t/{table.id}", {"me": secret, COACH: "" if wanted == NEVER else wanted})


def on_side(declared: Declaration, wishes: Sequence[Wish], form: Mapping[str, str]) -> list[Wish]:
    """Whoever makes the table sits first among the side that they have chosen, the others around them in order."""
    side = number_in(form, "side") if form.get("side") else 0
    if side and not 0 <= side < len(declared.sides):
        raise Unreadable(message("There is no such side; choose one of the list."))
    me, *others = wishes
    place = declared.first_seat_of(side, len(wishes))
    return [*others[:place], me, *others[place:]]


def nameless(_: Say, seat: int) -> str:
    """What somebody is called who has chosen no name."""
    return _("Player {n}").format(n=seat + 1)


@post("/tables", include_in_schema=False)
async def make_table(request: Request[Any, Any, Any]) -> Page:
    _ = speaks(request)
    form = await form_of(request)
    name = check_name(form.get("name", ""))
    wishes = [Wish("me", name or nameless(_, 0))]
    for seat in range(1, 8):
        who = form.get(f"seat-{seat}", "none")
        if who != "none":
            name_there = form.get(bot_on(seat), "") if who in LEVELS else nameless(_, len(wishes))
            wishes.append(Wish(who, name_there, language_of(request)))
    options = {key.removeprefix("option-"): value for key, value in form.items() if key.startswith("option-")}
    settings = Settings(
        time=check_limit(number_in(form, "time") if form.get("time") else NO_LIMIT),
        no_empty_questions=form.get("no_empty_questions") == "1",
        hints={"1": True, "0": False}.get(form.get("hints", "")),
    )
    secret = newcomer_or(request, form)
    asked = asked_by(keys.hashed(secret), request, form)
    try:
        seated = on_side(game(form.get("game", "")).declaration, wishes, form)
        made = await house(request).tables.create(
            form.get("game", ""), seated, secret, options, form.get("edition") or None, settings, asked
        )
    except BadOption as error:
        return await lobby_with(request, form.get("game", ""), form, error.said(_))
    return go(request, f"/t/{made.id}", {"me": secret, "name": name})


# ---------------------------------------------------------------- the waiting room


@post("/t/{table:str}/seat", include_in_schema=False)
async def set_seat(request: Request[Any, Any, Any], table: str) -> Page:
    """The host frees a seat or puts a bot there."""
    found = house(request).tables.get(table)
    _refuse_guests(request, table)
    form = await form_of(request)
    seat = seat_in(form, found.kept.players)
    who = form.get("who", "")
    if who != OPEN and who not in LEVELS:
        sentence = message("A seat is opened or given to a bot ({known}), not to {who!r}.")
        raise Forbidden(sentence, known=tuple(LEVELS), who=who[:40])
    check_level(found.game.declaration, who)
    mine = secret_of(request)

    def invitation_hash(times: int) -> str:
        return keys.hashed(keys.invitation(mine, table, seat, times))

    taken = [each.name for each in found.seats]
    name = a_name(speaks(request), taken, int(keys.hashed(table), 16)) if who != OPEN else ""
    await found.do(asked_by(HOST, request, form), sitting.set_seat, seat, who, invitation_hash, name)
    return done(request, found)


@post("/t/{table:str}/start", include_in_schema=False)
async def start(request: Request[Any, Any, Any], table: str) -> Page:
    _refuse_guests(request, table)
    found = house(request).tables.get(table)
    await found.do(asked_by(HOST, request, await form_of(request)), sitting.start)
    return done(request, found)


@post("/t/{table:str}/cancel", include_in_schema=False)
async def cancel(request: Request[Any, Any, Any], table: str) -> Page:
    _refuse_guests(request, table)
    asked = asked_by(HOST, request, await form_of(request))
    with contextlib.suppress(AlreadyDone):
        await house(request).tables.get(table).do(asked, sitting.cancel)
    return go(request, "/")


def _refuse_guests(request: Request[Any, Any, Any], table: str) -> None:
    if not viewer_of(request, house(request).tables.get(table)).is_host:
        raise Forbidden(message("Only whoever made the table can do that."))


# ---------------------------------------------------------------- links


def _invited(request: Request[Any, Any, Any], table: str, seat: int, secret: str) -> Table:
    found = house(request).tables.get(table)
    if not 0 <= seat < found.kept.players or not keys.same(found.seats[seat].invitation_hash, keys.hashed(secret)):
        raise Forbidden(message("This invitation does not hold any more. Ask for a new link."))
    return found


@get("/join/{table:str}/{seat:int}/{secret:str}", include_in_schema=False)
async def invitation(request: Request[Any, Any, Any], table: str, seat: int, secret: str) -> Page:
    found = _invited(request, table, seat, secret)
    if seat in viewer_of(request, found).seats:
        return go(request, f"/t/{table}")
    sitting.refuse_claim(found.standing, seat)
    _ = speaks(request, found)
    return page(
        request,
        "join",
        _=_,
        heading=invites(found, _),
        game=game_in_words(found.game, _.language),
        name=name_of(request),
        preview=of_invitation(request, found),
        **invitation_context(found, seat, _),
    )


@post("/join/{table:str}/{seat:int}/{secret:str}", include_in_schema=False)
async def join(request: Request[Any, Any, Any], table: str, seat: int, secret: str) -> Page:
    found = _invited(request, table, seat, secret)
    form = await form_of(request)
    name = check_name(form.get("name", "")) or nameless(speaks(request), seat)
    mine = newcomer_or(request, form)
    opening = [keys.hashed(mine), keys.hashed(link_key(mine, found, seat))]
    with contextlib.suppress(AlreadyDone):
        await found.do(asked_by(guest_of(seat), request, {**form, "keys": opening}), sitting.claim, seat, name, opening)
    return go(request, f"/t/{table}", {"me": mine, "name": name})


@get("/s/{table:str}/{seat:int}/{secret:str}", include_in_schema=False)
async def private_link(request: Request[Any, Any, Any], table: str, seat: int, secret: str) -> Page:
    """The link brings the seat back on any device."""
    found = house(request).tables.get(table)
    if seat not in house(request).store.seats_of(table, [keys.hashed(secret)]):
        raise Forbidden(message("This link opens no seat at that table."))
    mine = secret_of(request) or keys.new_secret()
    await found.do(None, sitting.add_key, seat, [keys.hashed(mine), keys.hashed(link_key(mine, found, seat))])
    return go(request, f"/t/{table}", {"me": mine})


@post("/t/{table:str}/renew", include_in_schema=False)
async def renew_link(request: Request[Any, Any, Any], table: str) -> Page:
    """Another private link: the old one and all other devices lose the seat."""
    found, seat, form = await own_seat(request, table)
    mine = secret_of(request)

    def opening(times: int) -> list[str]:
        return [keys.hashed(mine), keys.hashed(keys.seat_secret(mine, table, seat, times))]

    with contextlib.suppress(AlreadyDone):
        await found.do(asked_by(seat, request, form), sitting.renew_link, seat, opening)
        house(request).pushes.send_away(found, seat)
    return go(request, f"/t/{table}")


HANDLERS = [lobby, play_now, learn, make_table, set_seat, start, cancel, invitation, join, private_link, renew_link]
