"""Whatever goes wrong, the answer is a sentence: as a page for people, as a problem document for programs."""

import logging
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException
from sqlalchemy.exc import DBAPIError

from tabletown.match import Refused
from tabletown.rulekit.errors import TabletownError, UnknownGame
from tabletown.rulekit.language import UnknownLanguage
from tabletown.rulekit.slips import slip_of_a_game
from tabletown.web import guarding
from tabletown.web.asking import AlreadyDone
from tabletown.web.condition import NOT_READ, NotKept
from tabletown.web.doors import Forbidden
from tabletown.web.hints import NotReady
from tabletown.web.house import House
from tabletown.web.people import Page, done, page, speaks, wants_json
from tabletown.web.problems import KIND, Problem
from tabletown.web.reading import Frozen
from tabletown.web.store import Conflict, TooManyWaiting
from tabletown.web.tables import UnknownTable
from tabletown.web.templates import written
from tabletown.web.workers import Busy, TookTooLong, TooMuchAtOnce

log = logging.getLogger(__name__)

MOST_TOLD = 1000
"""Letters of a sentence, whatever it repeats."""
SOON = 5
"""Seconds after which somebody may try again what could not be stored or read."""
STATUS: dict[type[Exception], int] = {
    **guarding.STATUS,
    UnknownTable: 404,
    UnknownGame: 404,
    UnknownLanguage: 404,
    Forbidden: 403,
    Frozen: 409,
    Conflict: 409,
    NotKept: 503,
    Refused: 409,
    Busy: 503,
    NotReady: 503,
    TooMuchAtOnce: 429,
    TookTooLong: 422,
    TooManyWaiting: 429,
}


def already_done(request: Request[Any, Any, Any], repeated: AlreadyDone) -> Page:
    return done(request, repeated.table)


def refused(request: Request[Any, Any, Any], error: TabletownError) -> Page:
    status = next((code for kind, code in STATUS.items() if isinstance(error, kind)), 400)
    code = error.code if isinstance(error, Refused) else type(error).__name__
    rule = error.rule if isinstance(error, Refused) else None
    soon = getattr(error, "retry_after", SOON) if status in {429, 503} else None
    return problem(request, status, code, error.said(speaks(request)), rule, soon)


def not_read(request: Request[Any, Any, Any], error: DBAPIError) -> Page:
    """The disk is full, the file is gone, the database is locked: whatever was asked for, it is not there now."""
    log.error("%s %s: the database failed: %s", request.method, _route(request), str(error.orig)[:200])
    return problem(request, 503, "not_read", speaks(request)(NOT_READ), soon=SOON)


def not_served(request: Request[Any, Any, Any], error: HTTPException) -> Page:
    _ = speaks(request)
    status = error.status_code
    most = request.route_handler.resolve_request_max_body_size() if status == 413 else 0
    sentences = {
        404: _("There is no such page."),
        405: _("That cannot be done here."),
        413: _("That is too much at once: at most {most:,} bytes.").format(most=most),
        415: _("That kind of content is not understood here."),
    }
    extra = getattr(error, "extra", None)
    is_listed = status == 400 and isinstance(extra, list) and extra
    detail = "; ".join(_place(each) for each in extra) if is_listed and extra else error.detail
    told = _("The request could not be understood: {detail}.").format(detail=detail[:MOST_TOLD])
    return problem(request, status, "http", sentences.get(status) or told)


def too_deep(request: Request[Any, Any, Any], _error: RecursionError) -> Page:
    _ = speaks(request)
    return problem(request, 400, "http", _("The request could not be understood: it is nested too deeply."))


def no_text(request: Request[Any, Any, Any], _error: UnicodeDecodeError) -> Page:
    _ = speaks(request)
    return problem(request, 400, "http", _("The request could not be understood: it is not UTF-8."))


def broken(request: Request[Any, Any, Any], error: Exception) -> Page:
    log.error("%s %s failed", request.method, _route(request), exc_info=error)
    _ = speaks(request)
    told = _("Something broke on our side. Nothing was lost; try again.")
    if slip_of_a_game(error):
        told = _("This game stumbles over a slip in its own code; the log of the server says where. Nothing was lost.")
    return problem(request, 500, "broken", told)


def _route(request: Request[Any, Any, Any]) -> str:
    """Not the address, for links hold secrets."""
    return str(request.scope.get("path_template") or "")


HANDLERS: dict[Any, Any] = {
    AlreadyDone: already_done,
    TabletownError: refused,
    HTTPException: not_served,
    DBAPIError: not_read,
    RecursionError: too_deep,
    UnicodeDecodeError: no_text,
    Exception: broken,
}


def problem(
    request: Request[Any, Any, Any],
    status: int,
    code: str,
    text: str,
    rule: str | None = None,
    soon: int | None = None,
) -> Page:
    """`soon`: after so many seconds it is worth trying again."""
    _ = speaks(request)
    if len(text) > MOST_TOLD:
        text = f"{text[:MOST_TOLD]} …."
    if wants_json(request):
        answer = _document(request, Problem(text, status, code, rule))
    else:
        heading = _("Not found") if status == 404 else _("That did not work")
        parts = request.scope["path"].split("/")
        table = f"/t/{parts[2]}" if len(parts) > 3 and parts[1] == "t" and status != 404 else "/"
        game = _game(request) if rule else ""
        answer = page(request, "message", status, heading=heading, text=text, rule=rule, game=game, back=table)
    if soon is not None:
        answer.headers["retry-after"] = str(soon)
    return answer


def _document(request: Request[Any, Any, Any], told: Problem) -> Page:
    body = msgspec.to_builtins(told)
    if not request.scope["path"].startswith("/api/"):
        refusals = [(told.title, told.rule, "")]
        body["html"] = written("refusal", _=speaks(request), refusals=refusals, game=_game(request))
    return Response(body, status_code=told.status, media_type=KIND)


def _game(request: Request[Any, Any, Any]) -> str:
    """The game whose rules a refusal at a table comes from."""
    house: House = request.app.state.house
    table = house.tables.at_hand(request.scope.get("path_params", {}).get("table", ""))
    return table.game.name if table is not None else ""


def _place(each: Any) -> str:
    return f"{each.get('key', 'body')}: {each.get('message', '')}" if isinstance(each, dict) else str(each)
