"""What a position is worth to each seat, and what speaks for an action before it is tried, in income blocks."""

from tabletown.rulekit.dice import drawn, stirred
from tabletown.rulekit.reasons import OK
from tabletown.rulekit.thinking import Sums

from .rules.bids_for_permits import SETTLED
from .rules.building import put_deed, refuse_put_deed
from .rules.cards import holds_deed, kind_of, permits_of_kind
from .rules.figures import BRIEFCASE, DEED_PRICE, MARSH, RAIL_START, RIVER, ROUNDABOUT
from .rules.income_blocks import count_blocks
from .rules.land import NEIGHBOURS, SIDES, found_building, put_block, remove_block
from .rules.offers import ASKING, GIVING
from .rules.phases import BID_AGAIN, BRIBE, FILL_POUCHES, LOBBY_FOR_LOTS, LOBBY_FOR_PERMITS, OVER, PLAY_INQUIRY
from .rules.pouches import claim_of, drop_last_entry, entry_target, is_in_pouch, open_entry
from .rules.seats import fist_permit, neighbour
from .rules.shapes import BUILT, EXTENSION, NATURE_RESERVE, NONE, ON_OFFER, PLOTS, SEATS
from .rules.state import State
from .rules.the_sales import deeds_in_lot, sealed_lobby

CASH = 0.09
"""What a coin is worth while land is for sale."""
RIVALS = 0.35
"""How much of what the others gain is my loss."""
DEED, PAIR, WATER, RIVAL_SIDE, WILD = 0.55, 0.5, 0.45, 0.4, 0.6
"""What a deed in hand promises: by itself, beside another of mine, by the river, beside a rival, reserve by marsh."""

PERMIT_BONUS = (0, 0, 0, 0, 3, 1, 3, 2, 3, 1, 0)
CHARACTER_BONUS = (5, 3, 3, 0, 11, -3)
"""What a character's permits are worth beyond their number, in tenths. Where chance chose them, the six won 37, 25, 22,
16, 45 and 6 % of games of four (Auditor, Wrecker, Councillor, Landowner, Officer, Gardener; 100 games)."""
A_YEAR = 0.4
WHIM = 0.3
MASK32 = 0xFFFF_FFFF


def years_left(s: State) -> float:
    """How long land will still be sold."""
    return s.deeds_left / (2.4 * s.players)


def is_last_chance(s: State) -> bool:
    """Nothing built after this phase will count."""
    return s.deeds_left == 0 and s.phase >= FILL_POUCHES


def cash_worth(s: State) -> float:
    return CASH * min(1.0, 0.15 + years_left(s) / 1.5)


# ---------------------------------------------------------------- hands


def side_promise(s: State, seat: int, plot: int, other: int, reserves: int) -> float:
    """What lies across one side of a plot whose deed is in hand."""
    number = s.building[other]
    if number != 0:
        return RIVAL_SIDE if s.owner[number] != seat else 0.0
    if s.ground[other] == RIVER:
        return WATER
    if s.ground[other] == MARSH:
        return WILD if reserves > 0 else 0.0
    if other > plot and holds_deed(s, seat, other) and not is_in_pouch(s, seat, other):
        return PAIR
    return 0.0


def promise(s: State, seat: int) -> float:
    """What the deeds in hand, outside the pouch, may come to."""
    if is_last_chance(s):
        return 0.0
    reserves = permits_of_kind(s, seat, NATURE_RESERVE)
    total = 0.0
    for plot in range(PLOTS):
        if holds_deed(s, seat, plot) and not is_in_pouch(s, seat, plot):
            total += DEED
            for side in range(SIDES):
                other = NEIGHBOURS[plot][side]
                if other >= 0:
                    total += side_promise(s, seat, plot, other, reserves)
    chances = years_left(s) + (0.7 if s.phase < FILL_POUCHES else 0.0)
    return total * min(0.92, 0.3 + 0.7 * chances)


def planned_inquiries(s: State, seat: int) -> int:
    return s.sealed[seat][0] + 0 if s.phase == PLAY_INQUIRY else 0


def permits_worth(s: State, seat: int) -> float:
    """A few permits are needed each year that is left; more are of little use."""
    permits = s.permits_held[seat] - planned_inquiries(s, seat) - max(0, s.entries[seat]) + permits_due(s, seat)
    needed = min(4.0, 0.5 + 1.5 * years_left(s))
    return 0.5 * min(permits * 1.0, needed) + 0.08 * permits


# ---------------------------------------------------------------- what is settled and not yet paid


