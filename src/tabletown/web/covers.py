"""Boards as pictures of their own: for the lobby a recorded game in full swing, for rulebooks and
pages that teach the positions that they show.

A game brings the picture of its cover; whatever else is asked for is drawn once in a server's life.
"""

import asyncio
from collections.abc import Callable
from functools import cache
from typing import Any

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException

from tabletown.match import game
from tabletown.rulekit.lessons import pictures
from tabletown.web.errands import DRAWN_COVER, draw_cover, draw_preview, draw_staged
from tabletown.web.house import House
from tabletown.web.people import house, language_of, static, theme_of

PATIENCE = 8.0
"""Seconds; whoever comes while a cover is being drawn sees our mark instead."""
READERS_PATIENCE = 15.0
"""A page is read while its pictures are drawn."""
KEPT_A_DAY = {"cache-control": "public, max-age=86400"}
AS_THE_PAGE_IS = {"light": False, "dark": True}


@cache
def brought(name: str, language: str) -> bytes | None:
    """The picture that comes with the game."""
    file = game(name).declaration.files / DRAWN_COVER.format(language=language)
    return file.read_bytes() if file.is_file() else None


@get("/games/{name:str}/cover.svg", include_in_schema=False)
async def cover(request: Request[Any, Any, Any], name: str) -> Response[Any]:
    """A board by day or night, as the reader's system says, with what is written on it in the reader's language."""
    chosen, language = game(name).name, language_of(request)
    if (picture := brought(chosen, language)) is not None:
        answer = Response(picture, media_type="image/svg+xml", headers=KEPT_A_DAY)
    else:
        key = f"cover of {chosen} in {language}"
        answer = await _in_time(_drawn(request, key, draw_cover, chosen, language), PATIENCE)
    return _as_read(answer)


@get("/games/{name:str}/cover.png", include_in_schema=False)
async def preview(request: Request[Any, Any, Any], name: str) -> Response[Any]:
    """The same by day, as programs want it that show previews of links."""
    chosen = game(name).name
    drawn = await asyncio.shield(_drawn(request, f"preview of {chosen}", draw_preview, chosen))
    return Response(drawn, media_type="image/png", headers=KEPT_A_DAY)


@get("/rules/{name:str}/{picture:str}", include_in_schema=False)
async def example(request: Request[Any, Any, Any], name: str, picture: str) -> Response[Any]:
    """A staged position, in the reader's language, by day or night as their page is."""
    declared = game(name).declaration
    wanted = picture.removesuffix(".svg")
    if wanted == picture or wanted not in pictures(declared):
        raise NotFoundException("There is no such picture.")
    language, theme = language_of(request), theme_of(request)
    key = f"{declared.name}/{picture} in {language} {theme}"
    what = (declared.name, wanted, language, AS_THE_PAGE_IS.get(theme))
    return _as_read(await _in_time(_drawn(request, key, draw_staged, *what), READERS_PATIENCE))


def _as_read(answer: Response[Any]) -> Response[Any]:
    """Whoever keeps a picture for others keeps one for each language."""
    answer.headers["vary"] = "cookie, accept-language"
    return answer


def _drawn(request: Request[Any, Any, Any], key: str, draw: Callable[..., bytes], *args: Any) -> "asyncio.Task[bytes]":
    """Once in a server's life; what failed is tried again."""
    known = house(request).covers
    if key not in known or (known[key].done() and known[key].exception()):
        known[key] = asyncio.create_task(_drawn_in_turn(house(request), key, draw, *args))
    return known[key]


async def _drawn_in_turn(house: House, key: str, draw: Callable[..., bytes], *args: Any) -> bytes:
    async with house.few_drawings:
        return await house.workers.run(key, draw, *args)


async def _in_time(drawing: "asyncio.Task[bytes]", patience: float) -> Response[Any]:
    try:
        drawn, keep = await asyncio.wait_for(asyncio.shield(drawing), patience), KEPT_A_DAY
    except TimeoutError:
        drawn, keep = static("mark.svg")[0], {"cache-control": "no-store"}
    return Response(drawn, media_type="image/svg+xml", headers=keep)


HANDLERS = [cover, preview, example]
