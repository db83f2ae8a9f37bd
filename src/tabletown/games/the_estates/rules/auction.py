"""A turn up to the hammer's fall: stowing, choosing a piece, the auction once around."""

from tabletown.rulekit.events import tell
from tabletown.rulekit.reasons import OK

from .board import is_placeable, roofless_buildings
from .events import BID_MADE, COULD_NOT_BID, KEPT, NOBODY_BID, PASSED, PUT_UP, SOLD, STOWED
from .pieces import end_place, refuse_end
from .reasons import (
    BID_BEYOND_CASH,
    BID_TOO_LOW,
    CANNOT_PAY_TO_KEEP,
    CUBE_BLOCKED,
    NO_ROOFS_LEFT,
    NOTHING_TO_ROOF,
    PIECE_USED,
)
from .state import AVAILABLE, BID, CHOOSE, NO_SEAT, PLACE, SETTLE, STOW, State


def begin_turn(s: State) -> None:
    """TE-T1, TE-T2: the auctioneer may first stow a check, if there is one."""
    s.turn += 1
    s.seat = s.auctioneer
    s.phase = STOW if s.cash[s.seat] > 0 else CHOOSE


def stow_check(s: State) -> None:
    """TE-T2: one check into the cash box."""
    s.cash[s.seat] -= 1
    s.stowed[s.seat] += 1
    tell(s, STOWED, s.seat)


def left_of(s: State, seat: int) -> int:
    return seat + 1 if seat + 1 < s.players else 0


# ---------------------------------------------------------------- choosing a piece


def refuse_choosing_cube(s: State, row: int, end: int) -> int:
    """TE-P2, TE-P3: an end of a line, and only if the cube has a place on the board."""
    refusal = refuse_end(s, row, end)
    if refusal != OK:
        return refusal
    return OK if is_placeable(s, s.display[row][end_place(s, row, end)]) else CUBE_BLOCKED


def refuse_choosing_roof(s: State) -> int:
    """TE-P4: a roof is left, and a building needs one."""
    if s.roofs_left == 0:
        return NO_ROOFS_LEFT
    return OK if roofless_buildings(s) > 0 else NOTHING_TO_ROOF


def refuse_choosing_special(place: int) -> int:
    """TE-P1: a permit, the mayor or the cancel cube, while neither on the board nor discarded."""
    return OK if place == AVAILABLE else PIECE_USED


def put_up(s: State, piece: int, face: int) -> None:
    """TE-A1: the bidding begins left of the auctioneer."""
    tell(s, PUT_UP, s.seat, piece, face)
    s.piece = piece
    s.face = face
    s.phase = BID
    s.high_bid = 0
    s.high_bidder = NO_SEAT
    s.seat = left_of(s, s.auctioneer)


# ---------------------------------------------------------------- bidding once around


def refuse_bid(s: State, amount: int) -> int:
    """TE-A2, TE-A3: higher than before, within cash in hand."""
    if amount <= s.high_bid:
        return BID_TOO_LOW
    return OK if amount <= s.cash[s.seat] else BID_BEYOND_CASH


def make_bid(s: State, amount: int) -> None:
    s.high_bid = amount
    s.high_bidder = s.seat
    tell(s, BID_MADE, s.seat, amount)
    next_bidder(s)


def pass_bid(s: State) -> None:
    if s.cash[s.seat] > s.high_bid:
        tell(s, PASSED, s.seat)
    else:
        tell(s, COULD_NOT_BID, s.seat, s.high_bid)
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


# ---------------------------------------------------------------- sell or keep


def refuse_keeping(s: State) -> int:
    """TE-A5: only with the money for it."""
    return OK if s.cash[s.auctioneer] >= s.high_bid else CANNOT_PAY_TO_KEEP


def sell(s: State) -> None:
    """TE-A4: the bidder pays the auctioneer and gets the piece."""
    pay(s, s.high_bidder, s.auctioneer)
    tell(s, SOLD, s.auctioneer, s.high_bidder, s.high_bid)
    hand_over(s, s.high_bidder)


def keep(s: State) -> None:
    """TE-A5: the auctioneer pays the bidder and keeps the piece."""
    pay(s, s.auctioneer, s.high_bidder)
    tell(s, KEPT, s.auctioneer, s.high_bidder, s.high_bid)
    hand_over(s, s.auctioneer)


def pay(s: State, payer: int, payee: int) -> None:
    s.cash[payer] -= s.high_bid
    s.cash[payee] += s.high_bid


def hand_over(s: State, seat: int) -> None:
    s.seat = seat
    s.phase = PLACE
