"""Having a coach, sending them away, and what they draw; what a browser remembers of them."""

import contextlib
from typing import Any

from litestar import Request, Response, get, post
from litestar.exceptions import NotFoundException

from tabletown.rulekit.language import message
from tabletown.web.asking import AlreadyDone
from tabletown.web.at_table import coach
from tabletown.web.coach import decided, drawn, heard_at
from tabletown.web.coached import ALWAYS, COACH, NEVER, is_coached
from tabletown.web.doors import Unreadable, asked_by, own_seat
from tabletown.web.people import Page, coach_of, cookie, go, house, theme_of, viewer_of
from tabletown.web.scene import Scene
from tabletown.web.table import Table

PICTURES = {"before.svg": False, "after.svg": True}
NIGHT = {"dark": True, "light": False}
GO_ON = "go_on"
WISHES = {"always": ALWAYS, "never": NEVER, GO_ON: ALWAYS}
"""What can be asked of a coach, and what a browser remembers then."""


def remembering(request: Request[Any, Any, Any], table: Table, seat: int, answer: Page) -> Page:
    """The browser of somebody who is coached remembers of what the coach has spoken."""
    wanted, heard = coach_of(request, table)
    if not is_coached(table, wanted):
        return answer
    known = {*heard, *decided(table, seat)}
    if known != set(heard):
        answer.set_cookie(cookie(request, f"{COACH}-{table.game.name}", ".".join(sorted(known))))
    return answer


@post("/t/{table:str}/coach", include_in_schema=False)
async def call_coach(request: Request[Any, Any, Any], table: str) -> Page:
    """Have a coach, send them away, or play on after the script's end."""
    found, seat, form = await own_seat(request, table)
    what = form.get("what", "")
    if what not in WISHES:
        sentence = message("A coach is asked for {known}, not for {what!r}.")
        raise Unreadable(sentence, known=tuple(WISHES), what=what[:40])
    if what == GO_ON:
        with contextlib.suppress(AlreadyDone):
            await found.do(asked_by(seat, request, form), coach.go_on)
    return go(request, f"/t/{found.id}", {COACH: WISHES[what]})


@get("/t/{table:str}/coach/{file:str}", include_in_schema=False)
async def coach_picture(request: Request[Any, Any, Any], table: str, file: str) -> Page:
    """A piece of the board as it is, or as it would be after what the coach would choose."""
    if file not in PICTURES:
        raise NotFoundException("There is no such file.")
    found = house(request).tables.get(table)
    viewer = viewer_of(request, found)
    async with found.at_rest():
        looking = viewer.seats[0] if viewer.seats else None
        scene = Scene(found.playing, looking, viewer.language, drafted=found.draft(looking).parts)
        heard_at(found, viewer, scene)
        svg = drawn(scene, is_after=PICTURES[file], dark=NIGHT.get(theme_of(request)))
    return Response(svg, media_type="image/svg+xml", headers={"cache-control": "private, max-age=600"})


HANDLERS = [call_coach, coach_picture]
