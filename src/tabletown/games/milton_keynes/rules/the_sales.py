"""The sales: lots, bribes, Lobby, and purchases, in Spring and in Autumn."""

from tabletown.rulekit.events import tell
from tabletown.rulekit.reasons import OK
from tabletown.rulekit.runs import Runs, count_offered, offer, offered_if

from .actions import BRIBE_WITH, BUY, LOBBY_WITH
from .cards import (
    cards_in_hand,
    draw_deed,
    permits_of_kind,
    play_permit,
    rule_out_deck,
    show_place,
    sink_deed,
    take_deed_openly,
    unseen_deeds,
)
from .events import (
    BRIBED,
    BRIBES_PAID,
    DEED_BOUGHT,
    DEEDS_UNSOLD,
    LOBBIED,
    LOT_BOUGHT,
    LOT_OFFERED,
    NOBODY_LOBBIED,
    ORDER_SET,
    PASSED,
    SALE_OPENED,
    SALE_SKIPPED,
)
from .figures import DEED_PRICE
from .land import NEIGHBOURS, SIDES
from .phases import (
    AUTUMN,
    BEGIN_SALE,
    BEGIN_TRADING_PHASE,
    BRIBE,
    BUY_LOTS,
    END_SALE,
    LOBBY_FOR_LOTS,
    PAY_BRIBES,
    SETTLE_BIDS,
    SPRING,
)
from .reasons import (
    BRIBE_TOO_HIGH,
    LOBBIED_BID_TOO_HIGH,
    LOBBY_TOO_HIGH,
    LOT_TOO_DEAR,
    NO_LOBBY,
    NO_SUCH_LOT,
    NOTHING_IN_THAT_FIST,
)
from .seats import everybody, fist_permit
from .set_up import draw_order
from .shapes import FISTS, LOBBY, MAX_CASH, NONE, ON_OFFER, PLOTS
from .state import State

BITS_OF_A_SIZE = 8
"""Where one number holds the sizes of all lots, each has so many bits of it: even the 81 plots in no lot fit."""

# ---------------------------------------------------------------- lots


def begin_sale(s: State) -> None:
    """MK-L1 to MK-L3: lots are dealt; without any the sale is left out."""
    s.lots = 0
    while s.lots < s.players and s.deeds_left > 0:
        deal_into_lots(s, draw_deed(s))
    s.lots_left = s.lots
    rule_out_deck(s, 0, PLOTS, unseen_deeds(s))
    if s.lots == 0:
        tell(s, SALE_SKIPPED, s.season)
        s.phase = END_SALE
        return
    tell(s, SALE_OPENED, s.season, s.lots, s.deeds_left)
    for lot in range(1, s.lots + 1):
        for plot in range(PLOTS):
            if s.lot_of[plot] == lot:
                tell(s, LOT_OFFERED, lot, plot)
    for seat in range(s.players):
        s.fist[seat][0] = s.fist[seat][1] = 0
    s.owing = everybody(s)
    s.phase = BRIBE


def deal_into_lots(s: State, plot: int) -> None:
    """MK-L2: a lot of its own, or one with its neighbours after the first year."""
    show_place(s, plot, ON_OFFER)
    s.lots += 1
    s.lot_of[plot] = s.lots
    if s.year > 1:
        for side in range(SIDES):
            other = NEIGHBOURS[plot][side]
            if other >= 0 and s.lot_of[other] != 0 and s.lot_of[other] != s.lot_of[plot]:
                join_lots(s, min(s.lot_of[plot], s.lot_of[other]), max(s.lot_of[plot], s.lot_of[other]))


def join_lots(s: State, lot: int, gone: int) -> None:
    """MK-L2: two lots become one, and the later ones move up."""
    for plot in range(PLOTS):
        if s.lot_of[plot] == gone:
            s.lot_of[plot] = lot
        elif s.lot_of[plot] > gone:
            s.lot_of[plot] -= 1
    s.lots -= 1


def deeds_in_lot(s: State, lot: int) -> int:
    """MK-L2: how large a lot is."""
    return deeds_among(sizes_of_lots(s), lot)


def sizes_of_lots(s: State) -> int:
    """MK-L2: how large all of them are, as one number, so that the map is looked through once."""
    sizes = 0
    for plot in range(PLOTS):
        sizes += 1 << BITS_OF_A_SIZE * s.lot_of[plot]
    return sizes


