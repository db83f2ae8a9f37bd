"""Where people say how they want to be told, confirm it, and end it."""

from datetime import UTC, datetime
from typing import Any

from babel.dates import format_date
from litestar import MediaType, Request, Response, get, post
from markupsafe import Markup

from tabletown.rulekit.language import Say, message
from tabletown.web import keys
from tabletown.web.doors import Forbidden, Unreadable, own_seat
from tabletown.web.limits import neighbourhood
from tabletown.web.notices import mailing, outside
from tabletown.web.notices.push import Browser
from tabletown.web.notices.teller import Teller, due
from tabletown.web.notices.ways import BROWSER, MAIL, NOTHING, WEBHOOK, Way, new_way
from tabletown.web.people import (
    Page,
    address_of,
    client_of,
    go,
    house,
    language_of,
    link_key,
    page,
    seats_of,
    secret_of,
    speaks,
    static,
    wants_json,
)
from tabletown.web.table import Table
from tabletown.web.templates import written

NOT_OFFERED = message("This server does not tell people in that way.")
NO_SEAT = message("You have no seat at this table; open your private link to sit down.")
NO_SUCH_WAY = message("This link does not hold any more.")


def teller_of(request: Request[Any, Any, Any]) -> Teller:
    return house(request).teller


# ---------------------------------------------------------------- the panel


@get("/notices/at/{table:str}", include_in_schema=False)
async def panel(request: Request[Any, Any, Any], table: str) -> Page:
    found = house(request).tables.get(table)
    if not seats_of(request, found):
        raise Forbidden(NO_SEAT)
    if not teller_of(request).means.kinds:
        raise Unreadable(NOT_OFFERED)
    return shown(request, found)


def shown(request: Request[Any, Any, Any], table: Table) -> Page:
    """The panel: by itself for the menu of a table, or as a page for who has no script."""
    _ = speaks(request, table)
    teller = teller_of(request)
    signing = teller.means.signing
    ways = {seat: teller.ways.of(table.id, seat) for seat in seats_of(request, table)}
    html = written(
        "tell_me",
        _=_,
        table=table.id,
        kinds=teller.means.kinds,
        key=signing.public if signing else "",
        seats=[(seat, table.seats[seat].name, [_told(_, way) for way in mine]) for seat, mine in ways.items()],
    )
    if wants_json(request):
        return Response({"html": html})
    return page(request, "notices", _=_, panel=Markup(html), back=f"/t/{table.id}")


def _told(_: Say, way: Way) -> dict[str, Any]:
    """A way in the words of its own seat, and not more of it than is needed to tell it from another."""
    if way.kind == MAIL:
        local, _at, domain = way.target.partition("@")
        name = f"{local[:1]}…@{domain}"
    elif way.kind == WEBHOOK:
        name = outside.checked(way.target)[0]
    else:
        since = format_date(datetime.fromtimestamp(way.made, UTC), "medium", locale=_.language)
        name = _("A browser, since {day}").format(day=since)
    return {"id": way.id, "name": name, "waits": not way.confirmed}


@post("/notices/at/{table:str}", include_in_schema=False, status_code=200)
async def add(request: Request[Any, Any, Any], table: str) -> Page:
    """The seat is to be told in another way."""
    found, seat, form = await own_seat(request, table)
    teller = teller_of(request)
    kind = form.get("kind", "")
    if kind not in teller.means.kinds:
        raise Unreadable(NOT_OFFERED)
    way = await _asked_for(request, found, seat, kind, form)
    await teller.ways.add(way)
    if kind == MAIL:
        teller.ask_to_confirm(way)
    return _seen(request, found)


def _seen(request: Request[Any, Any, Any], table: Table) -> Page:
    return shown(request, table) if wants_json(request) else go(request, f"/notices/at/{table.id}")


