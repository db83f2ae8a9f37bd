"""Bids for permits: one between each pair of neighbours, and two fists for everybody."""

from tabletown.rulekit.dice import roll
from tabletown.rulekit.events import tell
from tabletown.rulekit.reasons import OK
from tabletown.rulekit.runs import Runs, offer

from .actions import BID_WITH, LEAVE_FOR, TAKE_FOR
from .cards import draw_permit, kind_of, rule_out_deck, show_place, sink_permit, take_permit_openly, unseen_permits
from .events import BID_SHOWN, BID_TIED, PERMIT_SHARED, PERMIT_WON, PROPOSAL_DECLINED, PROPOSED, PROPOSED_NOTHING
from .figures import BANK
from .phases import (
    ANSWER_PROPOSAL,
    BID,
    BID_AGAIN,
    LOBBY_FOR_PERMITS,
    PAY_FOR_PERMITS,
    PROPOSE,
    SECOND_WINDOW,
    SETTLE_TIES,
    TALK,
)
from .reasons import BELOW_TIED_BID, BID_TOO_HIGH, PRICE_TOO_HIGH, SECOND_BID_TOO_HIGH
from .seats import fist_over, fist_permit, neighbour
from .shapes import CARDS, FISTS, NONE, ON_OFFER, PLOTS
from .state import State
from .the_sales import cash_for_fist, open_lobby

UNSETTLED, TIED, TALKED_ABOUT, SETTLED = range(4)
"""What has become of a shared permit."""


def share_permits(s: State) -> None:
    """MK-P1: as far as the deck reaches."""
    for permit in range(s.players):
        s.settled[permit] = SETTLED
        s.winner[permit] = NONE
        s.price[permit] = 0
        s.shared[permit] = NONE
    first = 0
    if s.permits_left < s.players:
        first = roll(s, s.players)
    for index in range(min(s.players, s.permits_left)):
        permit = (first + index) % s.players
        card = draw_permit(s)
        show_place(s, card, ON_OFFER)
        s.shared[permit] = card
        s.settled[permit] = UNSETTLED
        tell(s, PERMIT_SHARED, permit, neighbour(s, permit), kind_of(card))
    rule_out_deck(s, PLOTS, CARDS, unseen_permits(s))


# ---------------------------------------------------------------- sealed bids, first and again


def begin_bids(s: State) -> None:
    """MK-P2: both fists are empty."""
    for seat in range(s.players):
        s.fist[seat][0] = s.fist[seat][1] = 0
    ask_for_bids(s, BID, UNSETTLED)
    if s.owing == 0:
        s.phase = PAY_FOR_PERMITS


def ask_for_bids(s: State, phase: int, state: int) -> None:
    """MK-P2, MK-P5: everybody with a permit in that state under a fist owes a sealed bid for each."""
    s.phase = phase
    s.owing = 0
    for seat in range(s.players):
        s.stage[seat] = 0
        for fist in range(FISTS - 1, -1, -1):
            s.sealed[seat][fist] = 0
            if owes_bid(s, seat, fist, state):
                s.owing |= 1 << seat
                s.stage[seat] = fist


def owes_bid(s: State, seat: int, fist: int, state: int) -> bool:
    """MK-P2, MK-P5: whether the permit under the fist is in that state."""
    return s.settled[fist_permit(s, seat, fist)] == state


def bid_state(s: State) -> int:
    """MK-P2, MK-P5: permits in this state are being bid for."""
    return UNSETTLED if s.phase == BID else TIED


def refuse_bid(s: State, seat: int, amount: int) -> int:
    """MK-P2, MK-P5: between the bid that tied and what the other fist leaves."""
    if amount < lowest_bid(s, seat):
        return BELOW_TIED_BID
    if amount <= highest_bid(s, seat):
        return OK
    return BID_TOO_HIGH if s.phase == BID else SECOND_BID_TOO_HIGH


def offer_bid(s: State, seat: int, out: Runs) -> None:
    """MK-P2, MK-P5: all sums in one run."""
    low = lowest_bid(s, seat)
    offer(out, BID_WITH(low), highest_bid(s, seat) - low + 1)


