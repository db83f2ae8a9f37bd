"""Choosing a piece: what may come under the hammer."""

from tabletown.rulekit.dice import roll
from tabletown.rulekit.reasons import OK
from tabletown.rulekit.runs import Runs, offer

from .actions import CHOOSE_CUBE
from .auction import put_up
from .complete_rows import roofless_buildings
from .components import top_cube, value_of
from .cubes import why_no_floor
from .figures import DISPLAY_ROWS, ROWS
from .reasons import CUBE_BLOCKED, NO_CUBE_THERE, NO_ROOFS_LEFT, NOTHING_TO_ROOF, PIECE_USED, SAME_CUBE
from .shapes import VALUES
from .state import AVAILABLE, CANCEL, CUBE, MAYOR, PERMIT, ROOF, State

# ---------------------------------------------------------------- permits, the mayor, the cancel cube


def refuse_choose_permit(s: State, seat: int, permit: int) -> int:
    """TE-P1: while neither on the board nor discarded."""
    return OK if s.permit_row[permit] == AVAILABLE else PIECE_USED


def choose_permit(s: State, seat: int, permit: int) -> None:
    """TE-P1: any of the three."""
    put_up(s, PERMIT, permit)


def refuse_choose_mayor(s: State, seat: int) -> int:
    """TE-P1: while neither on the board nor discarded."""
    return OK if s.mayor == AVAILABLE else PIECE_USED


def choose_mayor(s: State, seat: int) -> None:
    """TE-P1: there is one."""
    put_up(s, MAYOR, 0)


def refuse_choose_cancel(s: State, seat: int) -> int:
    """TE-P1: while it has not been used or discarded."""
    return OK if s.cancel == AVAILABLE else PIECE_USED


def choose_cancel(s: State, seat: int) -> None:
    """TE-P1: there is one."""
    put_up(s, CANCEL, 0)


# ---------------------------------------------------------------- cubes


def why_no_cube(s: State, row: int, end: int) -> int:
    """TE-P2: only the two ends of a line; a last cube has one."""
    left = s.display_end[row] - s.display_first[row]
    if left <= 0:
        return NO_CUBE_THERE
    return SAME_CUBE if left == 1 and end == 1 else OK


def end_place(s: State, row: int, end: int) -> int:
    """TE-P2: where in its line the cube at that end lies."""
    return s.display_first[row] if end == 0 else s.display_end[row] - 1


def refuse_choose_cube(s: State, seat: int, row: int, end: int) -> int:
    """TE-P2, TE-P3: an end of a line, and only if the cube has a place on the board."""
    refusal = why_no_cube(s, row, end)
    if refusal != OK:
        return refusal
    return OK if is_placeable(s, s.display[row][end_place(s, row, end)]) else CUBE_BLOCKED


def offer_choose_cube(s: State, seat: int, out: Runs) -> None:
    """TE-P2, TE-P3: the board is looked at once for all cubes."""
    below = placeable_below(s)
    for row in range(DISPLAY_ROWS):
        for end in range(2):
            if why_no_cube(s, row, end) == OK and value_of(s.display[row][end_place(s, row, end)]) < below:
                offer(out, CHOOSE_CUBE(row, end), 1)


def choose_cube(s: State, seat: int, row: int, end: int) -> None:
    """TE-P2: the cube leaves its line."""
    cube = s.display[row][end_place(s, row, end)]
    if end == 0:
        s.display_first[row] += 1
    else:
        s.display_end[row] -= 1
    s.cubes_left -= 1
    put_up(s, CUBE, cube)


def is_placeable(s: State, cube: int) -> bool:
    """TE-P3: whether the cube has a place anywhere on the board."""
    return value_of(cube) < placeable_below(s)


def placeable_below(s: State) -> int:
    """TE-P3: any cube has a place while a lot is open; after that only one lower than the top of some open building."""
    for row in range(ROWS):
        if s.built[row] < s.requirement[row]:
            return VALUES + 1
    highest = 0
    for row in range(ROWS):
        for lot in range(s.built[row]):
            if why_no_floor(s, row, lot, 0) == OK:
                highest = max(highest, value_of(top_cube(s, row, lot)))
    return highest


# ---------------------------------------------------------------- rooftops


def refuse_choose_roof(s: State, seat: int) -> int:
    """TE-P4: a roof is left, and a building needs one."""
    if s.roofs_left == 0:
        return NO_ROOFS_LEFT
    return OK if roofless_buildings(s) > 0 else NOTHING_TO_ROOF


def choose_roof(s: State, seat: int) -> None:
    """TE-P5: it is turned over before the bidding."""
    put_up(s, ROOF, turn_over_roof(s))


def turn_over_roof(s: State) -> int:
    """TE-P5: each of the roofs that are left is equally likely."""
    k = roll(s, s.roofs_left)
    value = 1
    while k >= s.roofs[value]:
        k -= s.roofs[value]
        value += 1
    s.roofs[value] -= 1
    s.roofs_left -= 1
    return value