async def _asked_for(
    request: Request[Any, Any, Any], table: Table, seat: int, kind: str, form: dict[str, str]
) -> Way:
    """What the form asks for, looked at; whatever is due now they know of, for they are here."""
    teller, mine = teller_of(request), secret_of(request)
    common: dict[str, Any] = {
        "person": keys.hashed(mine),
        "language": language_of(request),
        "address": teller.means.address or address_of(request),
        "told": due(table).get(seat, NOTHING),
    }
    if kind == MAIL:
        to = mailing.checked(form.get("mail", ""))
        teller.refuse_more_mails(neighbourhood(client_of(request)), to)
        link = link_key(mine, table, seat) if form.get("with_link") else keys.NO_SECRET
        return new_way(table.id, seat, kind, to, link=link, **common)
    target = form.get("target", "").strip()
    await teller.looking.do(lambda: outside.addresses(target, allow_private=teller.means.private))
    if kind == WEBHOOK:
        return new_way(table.id, seat, kind, target, confirmed=True, **common)
    public, auth = form.get("public", ""), form.get("auth", "")
    Browser.read(public, auth)
    own = {"public": keys.Secret(public), "auth": keys.Secret(auth), "confirmed": True}
    return new_way(table.id, seat, BROWSER, target, **own, **common)


@post("/notices/at/{table:str}/drop", include_in_schema=False, status_code=200)
async def drop(request: Request[Any, Any, Any], table: str) -> Page:
    found, seat, form = await own_seat(request, table)
    ways = teller_of(request).ways
    way = ways.find(form.get("way", ""))
    if way is None or (way.table_id, way.seat) != (found.id, seat):
        raise Unreadable(NO_SUCH_WAY)
    await ways.remove(way)
    return _seen(request, found)


# ---------------------------------------------------------------- by a link in a mail


def _named(request: Request[Any, Any, Any], way: str, secret: str) -> Way:
    found = teller_of(request).ways.find(way)
    if found is None or not keys.same(found.secret, secret):
        raise Forbidden(NO_SUCH_WAY)
    return found


@get("/notices/confirm/{way:str}/{secret:str}", include_in_schema=False)
async def ask_confirming(request: Request[Any, Any, Any], way: str, secret: str) -> Page:
    """Looking at it changes nothing: programs that read mails follow every link."""
    _named(request, way, secret)
    _ = speaks(request)
    return _question(request, _("Tell me here when it is my move"), _("Yes, this is my address"))


@post("/notices/confirm/{way:str}/{secret:str}", include_in_schema=False, status_code=200)
async def confirm(request: Request[Any, Any, Any], way: str, secret: str) -> Page:
    """The private link goes along only if a browser confirms it that has the seat: addresses are mistyped."""
    found = _named(request, way, secret)
    _ = speaks(request)
    table = await house(request).tables.bring(found.table_id)
    await teller_of(request).ways.confirm(found, with_link=found.seat in seats_of(request, table))
    text = _("You will be told by e-mail when it is your move and you are away.")
    return _message(request, _("Confirmed"), text, f"/t/{found.table_id}")


@get("/notices/stop/{way:str}/{secret:str}", include_in_schema=False)
async def ask_stopping(request: Request[Any, Any, Any], way: str, secret: str) -> Page:
    _named(request, way, secret)
    _ = speaks(request)
    return _question(request, _("No more mails about this table?"), _("No more mails"))


@post("/notices/stop/{way:str}/{secret:str}", include_in_schema=False, status_code=200)
async def stop(request: Request[Any, Any, Any], way: str, secret: str) -> Page:
    found = _named(request, way, secret)
    await teller_of(request).ways.remove(found)
    _ = speaks(request)
    return _message(request, _("Done"), _("No more mails will come about this table."), "/")


def _message(request: Request[Any, Any, Any], heading: str, text: str, back: str) -> Page:
    return page(request, "message", heading=heading, text=text, rule="", game="", back=back)


def _question(request: Request[Any, Any, Any], heading: str, button: str) -> Page:
    return page(request, "notices_ask", heading=heading, button=button, to=str(request.url.path))


# ---------------------------------------------------------------- the browser's own part


@get("/notices/worker.js", include_in_schema=False)
async def worker(request: Request[Any, Any, Any]) -> Page:  # noqa: ARG001
    """What a browser runs when a message comes. Its place is its scope: no page of ours lies below it."""
    content, _kind = static("worker.js")
    return Response(content, media_type=MediaType.TEXT, headers={"content-type": "text/javascript; charset=utf-8"})


HANDLERS = [panel, add, drop, ask_confirming, confirm, ask_stopping, stop, worker]
