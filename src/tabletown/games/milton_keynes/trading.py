"""MK-T: offers between two players, in two windows a year."""

from tabletown.rulekit.events import tell
from tabletown.rulekit.reasons import OK
from tabletown.rulekit.runs import Runs, offer

from .actions import (
    ACCEPT,
    ADD_CASH,
    ADD_DEED,
    ADD_PERMIT,
    ASK,
    COUNTER,
    DONE,
    LET_LIE,
    OFFER_TO,
    REFUSE,
    SEND,
    WITHDRAW,
)
from .cards import blur, cards_in_hand, holds_deed, kind_of, permits_of_kind, pick_permit, rule_out_hand
from .events import (
    DEED_HANDED,
    DONE_TRADING,
    OFFER_LAPSED,
    OFFER_LIES,
    OFFER_MADE,
    OFFER_REFUSED,
    OFFER_WITHDRAWN,
    PERMIT_HANDED,
    TRADE_GIVEN,
    TRADE_PAID,
    TRADING_OPENED,
)
from .figures import FIRST_PERMIT
from .phases import BEGIN_BIDS, BEGIN_POUCHES, TRADE
from .reasons import (
    ANSWER_FIRST,
    CASH_ALREADY,
    COMPOSE_FIRST,
    GIVE_SOMETHING,
    NO_OFFER_FROM_THERE,
    NO_OFFERS_LEFT,
    NO_OPEN_OFFER,
    NO_SUCH_PARTNER,
    NOT_HELD,
    NOT_HELD_BY_PARTNER,
    NOT_WHAT_IS_ASKED,
    NOTHING_TO_ASK,
    OFFER_OPEN,
    TOO_LITTLE_CASH,
)
from .shapes import CARDS, KINDS, NONE, PLOTS, SEATS, VIEWERS
from .state import State

FREE, GIVING, ASKING = range(3)
"""Stages of putting an offer together."""
GIVEN, WANTED = 1, 2
FIRST_WINDOW, LAST_WINDOW = 1, 2


def open_window(s: State, window: int) -> None:
    """MK-T2, MK-T3: everybody's offers are counted anew. Without offers there is no window."""
    s.window = window
    s.declines = 0
    s.asked_by = NONE
    for seat in range(s.players):
        s.offers_sent[seat] = 0
    if s.offers == 0:
        close_window(s)
        return
    s.speaker = s.first
    s.seat = s.first
    s.phase = TRADE
    tell(s, TRADING_OPENED, window)


def close_window(s: State) -> None:
    for seat in range(s.players):
        if s.offer_to[seat] != NONE:
            tell(s, OFFER_LAPSED, seat, s.offer_to[seat])
            clear_offer(s, seat)
    s.phase = BEGIN_BIDS if s.window == FIRST_WINDOW else BEGIN_POUCHES


def clear_offer(s: State, seat: int) -> None:
    s.offer_to[seat] = NONE
    s.offer_cash[seat] = 0
    s.offer_deeds[seat][0] = s.offer_deeds[seat][1] = 0
    for plot in range(PLOTS):
        s.offer_deed[seat][plot] = 0
    for kind in range(KINDS):
        s.offer_give[seat][kind] = 0
        s.offer_ask[seat][kind] = 0


# ---------------------------------------------------------------- what may be put into an offer


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


def refuse_partner(s: State, seat: int, partner: int) -> int:
    """MK-T3, MK-T5, MK-T8: somebody else with something to give for something I have, and an offer left."""
    if partner >= s.players or partner == seat:
        return NO_SUCH_PARTNER
    if s.offers_sent[seat] >= s.offers:
        return NO_OFFERS_LEFT
    if s.offer_to[seat] != NONE:
        return OFFER_OPEN
    mine = cards_in_hand(s, seat)
    theirs = cards_in_hand(s, partner)
    if (mine == 0 and s.cash[seat] == 0) or (theirs == 0 and s.cash[partner] == 0) or mine + theirs == 0:
        return NOTHING_TO_ASK
    return OK


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


# ---------------------------------------------------------------- who may do what


def holds_what_is_asked(s: State, seat: int, sender: int) -> bool:
    """MK-T6."""
    for plot in range(PLOTS):
        if s.offer_deed[sender][plot] == WANTED and not holds_deed(s, seat, plot):
            return False
    for kind in range(KINDS):
        if s.offer_ask[sender][kind] > 0 and permits_of_kind(s, seat, kind) < s.offer_ask[sender][kind]:
            return False
    return s.cash[seat] >= -s.offer_cash[sender]


