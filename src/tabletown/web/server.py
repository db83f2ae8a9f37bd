"""The web application: its pages and its JSON door, on one house."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from litestar import Litestar, Request, Response, get
from litestar.config.compression import CompressionConfig
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from tabletown.match import Refused
from tabletown.rulekit.errors import TabletownError, UnknownGame
from tabletown.rulekit.language import UnknownLanguage
from tabletown.web import api, covers, health, learning, looking_back, playing, seating
from tabletown.web.asking import AlreadyDone
from tabletown.web.condition import NotKept
from tabletown.web.doors import Forbidden
from tabletown.web.driver import PACE
from tabletown.web.house import House
from tabletown.web.parts import written
from tabletown.web.people import Page, done, page, speaks, wants_json
from tabletown.web.store import Conflict
from tabletown.web.table import Frozen
from tabletown.web.tables import UnknownTable

log = logging.getLogger(__name__)

MOST_BODY = 5_000_000
MOST_HEARD = 4 * MOST_BODY
LONGEST_PAUSE = 1.0
STATUS: dict[type[Exception], int] = {
    UnknownTable: 404,
    UnknownGame: 404,
    UnknownLanguage: 404,
    Forbidden: 403,
    Frozen: 409,
    Conflict: 409,
    NotKept: 503,
    Refused: 409,
}


def make_app(database: str, pace: float = PACE, keep_days: float | None = None, elsewhere: str = "") -> Litestar:
    """`elsewhere` is how links begin that hold on other machines too, if this server can be reached from there."""
    house = House(database, pace, keep_days)

    async def open_house(app: Litestar) -> None:
        app.state.house = house
        app.state.address = elsewhere
        await house.open()

    return Litestar(
        route_handlers=[
            *seating.HANDLERS,
            *playing.HANDLERS,
            *looking_back.HANDLERS,
            *covers.HANDLERS,
            *learning.HANDLERS,
            *api.HANDLERS,
            *health.HANDLERS,
            openapi,
        ],
        on_startup=[open_house],
        on_shutdown=[house.close],
        exception_handlers={
            AlreadyDone: already_done,
            TabletownError: refused,
            HTTPException: not_served,
            RecursionError: too_deep,
            Exception: broken,
        },
        middleware=[hear_out],
        compression_config=CompressionConfig(backend="gzip", gzip_compress_level=6, minimum_size=600),
        openapi_config=OpenAPIConfig(
            title="Tabletown",
            version="1",
            path="/api/schema",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
            description="Play the games of this server from a program: see docs/api.md.",
        ),
        request_max_body_size=MOST_BODY,
    )


@get("/openapi.json", include_in_schema=False, sync_to_thread=False)
def openapi(request: Request[Any, Any, Any]) -> dict[str, Any]:
    """What programs can ask for, as an OpenAPI document."""
    return request.app.openapi_schema.to_schema()


def already_done(request: Request[Any, Any, Any], repeated: AlreadyDone) -> Page:
    return done(request, repeated.table)


def refused(request: Request[Any, Any, Any], error: TabletownError) -> Page:
    """A sentence, as a page or as a problem document."""
    status = next((code for kind, code in STATUS.items() if isinstance(error, kind)), 400)
    code = error.code if isinstance(error, Refused) else type(error).__name__
    text = error.said(speaks(request))
    rule = error.rule if isinstance(error, Refused) else None
    return problem(request, status, code, text, rule)


def not_served(request: Request[Any, Any, Any], error: HTTPException) -> Page:
    _ = speaks(request)
    sentences = {
        404: _("There is no such page."),
        405: _("That cannot be done here."),
        413: _("That is too much at once: at most {most:,} bytes.").format(most=MOST_BODY),
        415: _("That kind of content is not understood here."),
    }
    status = error.status_code
    extra = getattr(error, "extra", None)
    is_listed = status == 400 and isinstance(extra, list) and extra
    detail = "; ".join(_place(each) for each in extra) if is_listed and extra else error.detail
    text = sentences.get(status) or _("The request could not be understood: {detail}.").format(detail=detail)
    return problem(request, status, "http", text)


def too_deep(request: Request[Any, Any, Any], _error: RecursionError) -> Page:
    _ = speaks(request)
    return problem(request, 400, "http", _("The request could not be understood: it is nested too deeply."))


def hear_out(app: ASGIApp) -> ASGIApp:
    """Reads on, within reason, before it answers: whoever is cut off while sending never sees the answer."""

    async def handle(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await app(scope, receive, send)
            return
        more = True

        async def listen() -> Any:
            nonlocal more
            given = await receive()
            more = bool(given["type"] == "http.request" and given["more_body"])
            return given

        async def answer(sent: Message) -> None:
            if sent["type"] == "http.response.start":
                heard = 0
                while more and heard < MOST_HEARD:
                    given = await _within(LONGEST_PAUSE, listen)
                    if given is None:
                        break
                    heard += len(given.get("body", b""))
            await send(sent)

        await app(scope, listen, answer)

    return handle


async def _within(seconds: float, receive: Callable[[], Awaitable[Any]]) -> Any:
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            return await receive()
    return None


def _place(each: Any) -> str:
    return f"{each.get('key', 'body')}: {each.get('message', '')}" if isinstance(each, dict) else str(each)


def broken(request: Request[Any, Any, Any], error: Exception) -> Page:
    # The route, not the address: links hold secrets.
    log.error("%s %s failed", request.method, request.scope["path_template"], exc_info=error)
    _ = speaks(request)
    return problem(request, 500, "broken", _("Something broke on our side. Nothing was lost; try again."))


def problem(request: Request[Any, Any, Any], status: int, code: str, text: str, rule: str | None = None) -> Page:
    _ = speaks(request)
    if wants_json(request):
        body = {"type": "about:blank", "title": text, "status": status, "code": code, "rule": rule}
        if not request.url.path.startswith("/api/"):
            body["html"] = written("refusal", _=_, refusals=[(text, rule, "")], game=_game(request))
        return Response(body, status_code=status, media_type="application/problem+json")
    heading = _("Not found") if status == 404 else _("That did not work")
    back = request.headers.get("referer", "")
    local = back.removeprefix(f"{request.url.scheme}://{request.headers.get('host', '')}")
    parts = request.url.path.split("/")
    table = f"/t/{parts[2]}" if len(parts) > 3 and parts[1] == "t" and status != 404 else ""
    game = _game(request) if rule else ""
    return page(
        request, "message", status, heading=heading, text=text, rule=rule, game=game, back=table or _path(local)
    )


def _game(request: Request[Any, Any, Any]) -> str:
    """The game whose rules a refusal at a table comes from."""
    try:
        house: House = request.app.state.house
        return house.tables.get(request.path_params["table"]).game.name
    except (TabletownError, KeyError):
        return ""


def _path(back: str) -> str:
    return back if back.startswith("/") and not back.startswith("//") else ""
