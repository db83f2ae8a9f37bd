"""The JSON door for programs: create, join, look, play, resign, and a stream of numbered events.

A program proves itself with `Authorization: Bearer TOKEN`; creating or joining a table gives it the token.
"""

import asyncio
import contextlib
import json
import re
from collections.abc import AsyncIterator, Iterator
from typing import Annotated, Any, Literal

import msgspec
from litestar import Request, get, post
from litestar.params import Parameter
from litestar.response import ServerSentEvent, ServerSentEventMessage

from tabletown.explaining.parts import side_size
from tabletown.explaining.telling import told_options
from tabletown.match import Refused
from tabletown.match.log import Entry, Undo
from tabletown.rulekit.language import message
from tabletown.rulekit.staging import in_words
from tabletown.web import keys
from tabletown.web.asking import HOST, AlreadyDone, Asked, guest_of
from tabletown.web.at_table import consent, moves, sitting
from tabletown.web.at_table.drafts import alone
from tabletown.web.at_table.hints import are_allowed, refuse
from tabletown.web.at_table.settings import Settings
from tabletown.web.doors import Forbidden, Unreadable, actions_named, asked_by, bring_table, newcomer_or
from tabletown.web.hints import CHANGED, SOON, NotReady
from tabletown.web.kept import ABANDONED, CANCELLED, OPEN, OVER, PLAYING
from tabletown.web.people import READY_TO_SEND, client_of, house, language_of, seats_of, secret_of
from tabletown.web.problems import REFUSALS
from tabletown.web.scene import Scene
from tabletown.web.slices import sliced
from tabletown.web.table import Table
from tabletown.web.tables import Wish, check_name
from tabletown.web.timekeeping import check_limit

LINES_AT_ONCE = 200
ENDED = {OVER, ABANDONED, CANCELLED}
Text = Annotated[str, msgspec.Meta(max_length=200)]
MEMORY = Parameter(description="With `perfect` also what custom hides, where the table was made with `perfect_memory`.")
NOT_YOURS = message("That is not your seat: send the token that you got when you joined.")
SEAT = Parameter(description="One of your seats, from 0; without it your first one, or a spectator's view.")


class Sitter(msgspec.Struct, forbid_unknown_fields=True):
    """Who is to sit on a seat: "me", "open" (by invitation) or a bot's level."""

    who: Text
    name: Text = ""


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    game: Text
    seats: Annotated[list[Sitter], msgspec.Meta(max_length=16)]
    options: dict[str, str | int] = {}
    edition: Text | None = None
    time_per_move: int = 0
    """Seconds for each decision, after which the game's usual answer is played; 0: no limit."""
    perfect_memory: bool = False
    """Whether players and onlookers may ask for views with what custom hides: sums that they could have counted."""
    no_empty_questions: bool = False
    """Whether the table answers what has a single answer for everybody; whoever sits down there agrees to it."""
    hints: bool | None = None
    """Whether players may ask what Tycoon would do; null: only whoever plays with bots alone."""
    client_move: Text | None = None


class Made(msgspec.Struct):
    table: str
    token: str
    invitations: dict[str, str]
    """Seat -> what a guest joins it with."""

    def __repr__(self) -> str:
        return f"Made(table={self.table!r})"


class Joining(msgspec.Struct, forbid_unknown_fields=True):
    seat: int
    invitation: Text
    name: Text
    client_move: Text | None = None

    def __repr__(self) -> str:
        return f"Joining(seat={self.seat})"


class Joined(msgspec.Struct):
    token: str

    def __repr__(self) -> str:
        return "Joined()"


class Move(msgspec.Struct, forbid_unknown_fields=True):
    """Actions made as one, each a number or {"kind", "args"}."""

    seat: int
    actions: Annotated[list[int | dict[str, Any]], msgspec.Meta(min_length=1, max_length=64)]
    decision: int | None = None
    client_move: Text | None = None


class Played(msgspec.Struct):
    decision: int
    """The decision that was made."""


class Leaving(msgspec.Struct, forbid_unknown_fields=True):
    seat: int
    client_move: Text | None = None


class Asking(msgspec.Struct, forbid_unknown_fields=True):
    """For a hint; with `decision` it is refused if another one is open."""

    seat: int
    decision: int | None = None
    client_move: Text | None = None


class Advised(msgspec.Struct):
    """A choice that Tycoon thinks well of."""

    actions: list[int]
    """Made as one; none where what was sent of a larger choice is best played as it stands."""
    text: str
    chance: float
    """To win, from 0 to 1; of a side, where sides win together."""
    score: float | None
    """The score that may be expected, in games in which playing on tells it."""
    reasons: list[str]


