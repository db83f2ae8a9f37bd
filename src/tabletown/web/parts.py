"""A viewer's page in parts: id -> HTML or SVG. The same parts make up the first page and every push after it."""

from collections.abc import Callable, Collection, Hashable
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from babel.dates import format_datetime, format_timedelta
from markupsafe import Markup

from tabletown.match.orders import BID_UP_TO, NEVER_ASK, PASS_AUCTION
from tabletown.rulekit.declare import Declaration
from tabletown.rulekit.drawing import Box, tag
from tabletown.rulekit.language import Say, say
from tabletown.rulekit.sheets import Listing
from tabletown.web import around
from tabletown.web.advising import advice
from tabletown.web.coach import coach, heard_at
from tabletown.web.deciding import decide, moments, shadow
from tabletown.web.kept import PERSON, PLAYING, Said
from tabletown.web.places import places
from tabletown.web.pushes import AS_IT_WAS, FOLDED, NOTHING, Had, Making, Part
from tabletown.web.scene import Scene
from tabletown.web.table import Table
from tabletown.web.templates import rewritten, written
from tabletown.web.viewers import Viewer, is_dismissed, wanted_seat
from tabletown.web.waiting_room import level_name, room_context, storeys

DISMISSED = "dismissed"
LOG_SHOWN = 200
"""At least so many entries of the log, and lines of the chat, stand on a page."""
LOG_STRIDE = 50
"""So many older ones leave it together, not one with every move."""
LOG_HELD = 4
"""So many of the newest are held for pages that are connected: they have had the others."""
MOST_WRITTEN = 2 * (LOG_SHOWN + LOG_STRIDE)
"""So many are remembered for those who look back, and where a crowd looks on."""
STEPS, BEFORE = "{steps}", "{before}"
OLD_ENTRY = Part(AS_IT_WAS, "log-list")


def parts_for(table: Table, viewer: Viewer, looking: int | None, had: Had = NOTHING) -> Making:
    """Everything on the page that can change: what has happened; what is to be done and stands beside it.

    Moments and entries of the log that the page has `had` are not written again.
    """
    _ = say(viewer.language, table.game.declaration)
    phase = Part(rewritten("phase", phase=DISMISSED if is_dismissed(table, viewer) else table.phase))
    if table.match is None:
        yield {"phase": phase, "room": Part(written("room", **room_context(table, viewer, _)))}
        yield {}
        return
    draft = table.draft(looking)
    scene = Scene(table.match, looking, viewer.language, drafted=draft.parts, is_declined=draft.is_declined)
    word = heard_at(table, viewer, scene)
    yield from together(iter([{"phase": phase}]), happened(table, viewer, scene, had[0]))
    yield from together(
        in_hand(table, viewer, scene),
        coach(table, scene, word),
        advice(table, scene),
        targets(scene),
        shadow(table, scene),
        where(scene),
        log(table, scene, had[1]),
        around_the_table(table, viewer, scene),
    )


def unfolded(table: Table, viewer: Viewer, looking: int | None, names: Collection[str]) -> dict[str, Part]:
    """Of the live page, what is written only for those who look at it."""
    if table.match is None:
        return {}
    draft = table.draft(looking)
    scene = Scene(table.match, looking, viewer.language, drafted=draft.parts, is_declined=draft.is_declined)
    return {name: Part(made(scene)) for name, made in FOLDS.items() if name in names}


def together(*making: Making) -> Making:
    """What all of them make, as one, after a turn for others behind each, and wherever one of them says so."""
    whole: dict[str, Part] = {}
    for pieces in making:
        for piece in pieces:
            if piece is None:
                yield None
            else:
                whole |= piece
        yield None
    yield whole


def happened(table: Table, viewer: Viewer, scene: Scene, had: Collection[str]) -> Making:
    """What the last move has changed on the table, and how it is told."""
    curtain = wanted_seat(table, viewer) if len(viewer.seats) > 1 and scene.seat is None else None
    yield {"curtain": Part(rewritten("curtain", **curtain_context(table, scene, curtain)))}
    yield moments(table, scene, had)
    yield strip(table, viewer, scene)
    yield from board(scene)


def in_hand(table: Table, viewer: Viewer, scene: Scene) -> Making:
    """What the viewer has to do."""
    _ = scene._
    status = status_context(table, viewer, scene)
    asked = {"given": table.proposal, "seats": table.seats, "mine": viewer.seats}
    yield {
        "status": Part(rewritten("status", **status)),
        "turn": Part(rewritten("turn", _=_, is_mine=status["is_mine"])),
    }
    yield {"decide": Part(decide(table, viewer, scene))}
    yield {
        "proposal": Part(rewritten("proposal", _=_, table=table.id, **asked)),
        "deadline": Part(rewritten("deadline", **deadline_context(table, viewer, _))),
    }