def still_holds_offer(s: State, sender: int) -> bool:
    """MK-T8: whether the sender can still keep his word."""
    for plot in range(PLOTS):
        if s.offer_deed[sender][plot] == GIVEN and not holds_deed(s, sender, plot):
            return False
    for kind in range(KINDS):
        if s.offer_give[sender][kind] > 0 and permits_of_kind(s, sender, kind) < s.offer_give[sender][kind]:
            return False
    return s.cash[sender] >= s.offer_cash[sender]


def refuse_answer(s: State, seat: int, sender: int) -> int:
    """MK-T6: only an offer that lies before one; the one just made comes first."""
    if s.stage[seat] != FREE:
        return COMPOSE_FIRST
    if sender >= s.players or s.offer_to[sender] != seat:
        return NO_OFFER_FROM_THERE
    return OK if s.asked_by in (NONE, sender) else ANSWER_FIRST


def refuse_accepting(s: State, seat: int, sender: int) -> int:
    refused = refuse_answer(s, seat, sender)
    if refused != OK:
        return refused
    return OK if holds_what_is_asked(s, seat, sender) else NOT_WHAT_IS_ASKED


def refuse_countering(s: State, seat: int, sender: int) -> int:
    """MK-T7."""
    refused = refuse_answer(s, seat, sender)
    return refused if refused != OK else refuse_partner(s, seat, sender)


def refuse_offering(s: State, seat: int, partner: int) -> int:
    refused = refuse_speaking(s, seat)
    return refused if refused != OK else refuse_partner(s, seat, partner)


def refuse_speaking(s: State, seat: int) -> int:
    if s.stage[seat] != FREE:
        return COMPOSE_FIRST
    return OK if s.asked_by == NONE else ANSWER_FIRST


def refuse_withdrawing(s: State, seat: int) -> int:
    """MK-T8."""
    refused = refuse_speaking(s, seat)
    if refused != OK:
        return refused
    return OK if s.offer_to[seat] != NONE else NO_OPEN_OFFER


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


def legal_trade(s: State, seat: int, out: Runs) -> None:
    if s.stage[seat] != FREE:
        legal_parts(s, seat, out)
        return
    for sender in range(s.players):
        if refuse_answer(s, seat, sender) == OK:
            offer(out, REFUSE + sender, 1)
            if holds_what_is_asked(s, seat, sender):
                offer(out, ACCEPT + sender, 1)
            if refuse_partner(s, seat, sender) == OK:
                offer(out, COUNTER + sender, 1)
    if s.asked_by != NONE:
        offer(out, LET_LIE, 1)
        return
    offer(out, DONE, 1)
    if s.offer_to[seat] != NONE:
        offer(out, WITHDRAW, 1)
    for partner in range(s.players):
        if refuse_partner(s, seat, partner) == OK:
            offer(out, OFFER_TO + partner, 1)


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


# ---------------------------------------------------------------- putting together and sending


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


def send_offer(s: State, seat: int) -> None:
    """MK-T6: the partner sees it and is asked at once. What is promised he now knows to be there."""
    partner = s.partner[seat]
    s.partner[seat] = NONE
    s.stage[seat] = FREE
    s.offer_to[seat] = partner
    s.offers_sent[seat] += 1
    s.declines = 0
    for plot in range(PLOTS):
        if s.offer_deed[seat][plot] == GIVEN:
            s.may_be[partner][plot] = 1 << seat
    for kind in range(KINDS):
        show_permits(s, partner, seat, kind, s.offer_give[seat][kind])
    tell(s, OFFER_MADE, seat, partner)
    s.asked_by = seat
    s.countering = NONE
    s.seat = partner


def show_permits(s: State, viewer: int, seat: int, kind: int, count: int) -> None:
    """The viewer learns that the seat holds so many permits of the kind."""
    for card in range(FIRST_PERMIT[kind], FIRST_PERMIT[kind + 1]):
        if s.place[card] == seat and s.may_be[viewer][card] == 1 << seat:
            count -= 1
    for card in range(FIRST_PERMIT[kind], FIRST_PERMIT[kind + 1]):
        if count > 0 and s.place[card] == seat and s.may_be[viewer][card] != 1 << seat:
            s.may_be[viewer][card] = 1 << seat
            count -= 1


# ---------------------------------------------------------------- answering


