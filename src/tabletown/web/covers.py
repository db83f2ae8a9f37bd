"""Boards as pictures of their own, each drawn once in a server's life: for the lobby a recorded game in full swing, for
a rulebook the positions that it works through.
"""

import asyncio
import re
from collections.abc import Callable
from typing import Any

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException

from tabletown.match import game
from tabletown.rulekit.declare import Declaration
from tabletown.rulekit.rulebooks import rulebook
from tabletown.web.errands import draw_cover, draw_example
from tabletown.web.people import house, language_of, static, theme_of

PATIENCE = 8.0
"""Seconds; whoever comes while a cover is being drawn sees our mark instead."""
READERS_PATIENCE = 15.0
"""A page is read while its pictures are drawn."""
A_DAY = "public, max-age=86400"
AS_THE_PAGE_IS = {"light": False, "dark": True}


@get("/games/{name:str}/cover.svg", include_in_schema=False)
async def cover(request: Request[Any, Any, Any], name: str) -> Response[Any]:
    """A board by day or night, as the reader's system says."""
    chosen = game(name).name
    return await _drawn(request, PATIENCE, f"cover of {chosen}", draw_cover, chosen)


@get("/rules/{name:str}/{picture:str}", include_in_schema=False)
async def example(request: Request[Any, Any, Any], name: str, picture: str) -> Response[Any]:
    """A position that the rulebook works through, in the reader's language, by day or night as their page is."""
    declared = game(name).declaration
    if picture not in pictures_in(declared):
        raise NotFoundException("There is no such picture.")
    worked, _, step = picture.removesuffix(".svg").rpartition("-")
    language, theme = language_of(request), theme_of(request)
    key = f"{declared.name}/{picture} in {language} {theme}"
    dark = AS_THE_PAGE_IS.get(theme)
    what = (declared.name, worked, int(step), language, dark)
    answer = await _drawn(request, READERS_PATIENCE, key, draw_example, *what)
    answer.headers["vary"] = "cookie, accept-language"
    return answer


def pictures_in(declared: Declaration) -> set[str]:
    """Those that the rulebook shows; no others are drawn for anybody."""
    book = rulebook(declared)
    texts = [chapter.introduction for chapter in book.chapters] + [clause.text for clause in book.clauses]
    return set(re.findall(rf"\]\({declared.name}/([a-z]+-\d+\.svg)\)", "\n".join(texts)))


async def _drawn(
    request: Request[Any, Any, Any], patience: float, key: str, work: Callable[..., bytes], *args: Any
) -> Response[Any]:
    known = house(request).covers
    if key not in known or (known[key].done() and known[key].exception()):
        known[key] = asyncio.create_task(house(request).workers.run(key, work, *args))
    try:
        drawn, keep = await asyncio.wait_for(asyncio.shield(known[key]), patience), A_DAY
    except TimeoutError:
        drawn, keep = static("mark.svg")[0], "no-store"
    return Response(drawn, media_type="image/svg+xml", headers={"cache-control": keep})


HANDLERS = [cover, example]
