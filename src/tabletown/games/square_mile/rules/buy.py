"""Buy, the third part of a turn: one tract by public auction."""

from tabletown.rulekit.events import tell
from tabletown.rulekit.reasons import OK
from tabletown.rulekit.runs import Runs, count_offered, offer, offered_if

from .actions import BID, PUT_UP
from .events import BID_MADE, DROPPED_OUT, PASSED_OVER, PUT_UP_FOR_AUCTION
from .land import named_tract
from .order_of_play import untimely_part
from .pieces import buy_tract, has_pawn, left_of
from .reasons import (
    BEYOND_THE_MAP,
    CANNOT_OPEN,
    IS_OUT_OF_THE_GAME,
    MORE_THAN_YOU_HAVE,
    NO_PAWN_LEFT,
    NOT_A_RAISE,
    NOTHING_PUT_UP,
    OPENER_MUST_BID,
    OWNED_ALREADY,
    UNDER_MARKET_VALUE,
    UNDER_THE_HAMMER,
)
from .shapes import MAX_BID, TRACTS
from .state import BUY_PART, NO_SEAT, NONE, OPENING_BID, OUT_OF_THE_GAME, RAISES, TURN_DONE, State
from .the_end import end_after_purchase
from .value_card import market_value

# ---------------------------------------------------------------- putting a tract up


def untimely_lot(s: State, seat: int) -> int:
    """SM-D5a: one tract at a time."""
    return UNDER_THE_HAMMER if s.phase in (OPENING_BID, RAISES) else untimely_part(s, seat)


def refuse_put_up(s: State, seat: int, tract: int) -> int:
    """SM-D5a, SM-D5b: unowned land in play, if they can open with its value and have a pawn for it."""
    if s.owner[tract] != NO_SEAT:
        return why_not_for_sale(s, tract)
    if not has_pawn(s, seat):
        return NO_PAWN_LEFT
    return OK if market_value(s, tract) <= min(s.cash[seat], MAX_BID) else CANNOT_OPEN


def why_not_for_sale(s: State, tract: int) -> int:
    """SM-D5a, SM-D3d, SM-G4: it is somebody's, built up and sold, or no land of this map."""
    if s.owner[tract] != OUT_OF_THE_GAME:
        return OWNED_ALREADY
    return BEYOND_THE_MAP if s.letter[tract] == NONE else IS_OUT_OF_THE_GAME


def offer_put_up(s: State, seat: int, out: Runs) -> None:
    """SM-D5a, SM-D5b: nothing is looked at without a pawn."""
    if has_pawn(s, seat):
        n = out[0]
        for tract in range(TRACTS):
            n = offered_if(out, n, PUT_UP(tract), refuse_put_up(s, seat, tract) == OK)
        count_offered(out, n)


def can_put_something_up(s: State, seat: int) -> bool:
    """SM-D5a, SM-D5b: there is a tract that they could open."""
    if not has_pawn(s, seat):
        return False
    for tract in range(TRACTS):
        if s.owner[tract] == NO_SEAT and refuse_put_up(s, seat, tract) == OK:
            return True
    return False


def put_up(s: State, seat: int, tract: int) -> None:
    """SM-D5a, SM-D5d, SM-D5g: all may bid who have a pawn and are not barred."""
    s.lot = tract
    s.high_bid = 0
    s.high_bidder = NO_SEAT
    s.bidders = 0
    for other in range(s.players):
        if has_pawn(s, other) and not s.barred >> other & 1:
            s.bidders |= 1 << other
    s.phase = OPENING_BID
    tell(s, PUT_UP_FOR_AUCTION, seat, named_tract(s, tract))


# ---------------------------------------------------------------- bidding


def untimely_raise(s: State, seat: int) -> int:
    """SM-D5a: a tract is put up before anybody bids."""
    return NOTHING_PUT_UP if s.phase == BUY_PART else untimely_part(s, seat)


def least_bid(s: State) -> int:
    """SM-D5b, SM-D5c: the market value, then a thousand more than before."""
    return market_value(s, s.lot) if s.high_bidder == NO_SEAT else s.high_bid + 1


def refuse_bid(s: State, seat: int, thousands: int) -> int:
    """SM-D5b to SM-D5d, SM-D5i: enough, and no more than they have."""
    if thousands < least_bid(s):
        return UNDER_MARKET_VALUE if s.high_bidder == NO_SEAT else NOT_A_RAISE
    return OK if thousands <= min(s.cash[seat], MAX_BID) else MORE_THAN_YOU_HAVE


def offer_bid(s: State, seat: int, out: Runs) -> None:
    """SM-D5b to SM-D5d, SM-D5i: all sums in one run."""
    least = least_bid(s)
    offer(out, BID(least), min(s.cash[seat], MAX_BID) - least + 1)


def bid(s: State, seat: int, thousands: int) -> None:
    """SM-D5b, SM-D5c: the highest bid so far."""
    s.high_bid = thousands
    s.high_bidder = seat
    s.phase = RAISES
    tell(s, BID_MADE, seat, named_tract(s, s.lot), thousands)


def untimely_drop_out(s: State, seat: int) -> int:
    """SM-D5b: whoever has put the tract up bids first."""
    return OPENER_MUST_BID if s.phase == OPENING_BID else untimely_raise(s, seat)


def drop_out(s: State, seat: int) -> None:
    """SM-D5c: for this tract."""
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
    """SM-D5e to SM-D5h: the highest bidder buys; the turn ends with a purchase of its own player."""
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


# ---------------------------------------------------------------- stopping


def untimely_end_turn(s: State, seat: int) -> int:
    """SM-D5f, SM-D5b: not while a tract is under the hammer."""
    return OPENER_MUST_BID if s.phase == OPENING_BID else untimely_lot(s, seat)


def end_turn(s: State, seat: int) -> None:
    """SM-D5f, SM-D2: nobody has to buy."""
    s.phase = TURN_DONE
