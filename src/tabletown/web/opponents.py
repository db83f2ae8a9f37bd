"""Who may sit down at a new table, as a lobby shows it: with a name, a face and a sentence of character."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tabletown.bots import level, levels_for, usual_level
from tabletown.bots.names import a_name
from tabletown.rulekit.declare import Declaration
from tabletown.rulekit.drawing import Svg
from tabletown.rulekit.language import Say, message
from tabletown.rulekit.look import seat_letters
from tabletown.web.faces import face, faces_of
from tabletown.web.kept import OPEN, Seat
from tabletown.web.waiting_room import level_name, storeys

CHARACTERS = {
    "visitor": message("{level} plays at random."),
    "neighbour": message("{level} looks one move ahead."),
    "developer": message("{level} tries every plan out in their head before they sign."),
    "tycoon": message("{level} has seen many such evenings, takes their time and gives nothing away."),
}


@dataclass(frozen=True)
class Sitter:
    """One kind of player that a seat can be given to."""

    value: str
    label: str
    words: str = ""
    storeys: int = 0
    """Of a bot, how high its level is."""


def sitters(_: Say, declared: Declaration) -> list[Sitter]:
    """A friend, bots from the weakest to the strongest, somebody beside one, or nobody."""
    bots = [
        Sitter(
            name,
            _("Bot: {level}").format(level=level_name(_, name)),
            _(CHARACTERS[name]).format(level=level_name(_, name)),
            storeys(name),
        )
        for name in levels_for(declared)
    ]
    return [
        Sitter(OPEN, _("A friend, by link"), _("You get a link to send, and start when they have come.")),
        *bots,
        Sitter("me", _("Somebody at this screen"), _("You pass the screen on to each other.")),
        Sitter("none", _("Nobody")),
    ]


@dataclass(frozen=True)
class Place:
    """A seat of a table that is being made up: who it is given to, and the bot that would sit there."""

    who: str
    bot: str
    face: Svg


def places(_: Say, declared: Declaration, me: str, filled: Mapping[str, str], luck: int) -> list[Place]:
    """The first seat is whoever makes the table; luck says which bots are free this evening."""
    names = [me]
    for seat in range(1, max(declared.players)):
        names.append(filled.get(bot_on(seat)) or a_name(_, names, luck))
    letters = seat_letters(names, declared.picture.letters)
    coloured = declared.picture.has_seat_colours
    faces = faces_of(tuple(names))
    return [
        Place(
            filled.get(f"seat-{seat}") or (usual_level(declared) if seat < declared.default_players else "none"),
            name,
            face(faces[seat], letters[seat], seat if coloured else None),
        )
        for seat, name in enumerate(names)
    ]


def bot_on(seat: int) -> str:
    """What a form calls the name of the bot that sits there."""
    return f"bot-{seat}"


def who_look_ahead(seats: Sequence[Seat]) -> list[int]:
    """The seats of bots that do, who have a temper each."""
    return [number for number, seat in enumerate(seats) if seat.bot and level(seat.bot).searches]
