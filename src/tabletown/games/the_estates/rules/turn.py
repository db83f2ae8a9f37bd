"""The turn and stowing money: whose turn it is, and what comes before the auction."""

from tabletown.rulekit.events import tell
from tabletown.rulekit.reasons import OK

from .events import STOWED
from .reasons import GAME_IS_OVER, NOT_THE_TIME, NOT_YOUR_DECISION, NOTHING_TO_STOW, STOW_ONLY_FIRST
from .state import CHOOSE, OVER, STOW, State


def pending(s: State) -> int:
    """TE-T1: one seat decides at a time."""
    return 0 if s.phase == OVER else 1 << s.seat


def refuse_deciding(s: State, seat: int) -> int:
    """TE-T1, TE-E2: the others wait; after the end there is nothing to decide."""
    if s.phase == OVER:
        return GAME_IS_OVER
    return OK if seat == s.seat else NOT_YOUR_DECISION


def refuse_timing(s: State, seat: int) -> int:
    """TE-T1: everything in its turn."""
    return NOT_THE_TIME


def left_of(s: State, seat: int) -> int:
    """TE-T1: clockwise."""
    return seat + 1 if seat + 1 < s.players else 0


def begin_turn(s: State) -> None:
    """TE-T1, TE-T2: the auctioneer may first stow a check, if there is one."""
    s.turn += 1
    s.seat = s.auctioneer
    s.phase = STOW if s.cash[s.seat] > 0 else CHOOSE


def untimely_stow_check(s: State, seat: int) -> int:
    """TE-T2: before the piece is chosen, or not in this turn."""
    if s.phase != CHOOSE:
        return NOT_THE_TIME
    return STOW_ONLY_FIRST if s.cash[seat] > 0 else NOTHING_TO_STOW


def stow_check(s: State, seat: int) -> None:
    """TE-T2: one check into the cash box."""
    s.cash[seat] -= 1
    s.stowed[seat] += 1
    tell(s, STOWED, seat)
    s.phase = CHOOSE


def skip_stowing(s: State, seat: int) -> None:
    """TE-T2: nobody has to."""
    s.phase = CHOOSE
