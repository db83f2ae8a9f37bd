"""The table's page and everything that is done at it."""

from typing import Any

from litestar import MediaType, Request, Response, get, post
from markupsafe import Markup

from tabletown.match import Refused
from tabletown.match.action import Playable
from tabletown.match.match import NO_SUCH_SEAT
from tabletown.match.orders import BID_UP_TO, NEVER_ASK, PASS_AUCTION, Order, bid_up_to, never_ask, pass_auction
from tabletown.rulekit.drawing import SEAT_PATTERNS
from tabletown.rulekit.language import message, say
from tabletown.rulekit.rulebooks import rulebook
from tabletown.web import keys, stage
from tabletown.web.around import aid
from tabletown.web.asking import AlreadyDone
from tabletown.web.at_table import clocks, consent, moves, orders, sitting, talking
from tabletown.web.at_table.settings import ABANDON, RELIEVE, STOP
from tabletown.web.coached import is_coached
from tabletown.web.coaching import remembering
from tabletown.web.doors import Forbidden, Unreadable, actions_named, asked_by, form_of, number_in, own_seat
from tabletown.web.facts import facts
from tabletown.web.kept import CANCELLED
from tabletown.web.live import live
from tabletown.web.parts import LOG_SHOWN
from tabletown.web.people import (
    Page,
    address_of,
    client_of,
    done,
    go,
    house,
    language_of,
    link_key,
    page,
    seats_of,
    secret_of,
    speaks,
    viewer_of,
)
from tabletown.web.previews import of_table
from tabletown.web.pushes import Audience, Parts, state_of
from tabletown.web.rematching import SAME
from tabletown.web.scene import Scene
from tabletown.web.slices import sliced
from tabletown.web.table import Table
from tabletown.web.tables import UnknownTable, check_name
from tabletown.web.teaching import remembered, taught
from tabletown.web.templates import staged, written
from tabletown.web.viewers import Viewer

MOST_SAID = 500


@get("/t/{table:str}", include_in_schema=False)
async def show_table(request: Request[Any, Any, Any], table: str) -> Page:
    found = house(request).tables.get(table)
    viewer = viewer_of(request, found)
    if found.phase == CANCELLED:
        if viewer.is_host:
            return go(request, "/")
        raise UnknownTable(message("This table was cancelled."))
    await _make_links_hold(request, found, viewer)
    async with found.at_rest():
        audience = await house(request).pushes.write(found, viewer)
        if found.match is None:
            return page(
                request,
                "room",
                _=speaks(request, found),
                table=found,
                state=state_of(audience),
                patterns=Markup(SEAT_PATTERNS),
                preview=of_table(request, found),
                **in_parts(audience.parts),
            )
        parts = {**audience.parts, **house(request).pushes.folded(found, audience)}
        context = {**table_context(request, found, audience), **in_parts(parts)}
        return remembered(request, found, page(request, "table", **context))


async def _make_links_hold(request: Request[Any, Any, Any], table: Table, viewer: Viewer) -> None:
    """A seat that came by a rematch has no private link yet."""
    for seat in viewer.seats:
        link = keys.hashed(link_key(secret_of(request), table, seat))
        if seat not in table.opened_by(link):
            await table.do(None, sitting.add_key, seat, [link])


def in_parts(parts: Parts) -> dict[str, Any]:
    """How a page puts its parts in: one by its id, or all that stand in a home."""

    def part(name: str) -> Markup:
        return Markup(parts[name].html)

    def home(name: str) -> Markup:
        return Markup("".join(each.html for each in parts.values() if each.home == name))

    return {"part": part, "home": home}


def table_context(request: Request[Any, Any, Any], table: Table, audience: Audience) -> dict[str, Any]:
    match = table.playing
    picture = table.game.declaration.picture
    layout = picture.layout(match.look())
    size = layout.board
    secret = secret_of(request)
    links = [
        (seat, f"{address_of(request)}/s/{table.id}/{seat}/{link_key(secret, table, seat)}")
        for seat in audience.viewer.seats
    ]
    return {
        "_": speaks(request, table),
        "table": table,
        "state": state_of(audience),
        "replay": "",
        "defs": Markup(picture.all_defs),
        "size": size,
        "ratio": round(size[0] / size[1], 4),
        "panels": layout.panels,
        "tokens": [picture.token(match.look(), seat) for seat in range(match.players)],
        "seat_links": links,
        "own_seats": audience.viewer.seats,
        "address": address_of(request),
        "is_coached": is_coached(table, audience.viewer.coach),
        "is_told": bool(links and house(request).teller.means.kinds),
        "commitment": match.commitment,
        "facts": facts(table, speaks(request, table)),
        "aid": aid(speaks(request, table), match),
        **taught(request, table, audience),
        "preview": of_table(request, table),
    }


