"""What is hidden: how the dice will fall, and sealed bids until they are opened."""

from tabletown.rulekit.dice import roll
from tabletown.rulekit.records import HIDDEN_8, HIDDEN_16, HIDDEN_32, HIDDEN_64

from .figures import START_CASH
from .sealed_bids import cash_for_tie, cash_not_bid, is_tied_for, most_bids, next_tied_tract, refuse_bid_for
from .shapes import MAX_SEALED_BID, TRACTS
from .state import NONE, SEALED_BIDS_DUE, TIED_BIDS_DUE, State
from .value_card import market_value, section_cost


def conceal(s: State, seat: int) -> None:
    """SM-B4: what the others have written down nobody knows before all have handed in."""
    s.rng = HIDDEN_64
    for other in range(s.players):
        if other == seat:
            continue
        if s.phase == SEALED_BIDS_DUE:
            conceal_bids(s, other)
        elif s.phase == TIED_BIDS_DUE:
            for tract in range(TRACTS):
                if is_tied_for(s, other, tract):
                    s.new_bid[other][tract] = HIDDEN_8


def conceal_bids(s: State, seat: int) -> None:
    s.bids[seat] = HIDDEN_8
    s.bidding_for[seat] = HIDDEN_8
    for i in range(most_bids(s)):
        s.bid_tract[seat][i] = HIDDEN_8
        s.bid_sum[seat][i] = HIDDEN_8


def redeal(s: State, seat: int) -> None:
    """Random bids for the others that fit what everybody saw: who has handed in and who has not."""
    if s.paid_out == HIDDEN_32:
        redeal_cash(s)
    for other in range(s.players):
        if other == seat:
            continue
        has_decided = s.decided >> other & 1
        if s.phase == SEALED_BIDS_DUE:
            redeal_bids(s, other, most_bids(s) + has_decided)
            if not has_decided and cash_not_bid(s, other) > 0 and roll(s, 2) == 1:
                s.bidding_for[other] = random_tract(s, other)
        elif s.phase == TIED_BIDS_DUE:
            redeal_new_bids(s, other, has_decided)


def redeal_cash(s: State) -> None:
    """Where custom hides it: any sums with which everybody can pay what they have promised."""
    s.paid_out = 0
    for seat in range(s.players):
        if s.cash[seat] == HIDDEN_16:
            s.cash[seat] = 1 + roll(s, START_CASH) + cash_needed(s, seat)
        s.paid_out += s.cash[seat]


def cash_needed(s: State, seat: int) -> int:
    """For a bid or a share that was promised, or is the least that is possible."""
    needed = 0
    if seat == s.high_bidder:
        needed += s.high_bid
    if seat == s.seat and s.lot != NONE:
        needed += market_value(s, s.lot)
    if seat == s.asked:
        needed += s.share
    if seat == s.active and s.edge != NONE:
        needed += section_cost(s, s.edge)
    for tract in range(TRACTS):
        if is_tied_for(s, seat, tract):
            needed += s.tied_sum[tract]
    return needed


def redeal_bids(s: State, seat: int, fewer_than: int) -> None:
    s.bids[seat] = 0
    s.bidding_for[seat] = NONE
    for i in range(most_bids(s)):
        s.bid_tract[seat][i] = NONE
        s.bid_sum[seat][i] = 0
    for i in range(roll(s, fewer_than)):
        cash = cash_not_bid(s, seat)
        if cash == 0:
            return
        s.bid_tract[seat][i] = random_tract(s, seat)
        s.bid_sum[seat][i] = 1 + roll(s, min(cash, MAX_SEALED_BID))
        s.bids[seat] += 1


def random_tract(s: State, seat: int) -> int:
    """A tract that the seat may still bid for; there are always more tracts for sale than bids."""
    tract = roll(s, TRACTS)
    while refuse_bid_for(s, seat, tract):
        tract = roll(s, TRACTS)
    return tract


def redeal_new_bids(s: State, seat: int, has_decided: int) -> None:
    owed = 0
    for tract in range(TRACTS):
        if is_tied_for(s, seat, tract):
            s.new_bid[seat][tract] = 0
            owed += 1
    written = owed if has_decided or owed == 0 else roll(s, owed)
    for _ in range(written):
        tract = next_tied_tract(s, seat)
        least = s.tied_sum[tract]
        s.new_bid[seat][tract] = least + roll(s, cash_for_tie(s, seat, tract) - least + 1)
