"""Using the cancel cube."""

from tabletown.rulekit.events import tell
from tabletown.rulekit.reasons import OK
from tabletown.rulekit.runs import Runs, offer

from .actions import REMOVE_PERMIT
from .events import PERMIT_REMOVED
from .figures import PERMITS
from .permits import change_requirement, why_not_that_long
from .reasons import ALREADY_BUILT, ANOTHER_PIECE, BUILT_TOO_FAR, PERMIT_NOT_PLACED
from .state import CANCEL, GONE, State
from .the_end import end_turn


def refuse_remove_permit(s: State, seat: int, permit: int) -> int:
    """TE-X1, TE-X3: only a placed permit, and not if more is built than the row would then require."""
    if s.piece != CANCEL:
        return ANOTHER_PIECE
    row = s.permit_row[permit]
    if row < 0:
        return PERMIT_NOT_PLACED
    refusal = why_not_that_long(s, row, s.requirement[row] - s.permit_change[permit])
    return BUILT_TOO_FAR if refusal == ALREADY_BUILT else refusal


def offer_remove_permit(s: State, seat: int, out: Runs) -> None:
    """TE-X1: permit by permit."""
    if s.piece == CANCEL:
        for permit in range(PERMITS):
            if refuse_remove_permit(s, seat, permit) == OK:
                offer(out, REMOVE_PERMIT(permit), 1)


def remove_permit(s: State, seat: int, permit: int) -> None:
    """TE-X1, TE-X2: the permit and the cancel cube leave the game."""
    row = s.permit_row[permit]
    change = s.permit_change[permit]
    s.permit_row[permit] = GONE
    s.permit_change[permit] = 0
    s.cancel = GONE
    tell(s, PERMIT_REMOVED, seat, permit, row)
    change_requirement(s, row, -change)
    end_turn(s)
