"""Placing the mayor."""

from tabletown.rulekit.events import tell
from tabletown.rulekit.reasons import OK
from tabletown.rulekit.runs import Runs, offer

from .actions import PLACE_MAYOR
from .events import MAYOR_PLACED
from .figures import ROWS
from .reasons import ANOTHER_PIECE, NO_SUCH_ROW
from .state import MAYOR, State
from .the_end import end_turn


def refuse_place_mayor(s: State, seat: int, row: int) -> int:
    """TE-M1: any row will do."""
    if s.piece != MAYOR:
        return ANOTHER_PIECE
    return OK if row < ROWS else NO_SUCH_ROW


def offer_place_mayor(s: State, seat: int, out: Runs) -> None:
    """TE-M1: all rows at once."""
    if s.piece == MAYOR:
        offer(out, PLACE_MAYOR(0), ROWS)


def place_mayor(s: State, seat: int, row: int) -> None:
    """TE-M1: in front of a row, for good."""
    s.mayor = row
    tell(s, MAYOR_PLACED, seat, row)
    end_turn(s)
