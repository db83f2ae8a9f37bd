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
    DISAGREE,
    DONE,
    LET_LIE,
    OFFER_TO,
    REFUSE,
    SEND,
    WITHDRAW,
)
from .cards import cards_in_hand, rule_out_hand
from .events import DONE_TRADING, OFFER_LAPSED, OFFER_LIES, OFFER_MADE, OFFER_REFUSED, OFFER_WITHDRAWN, TRADING_OPENED
from .exchange import exchange_deeds, exchange_permits, holds_what_is_asked, show_permits, still_holds_offer, tell_trade
from .offers import (
    ASKING,
    FREE,
    GIVEN,
    add_cash,
    add_deed,
    add_permit,
    begin_offer,
    clear_offer,
    legal_parts,
    refuse_adding_cash,
    refuse_adding_deed,
    refuse_adding_permit,
    refuse_asking,
    refuse_sending,
)
from .phases import BEGIN_BIDS, BEGIN_POUCHES, TRADE
from .reasons import (
    ANSWER_FIRST,
    COMPOSE_FIRST,
    NO_OFFER_FROM_THERE,
    NO_OFFERS_LEFT,
    NO_OPEN_OFFER,
    NO_SUCH_PARTNER,
    NOT_THE_TIME,
    NOT_WHAT_IS_ASKED,
    NOTHING_TO_ASK,
    OFFER_OPEN,
)
from .shapes import KINDS, NONE, PLOTS
from .state import State

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


# ---------------------------------------------------------------- who may do what


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


def refuse_speaking(s: State, seat: int) -> int:
    if s.stage[seat] != FREE:
        return COMPOSE_FIRST
    return OK if s.asked_by == NONE else ANSWER_FIRST


def refuse_offering(s: State, seat: int, partner: int) -> int:
    refused = refuse_speaking(s, seat)
    return refused if refused != OK else refuse_partner(s, seat, partner)


def refuse_withdrawing(s: State, seat: int) -> int:
    """MK-T8."""
    refused = refuse_speaking(s, seat)
    if refused != OK:
        return refused
    return OK if s.offer_to[seat] != NONE else NO_OPEN_OFFER


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


# ---------------------------------------------------------------- sending and answering


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


# ---------------------------------------------------------------- what may be done here, and what it does


def refuse_trading(s: State, seat: int, action: int) -> int:
    if s.stage[seat] != FREE:
        return refuse_parts(s, seat, action)
    if action == DONE:
        return refuse_speaking(s, seat)
    if action == WITHDRAW:
        return refuse_withdrawing(s, seat)
    if action == LET_LIE:
        return OK if s.asked_by != NONE else NO_OPEN_OFFER
    if REFUSE <= action < DISAGREE:
        return refuse_answer(s, seat, action - REFUSE)
    if ACCEPT <= action < COUNTER:
        return refuse_accepting(s, seat, action - ACCEPT)
    if COUNTER <= action < LET_LIE:
        return refuse_countering(s, seat, action - COUNTER)
    if OFFER_TO <= action < ADD_DEED:
        return refuse_offering(s, seat, action - OFFER_TO)
    return NOT_THE_TIME


def refuse_parts(s: State, seat: int, action: int) -> int:
    if action == ASK:
        return refuse_asking(s, seat)
    if action == SEND:
        return refuse_sending(s, seat)
    if ADD_DEED <= action < ADD_PERMIT:
        return refuse_adding_deed(s, seat, action - ADD_DEED)
    if ADD_PERMIT <= action < ADD_CASH:
        return refuse_adding_permit(s, seat, action - ADD_PERMIT)
    if ADD_CASH <= action < ACCEPT:
        return refuse_adding_cash(s, seat, action - ADD_CASH + 1)
    return COMPOSE_FIRST


def apply_trade(s: State, seat: int, action: int) -> None:
    if s.stage[seat] != FREE:
        apply_part(s, seat, action)
    elif action == DONE:
        done_trading(s, seat)
    elif action == LET_LIE:
        let_lie(s, seat)
    elif action == WITHDRAW:
        withdraw(s, seat)
    elif action < DISAGREE:
        refuse_offer(s, seat, action - REFUSE)
    elif action < ADD_DEED:
        begin_offer(s, seat, action - OFFER_TO)
    elif action < COUNTER:
        accept(s, seat, action - ACCEPT)
    else:
        counter(s, seat, action - COUNTER)


def apply_part(s: State, seat: int, action: int) -> None:
    if action == ASK:
        s.stage[seat] = ASKING
    elif action == SEND:
        send_offer(s, seat)
    elif action < ADD_PERMIT:
        add_deed(s, seat, action - ADD_DEED)
    elif action < ADD_CASH:
        add_permit(s, seat, action - ADD_PERMIT)
    else:
        add_cash(s, seat, action - ADD_CASH + 1)