class Hint(msgspec.Struct):
    seat: int
    decision: int
    options: list[Advised]
    """At most three; the first is what Tycoon would do."""


class Starting(msgspec.Struct, forbid_unknown_fields=True):
    client_move: Text | None = None


def _table(request: Request[Any, Any, Any], name: str) -> Table:
    return house(request).tables.get(name)


def _own(request: Request[Any, Any, Any], table: Table, seat: int) -> int:
    if seat not in seats_of(request, table):
        raise Forbidden(NOT_YOURS)
    return seat


def _asked(request: Request[Any, Any, Any], seat: int, data: msgspec.Struct) -> Asked | None:
    return asked_by(seat, request, msgspec.to_builtins(data))


def _viewer(request: Request[Any, Any, Any], table: Table, seat: int | None) -> int | None:
    if seat is not None:
        return _own(request, table, seat)
    return next(iter(seats_of(request, table)), None)


async def has_a_seat(request: Request[Any, Any, Any]) -> None:
    """Known before anything that was sent is read."""
    await bring_table(request)
    if not seats_of(request, _table(request, request.path_params["table"])):
        raise Forbidden(NOT_YOURS)


async def is_host(request: Request[Any, Any, Any]) -> None:
    await bring_table(request)
    if not keys.same(keys.hashed(secret_of(request)), _table(request, request.path_params["table"]).kept.host):
        raise Forbidden(message("Only whoever made the table can start it."))


def in_short(table: Table) -> dict[str, Any]:
    """What anybody may know about a table."""
    match = table.match
    is_playing = match is not None and table.phase == PLAYING
    return {
        "table": table.id,
        "game": table.game.name,
        "phase": table.phase,
        "seats": [{"kind": seat.kind, "name": seat.name, "bot": bool(seat.bot)} for seat in table.seats],
        "pending": list(match.pending) if match and is_playing else [],
        "changeable": list(match.changeable) if match and is_playing else [],
        "decision": match.decision if match else None,
        "over": bool(match and match.over),
        "ending": match.ending if match else None,
        "scores": list(match.scores) if match and match.over else None,
        "returns": list(match.returns) if match and match.over else None,
        "commitment": match.commitment if match else None,
        "time_per_move": table.settings.time,
        "perfect_memory": table.settings.perfect_memory,
        "no_empty_questions": table.settings.no_empty_questions,
        "hints": are_allowed(table.seats, table.settings),
        "hints_asked": [table.settings.hinted.get(seat, (0, 0))[0] for seat in range(len(table.seats))]
        if match and match.over
        else None,
        "deadline": table.clock.until if table.clock and is_playing else None,
    }


@post("/api/tables", tags=["tables"], responses=REFUSALS, status_code=201)
async def create(request: Request[Any, Any, Any], data: NewTable) -> Made:
    """Make a table. It starts at once if no seat is open, else when you start it."""
    form = msgspec.to_builtins(data)
    secret = newcomer_or(request, form)
    wishes = [Wish(sitter.who, sitter.name, language_of(request)) for sitter in data.seats]
    settings = Settings(
        time=check_limit(data.time_per_move),
        perfect_memory=data.perfect_memory,
        no_empty_questions=data.no_empty_questions,
        hints=data.hints,
    )
    asked = asked_by(keys.hashed(secret), request, form)
    table = await house(request).tables.create(data.game, wishes, secret, data.options, data.edition, settings, asked)
    invitations = {
        str(number): str(keys.invitation(secret, table.id, number, seat.invitation))
        for number, seat in enumerate(table.seats)
        if seat.kind == OPEN
    }
    return Made(table.id, str(secret), invitations)


@post("/api/tables/{table:str}/join", tags=["tables"], responses=REFUSALS, status_code=200)
async def join(request: Request[Any, Any, Any], table: str, data: Joining) -> Joined:
    """Take an open seat with its invitation. The game begins when whoever made the table starts it."""
    found = _table(request, table)
    if not 0 <= data.seat < found.kept.players or not keys.same(
        found.seats[data.seat].invitation_hash, keys.hashed(data.invitation)
    ):
        raise Forbidden(message("This invitation does not hold."))
    form = msgspec.to_builtins(data)
    secret = newcomer_or(request, form)
    name = check_name(data.name) or f"Player {data.seat + 1}"
    opening = [keys.hashed(secret)]
    with contextlib.suppress(AlreadyDone):
        asked = asked_by(guest_of(data.seat), request, {**form, "keys": opening})
        await found.do(asked, sitting.claim, data.seat, name, opening)
    return Joined(str(secret))