def deeds_among(sizes: int, lot: int) -> int:
    """MK-L2: how large one of them is."""
    return sizes >> BITS_OF_A_SIZE * lot & (1 << BITS_OF_A_SIZE) - 1


# ---------------------------------------------------------------- bribes


def refuse_bribe(s: State, seat: int, amount: int) -> int:
    """MK-L4: no more than one has."""
    return OK if amount <= s.cash[seat] else BRIBE_TOO_HIGH


def offer_bribe(s: State, seat: int, out: Runs) -> None:
    """MK-L4: all sums in one run."""
    offer(out, BRIBE_WITH(0), s.cash[seat] + 1)


def bribe(s: State, seat: int, amount: int) -> None:
    """MK-L4: sealed until all are in."""
    s.sealed[seat][0] = amount
    s.owing &= ~(1 << seat)
    if s.owing == 0:
        for other in range(s.players):
            s.fist[other][0] = s.sealed[other][0]
            s.sealed[other][0] = 0
            tell(s, BRIBED, other, s.fist[other][0])
        open_lobby(s, LOBBY_FOR_LOTS)


# ---------------------------------------------------------------- Lobby


def open_lobby(s: State, phase: int) -> None:
    """MK-L5, MK-P4: everybody is asked, holder or not."""
    s.phase = phase
    s.owing = everybody(s)


def refuse_lobby(s: State, seat: int, fist: int, amount: int) -> int:
    """MK-L5, MK-P4: another sum in a fist that holds one."""
    if permits_of_kind(s, seat, LOBBY) == 0:
        return NO_LOBBY
    if not is_fist_used(s, seat, fist):
        return NOTHING_IN_THAT_FIST
    if amount <= cash_for_fist(s, seat, fist):
        return OK
    return LOBBY_TOO_HIGH if s.phase == LOBBY_FOR_LOTS else LOBBIED_BID_TOO_HIGH


def offer_lobby(s: State, seat: int, out: Runs) -> None:
    """MK-L5, MK-P4: all sums of a fist in one run."""
    if permits_of_kind(s, seat, LOBBY) > 0:
        for fist in range(FISTS):
            if is_fist_used(s, seat, fist):
                offer(out, LOBBY_WITH(fist, 0), cash_for_fist(s, seat, fist) + 1)


def is_fist_used(s: State, seat: int, fist: int) -> bool:
    """MK-L5, MK-P4: a bribe is in one fist, bids are in those with a permit beneath."""
    if s.phase == LOBBY_FOR_LOTS:
        return fist == 0
    return s.shared[fist_permit(s, seat, fist)] != NONE


def cash_for_fist(s: State, seat: int, fist: int) -> int:
    """MK-L5, MK-P2, MK-P6: what is not in the other fist."""
    return s.cash[seat] - s.fist[seat][1 - fist]


def lobby(s: State, seat: int, fist: int, amount: int) -> None:
    """MK-L5, MK-P4: sealed, like everybody's answer."""
    answer_lobby(s, seat, sealed_lobby(fist, amount))


def sealed_lobby(fist: int, amount: int) -> int:
    """MK-L5: a fist and its new sum as one number above zero, which is what whoever declines hands in."""
    return 1 + fist * (MAX_CASH + 1) + amount


def answer_lobby(s: State, seat: int, answer: int) -> None:
    """MK-L5: shown when all have answered."""
    s.sealed[seat][0] = answer
    s.owing &= ~(1 << seat)
    if s.owing == 0:
        show_lobbies(s)


def show_lobbies(s: State) -> None:
    """MK-L5: all new sums at once; if there were any, it goes round again."""
    played = 0
    for seat in range(s.players):
        if s.sealed[seat][0] > 0:
            played += 1
            fist = 0 if s.sealed[seat][0] < sealed_lobby(1, 0) else 1
            amount = s.sealed[seat][0] - sealed_lobby(fist, 0)
            play_permit(s, seat, LOBBY)
            tell(s, LOBBIED, seat, fist, s.fist[seat][fist], amount)
            s.fist[seat][fist] = amount
        s.sealed[seat][0] = 0
    if played > 0:
        s.owing = everybody(s)
    else:
        tell(s, NOBODY_LOBBIED)
        s.phase = PAY_BRIBES if s.phase == LOBBY_FOR_LOTS else SETTLE_BIDS