def bid(s: State, seat: int, amount: int) -> None:
    """MK-P2: one fist after the other, sealed until all are in."""
    fist = s.stage[seat]
    s.sealed[seat][fist] = amount
    if fist == 0 and owes_bid(s, seat, 1, bid_state(s)):
        s.stage[seat] = 1
        return
    s.owing &= ~(1 << seat)
    if s.owing == 0:
        show_bids(s)


def highest_bid(s: State, seat: int) -> int:
    """MK-P2, MK-P6: what the other fist does not hold."""
    fist = s.stage[seat]
    other = 1 - fist
    held = s.fist[seat][other]
    if fist == 1 and owes_bid(s, seat, other, bid_state(s)):
        held = s.sealed[seat][other]
    return s.cash[seat] - held


def show_bids(s: State) -> None:
    """MK-P2, MK-P4: all together; after the first time Lobby may be played."""
    for seat in range(s.players):
        s.stage[seat] = 0
        for fist in range(FISTS):
            permit = fist_permit(s, seat, fist)
            if s.settled[permit] == bid_state(s):
                other = neighbour(s, permit) if fist == 0 else permit
                tell(s, BID_SHOWN, seat, s.sealed[seat][fist], kind_of(s.shared[permit]), other)
                if s.phase == BID:
                    s.fist[seat][fist] = s.sealed[seat][fist]
                    s.sealed[seat][fist] = 0
    if s.phase == BID:
        open_lobby(s, LOBBY_FOR_PERMITS)
    else:
        settle_again(s)


def settle_bids(s: State) -> None:
    """MK-P3: permit by permit, once nobody plays Lobby any more."""
    for permit in range(s.players):
        if s.settled[permit] == UNSETTLED:
            compare_bids(s, permit)
    s.phase = SETTLE_TIES


def compare_bids(s: State, permit: int) -> None:
    """MK-P3, MK-P5: the higher bid takes the permit; equal ones are bid again."""
    one = permit
    other = neighbour(s, permit)
    mine = s.fist[one][0]
    theirs = s.fist[other][1]
    if mine == theirs:
        s.settled[permit] = TIED
        tell(s, BID_TIED, one, other, kind_of(s.shared[permit]), mine)
        return
    s.settled[permit] = SETTLED
    s.winner[permit] = one if mine > theirs else other
    s.price[permit] = max(mine, theirs)


# ---------------------------------------------------------------- ties


def settle_ties(s: State) -> None:
    """MK-P5: the two of each tie bid again."""
    ask_for_bids(s, BID_AGAIN, TIED)
    if s.owing == 0:
        s.phase = TALK


def lowest_bid(s: State, seat: int) -> int:
    """MK-P5: not below the bid that tied."""
    return s.fist[seat][s.stage[seat]] if s.phase == BID_AGAIN else 0


def settle_again(s: State) -> None:
    """MK-P5, MK-P7: who raised is compared; where nobody did, they talk."""
    for permit in range(s.players):
        if s.settled[permit] == TIED:
            one = permit
            other = neighbour(s, permit)
            before = s.fist[one][0]
            s.fist[one][0] = s.sealed[one][0]
            s.fist[other][1] = s.sealed[other][1]
            if s.fist[one][0] == before and s.fist[other][1] == before:
                s.settled[permit] = TALKED_ABOUT
            else:
                compare_bids(s, permit)
    for seat in range(s.players):
        s.sealed[seat][0] = s.sealed[seat][1] = 0
    s.phase = SETTLE_TIES


def pay_for_permits(s: State) -> None:
    """MK-P6, MK-P3, MK-P8: all payments at once; what nobody won goes under the deck."""
    for permit in range(s.players):
        card = s.shared[permit]
        taker = s.winner[permit]
        if card != NONE:
            s.shared[permit] = NONE
            if taker == NONE:
                sink_permit(s, card)
            else:
                other = neighbour(s, permit) if taker == permit else permit
                s.cash[taker] -= s.price[permit]
                s.cash[other] += s.price[permit]
                take_permit_openly(s, taker, card)
                tell(s, PERMIT_WON, taker, kind_of(card), s.price[permit], other)
        s.winner[permit] = NONE
        s.price[permit] = 0
        s.settled[permit] = 0
    for seat in range(s.players):
        s.fist[seat][0] = s.fist[seat][1] = 0
    s.phase = SECOND_WINDOW


