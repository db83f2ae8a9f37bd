"""An invitation in words and pictures: who invites, to which game, who sits there already."""

from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from tabletown.rulekit.drawing import SEAT_PATTERNS, Svg
from tabletown.rulekit.language import Say
from tabletown.rulekit.look import seat_letters
from tabletown.web.faces import face, faces_of
from tabletown.web.facts import facts
from tabletown.web.kept import BOT, OPEN
from tabletown.web.table import Table
from tabletown.web.waiting_room import level_name, storeys


@dataclass(frozen=True)
class Sitting:
    """One seat of the table, as a guest is shown it."""

    name: str
    note: str
    face: Svg | None
    """Nobody's while the seat is open."""
    storeys: int = 0
    is_mine: bool = False


def host_of(table: Table) -> str:
    """The name of whoever made the table, if they sit at it."""
    seats = table.opened_by(table.kept.host)
    return table.seats[seats[0]].name if seats else ""


def seats_in_words(table: Table, _: Say) -> str:
    free = sum(seat.kind == OPEN for seat in table.seats)
    if free == 1:
        return _("All but one are at the table; the game can begin when the last seat is taken.")
    taken, players = table.kept.players - free, table.kept.players
    return _("{taken} of {players} seats are taken.").format(taken=taken, players=players)


def sittings(table: Table, mine: int, _: Say) -> list[Sitting]:
    picture = table.game.declaration.picture
    names = tuple(seat.name or "?" for seat in table.seats)
    letters, faces = seat_letters(list(names), picture.letters), faces_of(names)
    hosts = table.opened_by(table.kept.host)
    found: list[Sitting] = []
    for number, seat in enumerate(table.seats):
        if seat.kind == OPEN:
            note = _("Seat {n}").format(n=number + 1)
            found.append(Sitting(_("you") if number == mine else _("Open seat"), note, None, is_mine=number == mine))
            continue
        drawn = face(faces[number], letters[number], number if picture.has_seat_colours else None)
        if seat.kind == BOT:
            found.append(Sitting(seat.name, level_name(_, seat.level), drawn, storeys(seat.level)))
        else:
            found.append(Sitting(seat.name, _("invites you") if number in hosts else _("has taken the seat"), drawn))
    return found


def invitation_context(table: Table, seat: int, _: Say) -> dict[str, Any]:
    hosts = table.opened_by(table.kept.host)
    shown = sittings(table, seat, _)
    return {
        "table": table,
        "host": shown[hosts[0]] if hosts else None,
        "words": seats_in_words(table, _),
        "sittings": shown,
        "facts": facts(table, _),
        "patterns": Markup(SEAT_PATTERNS),
    }
