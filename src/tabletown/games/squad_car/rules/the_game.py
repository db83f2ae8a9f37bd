"""The game: sides, players and their cars, and what stands where on the board."""

from .figures import EXIT_AT, STEP
from .nodes import node_at
from .shapes import CARS_A_SIDE, GETAWAY, ROADBLOCKS, SQUAD
from .state import State

NO_ROADBLOCK = -1


def side_of(car: int) -> int:
    """SC-G1: robbers in getaway cars, police in squad cars."""
    return GETAWAY if car < CARS_A_SIDE else SQUAD


def seat_of(s: State, car: int) -> int:
    """SC-G3: robbers sit first; with two players each drives all cars of a side."""
    if s.players == 2:
        return side_of(car)
    return car if car < CARS_A_SIDE else s.cars + car - CARS_A_SIDE


def step_from(car: int, square: int, heading: int, step: int) -> int:
    """Where the roads let the step lead, as a node, or minus the reason why they do not."""
    return STEP[side_of(car)][node_at(square, heading)][step]


def is_on_the_road(s: State, car: int) -> bool:
    return s.square[car] >= 0


def roadblock_at(s: State, place: int) -> int:
    """Which roadblock is on the exit (or IN_HAND), or NO_ROADBLOCK."""
    for block in range(ROADBLOCKS):
        if s.roadblock[block] == place:
            return block
    return NO_ROADBLOCK


def is_blocked(s: State, square: int) -> bool:
    """Whether the square is an exit with a roadblock."""
    number = EXIT_AT[square]
    return number >= 0 and roadblock_at(s, number) != NO_ROADBLOCK