def around_the_table(table: Table, viewer: Viewer, scene: Scene) -> Making:
    """The way back through the game, the own seat's orders, the chat."""
    _ = scene._
    goes_on = table.phase == PLAYING and not scene.match.over
    yield {
        "replay": Part(way_back_through(_, table.id, scene.match.steps, goes_on=goes_on)),
        "own": Part(rewritten("own", **own_context(table, viewer, scene))),
    }
    for said in table.chat:
        said_part(said)
        yield None
    yield chat(table, _)


def way_back_through(_: Say, table: str, steps: int, *, goes_on: bool) -> str:
    """Of the bar below the board only two numbers are other ones after a move."""
    bar = rewritten("replay_live", _=_, table=table, steps=STEPS, before=BEFORE, goes_on=goes_on)
    return bar.replace(STEPS, str(steps)).replace(BEFORE, str(max(steps - 1, 0)))


def chat(table: Table, _: Say) -> dict[str, Part]:
    """A part for each of the last lines, the newest first, and the way to earlier ones."""
    first = first_shown(table.lines_said)
    made = {f"chat-{said.number}": said_part(said) for said in reversed(table.chat) if said.number > first}
    if first:
        made["chat-earlier"] = Part(rewritten("chat_earlier", _=_, table=table.id, before=first + 1), "chat-list")
    return made


@lru_cache(8192)
def said_part(said: Said) -> Part:
    """Written once, for everybody and for every push."""
    return Part(written("said", said=said), "chat-list")


