"""MK-L: the Spring and the Autumn sale."""

from tabletown.rulekit.events import tell
from tabletown.rulekit.reasons import OK
from tabletown.rulekit.runs import Runs, offer

from .actions import BID_WITH, BRIBE_WITH, BUY, OFFER_TO, PASS
from .cards import cards_in_hand, draw_deed, rule_out_deck, show_place, sink_deed, take_deed_openly, unseen_deeds
from .events import (
    BRIBED,
    BRIBES_PAID,
    DEED_BOUGHT,
    DEEDS_UNSOLD,
    LOT_BOUGHT,
    LOT_OFFERED,
    ORDER_SET,
    PASSED,
    SALE_OPENED,
    SALE_SKIPPED,
)
from .figures import DEED_PRICE
from .land import NEIGHBOURS, SIDES
from .lobbying import answer_lobby, lobby_choice, open_lobby
from .new_year import everybody
from .phases import AUTUMN, BEGIN_SALE, BEGIN_TRADING_PHASE, BRIBE, BUY_LOTS, END_SALE, LOBBY_FOR_LOTS, SPRING
from .preparation import draw_order
from .reasons import NO_SUCH_LOT, NOT_THE_TIME, TOO_LITTLE_CASH
from .shapes import ON_OFFER, PLOTS
from .state import State

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
    for plot in range(PLOTS):
        if s.lot_of[plot] == gone:
            s.lot_of[plot] = lot
        elif s.lot_of[plot] > gone:
            s.lot_of[plot] -= 1
    s.lots -= 1


def deeds_in_lot(s: State, lot: int) -> int:
    count = 0
    for plot in range(PLOTS):
        if s.lot_of[plot] == lot:
            count += 1
    return count


# ---------------------------------------------------------------- bribes


def refuse_sum(s: State, seat: int, amount: int) -> int:
    """MK-L4: no more than one has."""
    return OK if amount <= s.cash[seat] else TOO_LITTLE_CASH


def legal_bribe(s: State, seat: int, out: Runs) -> None:
    offer(out, BRIBE_WITH, s.cash[seat] + 1)


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


def goes_before(s: State, one: int, other: int) -> bool:
    """MK-L7: the higher bribe, then the fewer cards."""
    if s.fist[one][0] != s.fist[other][0]:
        return s.fist[one][0] > s.fist[other][0]
    return cards_in_hand(s, one) < cards_in_hand(s, other)


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


# ---------------------------------------------------------------- buying


def refuse_lot(s: State, seat: int, lot: int) -> int:
    """MK-L8: five a deed."""
    deeds = deeds_in_lot(s, lot)
    if deeds == 0:
        return NO_SUCH_LOT
    return OK if s.cash[seat] >= deeds * DEED_PRICE else TOO_LITTLE_CASH


def legal_lots(s: State, seat: int, out: Runs) -> None:
    offer(out, PASS, 1)
    if s.cash[seat] >= DEED_PRICE:
        for lot in range(1, s.lots + 1):
            if refuse_lot(s, seat, lot) == OK:
                offer(out, BUY + lot - 1, 1)


def buy_lot(s: State, seat: int, lot: int) -> None:
    """MK-L8: the deeds are taken openly."""
    deeds = deeds_in_lot(s, lot)
    s.cash[seat] -= deeds * DEED_PRICE
    s.bank += deeds * DEED_PRICE
    tell(s, LOT_BOUGHT, seat, lot, deeds, deeds * DEED_PRICE)
    for plot in range(PLOTS):
        if s.lot_of[plot] == lot:
            s.lot_of[plot] = 0
            take_deed_openly(s, seat, plot)
            tell(s, DEED_BOUGHT, seat, plot)
    s.lots_left -= 1
    s.bought = 1
    next_buyer(s)


def pass_lots(s: State, seat: int) -> None:
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
    for lot in range(1, s.lots + 1):
        for plot in range(PLOTS):
            if s.lot_of[plot] == lot:
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


# ---------------------------------------------------------------- what may be done here, and what it does


def refuse_in_sale(s: State, seat: int, action: int) -> int:
    if s.phase == BRIBE and BRIBE_WITH <= action < BID_WITH:
        return refuse_sum(s, seat, action - BRIBE_WITH)
    if s.phase == BUY_LOTS and action == PASS:
        return OK
    if s.phase == BUY_LOTS and BUY <= action < OFFER_TO:
        return refuse_lot(s, seat, action - BUY + 1)
    return NOT_THE_TIME


def apply_sale(s: State, seat: int, action: int) -> None:
    if s.phase == BRIBE:
        bribe(s, seat, action - BRIBE_WITH)
    elif s.phase == LOBBY_FOR_LOTS:
        if answer_lobby(s, seat, lobby_choice(action)):
            pay_bribes(s)
    elif action == PASS:
        pass_lots(s, seat)
    else:
        buy_lot(s, seat, action - BUY + 1)
