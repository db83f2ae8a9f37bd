"""Placing roadblocks before the game, and shifting them when a flashcard allows it."""

from tabletown.rulekit.events import tell
from tabletown.rulekit.reasons import OK

from .driving import finish_driving, is_passing
from .events import LIFTED, PLACED
from .figures import EXIT_SQUARE
from .reasons import (
    ALREADY_SHIFTED,
    CAR_ON_EXIT,
    NO_ROADBLOCK_THERE,
    NO_SHIFT_ALLOWED,
    ROADBLOCK_ON_EXIT,
    SAME_EXIT,
    SHIFTING_WHILE_PASSING,
)
from .shapes import CARS, ROADBLOCKS
from .state import DRIVING, IN_HAND, NONE, PLACING, State
from .traffic import seat_of

NO_ROADBLOCK = -1


def roadblock_at(s: State, place: int) -> int:
    """Which roadblock is on the exit (or IN_HAND), or NO_ROADBLOCK."""
    for block in range(ROADBLOCKS):
        if s.roadblock[block] == place:
            return block
    return NO_ROADBLOCK


def refuse_place(s: State, place: int) -> int:
    """SC-S4, SC-F3: 0, or why the roadblock in hand may not go to that exit."""
    if place == s.lifted_from:
        return SAME_EXIT
    if roadblock_at(s, place) != NO_ROADBLOCK:
        return ROADBLOCK_ON_EXIT
    for car in range(CARS):
        if s.square[car] == EXIT_SQUARE[place]:
            return CAR_ON_EXIT
    return OK


def refuse_lift(s: State, place: int) -> int:
    """SC-F2, SC-F4: 0, or why the roadblock on that exit may not be lifted."""
    if s.shifts_left == 0:
        return NO_SHIFT_ALLOWED
    block = roadblock_at(s, place)
    if block == NO_ROADBLOCK:
        return NO_ROADBLOCK_THERE
    if s.shifted[block]:
        return ALREADY_SHIFTED
    return SHIFTING_WHILE_PASSING if is_passing(s) else OK


def lift_roadblock(s: State, place: int) -> None:
    """SC-F2, SC-F5."""
    if s.driven > 0:
        finish_driving(s)
    block = roadblock_at(s, place)
    s.roadblock[block] = IN_HAND
    s.shifted[block] = 1
    s.shifts_left -= 1
    s.lifted_from = place
    s.phase = PLACING
    tell(s, LIFTED, seat_of(s, s.car), s.car, place)


def place_roadblock(s: State, place: int) -> None:
    """SC-S3, SC-F3."""
    s.roadblock[roadblock_at(s, IN_HAND)] = place
    s.lifted_from = NONE
    tell(s, PLACED, seat_of(s, s.car), s.car, place)
    if s.round > 0:
        s.phase = DRIVING
