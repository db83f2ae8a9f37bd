"""Pictures of the games for the lobby: the board of a recorded game in full swing.

A game brings its picture; of one that does not, it is drawn once in a server's life.
"""

import asyncio
from functools import cache
from typing import Any

from litestar import Request, Response, get

from tabletown.match import game
from tabletown.web.errands import DRAWN_COVER, draw_cover
from tabletown.web.people import house, static

PATIENCE = 8.0
"""Seconds; whoever comes while a cover is being drawn sees our mark instead."""
KEPT = "public, max-age=86400"


@cache
def brought(name: str) -> bytes | None:
    """The picture that comes with the game."""
    file = game(name).declaration.files / DRAWN_COVER
    return file.read_bytes() if file.is_file() else None


@get("/games/{name:str}/cover.svg", include_in_schema=False)
async def cover(request: Request[Any, Any, Any], name: str) -> Response[Any]:
    """A board by day or night, as the reader's system says."""
    chosen = game(name).name
    if (picture := brought(chosen)) is not None:
        return _picture(picture, KEPT)
    known = house(request).covers
    if chosen not in known or (known[chosen].done() and known[chosen].exception()):
        known[chosen] = asyncio.create_task(house(request).workers.run(f"cover of {chosen}", draw_cover, chosen))
    try:
        drawn = await asyncio.wait_for(asyncio.shield(known[chosen]), PATIENCE)
        keep = KEPT
    except TimeoutError:
        drawn, keep = static("mark.svg")[0], "no-store"
    return _picture(drawn, keep)


def _picture(drawn: bytes, keep: str) -> Response[Any]:
    return Response(drawn, media_type="image/svg+xml", headers={"cache-control": keep})


HANDLERS = [cover]
