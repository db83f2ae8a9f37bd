"""The three rows: where a piece may stand, and when a row is complete."""

from tabletown.rulekit.reasons import OK

from .figures import WHITE_DIRT
from .pieces import permit_value, value_of
from .reasons import (
    ALREADY_BUILT,
    BELOW_LOWEST,
    BELOW_NOTHING,
    BEYOND_REQUIREMENT,
    BUILT_TOO_FAR,
    LEAVES_A_GAP,
    NO_BUILDING,
    NOT_LOWER,
    OFF_THE_BOARD,
    PERMIT_NOT_PLACED,
    ROOFED,
    WHITE_DIRT_FULL,
)
from .shapes import LOTS, ROWS, VALUES
from .state import State


def top_cube(s: State, row: int, lot: int) -> int:
    return s.floor[row][lot][s.height[row][lot] - 1]


def is_complete(s: State, row: int) -> bool:
    """TE-E1: as long as required, and every building has a roof."""
    return s.built[row] >= s.requirement[row] and s.roofless[row] == 0


def complete_rows(s: State) -> int:
    n = 0
    for row in range(ROWS):
        if is_complete(s, row):
            n += 1
    return n


def roofless_buildings(s: State) -> int:
    return s.roofless[0] + s.roofless[1] + s.roofless[2]


def refuse_cube(s: State, row: int, lot: int, cube: int) -> int:
    """TE-F2 to TE-F5, TE-R2: 0, or why the cube may not stand there."""
    if lot > s.built[row]:
        return BEYOND_REQUIREMENT if lot >= s.requirement[row] else LEAVES_A_GAP
    if lot == s.built[row]:
        return OK if lot < s.requirement[row] else BEYOND_REQUIREMENT
    return refuse_floor(s, row, lot, cube)


def refuse_floor(s: State, row: int, lot: int, cube: int) -> int:
    """TE-F3 to TE-F5, TE-R2: 0, or why the cube may not be the next floor of the building."""
    if s.roof[row][lot] != 0:
        return ROOFED
    if WHITE_DIRT[row][lot]:
        return WHITE_DIRT_FULL
    return OK if value_of(cube) < value_of(top_cube(s, row, lot)) else NOT_LOWER


def placeable_below(s: State) -> int:
    """TE-P3: any cube has a place while a lot is open; after that only one lower than the top of some open building."""
    for row in range(ROWS):
        if s.built[row] < s.requirement[row]:
            return VALUES + 1
    highest = 0
    for row in range(ROWS):
        for lot in range(s.built[row]):
            if refuse_floor(s, row, lot, 0) == OK:
                highest = max(highest, value_of(top_cube(s, row, lot)))
    return highest


def is_placeable(s: State, cube: int) -> bool:
    """TE-P3: whether the cube has a place anywhere on the board."""
    return value_of(cube) < placeable_below(s)


def refuse_roof(s: State, row: int, lot: int) -> int:
    """TE-R1, TE-R2: on any building that has no roof yet."""
    if lot >= s.built[row]:
        return NO_BUILDING
    return OK if s.roof[row][lot] == 0 else ROOFED


def refuse_requirement(s: State, row: int, requirement: int) -> int:
    """TE-B5 to TE-B7, TE-O3: 0, or why a permit may not make the row that long."""
    if requirement >= LOTS:
        return OFF_THE_BOARD
    if requirement < 0:
        return BELOW_NOTHING
    if requirement < s.built[row]:
        return ALREADY_BUILT
    return OK if requirement >= s.lowest_requirement else BELOW_LOWEST


def refuse_permit(s: State, row: int, permit: int, longer: int) -> int:
    """TE-B3: the permit moves the requirement by exactly its value."""
    change = permit_value(permit) if longer == 1 else -permit_value(permit)
    return refuse_requirement(s, row, s.requirement[row] + change)


def refuse_removal(s: State, permit: int) -> int:
    """TE-X1, TE-X3: only a placed permit, and not if more is built than the row would then require."""
    row = s.permit_row[permit]
    if row < 0:
        return PERMIT_NOT_PLACED
    refusal = refuse_requirement(s, row, s.requirement[row] - s.permit_change[permit])
    return BUILT_TOO_FAR if refusal == ALREADY_BUILT else refusal
