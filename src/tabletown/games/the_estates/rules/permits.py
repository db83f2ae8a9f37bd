"""Placing a building permit, or throwing a special piece away."""

from tabletown.rulekit.events import tell
from tabletown.rulekit.reasons import OK
from tabletown.rulekit.runs import Runs, offer

from .actions import PLACE_PERMIT
from .complete_rows import is_complete
from .components import permit_value
from .events import DISCARDED, PERMIT_PLACED, ROW_COMPLETE, ROW_OPEN_AGAIN
from .figures import LOTS, ROWS
from .reasons import (
    ALREADY_BUILT,
    ANOTHER_PIECE,
    BELOW_LOWEST,
    BELOW_NOTHING,
    MUST_BE_PLACED,
    NO_SUCH_ROW,
    OFF_THE_BOARD,
    ROOF_MUST_BE_PLACED,
)
from .state import CANCEL, CUBE, GONE, MAYOR, PERMIT, ROOF, State
from .the_end import end_turn


def refuse_discard(s: State, seat: int) -> int:
    """TE-B1, TE-M1, TE-X1, TE-F1, TE-R1: all but cubes and roofs may be thrown away; those must be placed."""
    if s.piece == CUBE:
        return MUST_BE_PLACED
    return ROOF_MUST_BE_PLACED if s.piece == ROOF else OK


def discard(s: State, seat: int) -> None:
    """TE-B1, TE-M1, TE-X1: the piece leaves the game."""
    if s.piece == PERMIT:
        s.permit_row[s.face] = GONE
    elif s.piece == MAYOR:
        s.mayor = GONE
    elif s.piece == CANCEL:
        s.cancel = GONE
    tell(s, DISCARDED, seat, s.piece, s.face)
    end_turn(s)


def refuse_place_permit(s: State, seat: int, row: int, longer: int) -> int:
    """TE-B3: the permit moves the requirement by exactly its value."""
    if s.piece != PERMIT:
        return ANOTHER_PIECE
    if row >= ROWS:
        return NO_SUCH_ROW
    return why_not_that_long(s, row, s.requirement[row] + change_of(s, longer))


def offer_place_permit(s: State, seat: int, out: Runs) -> None:
    """TE-B3: longer or shorter, where that is allowed."""
    if s.piece == PERMIT:
        for row in range(ROWS):
            for longer in range(2):
                if refuse_place_permit(s, seat, row, longer) == OK:
                    offer(out, PLACE_PERMIT(row, longer), 1)


def change_of(s: State, longer: int) -> int:
    """TE-B3: by how much the permit in hand would lengthen a row; negative: shorten."""
    return permit_value(s.face) if longer == 1 else -permit_value(s.face)


def place_permit(s: State, seat: int, row: int, longer: int) -> None:
    """TE-B3, TE-B4: into its row, where it keeps its direction."""
    change = change_of(s, longer)
    s.permit_row[s.face] = row
    s.permit_change[s.face] = change
    tell(s, PERMIT_PLACED, seat, s.face, row, change)
    change_requirement(s, row, change)
    end_turn(s)


def change_requirement(s: State, row: int, change: int) -> None:
    """TE-B3, TE-B4, TE-X2: permits move the row's requirement, which can complete it or open it again."""
    was_complete = is_complete(s, row)
    s.requirement[row] += change
    if is_complete(s, row) and not was_complete:
        tell(s, ROW_COMPLETE, row)
    if was_complete and not is_complete(s, row):
        tell(s, ROW_OPEN_AGAIN, row)


def why_not_that_long(s: State, row: int, requirement: int) -> int:
    """TE-B5 to TE-B7, TE-O3: 0, or why no permit may make the row that long."""
    if requirement >= LOTS:
        return OFF_THE_BOARD
    if requirement < 0:
        return BELOW_NOTHING
    if requirement < s.built[row]:
        return ALREADY_BUILT
    return OK if requirement >= s.lowest_requirement else BELOW_LOWEST
