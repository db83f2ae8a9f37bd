"""The law of the road: who may be on a square beside whom, and overtaking."""

from .figures import LANES
from .nodes import square_of
from .shapes import AHEAD, CARS, ONE_PLACE
from .state import State
from .the_game import is_blocked, step_from


def pass_each_other(square: int, heading: int, other_heading: int) -> bool:
    """SC-L1, SC-L3: the two places of a two-way square, for cars that keep right in opposite directions."""
    lane = LANES[square]
    return lane != ONE_PLACE and heading & 3 == lane and heading ^ other_heading == 4


def is_taken(s: State, car: int, square: int, heading: int) -> bool:
    """SC-L2: whether another car leaves no place on the square for one with that heading."""
    for other in range(CARS):
        if s.square[other] == square and other != car and not pass_each_other(square, heading, s.heading[other]):
            return True
    return False


def is_shared(s: State, car: int) -> bool:
    """SC-L3, SC-L5: whether another car is on the car's square at all: across the road there is no room beside it."""
    for other in range(CARS):
        if s.square[other] == s.square[car] and other != car:
            return True
    return False


def can_drive_on(s: State, car: int, square: int, heading: int, moves: int) -> bool:
    """SC-L4: whether a free square comes straight ahead within the moves."""
    while moves > 0:
        there = step_from(car, square, heading, AHEAD)
        if there < 0 or is_blocked(s, square_of(there)):
            return False
        square = square_of(there)
        if not is_taken(s, car, square, heading):
            return True
        moves -= 1
    return False


def is_passing(s: State) -> bool:
    """SC-L5: whether the car whose turn it is is on a square where it may not stay."""
    return is_taken(s, s.car, s.square[s.car], s.heading[s.car])
