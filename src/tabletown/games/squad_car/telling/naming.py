"""What things are called: people, cars, places, headings, fields of the dial and flashcards."""

from tabletown.games.squad_car.rules.board import CROSSING, EAST, LOT, NORTH, SOUTH, WEST, Board, board_of
from tabletown.games.squad_car.rules.figures import BLUE, GREEN, RED
from tabletown.games.squad_car.rules.shapes import CARS_A_SIDE
from tabletown.games.squad_car.rules.state import CAPTURED, ESCAPED, State
from tabletown.rulekit.language import Say, listed, message
from tabletown.rulekit.look import Listener, Look
from tabletown.rulekit.namespace import Namespace
from tabletown.rulekit.remembering import said_once

HEADINGS = (
    message("north"),
    message("north-east"),
    message("east"),
    message("south-east"),
    message("south"),
    message("south-west"),
    message("west"),
    message("north-west"),
)
ARROWS = "↑↗→↘↓↙←↖"

EXIT_NAMES = {
    NORTH: message("{road}, north exit"),
    EAST: message("{road}, east exit"),
    SOUTH: message("{road}, south exit"),
    WEST: message("{road}, west exit"),
}


def car_name(_: Say, car: int) -> str:
    if car < CARS_A_SIDE:
        return _("getaway car {number}").format(number=car + 1)
    return _("squad car {number}").format(number=car - CARS_A_SIDE + 1)


def heading_name(_: Say, heading: int) -> str:
    return _(HEADINGS[heading])


# ------------------------------------------------------------ places


def board(rules: Namespace) -> Board:
    return board_of(rules.MAP)


def crossing_rows(map_: Board) -> list[int]:
    return sorted({map_.place(square)[1] for square in map_.roads if map_.kinds[square] == CROSSING})


def crossing_columns(map_: Board) -> list[int]:
    return sorted({map_.place(square)[0] for square in map_.roads if map_.kinds[square] == CROSSING})


def street_name(to: Listener, row: int) -> str:
    return to._(to.rules.STREETS[crossing_rows(board(to.rules)).index(row)])


def avenue_name(to: Listener, column: int) -> str:
    return to._(to.rules.AVENUES[crossing_columns(board(to.rules)).index(column)])


@said_once
def road_name(to: Listener, square: int) -> str:
    """The road of a square that is not a crossing."""
    x, y = board(to.rules).place(square)
    return street_name(to, y) if board(to.rules).axis(square) else avenue_name(to, x)


@said_once
def exit_name(to: Listener, number: int) -> str:
    square = board(to.rules).exits[number]
    way = (board(to.rules).inward(square) + 2) % 4
    return to._(EXIT_NAMES[way]).format(road=road_name(to, square))


@said_once
def place_name(to: Listener, square: int) -> str:
    _ = to._
    map_ = board(to.rules)
    x, y = map_.place(square)
    if map_.kinds[square] == LOT:
        return _("parking lot {number}").format(number=map_.lots.index(square) + 1)
    if square in map_.exits:
        return exit_name(to, map_.exits.index(square))
    if map_.kinds[square] == CROSSING:
        return _("{street} and {avenue}").format(street=street_name(to, y), avenue=avenue_name(to, x))
    return stretch_name(to, square)


def stretch_name(to: Listener, square: int) -> str:
    """A square between crossings, or between the last crossing and an exit."""
    _ = to._
    map_ = board(to.rules)
    road = road_name(to, square)
    ends = [end_of_stretch(map_, square, way) for way in (NORTH if map_.axis(square) == 0 else WEST, SOUTH, EAST)]
    ends = ends[:2] if map_.axis(square) == 0 else [ends[0], ends[2]]
    crossings = [end for end in ends if map_.kinds[end] == CROSSING]
    others = [crossed_name(to, square, end) for end in crossings]
    if len(others) == 2:
        return _("{road} between {one} and {other}").format(road=road, one=others[0], other=others[1])
    return _("{road} outside {one}").format(road=road, one=others[0]) if others else road


def end_of_stretch(map_: Board, square: int, way: int) -> int:
    while map_.next[square][way] >= 0 and map_.kinds[square] != CROSSING:
        square = map_.next[square][way]
    return square


def crossed_name(to: Listener, square: int, crossing: int) -> str:
    """The road that crosses the square's own at the crossing."""
    x, y = board(to.rules).place(crossing)
    return avenue_name(to, x) if board(to.rules).axis(square) else street_name(to, y)


def car_place(look: Look[State], car: int) -> str:
    """Where the car is, and how it stands."""
    _ = look._
    square = look.view.square[car]
    if square == CAPTURED:
        return _("captured")
    if square == ESCAPED:
        return _("escaped")
    place = place_name(look, square)
    return _("{place}, facing {heading}").format(place=place, heading=heading_name(_, look.view.heading[car]))


def car_line(look: Look[State], car: int) -> str:
    """Where a car is, in a few words."""
    square = look.view.square[car]
    if square < 0:
        return car_place(look, car)
    if board(look.rules).signs[square] in "+P":
        return place_name(look, square)
    return road_name(look, square)


# ------------------------------------------------------------ dial and cards


def field_name(to: Listener, field: int) -> str:
    _ = to._
    colour, moves = to.rules.FIELD_COLOUR[field], to.rules.FIELD_MOVES[field]
    if colour == GREEN:
        return _("green {moves}").format(moves=moves)
    if colour == BLUE:
        return _("blue {moves}").format(moves=moves)
    return _("red") if colour == RED else _("yellow")


def card_name(to: Listener, card: int) -> str:
    _ = to._
    moves, shifts = to.rules.CARDS[card]
    said = []
    if moves:
        said.append(_.plural("move up to {n}", "move up to {n}", moves).format(n=moves))
    if shifts:
        said.append(_.plural("shift a roadblock", "shift up to {n} roadblocks", shifts).format(n=shifts))
    return listed(_, said) if said else _("stand by")