# ---------------------------------------------------------------- the connection


@post("/t/{table:str}/unveil", include_in_schema=False)
async def unveil(request: Request[Any, Any, Any], table: str) -> Page:
    """At a shared screen the next player says that they sit before it."""
    found, seat, _form = await own_seat(request, table)
    async with found.at_rest():
        viewer = viewer_of(request, found)
        await house(request).pushes.unveil(found, viewer, seat)
        house(request).bus.tell({"unveil": table, "seats": viewer.seats, "seat": seat})
    return done(request, found)


# ---------------------------------------------------------------- moves


@post("/t/{table:str}/play", include_in_schema=False)
async def play(request: Request[Any, Any, Any], table: str) -> Page:
    """Play as one's seat."""
    found, seat, form = await own_seat(request, table)
    decision = number_in(form, "decision") if form.get("decision") else None
    asked = asked_by(seat, request, form)
    found.refuse_repetition(asked)
    if found.seats[seat].bot:
        raise Forbidden(message("A bot plays for this seat; take it back first."))
    if "drafted" in form:
        await found.do(asked, moves.confirm, seat, decision=decision)
    elif "plan_on" in form:
        await found.do(asked, moves.plan_on, seat, actions_in(found, form), decision)
    else:
        await found.do(asked, moves.choose, seat, actions_in(found, form), decision)
    return remembering(request, found, seat, done(request, found))


@post("/t/{table:str}/draft", include_in_schema=False)
async def shorten_draft(request: Request[Any, Any, Any], table: str) -> Page:
    """Take the last parts off again that one has put together."""
    found, seat, form = await own_seat(request, table)
    asked = asked_by(seat, request, form)
    if "skip" in form:
        await found.do(asked, moves.skip_first, seat)
    else:
        await found.do(asked, moves.shorten_draft, seat, number_in(form, "keep"))
    return done(request, found)


def actions_in(table: Table, form: dict[str, str]) -> list[Playable]:
    """The numbers of actions that are made as one, or one action by its kind and arguments."""
    if "action" in form:
        return list(actions_named(form["action"]))
    kinds = table.game.declaration.actions.kinds
    kind = form.get("kind", "")
    if kind not in kinds:
        sentence = message("There is no kind of action {kind!r}; there are {known}.")
        raise Unreadable(sentence, kind=kind[:40], known=tuple(kinds))
    return [{"kind": kind, "args": {name: number_in(form, name) for name in kinds[kind].arguments}}]


@post("/t/{table:str}/withdraw", include_in_schema=False)
async def withdraw(request: Request[Any, Any, Any], table: str) -> Page:
    found, seat, form = await own_seat(request, table)
    await found.do(asked_by(seat, request, form), moves.withdraw, seat)
    return done(request, found)


@post("/t/{table:str}/undo", include_in_schema=False)
async def undo(request: Request[Any, Any, Any], table: str) -> Page:
    found, seat, form = await own_seat(request, table)
    await found.do(asked_by(seat, request, form), consent.undo, seat)
    return done(request, found)


@post("/t/{table:str}/hint", include_in_schema=False)
async def ask_for_hint(request: Request[Any, Any, Any], table: str) -> Page:
    """Ask what Tycoon would do; the answer comes by itself."""
    found, seat, form = await own_seat(request, table)
    await house(request).hints.ask(found, seat, client_of(request), asked_by(seat, request, form))
    return done(request, found)


@get("/t/{table:str}/why", include_in_schema=False)
async def why(request: Request[Any, Any, Any], table: str) -> Page:
    """Why an action is not possible, or all that is not; asked for when somebody wants to know."""
    found = house(request).tables.get(table)
    seats = seats_of(request, found)
    async with found.at_rest():
        match = found.playing
        pending = [seat for seat in match.pending if seat in seats]
        language = language_of(request)
        given = request.query_params.get("action")
        refusals: list[Refused] = []
        if pending and given is not None:
            number = number_in({"action": given.split(",")[0]}, "action")
            view = Scene(match, pending[0], language, drafted=found.draft(pending[0]).parts).view
            refusals = [refusal] if (refusal := match.refuse_action(view, pending[0], number, language)) else []
        elif pending:
            refusals = await barred(found, pending[0], language)
    return Response(explained(found, refusals, language), media_type=MediaType.HTML)


