"""Replay and share: every step of a game, its record, its pictures, and games played on from it."""

import asyncio
from typing import Any

from litestar import MediaType, Request, Response, get, post
from markupsafe import Markup

from tabletown.bots import usual_level
from tabletown.match.history import NO_SUCH_STEP
from tabletown.match.match import NO_SUCH_SEAT
from tabletown.rulekit.language import message
from tabletown.rulekit.look import SPECTATOR
from tabletown.web import keys
from tabletown.web.analysing import chances, explained
from tabletown.web.at_table.settings import Settings
from tabletown.web.chapters import after, before, current, marked
from tabletown.web.covers import KEPT_A_DAY
from tabletown.web.doors import Forbidden, Unreadable, asked_by, form_of, newcomer_or, number_in
from tabletown.web.errands import draw_end, draw_step, forked, opened, recorded, reported, standings
from tabletown.web.forms import AROUND_A_FILE, MOST_RECORD
from tabletown.web.kept import PLAYING, Folded
from tabletown.web.parts import table_parts
from tabletown.web.people import (
    READY_TO_SEND,
    Page,
    client_of,
    go,
    house,
    language_of,
    name_of,
    page,
    seats_of,
    speaks,
)
from tabletown.web.playing import in_parts, table_context
from tabletown.web.pushes import Audience
from tabletown.web.scene import Scene, scene_of
from tabletown.web.slices import sliced
from tabletown.web.standings import chart
from tabletown.web.table import Table
from tabletown.web.tables import MOST_LETTERS, NO_SUCH_TABLE, UnknownTable, Wish
from tabletown.web.templates import written
from tabletown.web.viewers import Viewer


def is_open(table: Table) -> bool:
    """After the end everything may be seen."""
    return table.match is not None and (table.match.over or table.phase != PLAYING)


def looked_at(request: Request[Any, Any, Any], table: Table) -> tuple[int, int | None]:
    """The step and the seat that the address asks for, as far as the asker may look."""
    match = table.playing
    query = request.query_params
    step = number_in(query, "step") if query.get("step") else match.steps
    if not 0 <= step <= match.steps:
        raise Unreadable(NO_SUCH_STEP, steps=match.steps, step=step)
    mine = seats_of(request, table)
    if not query.get("seat"):
        return step, None if is_open(table) or len(mine) != 1 else mine[0]
    seat = number_in(query, "seat")
    if not 0 <= seat < match.players:
        raise Unreadable(NO_SUCH_SEAT, seat=seat, last=match.players - 1)
    if not is_open(table) and (seat not in mine or len(mine) > 1):
        raise Forbidden(message("Before the end one looks back only from one's own seat."))
    return step, seat


@get("/m/{table:str}", include_in_schema=False)
async def replay(request: Request[Any, Any, Any], table: str) -> Page:
    found = house(request).tables.get(table)
    async with found.at_rest():
        step, seat = looked_at(request, found)
        scene = looked_back(request, found, step, seat)
        viewer = Viewer(() if seat is None else (seat,), language_of(request))
        made = [parts async for parts in sliced(table_parts(found, viewer, scene))]
        audience = Audience(viewer, seat, shares=[*made])
        context = table_context(request, found, audience)
        (divided,) = [each async for each in sliced(marked(found, language_of(request)))]
    _ = context["_"]

    def link(to: int, *, runs: bool = False) -> str:
        return f"?step={to}" + ("" if seat is None else f"&seat={seat}") + ("&run=1" if runs else "")

    steps = found.playing.steps
    runs = "run" in request.query_params and step < steps
    jumps = {
        "turn_back": link(before(divided.turns, step)),
        "turn_on": link(after(divided.turns, step, steps)),
        "phase_back": link(before(divided.phases, step)),
        "phase_on": link(after(divided.phases, step, steps)),
        "turns": divided.turns,
        "turn": current(divided.turns, step).step,
        "phase": current(divided.phases, step).name,
    }
    bar = written("replay", _=_, steps=steps, step=step, seat=seat, link=link, runs=runs)
    side = written("replay_side", _=_, table=found, step=step, seat=seat, is_open=is_open(found), **jumps)
    beside = {"replay": Markup(bar), "decide": Markup(side), **in_parts(audience.parts)}
    shown = page(request, "table", **{**context, **beside})
    if runs:
        shown.headers["refresh"] = f"1; url={link(step + 1, runs=True)}"
    return shown


