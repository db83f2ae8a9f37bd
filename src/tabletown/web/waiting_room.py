"""What a waiting room says: who sits where, what was chosen, and the links for those who are to come."""

from datetime import UTC, datetime
from functools import partial
from typing import Any

import segno
from babel.dates import format_date
from markupsafe import Markup

from tabletown.bots import LEVELS, levels_for
from tabletown.rulekit.language import Say, message
from tabletown.rulekit.look import seat_letters
from tabletown.web import keys
from tabletown.web.faces import face, faces_of
from tabletown.web.facts import facts
from tabletown.web.kept import OPEN
from tabletown.web.store import WAITING_ROOM_LASTS
from tabletown.web.table import Table
from tabletown.web.viewers import Viewer

LEVEL_NAMES = {
    "visitor": message("Visitor"),
    "neighbour": message("Neighbour"),
    "developer": message("Developer"),
    "tycoon": message("Tycoon"),
}


def level_name(_: Say, level: str) -> str:
    return _(LEVEL_NAMES.get(level, level.capitalize()))


def storeys(level: str) -> int:
    """How high a bot's level is, drawn as a tower."""
    return list(LEVELS).index(level) + 1 if level in LEVELS else 0


def room_context(table: Table, viewer: Viewer, _: Say) -> dict[str, Any]:
    picture = table.game.declaration.picture
    names = [name or "?" for name in table.names]
    letters, faces = seat_letters(names, picture.letters), faces_of(tuple(names))
    return {
        "_": _,
        "table": table,
        "viewer": viewer,
        "facts": facts(table, _),
        "levels": list(levels_for(table.game.declaration)),
        "level_name": partial(level_name, _),
        "storeys": storeys,
        "faces": [
            face(faces[seat], letter, seat if picture.has_seat_colours else None) for seat, letter in enumerate(letters)
        ],
        "open_seats": sum(seat.kind == OPEN for seat in table.seats),
        "invitations": invitations(table, viewer),
        "lapses": format_date(datetime.fromtimestamp(table.kept.changed + WAITING_ROOM_LASTS, UTC), locale=_.language),
    }


def invitations(table: Table, viewer: Viewer) -> dict[int, tuple[str, Markup]]:
    """For the host: each open seat's link, and the same as a QR code."""
    if not viewer.secret:
        return {}
    found: dict[int, tuple[str, Markup]] = {}
    for number, seat in enumerate(table.seats):
        if seat.kind == OPEN:
            secret = keys.invitation(viewer.secret, table.id, number, seat.invitation)
            link = f"{viewer.address}/join/{table.id}/{number}/{secret}"
            code = segno.make(link, micro=False).svg_inline(scale=3, border=2, dark="#15222a", light="#fffdf8")
            found[number] = (link, Markup(code))
    return found