@post("/api/tables/{table:str}/start", tags=["tables"], responses=REFUSALS, status_code=200, before_request=is_host)
async def start(request: Request[Any, Any, Any], table: str, data: Starting | None = None) -> dict[str, Any]:
    """Start the game, if you made the table and every seat is taken."""
    found = _table(request, table)
    with contextlib.suppress(AlreadyDone):
        await found.do(asked_by(HOST, request, msgspec.to_builtins(data or Starting())), sitting.start)
    return in_short(found)


@get("/api/tables/{table:str}", tags=["tables"], responses=REFUSALS)
async def look(request: Request[Any, Any, Any], table: str) -> dict[str, Any]:
    """The table, and whose decision it is."""
    found = _table(request, table)
    async with found.at_rest():
        return in_short(found)


@get("/api/tables/{table:str}/view", tags=["playing"], responses=REFUSALS)
async def view(
    request: Request[Any, Any, Any],
    table: str,
    seat: Annotated[int | None, SEAT] = None,
    memory: Annotated[Literal["usual", "perfect"], MEMORY] = "usual",
) -> dict[str, Any]:
    """The position as your seat is shown it: fields by name, null where something is hidden; and as text."""
    found = _table(request, table)
    async with found.at_rest():
        whose = _viewer(request, found, seat)
        match = found.playing
        if memory == "perfect" and not found.settings.perfect_memory:
            raise Forbidden(message("This table was not made for perfect memories; ask without memory=perfect."))
        state = match.perfect_memory(whose) if memory == "perfect" else match.view(whose)
        text = match.text(whose, language=language_of(request))
        return {"seat": whose, "decision": match.decision, "state": state.to_dict(), "text": text}


@get("/api/tables/{table:str}/legal", tags=["playing"], responses=REFUSALS)
async def legal(
    request: Request[Any, Any, Any], table: str, seat: Annotated[int | None, SEAT] = None
) -> dict[str, Any]:
    """What your seat may do now; empty unless it owes a decision."""
    found = _table(request, table)
    async with found.at_rest():
        whose = _viewer(request, found, seat)
        match = found.playing
        actions = match.legal(whose, language_of(request)) if whose is not None else []
        return {"seat": whose, "decision": match.decision, "actions": [action.to_dict() for action in actions]}


@get("/api/tables/{table:str}/meaning", tags=["playing"], responses=REFUSALS)
async def meaning(
    request: Request[Any, Any, Any],
    table: str,
    action: Annotated[str, Parameter(description="Numbers of actions that are made as one, with commas.")],
    seat: Annotated[int | None, SEAT] = None,
) -> dict[str, Any]:
    """What a choice of yours would mean in figures, from what your seat may know; empty unless it owes a decision."""
    found = _table(request, table)
    numbers = actions_named(action)
    async with found.at_rest():
        whose = _viewer(request, found, seat)
        match = found.playing
        if whose is None or whose not in match.pending:
            return {"seat": whose, "decision": match.decision, "lines": []}
        scene = Scene(match, whose, language_of(request))
        if refusal := match.refuse_action(scene.view, whose, numbers[0], scene.language):
            raise refusal
        told = scene.meaning(numbers)
        return {
            "seat": whose,
            "decision": match.decision,
            "does": told.does or scene.match.action(numbers[0], whose, scene.view, scene.language).text,
            "ways": [way._asdict() for way in told.ways],
            "headers": told.headers,
            "effects": [effect._asdict() for effect in told.effects],
            "fact": told.fact,
            "lines": in_words(scene.look, told),
        }


@post("/api/tables/{table:str}/play", tags=["playing"], responses=REFUSALS, status_code=200, before_request=has_a_seat)
async def play(request: Request[Any, Any, Any], table: str, data: Move) -> Played:
    """Play. With `decision` it is refused if another one is open; with `client_move` a repetition does no harm."""
    found = _table(request, table)
    seat = _own(request, found, data.seat)
    asked = _asked(request, seat, data)
    try:
        found.refuse_repetition(asked)
        if found.seats[seat].bot:
            raise Forbidden(message("A bot plays for this seat."))
        return Played(await found.do(asked, moves.play, seat, data.actions, data.decision) or 0)
    except AlreadyDone as again:
        return Played(again.answer or 0)


