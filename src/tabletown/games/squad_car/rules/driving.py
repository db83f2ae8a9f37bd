"""Driving: single steps. `STEP` holds what the roads allow; here come other cars and roadblocks."""

from tabletown.rulekit.events import tell
from tabletown.rulekit.reasons import OK

from .events import DROVE
from .figures import EXIT_AT, STEP
from .reasons import (
    HALF_TURN_ALONGSIDE,
    NO_MOVES_LEFT,
    NO_ROOM_TO_PASS,
    QUARTER_TURN_ALONGSIDE,
    ROADBLOCK_AHEAD,
    STOPPING_ALONGSIDE,
)
from .shapes import AHEAD, HALF, ROADBLOCKS
from .state import State
from .traffic import is_shared, is_taken, seat_of, side_of


def step_from(car: int, square: int, heading: int, step: int) -> int:
    """Where the roads let the step lead, as square * 8 + heading, or minus the reason why they do not."""
    return STEP[side_of(car)][square * 8 + heading][step]


def is_blocked(s: State, square: int) -> bool:
    """SC-X2: an exit with a roadblock."""
    number = EXIT_AT[square]
    if number < 0:
        return False
    for block in range(ROADBLOCKS):
        if s.roadblock[block] == number:
            return True
    return False


def can_drive_on(s: State, car: int, square: int, heading: int, moves: int) -> bool:
    """SC-L4: whether a free square comes straight ahead within the moves."""
    while moves > 0:
        there = step_from(car, square, heading, AHEAD)
        if there < 0 or is_blocked(s, there >> 3):
            return False
        square = there >> 3
        if not is_taken(s, car, square, heading):
            return True
        moves -= 1
    return False


def refuse_step(s: State, step: int) -> int:
    """0, or why the car whose turn it is may not make the step."""
    if s.moves_left == 0:
        return NO_MOVES_LEFT
    car = s.car
    there = step_from(car, s.square[car], s.heading[car], step)
    if there < 0:
        return -there
    if step >= HALF:
        return HALF_TURN_ALONGSIDE if is_shared(s, car) else OK
    square = there >> 3
    heading = there & 7
    if is_blocked(s, square):
        return ROADBLOCK_AHEAD
    if not is_taken(s, car, square, heading):
        return OK
    if heading & 1:
        return QUARTER_TURN_ALONGSIDE
    return OK if can_drive_on(s, car, square, heading, s.moves_left - 1) else NO_ROOM_TO_PASS


def is_passing(s: State) -> bool:
    """Whether the car whose turn it is is on a square where it may not stay."""
    return is_taken(s, s.car, s.square[s.car], s.heading[s.car])


def refuse_stop(s: State) -> int:
    """SC-L5."""
    return STOPPING_ALONGSIDE if is_passing(s) else OK


def make_step(s: State, step: int) -> None:
    """SC-M1."""
    there = step_from(s.car, s.square[s.car], s.heading[s.car], step)
    s.square[s.car] = there >> 3
    s.heading[s.car] = there & 7
    s.moves_left -= 1
    s.driven += 1


def finish_driving(s: State) -> None:
    """SC-T9, SC-F5: what is left of the moves lapses."""
    if s.driven > 0:
        tell(s, DROVE, seat_of(s, s.car), s.car, s.driven, s.square[s.car])
    s.driven = 0
    s.moves_left = 0