def planned_bribe(s: State, seat: int) -> int:
    """Once bribes are shown: the seat's own, or what its Lobby will make of it."""
    return s.sealed[seat][0] - sealed_lobby(0, 0) if s.sealed[seat][0] > 0 else s.fist[seat][0] + 0


def permits_due(s: State, seat: int) -> int:
    """Permits that the seat has won, while others are still talked about; less a Lobby that it has handed in."""
    if s.phase == LOBBY_FOR_LOTS:
        return -1 if s.sealed[seat][0] > 0 else 0
    due = 0
    for permit in range(s.players):
        if s.settled[permit] == SETTLED and s.winner[permit] == seat:
            due += 1
    return due


def cash_due(s: State, seat: int) -> int:
    """What they will bring or cost, and what is meant as a bribe."""
    if s.phase == BRIBE:
        return -s.sealed[seat][0]
    if s.phase == LOBBY_FOR_LOTS:
        return -planned_bribe(s, seat)
    due = 0
    for permit in range(s.players):
        is_mine = permit == seat or neighbour(s, permit) == seat
        if s.settled[permit] == SETTLED and s.winner[permit] != NONE and is_mine:
            due += -s.price[permit] if s.winner[permit] == seat else s.price[permit] + 0
    return due


# ---------------------------------------------------------------- pouches


def blocks_with_pouch(s: State, seat: int) -> float:
    """My blocks, less a share of the others', as if my pouch were built now."""
    for entry in range(max(0, s.entries[seat])):
        number = entry_target(s, seat, entry)
        if number == 0:
            number = found_building(s, seat, s.entry_kind[seat][entry])
        for index in range(s.entry_count[seat][entry]):
            put_block(s, s.entry_plot[seat][entry][index], number)
        claim = claim_of(s, seat, entry)
        if claim != NONE and s.claim_plot[seat][claim] >= 0 and s.building[s.claim_plot[seat][claim]] == 0:
            put_block(s, s.claim_plot[seat][claim], number)
    count_blocks(s)
    rivals = 0
    for other in range(s.players):
        if other != seat:
            rivals += s.blocks[other]
    worth = s.blocks[seat] - RIVALS * rivals / (s.players - 1) + cash_worth(s) * income_to_come(s, seat)
    for entry in range(max(0, s.entries[seat])):
        for index in range(s.entry_count[seat][entry]):
            remove_block(s, s.entry_plot[seat][entry][index])
    for claim in range(max(0, s.claims[seat])):
        plot = s.claim_plot[seat][claim]
        if plot >= 0 and s.building[plot] != 0 and s.owner[s.building[plot]] == seat and s.place[plot] != BUILT:
            remove_block(s, plot)
    count_blocks(s)
    return worth


def income_to_come(s: State, seat: int) -> float:
    """What blocks beyond the marker will bring: more each year that is left, and a briefcase at each roundabout."""
    marker = max(RAIL_START + s.blocks[seat], s.marker[seat] + 0)
    cases = marker // ROUNDABOUT - s.marker[seat] // ROUNDABOUT
    return (marker - s.marker[seat]) * min(3.0, years_left(s)) * 0.5 + BRIEFCASE * cases


def strength(s: State, seat: int) -> float:
    income = (s.marker[seat] + 5 * planned_inquiries(s, seat)) * min(3.0, years_left(s)) * 0.5
    if s.phase == OVER:
        return s.blocks[seat] + 0.001 * s.cash[seat]
    cash = s.cash[seat] + cash_due(s, seat) + income
    return blocks_with_pouch(s, seat) + promise(s, seat) + permits_worth(s, seat) + cash_worth(s) * cash


def evaluate(s: State, out: Sums) -> None:
    for seat in range(s.players):
        out[seat] = strength(s, seat)


# ---------------------------------------------------------------- what speaks for a character, a bribe, a bid


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
    before = promise(s, seat)
    for plot in range(PLOTS):
        if s.lot_of[plot] == lot:
            s.place[plot] = seat
    gain = promise(s, seat) - before
    for plot in range(PLOTS):
        if s.lot_of[plot] == lot:
            s.place[plot] = ON_OFFER
    return gain - deeds_in_lot(s, lot) * DEED_PRICE * cash_worth(s)


def prior_bid(s: State, seat: int, amount: int) -> float:
    permit = fist_permit(s, seat, s.stage[seat])
    want = fair_bid(s, seat, s.shared[permit])
    if s.phase == BID_AGAIN:
        tied = s.fist[seat][s.stage[seat]]
        want = tied + 1.0 if want >= tied else tied + 0.0
    return -0.05 * distance(amount, want)


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
    rival = neighbour(s, permit) if fist == 0 else permit
    theirs = s.fist[rival][1 - fist]
    mine = s.fist[seat][fist]
    if amount != theirs + 1 or s.permits_held[seat] < 3:
        return -0.5
    if mine <= theirs:
        return 0.1 if amount <= fair_bid(s, seat, s.shared[permit]) + 2.0 else -0.5
    return cash_worth(s) * (mine - amount) - 0.6


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
    return 0.1 - 0.05 * distance(price, 0.5 * fair_bid(s, seat, s.shared[s.table]))