def first_shown(last: int) -> int:
    """How many of so many entries are left out of a page."""
    return max(0, (last - LOG_SHOWN) // LOG_STRIDE * LOG_STRIDE)


def table_parts(table: Table, viewer: Viewer, scene: Scene) -> Making:
    """What the live page and the replay have in common."""
    return together(iter([strip(table, viewer, scene)]), board(scene), targets(scene), beside(table, scene))


def beside(table: Table, scene: Scene) -> Making:
    """Where the game stands, the forecast, the position as text, the log."""
    yield from where(scene)
    for name, made in FOLDS.items():
        yield {name: Part(made(scene))}
    yield from log(table, scene)


def where(scene: Scene) -> Making:
    yield {"where": Part(rewritten("where", heading=scene.heading))}


def forecast(scene: Scene) -> str:
    return rewritten("forecast", **forecast_context(scene))


def in_words(scene: Scene) -> str:
    return rewritten("as_text", _=scene._, text=scene.text)


FOLDS: dict[str, Callable[[Scene], str]] = dict(zip(FOLDED, (forecast, in_words), strict=True))


def forecast_context(scene: Scene) -> dict[str, Hashable]:
    return {
        "_": scene._,
        "is_end": scene.match.over and scene.is_live,
        "sheets": tuple((listing, sheet(scene, listing)) for listing in around.forecast(scene)),
    }


def sheet(scene: Scene, listing: Listing) -> Markup:
    """One of its tables. Those that are not about players are the same for everybody."""
    tokens, seat = (tuple(scene.tokens), scene.seat) if listing.seats else ((), None)
    return Markup(rewritten("sheet", _=scene._, listing=listing, tokens=tokens, seat=seat))


# ---------------------------------------------------------------- players and board


def strip(table: Table, viewer: Viewer, scene: Scene) -> dict[str, Part]:
    live = scene.is_live
    pending = scene.match.pending if live else ()
    decided = scene.match.changeable if live else ()
    players = scene.cards
    return {
        f"seat-{seat}": Part(
            rewritten(
                "player",
                _=scene._,
                seat=seat,
                sitting=table.seats[seat],
                face=scene.faces[seat],
                level=level_name(scene._, table.seats[seat].level) if table.seats[seat].level else "",
                storeys=storeys(table.seats[seat].level),
                is_me=seat in viewer.seats,
                is_pending=seat in pending,
                has_decided=seat in decided,
                is_my_turn=seat in pending and seat == scene.seat,
                card=players[seat],
            )
        )
        for seat in range(scene.match.players)
    }


def board(scene: Scene) -> Making:
    """The board's own parts and the panels of the tray."""
    yield {name: Part(svg, "board") for name, svg in scene.board.items()}
    yield {"latest": Part(around.latest(scene), "board")}
    yield {name: Part(scene.parts[name]) for name in scene.panels}


def targets(scene: Scene) -> Making:
    """On the board and on each panel: what can be chosen."""
    if not scene.legal:
        yield {"targets": no_places("targets", "board"), **{each: no_places(each) for each in map(_on, scene.panels)}}
        return
    yield {"targets": Part(places(scene, "targets", Box(0, 0, *scene.board_size), scene.panels), "board")}
    for name, box in scene.panels.items():
        yield {_on(name): Part(places(scene, _on(name), box, {}))}


def _on(panel: str) -> str:
    return f"targets-{panel}"


@lru_cache(64)
def no_places(name: str, home: str = "") -> Part:
    """Where nobody is asked anything there is nothing to choose."""
    return Part(tag("g", id=name), home)


# ---------------------------------------------------------------- decision


def curtain_context(table: Table, scene: Scene, seat: int | None) -> dict[str, Hashable]:
    """At a shared screen: whom the next player takes it for."""
    name, token = ("", "") if seat is None else (table.seats[seat].name, scene.tokens[seat])
    return {"_": scene._, "table": table.id, "seat": seat, "name": name, "token": token}


def status_context(table: Table, viewer: Viewer, scene: Scene) -> dict[str, Any]:
    """What the title of the page and a notification say."""
    _ = scene._
    mine = [seat for seat in scene.match.pending if seat in viewer.seats and not table.seats[seat].bot]
    is_over = scene.match.over or table.phase != PLAYING
    is_mine = bool(mine) and not is_over
    title = _("Your move") if is_mine else _("You are asked") if table.asks(viewer.seats) and not is_over else ""
    return {
        "is_mine": is_mine,
        "title": " · ".join(filter(None, (title, _(table.game.title)))),
        "drafted": sum(map(len, scene.drafted)),
        "decision": f"{scene.match.decision}.{sum(len(scene.match.drawer.get(seat, ())) for seat in viewer.seats)}",
    }


def by_when(until: float, language: str) -> tuple[str, str]:
    """A moment for programs and for people."""
    at = datetime.fromtimestamp(int(until), UTC)
    return at.isoformat(), format_datetime(at, "medium", tzinfo=UTC, locale=language) + " UTC"


def deadline_context(table: Table, viewer: Viewer, _: Say) -> dict[str, Hashable]:
    """By when the open decision is to be made."""
    clock = table.clock if table.phase == PLAYING else None
    context: dict[str, Hashable] = {"_": _, "clock": clock}
    if clock is not None and clock.until is not None:
        context["by_when"] = by_when(clock.until, viewer.language)
    elif clock is not None:
        context["left"] = format_timedelta(round(clock.left), threshold=2, locale=viewer.language)
    return context


# ---------------------------------------------------------------- log, orders, waiting room


def log(table: Table, scene: Scene, had: Collection[str] = ()) -> Making:
    """A part for each of the last entries, the newest first, and the way to earlier ones."""
    last = scene.match.steps if scene.step is None else scene.step
    first = first_shown(last)
    shown = [entry.number for entry in scene.match.entries[max(0, first - 1) : last]]
    numbers = shown if first else [0, *shown]
    known = table.written_log.setdefault((scene.seat, scene.language, tuple(scene.match.names), scene.is_open), {})
    made: dict[str, Part] = {}
    for step, number in enumerate(numbers, first):
        name = log_id(number)
        if name in had:
            made[name] = OLD_ENTRY
            continue
        if number not in known:  # an entry never changes, so it is written once a viewer
            known[number] = entry_part(table, scene, step, number)
            yield None
        if (part := known[number]) is not None:
            made[name] = part
    yield dict(reversed(made.items()))
    if had or len(known) > MOST_WRITTEN:
        forget_entries(known, numbers[-LOG_HELD:][0] if had else numbers[0])
    if first:
        yield {"log-earlier": Part(written("log_earlier", _=scene._, table=table, step=first - 1), "log-list")}


@lru_cache(1 << 14)
def log_id(number: int) -> str:
    """The same for every page that holds it."""
    return f"log-{number}"


def forget_entries(known: dict[int, Part | None], first: int) -> None:
    """What is older than that; it is written again for whoever comes. That there was nothing to be read is kept."""
    for number in [number for number, part in known.items() if part is not None and number < first]:
        del known[number]


def entry_part(table: Table, scene: Scene, step: int, number: int) -> Part | None:
    """The entry of a step; None if the viewer can read nothing of it."""
    lines = scene.match.log(scene.seat, scene.language, number - 1, number, opened=scene.is_open)
    context = {"number": number, "lines": lines, "scene": scene, "table": table, "step": step}
    return Part(written("log", **context), "log-list") if lines else None


def own_context(table: Table, viewer: Viewer, scene: Scene) -> dict[str, Hashable]:
    """What one's own seat can be told: standing orders, resigning, coming back."""
    declaration = table.game.declaration
    seat = scene.seat
    orders = table.orders.get(seat, []) if seat is not None else []
    return {
        "_": scene._,
        "table": table.id,
        "seat": seat,
        "sitting": table.seats[seat] if seat is not None else None,
        "orders": tuple((index, order_text(scene._, declaration, each)) for index, each in enumerate(orders)),
        "bidding": declaration.bidding,
        "unasked": tuple((kind, scene._(label)) for kind, label in declaration.unasked.items()),
        "is_playing": table.phase == PLAYING and not scene.match.over,
        "clock": table.clock,
        "others": tuple(
            (number, each.name)
            for number, each in enumerate(table.seats)
            if number not in viewer.seats and each.kind == PERSON and not each.bot
        ),
    }


def order_text(_: Say, declared: Declaration, order: Any) -> str:
    if order.kind == BID_UP_TO:
        unit = declared.bidding.unit if declared.bidding else ""
        return _("Bid up to {limit} in this auction").format(limit=f"{order.limit}{unit}")
    if order.kind == PASS_AUCTION:
        return _("Pass in this auction")
    assert order.kind == NEVER_ASK
    return _(declared.unasked[order.answer])


