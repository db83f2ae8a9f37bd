"""Reading what comes in: forms, seats, whose they are. Whatever is wrong is refused with a sentence."""

import re
from collections.abc import Mapping
from typing import Any

import msgspec
from litestar import Request
from litestar.exceptions import ClientException

from tabletown.match.match import NO_SUCH_SEAT
from tabletown.rulekit.errors import TabletownError
from tabletown.rulekit.language import message
from tabletown.web import keys
from tabletown.web.asking import Asked, asked, newcomer
from tabletown.web.forms import Damaged, read_fields
from tabletown.web.people import house, seats_of, secret_of
from tabletown.web.table import Table

FORMS = {"application/x-www-form-urlencoded", "multipart/form-data", "application/json", ""}
"""Kinds of content that a form comes as; one that says nothing has none."""

MOST_AT_ONCE = 64
"""Actions that are made as one."""


class Forbidden(TabletownError):
    """Something that the asker may not do."""


class Unreadable(TabletownError):
    """A request that means nothing."""


async def bring_table(request: Request[Any, Any, Any]) -> None:
    """Before anything that is sent is even looked at: the table that it is about is there, and in memory.

    No guard, because for each of those the framework copies what it guards.
    """
    if (name := request.path_params.get("table")) is not None:
        await house(request).tables.bring(name)


async def form_of(request: Request[Any, Any, Any]) -> dict[str, str]:
    """The fields of a form; JSON with text and numbers is read the same way."""
    kind = request.headers.get("content-type", "")
    plain = kind.partition(";")[0].strip().lower()
    if plain not in FORMS:
        raise ClientException(status_code=415)
    body = await request.body()
    try:
        given = msgspec.json.decode(body) if plain == "application/json" else read_fields(body, kind)
    except (Damaged, msgspec.DecodeError, RecursionError):
        raise Unreadable(message("The form is damaged, or of another kind than it says.")) from None
    if not isinstance(given, Mapping):
        raise Unreadable(message("A form is made of named fields."))
    return {str(name): str(value) for name, value in given.items()}


def number_in(form: Mapping[str, str], name: str) -> int:
    text = form.get(name, "").strip()
    if not re.fullmatch(r"-?[0-9]{1,9}", text):
        raise Unreadable(message("{name} should be a whole number, not {text!r}."), name=name, text=text[:40])
    return int(text)


def actions_named(text: str) -> list[int]:
    """The numbers of actions that are made as one."""
    return [number_in({"action": each}, "action") for each in text.split(",")[:MOST_AT_ONCE]]


def seat_in(form: Mapping[str, str], players: int) -> int:
    seat = number_in(form, "seat")
    if not 0 <= seat < players:
        raise Unreadable(NO_SUCH_SEAT, seat=seat, last=players - 1)
    return seat


async def own_seat(request: Request[Any, Any, Any], table: str) -> tuple[Table, int, dict[str, str]]:
    """The table, the asker's seat that the form is about, and the form, which is read only for who has a seat."""
    found = house(request).tables.get(table)
    seats = seats_of(request, found)
    if not seats:
        raise Forbidden(message("You have no seat at this table; open your private link to sit down."))
    form = await form_of(request)
    if "seat" not in form and len(seats) > 1:
        raise Unreadable(message("Say for which of your seats."))
    seat = seat_in(form, found.kept.players) if "seat" in form else seats[0]
    if seat not in seats:
        raise Forbidden(message("That is somebody else's seat."))
    return found, seat, form


def asked_by(asker: int | str, request: Request[Any, Any, Any], form: Mapping[str, object]) -> Asked | None:
    """What the request asks for, to be done once: its id, if it has one, and everything else that it says."""
    parts = request.scope["path_template"].split("/")
    deed = "/".join(part for part in parts if part not in {"", "api", "t", "m"} and not part.startswith("{"))
    client_move = form.get("client_move")
    return asked(str(asker), str(client_move) if client_move else None, deed, {**form, "path": request.path_params})


def newcomer_or(request: Request[Any, Any, Any], form: Mapping[str, object]) -> keys.Secret:
    """The asker's secret, or a new one; for a repetition of a newcomer's first request the same."""
    return secret_of(request) or newcomer(str(form.get("client_move") or "")) or keys.new_secret()
