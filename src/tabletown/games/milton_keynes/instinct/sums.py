"""What speaks for a character, a bribe, a bid, before it is tried."""

from tabletown.games.milton_keynes.rules.cards import kind_of
from tabletown.games.milton_keynes.rules.figures import DEED_PRICE
from tabletown.games.milton_keynes.rules.land import NEIGHBOURS, SIDES
from tabletown.games.milton_keynes.rules.phases import BID_AGAIN, LOBBY_FOR_PERMITS
from tabletown.games.milton_keynes.rules.seats import fist_permit, neighbour
from tabletown.games.milton_keynes.rules.shapes import PLOTS
from tabletown.games.milton_keynes.rules.state import State
from tabletown.games.milton_keynes.rules.the_sales import deeds_in_lot
from tabletown.rulekit.dice import drawn, stirred

from .standing import PAIR, cash_worth, deed_promise, likelihood

PERMIT_BONUS = (0, 0, 0, 0, 3, 1, 3, 2, 3, 1, 0)
CHARACTER_BONUS = (5, 3, 3, 0, 11, -3)
"""What a character's permits are worth beyond their number, in tenths. Where chance chose them, the six won 37, 25, 22,
16, 45 and 6 % of games of four (Auditor, Wrecker, Councillor, Landowner, Officer, Gardener; 100 games)."""
WHIM = 0.3
MASK32 = 0xFFFF_FFFF


def distance(one: float, other: float) -> float:
    return one - other if one > other else other - one


def prior_choose_character(s: State, seat: int, character: int) -> float:
    return 0.1 * CHARACTER_BONUS[character] + WHIM * drawn(stirred(s.rng + character)) / MASK32


def prior_bribe(s: State, seat: int, amount: int) -> float:
    return -0.2 * distance(amount, fair_bribe(s, seat))


def fair_bribe(s: State, seat: int) -> float:
    """Half of what the best lot is worth to me over the others, as long as I can pay for it then."""
    best = 0.0
    total = 0.0
    price = DEED_PRICE
    for lot in range(1, s.lots + 1):
        worth = lot_worth(s, seat, lot)
        total += max(worth, 0.0)
        if worth > best:
            best = worth
            price = deeds_in_lot(s, lot) * DEED_PRICE
    edge = best - total / max(1, s.lots)
    return max(0.0, min(0.5 * edge / cash_worth(s), s.cash[seat] - price, 8.0))


def lot_worth(s: State, seat: int, lot: int) -> float:
    """What a lot would add to the hand, less its price."""
    gain = 0.0
    deeds = 0
    for plot in range(PLOTS):
        if s.lot_of[plot] == lot:
            deeds += 1
            gain += deed_promise(s, seat, plot)
            for side in range(SIDES):
                other = NEIGHBOURS[plot][side]
                if other > plot and s.lot_of[other] == lot:
                    gain += PAIR
    return gain * likelihood(s) - deeds * DEED_PRICE * cash_worth(s)


def prior_bid(s: State, seat: int, amount: int) -> float:
    return -0.05 * distance(amount, wanted_bid(s, seat))


def wanted_bid(s: State, seat: int) -> float:
    """What the permit is worth; after a tie one more, or the same again if that was too much."""
    want = fair_bid(s, seat, s.shared[fist_permit(s, seat, s.stage[seat])])
    if s.phase == BID_AGAIN:
        tied = s.fist[seat][s.stage[seat]]
        want = tied + 1.0 if want >= tied else tied + 0.0
    return want


def fair_bid(s: State, seat: int, card: int) -> float:
    """What a shared permit is worth to me in cash; half of a bid stays in the pair."""
    want = 2.0 + PERMIT_BONUS[kind_of(card)]
    if s.permits_held[seat] < 3:
        want += 2.0
    if s.permits_held[seat] > 5:
        want -= 2.0
    if s.deeds_left == 0:
        want = 3.0 + PERMIT_BONUS[kind_of(card)] if s.deeds_held[seat] > 2 else 0.0
    return max(0.0, min(want, 0.4 * s.cash[seat]))


def prior_lobby(s: State, seat: int, fist: int, amount: int) -> float:
    """Worth a permit only to win one narrowly lost, or to win one much cheaper."""
    if s.phase != LOBBY_FOR_PERMITS:
        return gain_of_rank(s, seat, amount) if tops_a_bribe(s, seat, amount) else -1.0
    permit = fist_permit(s, seat, fist)
    theirs = bid_of_rival(s, seat, fist)
    mine = s.fist[seat][fist]
    if amount != theirs + 1 or s.permits_held[seat] < 3:
        return -0.5
    if mine <= theirs:
        return 0.1 if amount <= fair_bid(s, seat, s.shared[permit]) + 2.0 else -0.5
    return cash_worth(s) * (mine - amount) - 0.6


def bid_of_rival(s: State, seat: int, fist: int) -> int:
    """What the other one bids for the permit under a fist."""
    permit = fist_permit(s, seat, fist)
    rival = neighbour(s, permit) if fist == 0 else permit
    return s.fist[rival][1 - fist] + 0


def tops_a_bribe(s: State, seat: int, amount: int) -> bool:
    """Whether it is one more than somebody else's: anything between is money for nothing."""
    for other in range(s.players):
        if other != seat and s.fist[other][0] + 1 == amount:
            return True
    return False


def gain_of_rank(s: State, seat: int, amount: int) -> float:
    """What choosing a lot earlier, or later, would change; everybody before me takes what I want most."""
    return lot_of_rank(s, seat, rank_by(s, seat, amount)) - lot_of_rank(s, seat, rank_by(s, seat, s.fist[seat][0] + 0))


def rank_by(s: State, seat: int, amount: int) -> int:
    before = 0
    for other in range(s.players):
        if other != seat and s.fist[other][0] >= amount:
            before += 1
    return before


def lot_of_rank(s: State, seat: int, rank: int) -> float:
    """What the lot is worth to me that so many others are better than."""
    for lot in range(1, s.lots + 1):
        worth = lot_worth(s, seat, lot)
        better = 0
        for other in range(1, s.lots + 1):
            rival = lot_worth(s, seat, other)
            if rival > worth or (rival == worth and other < lot):
                better += 1
        if better == rank:
            return max(0.0, worth)
    return 0.0


def prior_propose_to_take(s: State, seat: int, price: int) -> float:
    return 0.1 - 0.05 * distance(price, fair_proposal(s, seat))


def fair_proposal(s: State, seat: int) -> float:
    """Half of what the permit is worth."""
    return 0.5 * fair_bid(s, seat, s.shared[s.table])


def prior_propose_to_leave(s: State, seat: int, price: int) -> float:
    return -1.0
