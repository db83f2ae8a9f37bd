"""Buying by public auction (SM-D5)."""

from tabletown.rulekit.events import tell
from tabletown.rulekit.reasons import OK
from tabletown.rulekit.runs import Runs, offer

from .actions import BID, DROP_OUT, END_TURN, PUT_UP
from .events import BID_MADE, DROPPED_OUT, PASSED_OVER, PUT_UP_FOR_AUCTION
from .land import buy_tract, has_pawn, left_of, market_value, named_tract
from .reasons import (
    CANNOT_OPEN,
    IS_OUT_OF_THE_GAME,
    MORE_THAN_YOU_HAVE,
    NO_PAWN_LEFT,
    NOT_A_RAISE,
    OWNED_ALREADY,
    UNDER_MARKET_VALUE,
)
from .shapes import MAX_BID, TRACTS
from .state import BUY_PART, NO_SEAT, NONE, OPENING_BID, OUT_OF_THE_GAME, RAISES, TURN_DONE, State
from .turn import end_after_purchase


def refuse_putting_up(s: State, seat: int, tract: int) -> int:
    """SM-D5a, SM-D5b."""
    if s.owner[tract] == OUT_OF_THE_GAME:
        return IS_OUT_OF_THE_GAME
    if s.owner[tract] != NO_SEAT:
        return OWNED_ALREADY
    if not has_pawn(s, seat):
        return NO_PAWN_LEFT
    return OK if market_value(s, tract) <= min(s.cash[seat], MAX_BID) else CANNOT_OPEN


def can_put_something_up(s: State, seat: int) -> bool:
    if not has_pawn(s, seat):
        return False
    for tract in range(TRACTS):
        if s.owner[tract] == NO_SEAT and refuse_putting_up(s, seat, tract) == OK:
            return True
    return False


def legal_lots(s: State, seat: int, out: Runs) -> None:
    for tract in range(TRACTS):
        if s.owner[tract] == NO_SEAT and refuse_putting_up(s, seat, tract) == OK:
            offer(out, PUT_UP + tract, 1)
    offer(out, END_TURN, 1)


def put_up_tract(s: State, seat: int, tract: int) -> None:
    """SM-D5d, SM-D5g: all may bid who have a pawn and are not barred."""
    s.lot = tract
    s.high_bid = 0
    s.high_bidder = NO_SEAT
    s.bidders = 0
    for other in range(s.players):
        if has_pawn(s, other) and not s.barred >> other & 1:
            s.bidders |= 1 << other
    s.phase = OPENING_BID
    tell(s, PUT_UP_FOR_AUCTION, seat, named_tract(s, tract))


def least_bid(s: State) -> int:
    """SM-D5b, SM-D5c."""
    return market_value(s, s.lot) if s.high_bidder == NO_SEAT else s.high_bid + 1


def refuse_bid(s: State, seat: int, thousands: int) -> int:
    """SM-D5b to SM-D5d."""
    if thousands < least_bid(s):
        return UNDER_MARKET_VALUE if s.high_bidder == NO_SEAT else NOT_A_RAISE
    return OK if thousands <= s.cash[seat] else MORE_THAN_YOU_HAVE


def legal_bids(s: State, seat: int, out: Runs) -> None:
    least = least_bid(s)
    offer(out, BID + least - 1, min(s.cash[seat], MAX_BID) - least + 1)
    if s.phase == RAISES:
        offer(out, DROP_OUT, 1)


def make_bid(s: State, seat: int, thousands: int) -> None:
    s.high_bid = thousands
    s.high_bidder = seat
    s.phase = RAISES
    tell(s, BID_MADE, seat, named_tract(s, s.lot), thousands)


def drop_out(s: State, seat: int) -> None:
    """SM-D5c."""
    s.bidders &= ~(1 << seat)
    tell(s, DROPPED_OUT, seat, named_tract(s, s.lot))


def find_next_bidder(s: State) -> bool:
    """SM-D5c, SM-D5d: the next who can raise; who cannot is passed over. False when the highest bidder is alone."""
    seat = left_of(s, s.seat)
    for _ in range(s.players):
        if s.bidders >> seat & 1 and seat != s.high_bidder:
            if min(s.cash[seat], MAX_BID) > s.high_bid:
                s.seat = seat
                return True
            s.bidders &= ~(1 << seat)
            tell(s, PASSED_OVER, seat, named_tract(s, s.lot))
        seat = left_of(s, seat)
    return False


def close_auction(s: State) -> None:
    """SM-D5e to SM-D5h."""
    buyer = s.high_bidder
    buy_tract(s, buyer, s.lot, s.high_bid)
    s.lot = NONE
    s.high_bid = 0
    s.high_bidder = NO_SEAT
    s.bidders = 0
    s.seat = s.active
    if buyer == s.active:
        s.phase = TURN_DONE
    else:
        s.barred |= 1 << buyer
        s.phase = BUY_PART
    end_after_purchase(s)
