"""Pictures of the games for the lobby: the board of a recorded game in full swing, drawn once in a server's life."""

import asyncio
from typing import Any

from litestar import Request, Response, get

from tabletown.match import game
from tabletown.web.errands import draw_cover
from tabletown.web.people import house, static

PATIENCE = 8.0
"""Seconds; whoever comes while a cover is being drawn sees our mark instead."""


@get("/games/{name:str}/cover.svg", include_in_schema=False)
async def cover(request: Request[Any, Any, Any], name: str) -> Response[Any]:
    """A board by day or night, as the reader's system says."""
    chosen = game(name).name
    known = house(request).covers
    if chosen not in known or (known[chosen].done() and known[chosen].exception()):
        known[chosen] = asyncio.create_task(house(request).workers.run(f"cover of {chosen}", draw_cover, chosen))
    try:
        drawn = await asyncio.wait_for(asyncio.shield(known[chosen]), PATIENCE)
        keep = "public, max-age=86400"
    except TimeoutError:
        drawn, keep = static("mark.svg")[0], "no-store"
    return Response(drawn, media_type="image/svg+xml", headers={"cache-control": keep})


HANDLERS = [cover]
