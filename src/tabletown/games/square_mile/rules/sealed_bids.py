"""Sealed bids, all at once (SM-B)."""

from tabletown.rulekit.dice import roll
from tabletown.rulekit.events import tell
from tabletown.rulekit.reasons import OK
from tabletown.rulekit.runs import Runs, offer

from .actions import BID_FOR, NO_MORE_BIDS, SEALED_SUM
from .events import BID_SHOWN, BIDS_TIED, LOT_DRAWN
from .figures import SEALED_BIDS
from .land import buy_tract, named_tract
from .reasons import (
    BID_THERE_ALREADY,
    CASH_IS_PLEDGED,
    MORE_THAN_YOUR_CASH,
    NOTHING_LEFT_TO_BID,
    TRACT_HAS_OWNER,
    UNDER_THE_TIED_SUM,
)
from .river import ones_in
from .shapes import MAX_SEALED, MAX_SEALED_BID, MAX_SEATS, TRACT_CARDS, TRACTS
from .state import FIRST_ROAD, NO_SEAT, NONE, SEALED_BIDS_DUE, TIED_BIDS_DUE, State

MOST_TIES = 3


def begin_sealed_bids(s: State) -> None:
    s.phase = SEALED_BIDS_DUE
    s.decided = 0
    s.ties = 0
    clear_bids(s)


def clear_bids(s: State) -> None:
    for seat in range(MAX_SEATS):
        s.bids[seat] = 0
        s.bidding_for[seat] = NONE
        for i in range(MAX_SEALED):
            s.bid_tract[seat][i] = NONE
            s.bid_sum[seat][i] = 0
        for tract in range(TRACTS):
            s.new_bid[seat][tract] = 0


def most_bids(s: State) -> int:
    """SM-B1."""
    return SEALED_BIDS[s.players - 2]


def cash_not_bid(s: State, seat: int) -> int:
    cash = s.cash[seat] + 0
    for i in range(s.bids[seat]):
        cash -= s.bid_sum[seat][i]
    return cash


# ---------------------------------------------------------------- writing bids down


def refuse_bid_for(s: State, seat: int, tract: int) -> int:
    """SM-B2, SM-B3."""
    if s.owner[tract] != NO_SEAT:
        return TRACT_HAS_OWNER
    for i in range(s.bids[seat]):
        if s.bid_tract[seat][i] == tract:
            return BID_THERE_ALREADY
    return OK if cash_not_bid(s, seat) > 0 else NOTHING_LEFT_TO_BID


def refuse_sealed_sum(s: State, seat: int, thousands: int) -> int:
    """SM-B3."""
    return OK if thousands <= cash_not_bid(s, seat) else MORE_THAN_YOUR_CASH


def legal_sealed_bids(s: State, seat: int, out: Runs) -> None:
    if s.bidding_for[seat] != NONE:
        offer(out, SEALED_SUM, min(cash_not_bid(s, seat), MAX_SEALED_BID))
        return
    if cash_not_bid(s, seat) > 0:
        for tract in range(TRACTS):
            if refuse_bid_for(s, seat, tract) == OK:
                offer(out, BID_FOR + tract, 1)
    offer(out, NO_MORE_BIDS, 1)


def write_sum(s: State, seat: int, thousands: int) -> None:
    """SM-B1: the last bid that a player may make hands them in."""
    i = s.bids[seat]
    s.bid_tract[seat][i] = s.bidding_for[seat]
    s.bid_sum[seat][i] = thousands
    s.bids[seat] += 1
    s.bidding_for[seat] = NONE
    if s.bids[seat] == most_bids(s):
        hand_in(s, seat)


def hand_in(s: State, seat: int) -> None:
    """SM-B4: with the last player's the bids are opened."""
    s.decided |= 1 << seat
    if s.decided == (1 << s.players) - 1:
        open_bids(s)


# ---------------------------------------------------------------- opening them


def written_bid(s: State, seat: int, tract: int) -> int:
    """What the seat has bid for the tract, this time; 0 is nothing."""
    if s.phase == TIED_BIDS_DUE:
        return s.new_bid[seat][tract] + 0
    for i in range(s.bids[seat]):
        if s.bid_tract[seat][i] == tract:
            return s.bid_sum[seat][i] + 0
    return 0


