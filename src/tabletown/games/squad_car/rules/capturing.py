"""Capturing: squad cars catch whoever comes next to them, at any moment."""

from tabletown.rulekit.events import tell

from .events import CAPTURED_CAR
from .figures import STRIDE
from .shapes import CARS_A_SIDE, GETAWAY
from .state import CAPTURED, State
from .the_game import is_on_the_road, seat_of, side_of

NOT_CAUGHT = -1


def touches(square: int, other: int) -> bool:
    """SC-C1: the same square, or one above, below, left or right of it."""
    apart = abs(square - other)
    return apart in (0, 1, STRIDE)


def catcher_at(s: State, square: int) -> int:
    """SC-C1: the squad car that catches whoever is on the square, or NOT_CAUGHT."""
    for squad in range(CARS_A_SIDE, CARS_A_SIDE + s.cars):
        if touches(square, s.square[squad]):
            return squad
    return NOT_CAUGHT


def capture_neighbours(s: State, moved: int) -> None:
    """SC-C2, SC-C3: after each single step; only the car that moved can have come next to another."""
    for getaway in range(s.cars):
        if not is_on_the_road(s, getaway) or (side_of(moved) == GETAWAY and getaway != moved):
            continue
        squad = catcher_at(s, s.square[getaway])
        if squad != NOT_CAUGHT:
            s.square[getaway] = CAPTURED
            tell(s, CAPTURED_CAR, seat_of(s, squad), getaway, squad)


def getaway_cars_left(s: State) -> int:
    """SC-C3, SC-W2: those on the board; without any the police have won."""
    left = 0
    for getaway in range(s.cars):
        if is_on_the_road(s, getaway):
            left += 1
    return left