def next_speaker(s: State) -> None:
    s.asked_by = NONE
    s.speaker = (s.speaker + 1) % s.players
    s.seat = s.speaker


def refuse_offer(s: State, seat: int, sender: int) -> None:
    tell(s, OFFER_REFUSED, seat, sender)
    clear_offer(s, sender)
    s.declines = 0
    next_speaker(s)


def let_lie(s: State, seat: int) -> None:
    tell(s, OFFER_LIES, seat, s.asked_by)
    next_speaker(s)


def counter(s: State, seat: int, sender: int) -> None:
    """MK-T7: the first offer is declined; mine goes back to its sender."""
    tell(s, OFFER_REFUSED, seat, sender)
    clear_offer(s, sender)
    s.asked_by = NONE
    s.countering = sender
    begin_offer(s, seat, sender)


def withdraw(s: State, seat: int) -> None:
    """MK-T8."""
    tell(s, OFFER_WITHDRAWN, seat, s.offer_to[seat])
    clear_offer(s, seat)
    s.declines = 0
    next_speaker(s)


def done_trading(s: State, seat: int) -> None:
    """MK-T9."""
    tell(s, DONE_TRADING, seat)
    s.declines += 1
    if s.declines == s.players:
        close_window(s)
    else:
        next_speaker(s)


def accept(s: State, seat: int, sender: int) -> None:
    """MK-T1, MK-T10: the exchange, at once; others see how much, not what."""
    tell_trade(s, sender, seat)
    exchange_deeds(s, sender, seat)
    exchange_permits(s, sender, seat)
    s.cash[sender] -= s.offer_cash[sender]
    s.cash[seat] += s.offer_cash[sender]
    rule_out_hand(s, sender)
    rule_out_hand(s, seat)
    clear_offer(s, sender)
    for other in range(s.players):
        if s.offer_to[other] != NONE and not still_holds_offer(s, other):
            tell(s, OFFER_LAPSED, other, s.offer_to[other])
            clear_offer(s, other)
    s.declines = 0
    next_speaker(s)


def tell_trade(s: State, sender: int, seat: int) -> None:
    given = 0
    asked = 0
    for kind in range(KINDS):
        given += s.offer_give[sender][kind]
        asked += s.offer_ask[sender][kind]
    tell(s, TRADE_GIVEN, sender, seat, count_deeds(s, sender, GIVEN), given)
    tell(s, TRADE_GIVEN, seat, sender, count_deeds(s, sender, WANTED), asked)
    if s.offer_cash[sender] > 0:
        tell(s, TRADE_PAID, sender, seat, s.offer_cash[sender])
    elif s.offer_cash[sender] < 0:
        tell(s, TRADE_PAID, seat, sender, -s.offer_cash[sender])


def hand_over(s: State, card: int, giver: int, taker: int) -> None:
    """Only the two know where the card is now."""
    s.place[card] = taker
    s.may_be[giver][card] = 1 << taker
    s.may_be[taker][card] = 1 << taker


def blur_hands(s: State, first: int, last: int, one: int, other: int, given: int, returned: int) -> None:
    """What third parties knew to be with one may be with the other now."""
    for viewer in range(VIEWERS):
        if viewer not in (one, other):
            for card in range(first, last):
                before = s.may_be[viewer][card]
                if given > 0:
                    blur(s, viewer, card, one, other)
                if returned > 0 and before & (1 << other):
                    s.may_be[viewer][card] |= 1 << one


def exchange_deeds(s: State, sender: int, seat: int) -> None:
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
    given = 0
    asked = 0
    moves = [0] * CARDS
    for kind in range(KINDS):
        for _ in range(s.offer_give[sender][kind]):
            card = pick_permit(s, sender, kind)
            s.place[card] = SEATS
            moves[card] = GIVEN
            given += 1
            tell(s, PERMIT_HANDED, sender, seat, kind)
        for _ in range(s.offer_ask[sender][kind]):
            card = pick_permit(s, seat, kind)
            s.place[card] = SEATS
            moves[card] = WANTED
            asked += 1
            tell(s, PERMIT_HANDED, seat, sender, kind)
    if given + asked == 0:
        return
    blur_hands(s, PLOTS, CARDS, sender, seat, given, asked)
    for card in range(PLOTS, CARDS):
        if moves[card] == GIVEN:
            hand_over(s, card, sender, seat)
        elif moves[card] == WANTED:
            hand_over(s, card, seat, sender)
    s.permits_held[sender] += asked - given
    s.permits_held[seat] += given - asked
