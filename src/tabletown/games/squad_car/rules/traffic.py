"""Where cars are, whether there is room, and who is caught."""

from tabletown.rulekit.events import tell

from .events import CAPTURED_CAR
from .figures import LANES, STRIDE
from .shapes import CARS, CARS_A_SIDE, GETAWAY, ONE_PLACE, SQUAD
from .state import CAPTURED, State

NOT_CAUGHT = -1


def side_of(car: int) -> int:
    return GETAWAY if car < CARS_A_SIDE else SQUAD


def seat_of(s: State, car: int) -> int:
    """SC-G3: robbers sit first; with two players each drives all cars of a side."""
    if s.players == 2:
        return side_of(car)
    return car if car < CARS_A_SIDE else s.cars + car - CARS_A_SIDE


def is_on_the_road(s: State, car: int) -> bool:
    return s.square[car] >= 0


# ------------------------------------------------------------ room on a square


def pass_each_other(square: int, heading: int, other_heading: int) -> bool:
    """SC-L1, SC-L3: the two places of a two-way square, for cars that keep right in opposite directions."""
    lane = LANES[square]
    return lane != ONE_PLACE and heading & 3 == lane and heading ^ other_heading == 4


def is_taken(s: State, car: int, square: int, heading: int) -> bool:
    """Whether another car leaves no place on the square for one with that heading."""
    for other in range(CARS):
        if s.square[other] == square and other != car and not pass_each_other(square, heading, s.heading[other]):
            return True
    return False


def is_shared(s: State, car: int) -> bool:
    """Whether another car is on the car's square at all."""
    for other in range(CARS):
        if s.square[other] == s.square[car] and other != car:
            return True
    return False


# ------------------------------------------------------------ capture


def touches(square: int, other: int) -> bool:
    """SC-C1: the same square, or one above, below, left or right of it."""
    apart = abs(square - other)
    return apart in (0, 1, STRIDE)


def catcher_at(s: State, square: int) -> int:
    """The squad car that catches whoever is on the square, or NOT_CAUGHT."""
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
    left = 0
    for getaway in range(s.cars):
        if is_on_the_road(s, getaway):
            left += 1
    return left
