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

COUNTED_FROM = {
    NORTH: message("{road}, {n} north of {crossed}"),
    EAST: message("{road}, {n} east of {crossed}"),
    SOUTH: message("{road}, {n} south of {crossed}"),
    WEST: message("{road}, {n} west of {crossed}"),
}


def car_name(_: Say, car: int) -> str:
    if car < CARS_A_SIDE:
        return _("getaway car {number}").format(number=car + 1)
    return _("squad car {number}").format(number=car - CARS_A_SIDE + 1)


def short_name(_: Say, car: int) -> str:
    """As it stands on a card."""
    text = _("Getaway {numbers}") if car < CARS_A_SIDE else _("Squad {numbers}")
    return text.format(numbers=car % CARS_A_SIDE + 1)


def driver_name(look: Look[State], car: int) -> str:
    """Whoever drives it; by its number where a player has two."""
    return short_name(look._, car) if look.view.players == 2 else look.names[look.rules.call.seat_of(look.view, car)]


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


@said_once
def spot_name(to: Listener, square: int) -> str:
    """Short, and no two squares alike: a square between crossings is counted from the nearest one."""
    _ = to._
    map_ = board(to.rules)
    if map_.kinds[square] == CROSSING:
        x, y = map_.place(square)
        return _("{street} × {avenue}").format(street=street_name(to, y), avenue=avenue_name(to, x))
    if map_.kinds[square] == LOT or square in map_.exits:
        return place_name(to, square)
    ways = (NORTH, SOUTH) if map_.axis(square) == 0 else (WEST, EAST)
    found = [(way, end_of_stretch(map_, square, way)) for way in ways]
    counted = [(squares_between(map_, square, end), way, end) for way, end in found if map_.kinds[end] == CROSSING]
    if not counted:
        return place_name(to, square)
    n, way, crossing = min(counted)
    return _(COUNTED_FROM[(way + 2) % 4]).format(
        road=road_name(to, square), n=n, crossed=crossed_name(to, square, crossing)
    )


def squares_between(map_: Board, square: int, other: int) -> int:
    (x, y), (ox, oy) = map_.place(square), map_.place(other)
    return abs(x - ox) + abs(y - oy)


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
