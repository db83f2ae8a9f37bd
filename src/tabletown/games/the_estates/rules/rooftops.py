"""Placing a rooftop."""

from tabletown.rulekit.events import tell
from tabletown.rulekit.reasons import OK
from tabletown.rulekit.runs import Runs, offer

from .actions import PLACE_ROOF
from .complete_rows import is_complete
from .events import ROOF_PLACED, ROW_COMPLETE
from .figures import ROWS
from .reasons import ANOTHER_PIECE, NO_BUILDING, ROOFED
from .state import ROOF, State
from .the_end import end_turn


def refuse_place_roof(s: State, seat: int, row: int, lot: int) -> int:
    """TE-R1, TE-R2: on any building that has no roof yet."""
    if s.piece != ROOF:
        return ANOTHER_PIECE
    if lot >= s.built[row]:
        return NO_BUILDING
    return OK if s.roof[row][lot] == 0 else ROOFED


def offer_place_roof(s: State, seat: int, out: Runs) -> None:
    """TE-R1: only rows in which a building needs one are looked at."""
    if s.piece == ROOF:
        for row in range(ROWS):
            if s.roofless[row] > 0:
                for lot in range(s.built[row]):
                    if s.roof[row][lot] == 0:
                        offer(out, PLACE_ROOF(row, lot), 1)


def place_roof(s: State, seat: int, row: int, lot: int) -> None:
    """TE-R1, TE-R2: the building is finished."""
    s.roof[row][lot] = s.face
    s.roofless[row] -= 1
    tell(s, ROOF_PLACED, seat, s.face, row, lot)
    if is_complete(s, row):
        tell(s, ROW_COMPLETE, row)
    end_turn(s)
