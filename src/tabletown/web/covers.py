"""Pictures of the games for the lobby: the board of a recorded game in full swing, drawn once in a server's life."""

import asyncio
import threading
from concurrent.futures import Future
from typing import Any

from litestar import Response, get

from tabletown.match import Game, Match, game, load
from tabletown.rulekit.drawing import standalone
from tabletown.web.scene import Scene

COVER = "cover.json"
"""The record of a whole game, beside its rules."""
PATIENCE = 1.5
"""Seconds; whoever comes while a cover is being drawn sees the empty board instead."""

_covers: dict[str, "Future[str]"] = {}


@get("/games/{name:str}/cover.svg", include_in_schema=False)
async def cover(name: str) -> Response[Any]:
    """A board by day or night, as the reader's system says."""
    chosen = game(name)
    if name not in _covers:
        _covers[name] = Future()
        threading.Thread(target=_draw, args=(chosen, _covers[name]), name=f"cover {name}", daemon=True).start()
    try:
        drawn = await asyncio.wait_for(asyncio.shield(asyncio.wrap_future(_covers[name])), PATIENCE)
        keep = "public, max-age=86400"
    except TimeoutError:
        drawn, keep = picture(chosen.new(), 0), "no-store"
    return Response(drawn.encode(), media_type="image/svg+xml", headers={"cache-control": keep})


def _draw(chosen: Game, drawing: "Future[str]") -> None:
    try:
        drawing.set_result(draw_cover(chosen))
    except Exception as error:  # noqa: BLE001  whoever asks for the cover gets it
        drawing.set_exception(error)


def draw_cover(chosen: Game) -> str:
    """When most of it has been built; of a game that has no record, the empty board."""
    record = chosen.declaration.files / COVER
    match = load(record.read_text(encoding="utf-8"), record.name) if record.is_file() else chosen.new()
    return picture(match, match.steps * 4 // 5)


def picture(match: Match, step: int) -> str:
    scene = Scene(match, None, "en", step)
    return standalone(scene.board, scene.picture.defs(match.rules), scene.board_size, match.game.title, dark=None)


HANDLERS = [cover]
