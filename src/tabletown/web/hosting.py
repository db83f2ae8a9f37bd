"""The host's page, behind a token: what the server does and how it fares, tables to be deleted, links to be revoked."""

import asyncio
import time
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from litestar import Request, get, post
from litestar.datastructures import Cookie

from tabletown.rulekit.language import Say, message
from tabletown.web import counting, keys
from tabletown.web.at_table import sitting
from tabletown.web.condition import REASONS
from tabletown.web.doors import Forbidden, form_of, seat_in
from tabletown.web.kept import ABANDONED, CANCELLED, OVER, PERSON, PLAYING, WAITING
from tabletown.web.keys import Secret
from tabletown.web.limits import Buckets, Rate, TooOften, neighbourhood
from tabletown.web.logs import remembered
from tabletown.web.people import Page, address_of, client_of, go, house, page, secret_of, speaks
from tabletown.web.reading import title_of
from tabletown.web.surveying import listed
from tabletown.web.tables import UnknownTable

COOKIE, PLACE = "host", "/host"
SHOWN = 100
"""Tables on the page."""
LASTS = 12 * 3600
"""Seconds after which a browser must show the token again."""
TRIES = Rate(1 / 10, 5)
"""Of the token, from one address."""
NO_SUCH_PAGE = message("There is no such page.")


@dataclass(frozen=True)
class Token:
    """What the host proves themselves with; it is told by nobody."""

    secret: Secret

    def fits(self, shown: str) -> bool:
        return keys.same(keys.hashed(shown), keys.hashed(self.secret))

    @property
    def for_a_browser(self) -> Secret:
        """What a browser keeps in its place."""
        return keys.made_from(self.secret, "the host's browser")


_tries = Buckets(TRIES)


def _token(request: Request[Any, Any, Any]) -> Token:
    token: Token | None = request.app.state.host_token
    if token is None:
        raise UnknownTable(NO_SUCH_PAGE)
    return token


def _is_host(request: Request[Any, Any, Any]) -> bool:
    token = _token(request)
    cookie = request.cookies.get(COOKIE, "")
    return keys.same(cookie, token.for_a_browser) or (bool(secret := secret_of(request)) and token.fits(secret))


def _refuse_others(request: Request[Any, Any, Any]) -> None:
    if not _is_host(request):
        raise Forbidden(message("That is for the host of this server. Show the token first."))


@get("/host", include_in_schema=False)
async def show(request: Request[Any, Any, Any]) -> Page:
    if not _is_host(request):
        return page(request, "host_door")
    return await _shown(request)


@post("/host/enter", include_in_schema=False)
async def enter(request: Request[Any, Any, Any]) -> Page:
    token = _token(request)
    form = await form_of(request)
    if seconds := _tries.wait(neighbourhood(client_of(request))):
        raise TooOften(message("Too many tokens were tried. Try again in {seconds} seconds."), seconds)
    if not token.fits(form.get("token", "")):
        raise Forbidden(message("That is not the token of this server."))
    answer = go(request, PLACE)
    answer.set_cookie(
        Cookie(
            key=COOKIE,
            value=str(token.for_a_browser),
            max_age=LASTS,
            path=PLACE,
            httponly=True,
            samesite="strict",
            secure=request.url.scheme == "https",
        )
    )
    return answer


@post("/host/delete", include_in_schema=False)
async def delete(request: Request[Any, Any, Any]) -> Page:
    """A table with all that belongs to it."""
    _refuse_others(request)
    form = await form_of(request)
    if form.get("sure") != "1":
        raise Forbidden(message("Say that you are sure: what is deleted does not come back."))
    table = await house(request).tables.bring(form.get("table", ""))
    await house(request).tables.delete([table.id])
    return go(request, PLACE)


@post("/host/revoke", include_in_schema=False)
async def revoke(request: Request[Any, Any, Any]) -> Page:
    """Every link and every browser loses the seat; a new private link is shown once, for whoever it belongs to."""
    _refuse_others(request)
    form = await form_of(request)
    table = await house(request).tables.bring(form.get("table", ""))
    seat = seat_in(form, table.kept.players)
    if table.seats[seat].kind != PERSON:
        raise Forbidden(message("Nobody sits there."))
    secret = keys.new_secret()
    await table.do(None, sitting.renew_link, seat, lambda _times: [keys.hashed(secret)])
    house(request).pushes.send_away(table, seat)
    link = f"{address_of(request)}/s/{table.id}/{seat}/{secret!s}"
    return await _shown(request, revoked=(table.seats[seat].name, link))


async def _shown(request: Request[Any, Any, Any], revoked: tuple[str, str] | None = None) -> Page:
    found, _ = house(request), speaks(request)
    sought = request.query_params.get("q", "").strip()[:60]
    place = _page_in(request)
    tables = await asyncio.to_thread(listed, found.store, sought, place * SHOWN, SHOWN)
    reason = await found.trouble()
    uptime = max(1.0, time.time() - found.since)
    counts = counting.counts
    figures = [
        (_("State"), _(REASONS[reason]) if reason else _("Everything works.")),
        (_("Tables"), _("{all} in all, {running} running, {held} in memory").format(
            all=tables.all, running=tables.running, held=len(found.tables.held))),
        (_("Open pages"), str(found.pushes.pages_open)),
        (_("Servers"), str(found.bus.servers)),
        (_("Stored since the start"), _("{changes} changes in {commits} transactions").format(
            changes=counts.changes, commits=counts.commits)),
        (_("Turned away"), _("{count} requests, because too many came at once").format(count=counts.turned_away)),
        (_("Processor"), f"{counting.processor() / uptime:.1%}"),
        (_("Memory"), f"{counting.memory() / 1e6:,.0f} MB"),
        (_("Up for"), _("{hours} hours").format(hours=f"{uptime / 3600:,.1f}")),
    ]  # fmt: skip
    shown = [
        (each, time.strftime("%Y-%m-%d %H:%M", time.gmtime(each.changed)), list(enumerate(each.seats)))
        for each in tables.tables
    ]
    answer = page(
        request, "host", figures=figures, tables=shown, sought=sought, found=tables.found, first=place * SHOWN + 1,
        pages=_pages_beside(place, tables.found, sought),
        errors=list(remembered.lines)[::-1][:50], revoked=revoked, phases=_phases(_),
        titles={name: title_of(name, _.language) for name in {each.game for each, *_rest in shown}},
    )  # fmt: skip
    answer.headers["cache-control"] = "no-store"
    return answer


def _page_in(request: Request[Any, Any, Any]) -> int:
    """Which page of the list is asked for, from 0."""
    text = request.query_params.get("page", "")
    return int(text) if text.isdecimal() and len(text) < 7 else 0


def _pages_beside(place: int, count: int, sought: str) -> tuple[str, str]:
    """Where the page before this one is, and the one after it; nothing where there is none."""

    def address(page: int) -> str:
        return f"{PLACE}?{urlencode({'q': sought, 'page': page})}"

    return address(place - 1) if place > 0 else "", address(place + 1) if (place + 1) * SHOWN < count else ""


def _phases(_: Say) -> dict[str, str]:
    return {
        WAITING: _("waits for guests"),
        PLAYING: _("running"),
        OVER: _("over"),
        ABANDONED: _("given up"),
        CANCELLED: _("cancelled"),
    }


HANDLERS = [show, enter, delete, revoke]
