"""A seat goes on at another device: a code of six letters, shown at the table and typed in the lobby."""

import contextlib
import secrets
import time
from typing import Any

from litestar import Request, Response, post
from markupsafe import Markup

from tabletown.rulekit.language import message
from tabletown.web import codes, keys
from tabletown.web.asking import AlreadyDone
from tabletown.web.at_table import sitting
from tabletown.web.codes import Taking
from tabletown.web.doors import asked_by, form_of, newcomer_or, own_seat
from tabletown.web.limits import TooOften, neighbourhood
from tabletown.web.people import Page, client_of, go, house, link_key, page, secret_of, speaks, wants_json
from tabletown.web.seating import lobby_with
from tabletown.web.templates import written


@post("/t/{table:str}/code", include_in_schema=False)
async def offer_code(request: Request[Any, Any, Any], table: str) -> Page:
    """A code for one's seat, shown once."""
    found, seat, form = await own_seat(request, table)
    which = form.get("client_move") or secrets.token_hex(16)
    code = codes.code_from(secret_of(request), f"{table}.{seat}.{which}")
    with contextlib.suppress(AlreadyDone):
        await found.do(asked_by(seat, request, form), sitting.offer_code, seat, codes.hashed(code))
    _ = speaks(request)
    shown = written("code", _=_, seat=seat, code=code)
    if wants_json(request):
        return Response({"done": True, "parts": [[f"code-{seat}", shown]]}, status_code=200)
    heading = _("Continue on another device")
    return page(request, "message", heading=heading, text=Markup(shown), rule=None, back=f"/t/{table}")


@post("/code", include_in_schema=False)
async def take_code(request: Request[Any, Any, Any]) -> Page:
    """Whoever has a code gets its seat here too; the device that showed it keeps it."""
    form = await form_of(request)
    if seconds := house(request).attempts.wait(neighbourhood(client_of(request))):
        raise TooOften(message("Too many codes were tried. Try again in {seconds} seconds."), seconds)
    code = codes.read_code(form.get("code", ""))
    if code is None:
        return await lobby_with(request, None, {}, speaks(request)(codes.NO_CODE))
    mine = newcomer_or(request, form)
    taking = Taking(codes.hashed(code), keys.hashed(mine), time.time())
    if (place := house(request).store.seat_of_code(taking)) is None:
        return await lobby_with(request, None, {}, speaks(request)(codes.NO_SUCH_CODE))
    table, seat = place
    found = await house(request).tables.bring(table)
    opening = [keys.hashed(mine), keys.hashed(link_key(mine, found, seat))]
    await found.do(None, sitting.take_code, seat, taking, opening)
    return go(request, f"/t/{table}", {"me": mine})


HANDLERS = [offer_code, take_code]