# ---------------------------------------------------------------- agreements


def talk(s: State) -> None:
    """MK-P7: the next permit without a winner; first the player on whose left it lies proposes, then the other."""
    for permit in range(s.players):
        if s.settled[permit] == TALKED_ABOUT:
            s.table = permit
            s.proposals = 0
            s.seat = permit
            s.phase = PROPOSE
            return
    s.table = 0
    s.phase = PAY_FOR_PERMITS


def other_at_table(s: State, seat: int) -> int:
    """MK-P7: with whom the seat talks."""
    return neighbour(s, s.table) if seat == s.table else s.table


def most_at_table(s: State, seat: int) -> int:
    """MK-P7, MK-P6: what a player can pay for the permit talked about."""
    return cash_for_fist(s, seat, fist_over(s.table, seat))


def refuse_propose_to_take(s: State, seat: int, price: int) -> int:
    """MK-P7: what the seat can pay."""
    return OK if price <= most_at_table(s, seat) else PRICE_TOO_HIGH


def offer_propose_to_take(s: State, seat: int, out: Runs) -> None:
    """MK-P7: all prices in one run."""
    offer(out, TAKE_FOR(0), most_at_table(s, seat) + 1)


def propose_to_take(s: State, seat: int, price: int) -> None:
    """MK-P7: the seat takes the permit and pays."""
    propose(s, seat, seat, price)


def refuse_propose_to_leave(s: State, seat: int, price: int) -> int:
    """MK-P7: whatever there is; how much the other could pay is not the seat's to know."""
    return OK if price <= BANK else PRICE_TOO_HIGH


def offer_propose_to_leave(s: State, seat: int, out: Runs) -> None:
    """MK-P7: all prices in one run."""
    offer(out, LEAVE_FOR(0), BANK + 1)


def propose_to_leave(s: State, seat: int, price: int) -> None:
    """MK-P7: the other takes the permit and pays."""
    propose(s, seat, other_at_table(s, seat), price)


def propose(s: State, seat: int, taker: int, price: int) -> None:
    """MK-P7: the other answers."""
    s.proposed_taker = taker
    s.proposed_price = price
    tell(s, PROPOSED, seat, taker, price, kind_of(s.shared[s.table]))
    s.seat = other_at_table(s, seat)
    s.phase = ANSWER_PROPOSAL


def no_proposal(s: State, seat: int) -> None:
    """MK-P7: nobody has to."""
    tell(s, PROPOSED_NOTHING, seat, kind_of(s.shared[s.table]))
    next_proposal(s, other_at_table(s, seat))


def refuse_agree(s: State, seat: int) -> int:
    """MK-P7: whoever would take the permit must be able to pay."""
    if s.proposed_taker != seat or s.proposed_price <= most_at_table(s, seat):
        return OK
    return PRICE_TOO_HIGH


def agree(s: State, seat: int) -> None:
    """MK-P7: it is done as proposed."""
    taker = s.proposed_taker
    price = s.proposed_price
    forget_proposal(s)
    close_table(s, taker, price)


def disagree(s: State, seat: int) -> None:
    """MK-P7: now the other may propose, unless both have."""
    tell(s, PROPOSAL_DECLINED, seat, kind_of(s.shared[s.table]))
    forget_proposal(s)
    next_proposal(s, seat)


def forget_proposal(s: State) -> None:
    """MK-P7: it is answered."""
    s.proposed_taker = 0
    s.proposed_price = 0


def next_proposal(s: State, seat: int) -> None:
    """MK-P7, MK-P8: each may propose once; then the permit is nobody's."""
    s.proposals += 1
    if s.proposals < FISTS:
        s.seat = seat
        s.phase = PROPOSE
    else:
        close_table(s, NONE, 0)


def close_table(s: State, taker: int, price: int) -> None:
    """MK-P7, MK-P8: the permit has a taker, or none."""
    permit = s.table
    s.settled[permit] = SETTLED
    s.winner[permit] = taker
    s.price[permit] = price
    s.fist[permit][0] = price if taker == permit else 0
    s.fist[neighbour(s, permit)][1] = price if taker == neighbour(s, permit) else 0
    s.proposals = 0
    s.phase = TALK