@get("/t/{table:str}/meaning", include_in_schema=False)
async def meaning(request: Request[Any, Any, Any], table: str) -> Response[dict[str, str]]:
    """What actions, after what is drafted, would mean, as the stage shows it; asked for when one is pointed at."""
    found = house(request).tables.get(table)
    seats = seats_of(request, found)
    numbers = actions_named(request.query_params.get("action", ""))
    async with found.at_rest():
        pending = [seat for seat in found.playing.pending if seat in seats]
        if not pending:
            return Response({})
        drafted = found.draft(pending[0]).parts
        scene = Scene(found.playing, pending[0], language_of(request), drafted=drafted)
        return Response(means(scene, numbers))


def means(scene: Scene, numbers: list[int]) -> dict[str, str]:
    """Nothing of what cannot be done: why not is another question."""
    if scene.match.refuse_action(scene.view, scene.viewer, numbers[0], scene.language):
        return {}
    told = scene.meaning(numbers)
    changes = stage.changes(scene, numbers) if told.is_empty else []
    return {
        "html": staged("means", told, scene, changes),
        "ghost": told.ghost,
        "subject": staged("drawn", told.subject) if told.subject else "",
        "does": told.does,
        "added": "1" if scene.is_added(numbers) else "",
    }


def explained(table: Table, refusals: list[Refused], language: str) -> str:
    """Refusals as a page shows them: the sentence, and a link to the clause that it comes from."""
    book = rulebook(table.game.declaration, language)
    _ = say(language)
    told = [(refusal.said(_), refusal.rule, book.title_of(refusal.rule or "")) for refusal in refusals]
    return written("refusal", _=_, refusals=told, game=table.game.name)


async def barred(table: Table, seat: int, language: str) -> list[Refused]:
    """One refusal for each reason, the rarest first.

    One that bars most of everything says only what it is time for, and is told where there is no other.
    """
    match = table.playing
    view = match.perfect_memory(seat)
    count = table.game.declaration.actions.count
    found: dict[int, list[int]] = {}
    async for number in sliced(range(count)):
        if code := match.rules.call.why_not(view, seat, number):
            found.setdefault(code, []).append(number)
    telling = [numbers for numbers in found.values() if 2 * len(numbers) <= count] or found.values()
    refusals = (match.refuse_action(view, seat, numbers[0], language) for numbers in sorted(telling, key=len))
    return [refusal for refusal in refusals if refusal is not None]


# ---------------------------------------------------------------- the table's consent, leaving, coming back


@post("/t/{table:str}/propose", include_in_schema=False)
async def propose(request: Request[Any, Any, Any], table: str) -> Page:
    found, seat, form = await own_seat(request, table)
    what = form.get("what", "")
    if what not in {ABANDON, RELIEVE, STOP}:
        sentence = message("The table can be asked for {known}, not for {what!r}.")
        raise Unreadable(sentence, known=f"{ABANDON}, {RELIEVE}, {STOP}", what=what[:40])
    about = number_in(form, "about") if what == RELIEVE else seat
    if not 0 <= about < found.kept.players:
        raise Unreadable(NO_SUCH_SEAT, seat=about, last=found.kept.players - 1)
    is_there = house(request).is_there(found.id, about)
    await found.do(asked_by(seat, request, form), consent.propose, what, seat, about, is_there=is_there)
    return done(request, found)


@post("/t/{table:str}/answer", include_in_schema=False)
async def answer(request: Request[Any, Any, Any], table: str) -> Page:
    found, seat, form = await own_seat(request, table)
    asked = asked_by(seat, request, form)
    await found.do(asked, consent.answer, seat, agrees=form.get("agrees") == "1", to=form.get("to", ""))
    return done(request, found)


@post("/t/{table:str}/clock", include_in_schema=False)
async def start_clock(request: Request[Any, Any, Any], table: str) -> Page:
    """A stopped clock goes on; to stop it is proposed to the table."""
    found, seat, form = await own_seat(request, table)
    await found.do(asked_by(seat, request, form), clocks.start_clock)
    return done(request, found)


