"""What is plain at a glance: the sums and offers that the instinct would find by trying all of them."""

from tabletown.games.milton_keynes.rules.actions import (
    ADD_CASH,
    ADD_DEED,
    ASK,
    BID_WITH,
    BRIBE_WITH,
    DECLINE,
    DONE,
    LOBBY_WITH,
    NO_PROPOSAL,
    OFFER_TO,
    SEND,
    TAKE_FOR,
)
from tabletown.games.milton_keynes.rules.bids_for_permits import highest_bid, lowest_bid, most_at_table
from tabletown.games.milton_keynes.rules.cards import permits_of_kind
from tabletown.games.milton_keynes.rules.offers import ASKING, FREE, asks_something, gives_something, most_cash
from tabletown.games.milton_keynes.rules.phases import (
    BID,
    BID_AGAIN,
    BRIBE,
    FILL_POUCHES,
    LOBBY_FOR_LOTS,
    LOBBY_FOR_PERMITS,
    PROPOSE,
    TRADE,
)
from tabletown.games.milton_keynes.rules.shapes import FISTS, LOBBY, NONE
from tabletown.games.milton_keynes.rules.state import State
from tabletown.games.milton_keynes.rules.the_sales import cash_for_fist, is_fist_used, sealed_lobby
from tabletown.games.milton_keynes.rules.trading import why_not_partner
from tabletown.rulekit.reasons import OK
from tabletown.rulekit.thinking import Sums

from .quick_pouch import quick_pouch
from .standing import cash_due, cash_worth, permits_worth
from .sums import (
    bid_of_rival,
    fair_bribe,
    fair_proposal,
    prior_bribe,
    prior_lobby,
    prior_propose_to_take,
    wanted_bid,
)
from .trades import best_deed_of, fair_price, prior_offer_to

NOT_PLAIN = -1


def quick_action(s: State, seat: int, out: Sums) -> int:
    """What is best by the instinct, where nothing has to be tried for it."""
    if s.phase == TRADE:
        return quick_trade(s, seat)
    if s.phase == BRIBE:
        return BRIBE_WITH(best_bribe(s, seat))
    if s.phase == BID or (s.phase == BID_AGAIN and others_owe(s, seat)):
        return BID_WITH(nearest(wanted_bid(s, seat), lowest_bid(s, seat), highest_bid(s, seat)))
    if s.phase == PROPOSE:
        return best_proposal(s, seat)
    if not others_owe(s, seat):
        return NOT_PLAIN
    if s.phase == FILL_POUCHES:
        return quick_pouch(s, seat)
    if permits_of_kind(s, seat, LOBBY) > 0:
        if s.phase == LOBBY_FOR_LOTS:
            return best_lobby_for_lots(s, seat)
        if s.phase == LOBBY_FOR_PERMITS:
            return best_lobby_for_permits(s, seat)
    return NOT_PLAIN


def others_owe(s: State, seat: int) -> bool:
    """Whether nothing happens yet when the seat has answered."""
    return s.owing & ~(1 << seat) != 0


def nearest(want: float, low: int, high: int) -> int:
    return max(low, min(high, int(want + 0.5)))


# ---------------------------------------------------------------- sums


def best_bribe(s: State, seat: int) -> int:
    """The fair one in whole coins: up or down, as coins are worth now."""
    below = int(fair_bribe(s, seat))
    if below >= s.cash[seat]:
        return s.cash[seat] + 0
    above = prior_bribe(s, seat, below + 1) - cash_worth(s)
    return below + 1 if above > prior_bribe(s, seat, below) else below


def best_lobby_for_lots(s: State, seat: int) -> int:
    """One more than somebody else's bribe, or nothing at all instead of a bribe, if that is better than to decline."""
    best = worth_of_lobby(s, seat, 0)
    chosen = DECLINE()
    for other in range(-1, s.players):
        amount = s.fist[other][0] + 1 if other >= 0 else 0
        if other != seat and amount <= s.cash[seat]:
            worth = worth_of_lobby(s, seat, sealed_lobby(0, amount)) + prior_lobby(s, seat, 0, amount)
            if worth > best:
                best = worth
                chosen = LOBBY_WITH(0, amount)
    return chosen


def worth_of_lobby(s: State, seat: int, answer: int) -> float:
    """What an answer leaves of permits and cash."""
    before = s.sealed[seat][0]
    s.sealed[seat][0] = answer
    worth = permits_worth(s, seat) + cash_worth(s) * cash_due(s, seat)
    s.sealed[seat][0] = before
    return worth


def best_lobby_for_permits(s: State, seat: int) -> int:
    """One more than the rival's bid in a fist, if that is worth the permit."""
    best = 0.0
    chosen = DECLINE()
    for fist in range(FISTS):
        if is_fist_used(s, seat, fist):
            amount = bid_of_rival(s, seat, fist) + 1
            worth = prior_lobby(s, seat, fist, amount)
            if amount <= cash_for_fist(s, seat, fist) and worth > best:
                best = worth
                chosen = LOBBY_WITH(fist, amount)
    return chosen


def best_proposal(s: State, seat: int) -> int:
    price = nearest(fair_proposal(s, seat), 0, most_at_table(s, seat))
    return TAKE_FOR(price) if prior_propose_to_take(s, seat, price) > 0.0 else NO_PROPOSAL()


# ---------------------------------------------------------------- offers


def quick_trade(s: State, seat: int) -> int:
    """Whom to make an offer, and what lies in it; how to answer one has to be tried."""
    if s.stage[seat] != FREE:
        return next_part(s, seat)
    if s.asked_by != NONE or s.offer_to[seat] != NONE:
        return NOT_PLAIN
    for sender in range(s.players):
        if s.offer_to[sender] == seat:
            return NOT_PLAIN
    for partner in range(s.players):
        if why_not_partner(s, seat, partner) == OK and prior_offer_to(s, seat, partner) > 0.0:
            return OFFER_TO(partner)
    return DONE()


def next_part(s: State, seat: int) -> int:
    """Cash for the best deed."""
    if s.stage[seat] == ASKING:
        if asks_something(s, seat):
            return SEND()
        plot = best_deed_of(s, seat, s.partner[seat])
        return ADD_DEED(plot) if plot != NONE else NOT_PLAIN
    if gives_something(s, seat):
        return ASK()
    plot = best_deed_of(s, seat, s.partner[seat])
    if plot == NONE or most_cash(s, seat) == 0:
        return NOT_PLAIN
    return ADD_CASH(max(1, min(most_cash(s, seat), fair_price(s, seat, s.partner[seat], plot))))
