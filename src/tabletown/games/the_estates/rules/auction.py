"""The auction: once around the table, then the auctioneer sells or keeps."""

from tabletown.rulekit.events import tell
from tabletown.rulekit.reasons import OK
from tabletown.rulekit.runs import Runs, offer

from .actions import BID_AMOUNT
from .events import BID_MADE, COULD_NOT_BID, KEPT, NOBODY_BID, PASSED, PUT_UP, SOLD
from .reasons import BID_BEYOND_CASH, BID_TOO_LOW, CANNOT_PAY_TO_KEEP
from .state import BID, NO_SEAT, PLACE, SETTLE, State
from .turn import left_of


def put_up(s: State, piece: int, face: int) -> None:
    """TE-A1: the bidding begins left of the auctioneer."""
    tell(s, PUT_UP, s.seat, piece, face)
    s.piece = piece
    s.face = face
    s.phase = BID
    s.high_bid = 0
    s.high_bidder = NO_SEAT
    s.seat = left_of(s, s.auctioneer)


def pass_(s: State, seat: int) -> None:
    """TE-A1: no second chance."""
    if s.cash[seat] > s.high_bid:
        tell(s, PASSED, seat)
    else:
        tell(s, COULD_NOT_BID, seat, s.high_bid)
    next_bidder(s)


def next_bidder(s: State) -> None:
    """TE-A1, TE-A6: once around; if nobody bids, the auctioneer gets the piece for nothing."""
    s.seat = left_of(s, s.seat)
    if s.seat == s.auctioneer:
        if s.high_bidder == NO_SEAT:
            tell(s, NOBODY_BID, s.auctioneer)
            hand_over(s, s.auctioneer)
        else:
            s.phase = SETTLE


def refuse_bid(s: State, seat: int, amount: int) -> int:
    """TE-A2, TE-A3: higher than before, within cash in hand."""
    if amount <= s.high_bid:
        return BID_TOO_LOW
    return OK if amount <= s.cash[seat] else BID_BEYOND_CASH


def offer_bid(s: State, seat: int, out: Runs) -> None:
    """TE-A2, TE-A3: all sums in one run."""
    if s.cash[seat] > s.high_bid:
        offer(out, BID_AMOUNT(s.high_bid + 1), s.cash[seat] - s.high_bid)


def bid(s: State, seat: int, amount: int) -> None:
    """TE-A2: the highest bid so far."""
    s.high_bid = amount
    s.high_bidder = seat
    tell(s, BID_MADE, seat, amount)
    next_bidder(s)


def sell(s: State, seat: int) -> None:
    """TE-A4: the bidder pays the auctioneer and gets the piece."""
    pay(s, s.high_bidder, s.auctioneer)
    tell(s, SOLD, s.auctioneer, s.high_bidder, s.high_bid)
    hand_over(s, s.high_bidder)


def pay(s: State, payer: int, payee: int) -> None:
    """TE-A4, TE-A5: the highest bid, from one to the other."""
    s.cash[payer] -= s.high_bid
    s.cash[payee] += s.high_bid


def hand_over(s: State, seat: int) -> None:
    """TE-A4 to TE-A6: whoever gets the piece places it."""
    s.seat = seat
    s.phase = PLACE


def refuse_keep(s: State, seat: int) -> int:
    """TE-A5: only with the money for it."""
    return OK if s.cash[seat] >= s.high_bid else CANNOT_PAY_TO_KEEP


def keep(s: State, seat: int) -> None:
    """TE-A5: the auctioneer pays the bidder and keeps the piece."""
    pay(s, s.auctioneer, s.high_bidder)
    tell(s, KEPT, s.auctioneer, s.high_bidder, s.high_bid)
    hand_over(s, s.auctioneer)
