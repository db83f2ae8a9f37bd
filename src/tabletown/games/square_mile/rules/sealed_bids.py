"""Sealed bids, all at once, and again where they tie."""

from tabletown.rulekit.dice import roll
from tabletown.rulekit.events import tell
from tabletown.rulekit.reasons import OK
from tabletown.rulekit.runs import Runs, offer

from .actions import SEALED_SUM
from .events import BID_SHOWN, BIDS_TIED, LOT_DRAWN
from .figures import SEALED_BIDS
from .land import named_tract, ones_in
from .pieces import buy_tract
from .reasons import (
    BEYOND_THE_MAP,
    BID_THERE_ALREADY,
    CASH_IS_PLEDGED,
    MORE_THAN_YOUR_CASH,
    NOT_AT_THIS_STAGE,
    NOTHING_LEFT_TO_BID,
    TRACT_HAS_OWNER,
    UNDER_THE_TIED_SUM,
)
from .shapes import MAX_SEALED, MAX_SEALED_BID, MAX_SEATS, TRACT_CARDS, TRACTS
from .state import FIRST_ROAD, NO_SEAT, NONE, OUT_OF_THE_GAME, SEALED_BIDS_DUE, TIED_BIDS_DUE, State

MOST_TIES = 3

# ---------------------------------------------------------------- writing bids down


def begin_sealed_bids(s: State) -> None:
    """SM-B1: everybody's sheet is empty; where nobody may bid, the first road comes at once."""
    s.phase = SEALED_BIDS_DUE if most_bids(s) > 0 else FIRST_ROAD
    s.decided = 0
    s.ties = 0
    clear_bids(s)


def clear_bids(s: State) -> None:
    """SM-B1: also once they are settled."""
    for seat in range(MAX_SEATS):
        s.bids[seat] = 0
        s.bidding_for[seat] = NONE
        for i in range(MAX_SEALED):
            s.bid_tract[seat][i] = NONE
            s.bid_sum[seat][i] = 0
        for tract in range(TRACTS):
            s.new_bid[seat][tract] = 0


def most_bids(s: State) -> int:
    """SM-B1: fewer with more players."""
    return SEALED_BIDS[s.players - 2]


def refuse_bid_for(s: State, seat: int, tract: int) -> int:
    """SM-B2, SM-B3: unowned land, each tract once, while there is money left."""
    if s.bidding_for[seat] != NONE:
        return NOT_AT_THIS_STAGE
    if s.owner[tract] != NO_SEAT:
        return BEYOND_THE_MAP if s.owner[tract] == OUT_OF_THE_GAME else TRACT_HAS_OWNER
    for i in range(s.bids[seat]):
        if s.bid_tract[seat][i] == tract:
            return BID_THERE_ALREADY
    return OK if cash_not_bid(s, seat) > 0 else NOTHING_LEFT_TO_BID


def bid_for(s: State, seat: int, tract: int) -> None:
    """SM-B2: first the tract, then how much."""
    s.bidding_for[seat] = tract


def refuse_no_more_bids(s: State, seat: int) -> int:
    """SM-B2: nobody has to bid, but a bid that is begun has a sum."""
    return OK if s.bidding_for[seat] == NONE else NOT_AT_THIS_STAGE


def no_more_bids(s: State, seat: int) -> None:
    """SM-B2, SM-B4: the bids are handed in."""
    hand_in(s, seat)


def refuse_sealed_sum(s: State, seat: int, thousands: int) -> int:
    """SM-B3, SM-B6: all bids together within the cash."""
    if s.phase == TIED_BIDS_DUE:
        return why_no_new_bid(s, seat, thousands)
    if s.bidding_for[seat] == NONE:
        return NOT_AT_THIS_STAGE
    return OK if thousands <= cash_not_bid(s, seat) else MORE_THAN_YOUR_CASH


def offer_sealed_sum(s: State, seat: int, out: Runs) -> None:
    """SM-B3, SM-B6: all sums in one run."""
    if s.phase == TIED_BIDS_DUE:
        tract = next_tied_tract(s, seat)
        least = s.tied_sum[tract]
        offer(out, SEALED_SUM(least), min(cash_for_tie(s, seat, tract), MAX_SEALED_BID) - least + 1)
    elif s.bidding_for[seat] != NONE:
        offer(out, SEALED_SUM(1), min(cash_not_bid(s, seat), MAX_SEALED_BID))