@post("/t/{table:str}/resign", include_in_schema=False)
async def resign(request: Request[Any, Any, Any], table: str) -> Page:
    found, seat, form = await own_seat(request, table)
    await found.do(asked_by(seat, request, form), consent.resign, seat)
    return done(request, found)


@post("/t/{table:str}/return", include_in_schema=False)
async def come_back(request: Request[Any, Any, Any], table: str) -> Page:
    found, seat, form = await own_seat(request, table)
    await found.do(asked_by(seat, request, form), sitting.come_back, seat)
    return done(request, found)


# ---------------------------------------------------------------- names, chat, orders, rematch


@post("/t/{table:str}/rename", include_in_schema=False)
async def rename(request: Request[Any, Any, Any], table: str) -> Page:
    found, seat, form = await own_seat(request, table)
    name = check_name(form.get("name", ""))
    if not name:
        raise Unreadable(message("A name has at least one letter."))
    await found.do(asked_by(seat, request, form), sitting.rename, seat, name)
    return done(request, found)


@post("/t/{table:str}/say", include_in_schema=False)
async def say_something(request: Request[Any, Any, Any], table: str) -> Page:
    found = house(request).tables.get(table)
    seats = seats_of(request, found)
    if not seats:
        raise Forbidden(message("Only players talk at a table."))
    form = await form_of(request)
    text = form.get("text", "").strip()
    if not text or len(text) > MOST_SAID or not text.isprintable():
        raise Unreadable(message("A line of the chat has 1 to {most} printable letters."), most=MOST_SAID)
    await found.do(asked_by(seats[0], request, form), talking.say, seats[0], found.seats[seats[0]].name, text)
    return done(request, found)


@get("/t/{table:str}/chat", include_in_schema=False)
async def earlier_lines(request: Request[Any, Any, Any], table: str) -> Page:
    """What was said before the lines that a table's page shows, the newest first."""
    found = house(request).tables.get(table)
    before = number_in(request.query_params, "before") if request.query_params.get("before") else found.lines_said + 1
    lines = house(request).store.said_before(found.id, before, LOG_SHOWN)
    return page(request, "chat", _=speaks(request, found), table=found, lines=lines[::-1])


@post("/t/{table:str}/orders", include_in_schema=False)
async def give_order(request: Request[Any, Any, Any], table: str) -> Page:
    found, seat, form = await own_seat(request, table)
    asked = asked_by(seat, request, form)
    found.refuse_repetition(asked)
    await found.do(asked, orders.order, seat, order_in(found, seat, form))
    return done(request, found)


def order_in(table: Table, seat: int, form: dict[str, str]) -> Order:
    kind = form.get("kind")
    if kind == BID_UP_TO:
        return bid_up_to(table.playing, seat, number_in(form, "limit"))
    if kind == PASS_AUCTION:
        return pass_auction(table.playing, seat)
    if kind == NEVER_ASK:
        return never_ask(table.playing, form.get("answer", ""))
    known = f"{BID_UP_TO}, {PASS_AUCTION}, {NEVER_ASK}"
    raise Unreadable(message("A standing order is one of {known}, not {kind!r}."), known=known, kind=str(kind)[:40])


@post("/t/{table:str}/orders/drop", include_in_schema=False)
async def drop_order(request: Request[Any, Any, Any], table: str) -> Page:
    found, seat, form = await own_seat(request, table)
    await found.do(asked_by(seat, request, form), orders.drop_order, seat, number_in(form, "index"))
    return done(request, found)


@post("/t/{table:str}/rematch", include_in_schema=False)
async def rematch(request: Request[Any, Any, Any], table: str) -> Page:
    """The same people, options and bots again, on these seats or others; whoever else was there finds theirs."""
    found = house(request).tables.get(table)
    seats = seats_of(request, found)
    if not seats:
        raise Forbidden(message("Only players can ask for a rematch."))
    form = await form_of(request)
    asked = asked_by(seats[0], request, form)
    try:
        made = await house(request).tables.rematch(found, asked, form.get("seats") or SAME)
    except AlreadyDone:
        made = found.settings.rematch
    return go(request, f"/t/{made}")


HANDLERS = [
    show_table, live, unveil, play, shorten_draft, withdraw, undo, ask_for_hint, why, meaning, propose, answer,
    start_clock, resign, come_back, rename, say_something, earlier_lines, give_order, drop_order, rematch,
]  # fmt: skip
