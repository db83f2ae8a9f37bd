"""The table in letters, for a terminal: downtown as a map, then the cars, the roadblocks and the dial."""

from collections.abc import Callable, Iterator

from tabletown.games.squad_car.rules.board import BUILDINGS, CROSSING, EAST, ENTRY, EXIT, LOT, ONE_WAY, TWO_WAY, Board
from tabletown.games.squad_car.rules.state import State
from tabletown.rulekit.inked import FAINT, PLAIN, STRONG, Ink, Line, Panel, Span
from tabletown.rulekit.look import Look

from .naming import ARROWS, board
from .report import ROADBLOCK_SIGN, SIGNS_OF_CARS, car_lines, heading, table_lines

ROAD = Ink(face="road", letters="street-ink")
BARRIER = Ink(face="plate", letters="loss")
WAY_OUT = Ink(face="road", letters="plate")
PARK = Ink(face="meadow", letters="map-ink")
BANK = Ink(face="wall", letters="plate-ink")
HOUSES = Ink(face="b2", letters="map-ink")
WAYS = "↑→↓←"


def panels(look: Look[State]) -> list[Panel]:
    _ = look._
    lines = car_lines(look)
    cars = [[Span(line, STRONG if line.startswith("*") else PLAIN)] for line in lines]
    table = [[Span(line)] for line in table_lines(look)]
    return [
        Panel(heading(look), list(map_lines(look))),
        Panel(_("Cars"), cars),
        Panel(_("Table"), [*table, [Span(_("# roadblock, P parking lot, ⊘ no way out"), FAINT)]]),
    ]


def map_lines(look: Look[State]) -> Iterator[Line]:
    map_ = board(look.rules)
    for row, line in enumerate(map_.lines):
        yield [square(look, map_, row * map_.stride + column) for column in range(len(line))]


def square(look: Look[State], map_: Board, place: int) -> Span:
    """Two letters a square, so that the map keeps its shape; a car shows its sign and its heading."""
    view = look.view
    for car, there in enumerate(view.square):
        if there == place:
            seat = look.rules.call.seat_of(view, car)
            return Span(SIGNS_OF_CARS[car] + ARROWS[view.heading[car]], Ink("strong", f"seat-{seat + 1}", "plate"))
    if place in map_.exits and map_.exits.index(place) in view.roadblock:
        return Span(ROADBLOCK_SIGN * 2, BARRIER)
    return SIGNS[map_.kinds[place]](map_, place)


def houses(map_: Board, place: int) -> Span:
    sign = map_.signs[place]
    if sign == "*":
        return Span("♣ " if place % 3 == 0 else "  ", PARK)
    return Span("  ", BANK) if sign == "B" else Span("░░", HOUSES)


def two_way(map_: Board, place: int) -> Span:
    return Span("- " if map_.axis(place) == EAST else "¦ ", ROAD)


def one_way(map_: Board, place: int) -> Span:
    return Span(WAYS[map_.one_way[place]] + " ", ROAD)


def way_out(map_: Board, place: int) -> Span:
    return Span(WAYS[(map_.inward(place) + 2) % 4] * 2, WAY_OUT)


def plain_sign(map_: Board, place: int) -> Span:
    return Span({CROSSING: "+ ", ENTRY: "⊘ ", LOT: "P "}[map_.kinds[place]], ROAD)


SIGNS: dict[int, Callable[[Board, int], Span]] = {
    BUILDINGS: houses,
    TWO_WAY: two_way,
    ONE_WAY: one_way,
    CROSSING: plain_sign,
    EXIT: way_out,
    ENTRY: plain_sign,
    LOT: plain_sign,
}
