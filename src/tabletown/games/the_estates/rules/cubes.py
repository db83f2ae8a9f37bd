"""Placing a floor cube."""

from tabletown.rulekit.events import tell
from tabletown.rulekit.reasons import OK
from tabletown.rulekit.runs import Runs, offer

from .actions import PLACE_CUBE
from .components import colour_of, top_cube, value_of
from .events import CERTIFICATE_TAKEN, CUBE_PLACED
from .figures import ROWS, WHITE_DIRT
from .reasons import ANOTHER_PIECE, BEYOND_REQUIREMENT, LEAVES_A_GAP, NOT_LOWER, ROOFED, WHITE_DIRT_FULL
from .state import CUBE, NO_SEAT, State
from .the_end import end_turn


def place_cube(s: State, seat: int, row: int, lot: int) -> None:
    """TE-F1, TE-F6: on its lot; the first of a colour brings its company's certificate."""
    cube = s.face
    if lot == s.built[row]:
        s.built[row] += 1
        s.roofless[row] += 1
    s.floor[row][lot][s.height[row][lot]] = cube
    s.height[row][lot] += 1
    tell(s, CUBE_PLACED, seat, cube, row, lot)
    if s.certificate[colour_of(cube)] == NO_SEAT:
        s.certificate[colour_of(cube)] = seat
        tell(s, CERTIFICATE_TAKEN, seat, colour_of(cube))
    end_turn(s)


def refuse_place_cube(s: State, seat: int, row: int, lot: int) -> int:
    """TE-F2 to TE-F5, TE-R2: on the next lot within the requirement, or on a building that takes it."""
    if s.piece != CUBE:
        return ANOTHER_PIECE
    if lot > s.built[row]:
        return BEYOND_REQUIREMENT if lot >= s.requirement[row] else LEAVES_A_GAP
    if lot == s.built[row]:
        return OK if lot < s.requirement[row] else BEYOND_REQUIREMENT
    return why_no_floor(s, row, lot, s.face)


def offer_place_cube(s: State, seat: int, out: Runs) -> None:
    """TE-F2 to TE-F5: only buildings without a roof take another floor."""
    if s.piece == CUBE:
        for row in range(ROWS):
            if s.roofless[row] > 0:
                for lot in range(s.built[row]):
                    if why_no_floor(s, row, lot, s.face) == OK:
                        offer(out, PLACE_CUBE(row, lot), 1)
            if s.built[row] < s.requirement[row]:
                offer(out, PLACE_CUBE(row, s.built[row]), 1)


def why_no_floor(s: State, row: int, lot: int, cube: int) -> int:
    """TE-F4, TE-F5, TE-R2: 0, or why the cube may not be the next floor of the building."""
    if s.roof[row][lot] != 0:
        return ROOFED
    if WHITE_DIRT[row][lot]:
        return WHITE_DIRT_FULL
    return OK if value_of(cube) < value_of(top_cube(s, row, lot)) else NOT_LOWER
