"""What lies in an offer, part by part."""

from tabletown.rulekit.rows import fill_row

from .cards import cards_in_hand, holds_deed, permits_of_kind
from .figures import BANK, FIRST_PERMIT
from .shapes import KINDS, NONE, PLOTS
from .state import State

FREE, GIVING, ASKING = range(3)
"""Stages of putting an offer together."""
GIVEN, WANTED = 1, 2


def clear_offer(s: State, seat: int) -> None:
    """MK-T4: the seat offers nothing to anybody."""
    s.offer_to[seat] = NONE
    s.offer_cash[seat] = 0
    if has_deeds(s, seat):
        s.offer_deeds[seat][0] = s.offer_deeds[seat][1] = 0
        fill_row(s.offer_deed[seat], 0)
    fill_row(s.offer_give[seat], 0)
    fill_row(s.offer_ask[seat], 0)


def count_deeds(s: State, seat: int, side: int) -> int:
    return s.offer_deeds[seat][side - 1] + 0


def has_deeds(s: State, seat: int) -> bool:
    """MK-T4: given or asked for; without any nobody need look for them."""
    return count_deeds(s, seat, GIVEN) != 0 or count_deeds(s, seat, WANTED) != 0


def permits_given(s: State, seat: int) -> int:
    count = 0
    for kind in range(KINDS):
        count += s.offer_give[seat][kind]
    return count


def permits_asked(s: State, seat: int) -> int:
    count = 0
    for kind in range(KINDS):
        count += s.offer_ask[seat][kind]
    return count


def may_hold_permits(s: State, viewer: int, seat: int, kind: int) -> int:
    """MK-T4: how many permits of a kind another may hold, as far as the viewer knows."""
    count = 0
    known = s.may_be[viewer]
    hand = 1 << seat
    for card in range(FIRST_PERMIT[kind], FIRST_PERMIT[kind + 1]):
        if known[card] & hand:
            count += 1
    return min(count, s.permits_held[seat])


def most_cash(s: State, seat: int) -> int:
    """MK-T4, MK-T5: cash goes one way; who gives it must get a card for it, and what may be asked tells no purse."""
    partner = s.partner[seat]
    if s.offer_cash[seat] != 0:
        return 0
    if s.stage[seat] == GIVING:
        return s.cash[seat] if cards_in_hand(s, partner) > 0 else 0
    return BANK


def gives_something(s: State, seat: int) -> bool:
    """MK-T5: one side of it."""
    for kind in range(KINDS):
        if s.offer_give[seat][kind] > 0:
            return True
    return s.offer_cash[seat] > 0 or count_deeds(s, seat, GIVEN) > 0


def asks_something(s: State, seat: int) -> bool:
    """MK-T5: the other side of it."""
    for kind in range(KINDS):
        if s.offer_ask[seat][kind] > 0:
            return True
    return s.offer_cash[seat] < 0 or count_deeds(s, seat, WANTED) > 0


def holds_what_is_asked(s: State, seat: int, sender: int) -> bool:
    """MK-T6: whether the seat could accept."""
    if count_deeds(s, sender, WANTED) > 0:
        for plot in range(PLOTS):
            if s.offer_deed[sender][plot] == WANTED and not holds_deed(s, seat, plot):
                return False
    for kind in range(KINDS):
        if s.offer_ask[sender][kind] > 0 and permits_of_kind(s, seat, kind) < s.offer_ask[sender][kind]:
            return False
    return s.cash[seat] >= -s.offer_cash[sender]


def still_holds_offer(s: State, sender: int) -> bool:
    """MK-T8: whether the sender can still keep their word."""
    if count_deeds(s, sender, GIVEN) > 0:
        for plot in range(PLOTS):
            if s.offer_deed[sender][plot] == GIVEN and not holds_deed(s, sender, plot):
                return False
    for kind in range(KINDS):
        if s.offer_give[sender][kind] > 0 and permits_of_kind(s, sender, kind) < s.offer_give[sender][kind]:
            return False
    return s.cash[sender] >= s.offer_cash[sender]