def looked_back(request: Request[Any, Any, Any], table: Table, step: int, seat: int | None) -> Scene:
    return scene_of(table.playing, step, seat, language_of(request), is_open=is_open(table))


@get("/m/{table:str}/picture.svg", include_in_schema=False)
async def picture_of(request: Request[Any, Any, Any], table: str) -> Page:
    found = house(request).tables.get(table)
    async with found.at_rest():
        step, seat = looked_at(request, found)
        kept, all_open = await kept_of(request, found), is_open(found)
    language = language_of(request)
    work = house(request).workers.run(client_of(request), draw_step, kept, step, seat, language, is_open=all_open)
    return _file(await work, "image/svg+xml", f"{found.game.name}-{found.id}-{step}.svg")


@get("/m/{table:str}/preview.png", include_in_schema=False)
async def preview_of(request: Request[Any, Any, Any], table: str) -> Page:
    """How the board stood at the end, for previews of links to a game that is over."""
    found = house(request).tables.get(table)
    if not is_open(found):
        raise Forbidden(message("Before its end a game has no picture for everybody."))
    if not found.drawn_end:
        found.drawn_end = await house(request).workers.run(client_of(request), draw_end, await kept_of(request, found))
    return Response(found.drawn_end, media_type="image/png", headers=KEPT_A_DAY)


def reader_of(request: Request[Any, Any, Any], table: Table) -> int:
    """The seat that texts call "you"; whoever has several, or none, reads names."""
    mine = seats_of(request, table)
    return mine[0] if len(mine) == 1 else SPECTATOR


@get("/m/{table:str}/standings", include_in_schema=False)
async def standings_of(request: Request[Any, Any, Any], table: str) -> Page:
    """How everybody stood over a game that is over, for the page that shows its end."""
    found = house(request).tables.get(table)
    if not is_open(found):
        raise Forbidden(message("How everybody stood is shown after the end."))
    language, viewer = language_of(request), reader_of(request, found)
    explained_before = None
    if found.playing.over:
        explained_before = await asyncio.to_thread(house(request).analysts.kept, found.id)
    known, key = found.written_standings, (language, viewer, explained_before is not None)
    if key not in known:
        kept = await kept_of(request, found)
        run = house(request).workers.run
        course = await run(client_of(request), standings, kept, language, viewer)
        odds = None
        if explained_before:
            odds = await run(client_of(request), chances, kept, explained_before, language, viewer)
        coloured = found.game.declaration.picture.has_seat_colours
        _ = speaks(request, found)
        label = _("Chance to win, judged at a glance") if course.are_chances else _("How everybody stood, move by move")
        drawn = Markup(chart(course, found.id, label, coloured=coloured))
        context = {"chart": drawn, "course": course, "label": label, "odds": odds}
        known[key] = written("standings", _=_, table=found, **context)
    return Response(known[key], media_type=MediaType.HTML)


@get("/m/{table:str}/analysis", include_in_schema=False)
async def analysis_of(request: Request[Any, Any, Any], table: str) -> Page:
    """A game that is over, explained; how far that is, or the button that starts it."""
    found = house(request).tables.get(table)
    if not is_open(found) or not found.playing.over:
        raise Forbidden(message("A game is explained after its end."))
    analysts, key = house(request).analysts, (language_of(request), reader_of(request, found))
    under_way = analysts.progress(table)
    known = None if under_way else await asyncio.to_thread(analysts.kept, table)
    text = found.written_analyses.get(key, "")
    if known and not text:
        kept = await kept_of(request, found)
        text = await house(request).workers.run(client_of(request), explained, kept, known, *key)
        found.written_analyses[key] = text
    _ = speaks(request, found)
    title = _("{game}, explained").format(game=_(found.game.title))
    failure = _(analysts.failure(table)) if analysts.failure(table) else ""
    shown = page(
        request, "analysis", table=found, title=title, explained=Markup(text), under_way=under_way, failure=failure
    )
    if under_way:
        shown.headers["refresh"] = "2"
    return shown


@post("/m/{table:str}/analysis", include_in_schema=False)
async def analyse(request: Request[Any, Any, Any], table: str) -> Page:
    """Have it explained, once for all who look at it."""
    found = house(request).tables.get(table)
    if not is_open(found) or not found.playing.over:
        raise Forbidden(message("A game is explained after its end."))
    analysts = house(request).analysts
    if await asyncio.to_thread(analysts.kept, table) is None:
        analysts.begin(await kept_of(request, found))
    return go(request, f"/m/{table}/analysis")


