"""Cards and cash change hands, and what the others can still know of it."""

from tabletown.rulekit.events import tell

from .cards import pick_permit, rule_out_hand
from .events import DEED_HANDED, PERMIT_HANDED, TRADE_GIVEN, TRADE_PAID
from .figures import FIRST_PERMIT
from .offers import GIVEN, WANTED, count_deeds, permits_asked, permits_given
from .shapes import CARDS, KINDS, PLOTS, SEATS, VIEWERS
from .state import State


def exchange(s: State, sender: int, seat: int) -> None:
    """MK-T1: everything at once, both ways."""
    tell_trade(s, sender, seat)
    exchange_deeds(s, sender, seat)
    exchange_permits(s, sender, seat)
    s.cash[sender] -= s.offer_cash[sender]
    s.cash[seat] += s.offer_cash[sender]
    rule_out_hand(s, sender)
    rule_out_hand(s, seat)


def exchange_deeds(s: State, sender: int, seat: int) -> None:
    """MK-T1: both ways."""
    given = count_deeds(s, sender, GIVEN)
    asked = count_deeds(s, sender, WANTED)
    if given + asked == 0:
        return
    blur_hands(s, 0, PLOTS, sender, seat, given, asked)
    for plot in range(PLOTS):
        if s.offer_deed[sender][plot] == GIVEN:
            hand_over(s, plot, sender, seat)
            tell(s, DEED_HANDED, sender, seat, plot)
        elif s.offer_deed[sender][plot] == WANTED:
            hand_over(s, plot, seat, sender)
            tell(s, DEED_HANDED, seat, sender, plot)
    s.deeds_held[sender] += asked - given
    s.deeds_held[seat] += given - asked


def exchange_permits(s: State, sender: int, seat: int) -> None:
    """MK-T1: all are picked before any is handed over, so that none comes back."""
    given = permits_given(s, sender)
    asked = permits_asked(s, sender)
    if given + asked == 0:
        return
    moves = [0] * CARDS
    for kind in range(KINDS):
        for _ in range(s.offer_give[sender][kind]):
            card = pick_permit(s, sender, kind)
            s.place[card] = SEATS
            moves[card] = GIVEN
            tell(s, PERMIT_HANDED, sender, seat, kind)
        for _ in range(s.offer_ask[sender][kind]):
            card = pick_permit(s, seat, kind)
            s.place[card] = SEATS
            moves[card] = WANTED
            tell(s, PERMIT_HANDED, seat, sender, kind)
    blur_hands(s, PLOTS, CARDS, sender, seat, given, asked)
    for card in range(PLOTS, CARDS):
        if moves[card] == GIVEN:
            hand_over(s, card, sender, seat)
        elif moves[card] == WANTED:
            hand_over(s, card, seat, sender)
    s.permits_held[sender] += asked - given
    s.permits_held[seat] += given - asked


def tell_trade(s: State, sender: int, seat: int) -> None:
    """MK-T10: the table sees how much, not what."""
    tell(s, TRADE_GIVEN, sender, seat, count_deeds(s, sender, GIVEN), permits_given(s, sender))
    tell(s, TRADE_GIVEN, seat, sender, count_deeds(s, sender, WANTED), permits_asked(s, sender))
    if s.offer_cash[sender] > 0:
        tell(s, TRADE_PAID, sender, seat, s.offer_cash[sender])
    elif s.offer_cash[sender] < 0:
        tell(s, TRADE_PAID, seat, sender, -s.offer_cash[sender])


def hand_over(s: State, card: int, giver: int, taker: int) -> None:
    """MK-T10: only the two know where the card is now."""
    s.place[card] = taker
    s.may_be[giver][card] = 1 << taker
    s.may_be[taker][card] = 1 << taker


def show_promised(s: State, sender: int, partner: int) -> None:
    """MK-T10: whoever is made an offer knows that what it promises is there."""
    if count_deeds(s, sender, GIVEN) > 0:
        for plot in range(PLOTS):
            if s.offer_deed[sender][plot] == GIVEN:
                s.may_be[partner][plot] = 1 << sender
    for kind in range(KINDS):
        if s.offer_give[sender][kind] > 0:
            show_permits(s, partner, sender, kind, s.offer_give[sender][kind])


def show_permits(s: State, viewer: int, seat: int, kind: int, count: int) -> None:
    """MK-T10: the viewer learns that the seat holds so many permits of the kind."""
    for card in range(FIRST_PERMIT[kind], FIRST_PERMIT[kind + 1]):
        if s.place[card] == seat and s.may_be[viewer][card] == 1 << seat:
            count -= 1
    for card in range(FIRST_PERMIT[kind], FIRST_PERMIT[kind + 1]):
        if count > 0 and s.place[card] == seat and s.may_be[viewer][card] != 1 << seat:
            s.may_be[viewer][card] = 1 << seat
            count -= 1


def blur_hands(s: State, first: int, last: int, one: int, other: int, given: int, returned: int) -> None:
    """MK-T10: what third parties knew to be with one may be with the other now."""
    for viewer in range(VIEWERS):
        if viewer not in (one, other):
            for card in range(first, last):
                before = s.may_be[viewer][card]
                if given > 0 and before & (1 << one):
                    s.may_be[viewer][card] |= 1 << other
                if returned > 0 and before & (1 << other):
                    s.may_be[viewer][card] |= 1 << one