@post("/api/tables/{table:str}/hint", tags=["playing"], responses=REFUSALS, status_code=200, before_request=has_a_seat)
async def hint(request: Request[Any, Any, Any], table: str, data: Asking) -> Hint:
    """What Tycoon would do in your place, where the table allows it; everybody is told at the end how often you asked.

    Takes a few seconds. Refused (409) if the position changes meanwhile; 503 while the search is being compiled.
    """
    found = _table(request, table)
    seat = _own(request, found, data.seat)
    refuse(found.standing, seat)
    decision = found.playing.decision
    if data.decision not in {None, decision}:
        raise Refused("stale_decision", CHANGED)
    if not house(request).hints.is_ready(found):
        raise NotReady(SOON)
    begun = alone(found.game.declaration, found.draft(seat).parts)
    task = await house(request).hints.ask(found, seat, client_of(request), _asked(request, seat, data))
    try:
        options = await asyncio.shield(task)
    except asyncio.CancelledError:
        if not task.cancelled():
            raise
        raise Refused("stale_decision", CHANGED) from None
    async with found.at_rest():
        if found.playing.decision != decision:
            raise Refused("stale_decision", CHANGED)
        told = told_options(found.playing, seat, options, language_of(request), begun)
    size = side_size(found.playing)
    return Hint(seat, decision, [
        Advised(list(each.actions), said.words, min(1.0, size * each.chance), each.score, list(said.reasons))
        for each, said in zip(options, told, strict=True)
    ])  # fmt: skip


@get("/api/tables/{table:str}/chat", tags=["playing"], responses=REFUSALS)
async def chat(
    request: Request[Any, Any, Any],
    table: str,
    before: Annotated[int | None, Parameter(description="Lines before that number; else the newest.", ge=1)] = None,
) -> dict[str, Any]:
    """Up to 200 lines of the chat in their order, and how many there are in all."""
    found = _table(request, table)
    async with found.at_rest():
        count = found.lines_said
        lines = house(request).store.said_before(found.id, count + 1 if before is None else before, LINES_AT_ONCE)
    return {"count": count, "lines": [vars(said) for said in lines]}


@post(
    "/api/tables/{table:str}/resign", tags=["playing"], responses=REFUSALS, status_code=200, before_request=has_a_seat
)
async def resign(request: Request[Any, Any, Any], table: str, data: Leaving) -> dict[str, Any]:
    """Leave the seat to a bot."""
    found = _table(request, table)
    seat = _own(request, found, data.seat)
    with contextlib.suppress(AlreadyDone):
        await found.do(_asked(request, seat, data), consent.resign, seat)
    return in_short(found)


@get(
    "/api/tables/{table:str}/events",
    tags=["playing"],
    responses=REFUSALS,
    media_type="text/event-stream",
    opt={READY_TO_SEND: True},
)
async def events(
    request: Request[Any, Any, Any],
    table: str,
    seat: Annotated[int | None, SEAT] = None,
    after: Annotated[int, Parameter(description="The number of the last event that you have.", ge=0)] = 0,
) -> ServerSentEvent:
    """Everything that happens, numbered, as server-sent events; `after` (or Last-Event-ID) resumes."""
    found = _table(request, table)
    whose = _viewer(request, found, seat)
    last = request.headers.get("last-event-id", "")
    if last and not re.fullmatch("[0-9]{1,9}", last):
        raise Unreadable(message("Last-Event-ID is the number of an event."))
    return ServerSentEvent(_happenings(request, found, whose, int(last or after), language_of(request)))


async def _happenings(
    request: Request[Any, Any, Any], table: Table, seat: int | None, after: int, language: str
) -> AsyncIterator[ServerSentEventMessage]:
    mine = () if seat is None else (seat,)
    with house(request).pushes.following(table) as changes, house(request).presence.there(table.id, mine):
        told = None
        while True:
            current = await house(request).tables.bring(table.id)
            if seat is not None and seat not in seats_of(request, current):
                return  # the host has given the seat away
            async with current.at_rest():
                news = [event async for event in sliced(numbered(current, seat, after, language))]
                short = in_short(current)
            async for number, event in sliced(news):
                after = number
                yield ServerSentEventMessage(json.dumps(event, ensure_ascii=False), id=str(number), event="happened")
            if short != told:
                told = short
                yield ServerSentEventMessage(json.dumps(short, ensure_ascii=False), id=str(after), event="table")
            if short["phase"] in ENDED:
                return
            await _next(changes)


async def _next(changes: "asyncio.Queue[None]") -> None:
    await changes.get()
    while not changes.empty():
        changes.get_nowait()


def numbered(table: Table, seat: int | None, after: int, language: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """The entries of the log behind a number, as the seat may read them."""
    match = table.match
    for item in match.items[after:] if match else ():
        assert match is not None
        yield (
            item.number,
            {
                "number": item.number,
                "undo": isinstance(item, Undo),
                "seats": sorted({move.seat for move in item.moves}) if isinstance(item, Entry) else [],
                "texts": [line.text for line in match.log(seat, language, item.number - 1, item.number)],
            },
        )


HANDLERS = [create, join, start, look, view, legal, meaning, play, hint, chat, resign, events]