def tract_with_letter(s: State, letter: int) -> int:
    for tract in range(TRACTS):
        if s.letter[tract] == letter:
            return tract
    return NONE


def open_bids(s: State) -> None:
    """SM-B4, SM-B5, SM-B7: tract by tract in the order of the letters; ties wait."""
    s.ties += 1
    for letter in range(TRACT_CARDS):
        tract = tract_with_letter(s, letter)
        if tract == NONE:
            continue
        highest = 0
        seats = 0
        for seat in range(s.players):
            thousands = written_bid(s, seat, tract)
            if thousands > 0:
                tell(s, BID_SHOWN, seat, named_tract(s, tract), thousands)
            if thousands > highest:
                highest = thousands
                seats = 1 << seat
            elif thousands == highest and thousands > 0:
                seats |= 1 << seat
        settle(s, tract, seats, highest)
    clear_bids(s)
    go_on_after_bids(s)


def settle(s: State, tract: int, seats: int, thousands: int) -> None:
    """SM-B4, SM-B5, SM-B7: one highest bidder buys; several wait, or the lot decides."""
    s.tied[tract] = 0
    s.tied_sum[tract] = 0
    if seats == 0:
        return
    count = ones_in(seats)
    if count > 1:
        tell(s, BIDS_TIED, named_tract(s, tract), seats, thousands)
        if s.ties < MOST_TIES:
            s.tied[tract] = seats
            s.tied_sum[tract] = thousands
            return
    winner = nth_seat(seats, roll(s, count) if count > 1 else 0)
    if count > 1:
        tell(s, LOT_DRAWN, winner, named_tract(s, tract))
    buy_tract(s, winner, tract, thousands)


def nth_seat(seats: int, k: int) -> int:
    for seat in range(MAX_SEATS):
        if seats >> seat & 1:
            if k == 0:
                return seat
            k -= 1
    return NO_SEAT


def go_on_after_bids(s: State) -> None:
    """SM-B5: the tied bid again, all of them at once."""
    waiting = 0
    for tract in range(TRACTS):
        waiting |= s.tied[tract]
    if waiting == 0:
        s.ties = 0
        s.decided = 0
        s.phase = FIRST_ROAD
        return
    s.decided = ((1 << s.players) - 1) & ~waiting
    s.phase = TIED_BIDS_DUE


# ---------------------------------------------------------------- bidding again


def is_tied_for(s: State, seat: int, tract: int) -> bool:
    return s.tied[tract] >> seat & 1 == 1


def has_tied(s: State, seat: int) -> bool:
    for tract in range(TRACTS):
        if is_tied_for(s, seat, tract):
            return True
    return False


def next_tied_tract(s: State, seat: int) -> int:
    """The first tract by letter for which the seat still owes a new bid, or NONE."""
    for letter in range(TRACT_CARDS):
        tract = tract_with_letter(s, letter)
        if tract != NONE and is_tied_for(s, seat, tract) and s.new_bid[seat][tract] == 0:
            return tract
    return NONE


def cash_for_tie(s: State, seat: int, tract: int) -> int:
    """SM-B6: what is left when the other tied tracts are paid."""
    cash = s.cash[seat] + 0
    for other in range(TRACTS):
        if other != tract and is_tied_for(s, seat, other):
            cash -= max(s.new_bid[seat][other], s.tied_sum[other])
    return cash


def refuse_new_bid(s: State, seat: int, thousands: int) -> int:
    """SM-B6."""
    tract = next_tied_tract(s, seat)
    if thousands < s.tied_sum[tract]:
        return UNDER_THE_TIED_SUM
    return OK if thousands <= cash_for_tie(s, seat, tract) else CASH_IS_PLEDGED


def legal_new_bids(s: State, seat: int, out: Runs) -> None:
    tract = next_tied_tract(s, seat)
    least = s.tied_sum[tract]
    offer(out, SEALED_SUM + least - 1, min(cash_for_tie(s, seat, tract), MAX_SEALED_BID) - least + 1)


def write_new_bid(s: State, seat: int, thousands: int) -> None:
    s.new_bid[seat][next_tied_tract(s, seat)] = thousands
    if next_tied_tract(s, seat) == NONE:
        hand_in(s, seat)