def sealed_sum(s: State, seat: int, thousands: int) -> None:
    """SM-B3, SM-B6: what the seat bids for the tract that it has named, or that has tied."""
    if s.phase == TIED_BIDS_DUE:
        write_new_bid(s, seat, thousands)
    else:
        write_bid(s, seat, thousands)


def write_bid(s: State, seat: int, thousands: int) -> None:
    """SM-B3, SM-B1: the last bid that a player may make hands them in."""
    i = s.bids[seat]
    s.bid_tract[seat][i] = s.bidding_for[seat]
    s.bid_sum[seat][i] = thousands
    s.bids[seat] += 1
    s.bidding_for[seat] = NONE
    if s.bids[seat] == most_bids(s):
        hand_in(s, seat)


def cash_not_bid(s: State, seat: int) -> int:
    """SM-B3: what is left for further bids."""
    cash = s.cash[seat] + 0
    for i in range(s.bids[seat]):
        cash -= s.bid_sum[seat][i]
    return cash


# ---------------------------------------------------------------- opening them


def hand_in(s: State, seat: int) -> None:
    """SM-B4: with the last player's the bids are opened."""
    s.decided |= 1 << seat
    if s.decided == (1 << s.players) - 1:
        open_bids(s)


def open_bids(s: State) -> None:
    """SM-B4, SM-B5, SM-B8: tract by tract in the order of the letters; ties wait."""
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


def tract_with_letter(s: State, letter: int) -> int:
    """SM-B4: where it lies, or NONE."""
    for tract in range(TRACTS):
        if s.letter[tract] == letter:
            return tract
    return NONE


def written_bid(s: State, seat: int, tract: int) -> int:
    """SM-B4: what the seat has bid for the tract, this time; 0 is nothing."""
    if s.phase == TIED_BIDS_DUE:
        return s.new_bid[seat][tract] + 0
    for i in range(s.bids[seat]):
        if s.bid_tract[seat][i] == tract:
            return s.bid_sum[seat][i] + 0
    return 0


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


# ---------------------------------------------------------------- bidding again


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


def is_tied_for(s: State, seat: int, tract: int) -> bool:
    """SM-B5: the seat bids again for the tract."""
    return s.tied[tract] >> seat & 1 == 1


def has_tied(s: State, seat: int) -> bool:
    """SM-B5: the seat bids again."""
    for tract in range(TRACTS):
        if is_tied_for(s, seat, tract):
            return True
    return False


def next_tied_tract(s: State, seat: int) -> int:
    """SM-B5: the first tract by letter for which the seat still owes a new bid, or NONE."""
    for letter in range(TRACT_CARDS):
        tract = tract_with_letter(s, letter)
        if tract != NONE and is_tied_for(s, seat, tract) and s.new_bid[seat][tract] == 0:
            return tract
    return NONE


def why_no_new_bid(s: State, seat: int, thousands: int) -> int:
    """SM-B6: 0, or why the seat may not bid that much again."""
    tract = next_tied_tract(s, seat)
    if thousands < s.tied_sum[tract]:
        return UNDER_THE_TIED_SUM
    return OK if thousands <= cash_for_tie(s, seat, tract) else CASH_IS_PLEDGED


def cash_for_tie(s: State, seat: int, tract: int) -> int:
    """SM-B6: what is left when the other tied tracts are paid."""
    cash = s.cash[seat] + 0
    for other in range(TRACTS):
        if other != tract and is_tied_for(s, seat, other):
            cash -= max(s.new_bid[seat][other], s.tied_sum[other])
    return cash


def write_new_bid(s: State, seat: int, thousands: int) -> None:
    """SM-B6: tract by tract, and with the last they are handed in."""
    s.new_bid[seat][next_tied_tract(s, seat)] = thousands
    if next_tied_tract(s, seat) == NONE:
        hand_in(s, seat)


def nth_seat(seats: int, k: int) -> int:
    """SM-B7: on whom the lot falls."""
    for seat in range(MAX_SEATS):
        if seats >> seat & 1:
            if k == 0:
                return seat
            k -= 1
    return NO_SEAT