def prior_propose_to_leave(s: State, seat: int, price: int) -> float:
    return -1.0


# ---------------------------------------------------------------- what speaks for a trade: cash for a deed


def prior_offer_to(s: State, seat: int, partner: int) -> float:
    if s.offers_sent[seat] >= 2:
        return -1.0
    plot = best_deed_of(s, seat, partner)
    if plot == NONE:
        return -1.0
    price = fair_price(s, seat, partner, plot)
    return 0.1 if 0 < price <= s.cash[seat] else -1.0


def prior_add_cash(s: State, seat: int, amount: int) -> float:
    if s.stage[seat] != GIVING:
        return 0.0
    partner = s.partner[seat]
    plot = best_deed_of(s, seat, partner)
    price = max(1, fair_price(s, seat, partner, plot)) if plot != NONE else 1
    return 1.0 - 0.01 * distance(amount, price)


def prior_ask(s: State, seat: int) -> float:
    return 2.0


def prior_add_deed(s: State, seat: int, plot: int) -> float:
    if s.stage[seat] != ASKING:
        return 0.0
    return 1.0 if best_deed_of(s, seat, s.partner[seat]) == plot else 0.5


def prior_send(s: State, seat: int) -> float:
    return 2.0


def prior_accept(s: State, seat: int, sender: int) -> float:
    return -0.02


def prior_counter(s: State, seat: int, sender: int) -> float:
    return -1.0


def prior_let_lie(s: State, seat: int) -> float:
    return -1.0


def prior_withdraw(s: State, seat: int) -> float:
    return -1.0


def best_deed_of(s: State, seat: int, partner: int) -> int:
    """The deed that is worth most more to me than to the partner who is known to hold it."""
    best = 0.25
    chosen = NONE
    for plot in range(PLOTS):
        if s.may_be[seat][plot] == 1 << partner:
            gain = gain_together(s, seat, partner, plot)
            if gain > best:
                best = gain
                chosen = plot
    return chosen


def fair_price(s: State, seat: int, partner: int, plot: int) -> int:
    """Midway between what it costs the partner and what it brings me."""
    worth = loss_of(s, partner, plot) + 0.5 * gain_together(s, seat, partner, plot)
    return int(worth / cash_worth(s) + 0.5)


def gain_together(s: State, seat: int, partner: int, plot: int) -> float:
    """What a deed that the partner is known to hold would gain the two together."""
    mine = promise(s, seat)
    theirs = promise(s, partner)
    s.place[plot] = seat
    gain = promise(s, seat) - mine
    loss = theirs - promise(s, partner)
    s.place[plot] = partner
    return gain - loss


def loss_of(s: State, partner: int, plot: int) -> float:
    before = promise(s, partner)
    s.place[plot] = SEATS
    loss = before - promise(s, partner)
    s.place[plot] = partner
    return loss


# ---------------------------------------------------------------- what speaks for a building


def prior_commission(s: State, seat: int, kind: int) -> float:
    """A year in which nothing new is built does not come back."""
    return grown(s, seat, kind, 0) + A_YEAR


def prior_extend(s: State, seat: int, plot: int) -> float:
    return grown(s, seat, EXTENSION, s.building[plot])


def grown(s: State, seat: int, kind: int, number: int) -> float:
    """What a new entry gains when deeds are added to it one by one as long as that helps."""
    before = strength(s, seat)
    best = -1000.0
    open_entry(s, seat, kind, number)
    going = True
    while going:
        going = False
        chosen = NONE
        for plot in range(PLOTS):
            if holds_deed(s, seat, plot) and refuse_put_deed(s, seat, plot) == OK:
                put_deed(s, seat, plot)
                worth = strength(s, seat)
                take_out_deed(s, seat)
                if worth > best + 0.001:
                    best = worth
                    chosen = plot
        if chosen != NONE:
            put_deed(s, seat, chosen)
            going = True
    drop_last_entry(s, seat)
    return best - before


def take_out_deed(s: State, seat: int) -> None:
    entry = s.entries[seat] - 1
    s.entry_count[seat][entry] -= 1
    s.entry_plot[seat][entry][s.entry_count[seat][entry]] = NONE
