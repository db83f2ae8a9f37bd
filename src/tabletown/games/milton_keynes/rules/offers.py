"""MK-T4, MK-T5: what goes into an offer, part by part."""

from tabletown.rulekit.reasons import OK
from tabletown.rulekit.runs import Runs, offer

from .actions import ADD_CASH, ADD_DEED, ADD_PERMIT, ASK, SEND
from .cards import cards_in_hand, holds_deed, kind_of, permits_of_kind
from .figures import FIRST_PERMIT
from .reasons import CASH_ALREADY, GIVE_SOMETHING, NOT_HELD, NOT_HELD_BY_PARTNER, NOTHING_TO_ASK, TOO_LITTLE_CASH
from .shapes import CARDS, KINDS, NONE, PLOTS
from .state import State

FREE, GIVING, ASKING = range(3)
"""Stages of putting an offer together."""
GIVEN, WANTED = 1, 2


def clear_offer(s: State, seat: int) -> None:
    s.offer_to[seat] = NONE
    s.offer_cash[seat] = 0
    s.offer_deeds[seat][0] = s.offer_deeds[seat][1] = 0
    for plot in range(PLOTS):
        s.offer_deed[seat][plot] = 0
    for kind in range(KINDS):
        s.offer_give[seat][kind] = 0
        s.offer_ask[seat][kind] = 0


def count_deeds(s: State, seat: int, side: int) -> int:
    return s.offer_deeds[seat][side - 1] + 0


def gives_something(s: State, seat: int) -> bool:
    """MK-T5."""
    for kind in range(KINDS):
        if s.offer_give[seat][kind] > 0:
            return True
    return s.offer_cash[seat] > 0 or count_deeds(s, seat, GIVEN) > 0


def asks_something(s: State, seat: int) -> bool:
    """MK-T5."""
    for kind in range(KINDS):
        if s.offer_ask[seat][kind] > 0:
            return True
    return s.offer_cash[seat] < 0 or count_deeds(s, seat, WANTED) > 0


def may_hold_permits(s: State, viewer: int, seat: int, kind: int) -> int:
    """How many permits of a kind another may hold, as far as the viewer knows."""
    count = 0
    for card in range(FIRST_PERMIT[kind], FIRST_PERMIT[kind + 1]):
        if s.may_be[viewer][card] & (1 << seat):
            count += 1
    return min(count, s.permits_held[seat])


def permits_asked(s: State, seat: int) -> int:
    count = 0
    for kind in range(KINDS):
        count += s.offer_ask[seat][kind]
    return count


# ---------------------------------------------------------------- what may be added


def refuse_adding_deed(s: State, seat: int, plot: int) -> int:
    """MK-T4: one's own deed to give, or one that the partner may hold to ask for."""
    if s.offer_deed[seat][plot] != 0:
        return NOT_HELD if s.stage[seat] == GIVING else NOT_HELD_BY_PARTNER
    if s.stage[seat] == GIVING:
        return OK if holds_deed(s, seat, plot) else NOT_HELD
    partner = s.partner[seat]
    if s.may_be[seat][plot] & (1 << partner) == 0 or count_deeds(s, seat, WANTED) >= s.deeds_held[partner]:
        return NOT_HELD_BY_PARTNER
    return OK


def refuse_adding_permit(s: State, seat: int, kind: int) -> int:
    """MK-T4."""
    if s.stage[seat] == GIVING:
        return OK if permits_of_kind(s, seat, kind) > s.offer_give[seat][kind] else NOT_HELD
    partner = s.partner[seat]
    if may_hold_permits(s, seat, partner, kind) <= s.offer_ask[seat][kind]:
        return NOT_HELD_BY_PARTNER
    return OK if permits_asked(s, seat) < s.permits_held[partner] else NOT_HELD_BY_PARTNER


def most_cash(s: State, seat: int) -> int:
    """MK-T4: cash goes one way; who gives it must get a card for it."""
    partner = s.partner[seat]
    if s.offer_cash[seat] != 0:
        return 0
    if s.stage[seat] == GIVING:
        return s.cash[seat] if cards_in_hand(s, partner) > 0 else 0
    return s.cash[partner]


def refuse_adding_cash(s: State, seat: int, amount: int) -> int:
    if s.offer_cash[seat] != 0:
        return CASH_ALREADY
    if s.stage[seat] == GIVING and cards_in_hand(s, s.partner[seat]) == 0:
        return NOTHING_TO_ASK
    return OK if amount <= most_cash(s, seat) else TOO_LITTLE_CASH


def refuse_asking(s: State, seat: int) -> int:
    """MK-T5."""
    if s.stage[seat] != GIVING:
        return GIVE_SOMETHING
    return OK if gives_something(s, seat) else GIVE_SOMETHING


def refuse_sending(s: State, seat: int) -> int:
    """MK-T5."""
    if s.stage[seat] != ASKING:
        return NOTHING_TO_ASK
    return OK if asks_something(s, seat) else NOTHING_TO_ASK


def legal_parts(s: State, seat: int, out: Runs) -> None:
    if s.stage[seat] == GIVING and gives_something(s, seat):
        offer(out, ASK, 1)
    if s.stage[seat] == ASKING and asks_something(s, seat):
        offer(out, SEND, 1)
    giver = seat if s.stage[seat] == GIVING else s.partner[seat]
    for plot in range(PLOTS):
        if s.may_be[seat][plot] & (1 << giver) and refuse_adding_deed(s, seat, plot) == OK:
            offer(out, ADD_DEED + plot, 1)
    possible = [0] * KINDS
    for card in range(PLOTS, CARDS):
        if s.may_be[seat][card] & (1 << giver):
            possible[kind_of(card)] += 1
    for kind in range(KINDS):
        if possible[kind] > 0 and refuse_adding_permit(s, seat, kind) == OK:
            offer(out, ADD_PERMIT + kind, 1)
    if most_cash(s, seat) > 0:
        offer(out, ADD_CASH, most_cash(s, seat))


# ---------------------------------------------------------------- adding it


def begin_offer(s: State, seat: int, partner: int) -> None:
    """MK-T4."""
    s.partner[seat] = partner
    s.stage[seat] = GIVING


def add_deed(s: State, seat: int, plot: int) -> None:
    side = GIVEN if s.stage[seat] == GIVING else WANTED
    s.offer_deed[seat][plot] = side
    s.offer_deeds[seat][side - 1] += 1


def add_permit(s: State, seat: int, kind: int) -> None:
    if s.stage[seat] == GIVING:
        s.offer_give[seat][kind] += 1
    else:
        s.offer_ask[seat][kind] += 1


def add_cash(s: State, seat: int, amount: int) -> None:
    s.offer_cash[seat] = amount if s.stage[seat] == GIVING else -amount
