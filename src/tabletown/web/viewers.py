"""Whose eyes a page is written for."""

from typing import NamedTuple

from tabletown.match.between import has_secrets_from
from tabletown.web.kept import PERSON
from tabletown.web.keys import NO_SECRET, Secret
from tabletown.web.table import Table


class Viewer(NamedTuple):
    """Whose eyes: the seats that the browser may sit on, and in which language."""

    seats: tuple[int, ...]
    language: str
    is_host: bool = False
    secret: Secret = NO_SECRET
    """The host's, while invitations are still to be shown; never stored."""
    address: str = ""
    """Where the host reaches this server; the beginning of the links that they send."""
    coach: str = ""
    """Whether a coach is wanted: always, never, or (nothing) in coached games only."""
    known: tuple[str, ...] = ()
    """The kinds of decision of this title that the coach has spoken of before."""


def is_dismissed(table: Table, viewer: Viewer) -> bool:
    """Whether the host has given the viewer's seat away; they come back as a stranger, if at all."""
    return any(table.seats[seat].kind != PERSON for seat in viewer.seats)


def wanted_seat(table: Table, viewer: Viewer) -> int | None:
    """At a shared screen: whose turn it is to look."""
    pending = table.match.pending if table.match else ()
    mine = [seat for seat in pending if seat in viewer.seats and not table.seats[seat].bot]
    return mine[0] if mine else None


def first_look(viewer: Viewer) -> int | None:
    return viewer.seats[0] if len(viewer.seats) == 1 else None


def next_look(table: Table, viewer: Viewer, looking: int | None) -> int | None:
    """Whose view is shown after a change. Between people with secrets from each other the screen shows nobody's."""
    if len(viewer.seats) < 2:
        return first_look(viewer)
    wanted = wanted_seat(table, viewer)
    if wanted is None or wanted == looking:
        return looking
    others = [seat for seat in viewer.seats if seat != wanted and not table.seats[seat].bot]
    return None if has_secrets_from(table.playing, wanted, others) else wanted