@get("/m/{table:str}/record.json", include_in_schema=False, opt={READY_TO_SEND: True})
async def record(request: Request[Any, Any, Any], table: str) -> Page:
    """After the end the whole record; before it, what the asker saw."""
    found = house(request).tables.get(table)
    async with found.at_rest():
        mine = seats_of(request, found)
        seen = None if is_open(found) else mine[0] if len(mine) == 1 else "spectator"
        kept = await kept_of(request, found)
    zipped = _takes_zipped(request)
    content = await house(request).workers.run(client_of(request), recorded, kept, seen, zipped=zipped)
    return _file(content, "application/json", f"{found.game.name}-{found.id}.json", zipped=zipped)


@get("/m/{table:str}/problem.json", include_in_schema=False, opt={READY_TO_SEND: True})
async def problem(request: Request[Any, Any, Any], table: str) -> Page:
    """A problem to report: what the asker may hand out, and the step. It loads as a match at that step."""
    found = house(request).tables.get(table)
    async with found.at_rest():
        step, seat = looked_at(request, found)
        kept, all_open = await kept_of(request, found), is_open(found)
    zipped, language = _takes_zipped(request), language_of(request)
    work = house(request).workers.run(
        client_of(request), reported, kept, step, seat, is_open=all_open, language=language, zipped=zipped
    )
    return _file(await work, "application/json", f"problem-{found.id}-{step}.json", zipped=zipped)


async def kept_of(request: Request[Any, Any, Any], table: Table) -> Folded:
    """What is kept of a game that has begun: a worker process makes a match of it again."""
    assert table.playing is not None
    kept = await asyncio.to_thread(house(request).store.read_folded, table.id)
    if kept is None:
        raise UnknownTable(NO_SUCH_TABLE)
    return kept


def _takes_zipped(request: Request[Any, Any, Any]) -> bool:
    return "gzip" in request.headers.get("accept-encoding", "")


def _file(content: bytes, kind: str, name: str, *, zipped: bool = False) -> Page:
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    if zipped:
        headers |= {"content-encoding": "gzip", "vary": "accept-encoding"}
    return Response(content, media_type=f"{kind}; charset=utf-8", headers=headers)


# ---------------------------------------------------------------- playing on, and records from elsewhere


@post("/m/{table:str}/fork", include_in_schema=False)
async def fork(request: Request[Any, Any, Any], table: str) -> Page:
    """A new table that goes on from a step of a finished game: against bots, or everybody at one screen."""
    found = house(request).tables.get(table)
    if not is_open(found):
        raise Forbidden(message("A game is played on from an old step only after its end."))
    form = await form_of(request)
    kept = await kept_of(request, found)
    new = await house(request).workers.run(client_of(request), forked, kept, number_in(form, "step"))
    if new.over:
        raise Unreadable(message("The game is over at that step; choose an earlier one."))
    one_screen = form.get("with") == "people"
    level = usual_level(found.game.declaration)
    mine = next(iter(seats_of(request, found)), new.pending[0])
    wishes = [
        Wish("me" if one_screen or seat == mine else level, name[:MOST_LETTERS].strip())
        for seat, name in enumerate(new.names)
    ]
    secret = newcomer_or(request, form)
    asked = asked_by(keys.hashed(secret), request, form)
    made = await house(request).tables.adopt(new, wishes, secret, Settings(forked_from=found.id), asked)
    return go(request, f"/t/{made.id}", {"me": secret})


@post("/records", include_in_schema=False, request_max_body_size=MOST_RECORD + AROUND_A_FILE)
async def open_record(request: Request[Any, Any, Any]) -> Page:
    """A record file, looked at as a replay, and played on from any step."""
    kind = request.headers.get("content-type", "")
    match, sent = await house(request).workers.run(client_of(request), opened, await request.body(), kind)
    secret = newcomer_or(request, sent)
    asked = asked_by(keys.hashed(secret), request, sent)
    wishes = [Wish("me", name[:MOST_LETTERS].strip()) for name in match.names]
    made = await house(request).tables.adopt(match, wishes, secret, Settings(opened=name_of(request)), asked)
    return go(request, f"/m/{made.id}?step=0" if match.over else f"/t/{made.id}", {"me": secret})


HANDLERS = [replay, picture_of, preview_of, standings_of, analysis_of, analyse, record, problem, fork, open_record]