# ---------------------------------------------------------------- who chooses first


def pay_bribes(s: State) -> None:
    """MK-L6, MK-L7: every bribe is gone; they order the purchases."""
    total = 0
    for seat in range(s.players):
        s.cash[seat] -= s.fist[seat][0]
        total += s.fist[seat][0]
    s.bank += total
    tell(s, BRIBES_PAID, total)
    order_by_bribe(s)
    s.turn = 0
    s.bought = 0
    s.seat = s.order[0]
    s.phase = BUY_LOTS


def order_by_bribe(s: State) -> None:
    """MK-L7: what stays equal keeps the order drawn by lot."""
    draw_order(s)
    for index in range(1, s.players):
        seat = s.order[index]
        place = index
        while place > 0 and goes_before(s, seat, s.order[place - 1]):
            s.order[place] = s.order[place - 1]
            place -= 1
        s.order[place] = seat
    for index in range(s.players):
        tell(s, ORDER_SET, s.order[index], index + 1)


def goes_before(s: State, one: int, other: int) -> bool:
    """MK-L7: the higher bribe, then the fewer cards."""
    if s.fist[one][0] != s.fist[other][0]:
        return s.fist[one][0] > s.fist[other][0]
    return cards_in_hand(s, one) < cards_in_hand(s, other)


# ---------------------------------------------------------------- buying


def refuse_buy(s: State, seat: int, lot: int) -> int:
    """MK-L8: five a deed."""
    deeds = deeds_in_lot(s, lot)
    if deeds == 0:
        return NO_SUCH_LOT
    return OK if s.cash[seat] >= deeds * DEED_PRICE else LOT_TOO_DEAR


def offer_buy(s: State, seat: int, out: Runs) -> None:
    """MK-L8: without the money for one deed no lot is looked at."""
    if s.cash[seat] >= DEED_PRICE:
        sizes = sizes_of_lots(s)
        n = out[0]
        for lot in range(1, s.lots + 1):
            deeds = deeds_among(sizes, lot)
            n = offered_if(out, n, BUY(lot), 0 < deeds * DEED_PRICE <= s.cash[seat])
        count_offered(out, n)


def buy(s: State, seat: int, lot: int) -> None:
    """MK-L8: the deeds are taken openly."""
    deeds = deeds_in_lot(s, lot)
    s.cash[seat] -= deeds * DEED_PRICE
    s.bank += deeds * DEED_PRICE
    tell(s, LOT_BOUGHT, seat, lot, deeds, deeds * DEED_PRICE)
    plot = 0
    for _ in range(deeds):
        while s.lot_of[plot] != lot:
            plot += 1
        s.lot_of[plot] = 0
        take_deed_openly(s, seat, plot)
        tell(s, DEED_BOUGHT, seat, plot)
    s.lots_left -= 1
    s.bought = 1
    next_buyer(s)


def pass_(s: State, seat: int) -> None:
    """MK-L8, MK-L9: until the next round."""
    tell(s, PASSED, seat)
    next_buyer(s)


def next_buyer(s: State) -> None:
    """MK-L9: round and round, until nothing is left or all have passed."""
    s.turn += 1
    if s.turn == s.players:
        if s.bought == 0:
            s.phase = END_SALE
            return
        s.turn = 0
        s.bought = 0
    if s.lots_left == 0:
        s.phase = END_SALE
    else:
        s.seat = s.order[s.turn]


def end_sale(s: State) -> None:
    """MK-L10: what is left goes under the deck, lot by lot."""
    unsold = 0
    if s.lots_left > 0:
        sizes = sizes_of_lots(s)
        for lot in range(1, s.lots + 1):
            plot = 0
            for _ in range(deeds_among(sizes, lot)):
                while s.lot_of[plot] != lot:
                    plot += 1
                s.lot_of[plot] = 0
                sink_deed(s, plot)
                unsold += 1
    if unsold > 0:
        tell(s, DEEDS_UNSOLD, unsold)
    s.lots = 0
    s.lots_left = 0
    for seat in range(s.players):
        s.fist[seat][0] = 0
    if s.season == SPRING:
        s.season = AUTUMN
        s.phase = BEGIN_SALE
    else:
        s.phase = BEGIN_TRADING_PHASE
