"""Moving: single steps. `STEP` holds what the roads allow; here come other cars and roadblocks."""

from tabletown.rulekit.reasons import OK

from .escaping import settle_step
from .law_of_the_road import can_drive_on, is_shared, is_taken
from .nodes import heading_of, square_of
from .reasons import HALF_TURN_ALONGSIDE, NO_MOVES_LEFT, NO_ROOM_TO_PASS, QUARTER_TURN_ALONGSIDE, ROADBLOCK_AHEAD
from .shapes import AHEAD, HALF, LEFT
from .state import State
from .the_game import is_blocked, step_from


def why_no_step(s: State, step: int) -> int:
    """SC-M1, SC-M12, SC-L4, SC-L5, SC-X2: 0, or why the car whose turn it is may not make the step."""
    if s.moves_left == 0:
        return NO_MOVES_LEFT
    car = s.car
    there = step_from(car, s.square[car], s.heading[car], step)
    if there < 0:
        return -there
    if step >= HALF:
        return HALF_TURN_ALONGSIDE if is_shared(s, car) else OK
    square = square_of(there)
    heading = heading_of(there)
    if is_blocked(s, square):
        return ROADBLOCK_AHEAD
    if not is_taken(s, car, square, heading):
        return OK
    if heading & 1:
        return QUARTER_TURN_ALONGSIDE
    return OK if can_drive_on(s, car, square, heading, s.moves_left - 1) else NO_ROOM_TO_PASS


def make_step(s: State, step: int) -> None:
    """SC-M1: one step, one move."""
    there = step_from(s.car, s.square[s.car], s.heading[s.car], step)
    s.square[s.car] = square_of(there)
    s.heading[s.car] = heading_of(there)
    s.moves_left -= 1
    s.driven += 1
    settle_step(s)


def refuse_ahead(s: State, seat: int) -> int:
    """SC-M3, SC-M8: straight on, where the road goes on."""
    return why_no_step(s, AHEAD)


def ahead(s: State, seat: int) -> None:
    """SC-M3: one square on."""
    make_step(s, AHEAD)


def refuse_bear(s: State, seat: int, side: int) -> int:
    """SC-M4, SC-M5: into a crossing or out of it, towards a road that leaves it."""
    return why_no_step(s, LEFT + side)


def bear(s: State, seat: int, side: int) -> None:
    """SC-M4, SC-M5: one square on, turned by 45 degrees."""
    make_step(s, LEFT + side)


def refuse_half_turn(s: State, seat: int, side: int) -> int:
    """SC-M7, SC-L5, SC-L7: on a square of one's own, outside one-way streets."""
    return why_no_step(s, HALF + side)


def half_turn(s: State, seat: int, side: int) -> None:
    """SC-M7: on the spot, for one move."""
    make_step(s, HALF + side)
