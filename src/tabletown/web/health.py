"""The truth about oneself, for whoever looks after the server: whether it works, and whether it is ready."""

from typing import Any

from litestar import Request, Response, get

from tabletown.web.condition import REASONS
from tabletown.web.house import OPEN, House
from tabletown.web.people import house

Told = Response[dict[str, str]]
FRESH = {"cache-control": "no-store"}


@get("/health", tags=["server"])
async def health(request: Request[Any, Any, Any]) -> Told:
    """200 if games can be read and stored; else 503 with the reason."""
    return await _told(house(request))


@get("/ready", tags=["server"])
async def ready(request: Request[Any, Any, Any]) -> Told:
    """200 if the server works, and bots and clocks of all running games go on; 503 while it starts or closes."""
    state = house(request).state
    if state != OPEN:
        return Response({"status": state}, status_code=503, headers=FRESH)
    return await _told(house(request))


async def _told(found: House) -> Told:
    reason = await found.trouble()
    if reason is None:
        return Response({"status": "ok"}, headers=FRESH)
    return Response({"status": "trouble", "reason": reason, "detail": REASONS[reason]}, status_code=503, headers=FRESH)


HANDLERS = [health, ready]
