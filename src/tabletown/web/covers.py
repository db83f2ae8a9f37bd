"""Pictures of the games for the lobby: the board of a recorded game in full swing.

A game brings its picture; of one that does not, it is drawn once in a server's life.
"""

import asyncio
from collections.abc import Callable
from functools import cache
from typing import Any

from litestar import Request, Response, get

from tabletown.match import game
from tabletown.web.errands import DRAWN_COVER, draw_cover, draw_preview
from tabletown.web.people import house, static

PATIENCE = 8.0
"""Seconds; whoever comes while a cover is being drawn sees our mark instead."""
KEPT_A_DAY = {"cache-control": "public, max-age=86400"}


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
        return Response(picture, media_type="image/svg+xml", headers=KEPT_A_DAY)
    try:
        drawn = await asyncio.wait_for(asyncio.shield(_drawn(request, chosen, draw_cover)), PATIENCE)
        keep = KEPT_A_DAY
    except TimeoutError:
        drawn, keep = static("mark.svg")[0], {"cache-control": "no-store"}
    return Response(drawn, media_type="image/svg+xml", headers=keep)


@get("/games/{name:str}/cover.png", include_in_schema=False)
async def preview(request: Request[Any, Any, Any], name: str) -> Response[Any]:
    """The same by day, as programs want it that show previews of links."""
    drawn = await asyncio.shield(_drawn(request, game(name).name, draw_preview))
    return Response(drawn, media_type="image/png", headers=KEPT_A_DAY)


def _drawn(request: Request[Any, Any, Any], chosen: str, draw: Callable[[str], bytes]) -> "asyncio.Task[bytes]":
    """Once in a server's life; what failed is tried again."""
    known, what = house(request).covers, f"{draw.__name__} {chosen}"
    if what not in known or (known[what].done() and known[what].exception()):
        known[what] = asyncio.create_task(house(request).workers.run(what, draw, chosen))
    return known[what]


HANDLERS = [cover, preview]
