"""Trading: offers between two players, in two windows a year."""

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
from .cards import cards_in_hand, holds_deed, permits_of_kind
from .events import DONE_TRADING, OFFER_LAPSED, OFFER_LIES, OFFER_MADE, OFFER_REFUSED, OFFER_WITHDRAWN, TRADING_OPENED
from .exchange import exchange, show_promised
from .offers import (
    ASKING,
    FREE,
    GIVEN,
    GIVING,
    WANTED,
    asks_something,
    clear_offer,
    count_deeds,
    gives_something,
    holds_what_is_asked,
    may_hold_permits,
    most_cash,
    permits_asked,
    still_holds_offer,
)
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
    NOT_HELD_BY_PARTNER,
    NOT_ONES_TO_GIVE,
    NOT_THE_TIME,
    NOT_WHAT_IS_ASKED,
    NOTHING_TO_ASK,
    OFFER_OPEN,
    OFFER_TOO_HIGH,
)
from .seats import left_of
from .shapes import FIRST_WINDOW, KINDS, NONE, PLOTS
from .state import State

# ---------------------------------------------------------------- windows


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
    """MK-T2, MK-T8: what lies open lapses."""
    for seat in range(s.players):
        if s.offer_to[seat] != NONE:
            tell(s, OFFER_LAPSED, seat, s.offer_to[seat])
            clear_offer(s, seat)
    s.phase = BEGIN_BIDS if s.window == FIRST_WINDOW else BEGIN_POUCHES


# ---------------------------------------------------------------- making an offer


def why_not_partner(s: State, seat: int, partner: int) -> int:
    """MK-T3, MK-T5, MK-T8: somebody else, an offer left, and a card between us: cash is not exchanged for cash."""
    if partner >= s.players or partner == seat:
        return NO_SUCH_PARTNER
    if s.offers_sent[seat] >= s.offers:
        return NO_OFFERS_LEFT
    if s.offer_to[seat] != NONE:
        return OFFER_OPEN
    if cards_in_hand(s, seat) > 0:
        return OK
    return OK if s.cash[seat] > 0 and cards_in_hand(s, partner) > 0 else NOTHING_TO_ASK


def offer_trading(s: State, seat: int, out: Runs) -> None:
    """MK-T4, MK-T6 to MK-T9: parts of an offer, or answers and then what a speaker may do."""
    if s.stage[seat] != FREE:
        parts_to_add(s, seat, out)
        return
    for sender in range(s.players):
        if why_not_answer(s, seat, sender) == OK:
            offer(out, REFUSE(sender), 1)
            if holds_what_is_asked(s, seat, sender):
                offer(out, ACCEPT(sender), 1)
            if why_not_partner(s, seat, sender) == OK:
                offer(out, COUNTER(sender), 1)
    if s.asked_by != NONE:
        offer(out, LET_LIE(), 1)
        return
    offer(out, DONE(), 1)
    if s.offer_to[seat] != NONE:
        offer(out, WITHDRAW(), 1)
    for partner in range(s.players):
        if why_not_partner(s, seat, partner) == OK:
            offer(out, OFFER_TO(partner), 1)


def parts_to_add(s: State, seat: int, out: Runs) -> None:
    """MK-T4, MK-T5: only cards that the giver may hold are looked at."""
    if s.stage[seat] == GIVING and gives_something(s, seat):
        offer(out, ASK(), 1)
    if s.stage[seat] == ASKING and asks_something(s, seat):
        offer(out, SEND(), 1)
    giver = seat if s.stage[seat] == GIVING else s.partner[seat]
    if s.deeds_held[giver] > count_deeds(s, seat, GIVEN if giver == seat else WANTED):
        known = s.may_be[seat]
        holder = 1 << giver
        for plot in range(PLOTS):
            if known[plot] & holder and refuse_add_deed(s, seat, plot) == OK:
                offer(out, ADD_DEED(plot), 1)
    if s.permits_held[giver] > 0:
        for kind in range(KINDS):
            if refuse_add_permit(s, seat, kind) == OK:
                offer(out, ADD_PERMIT(kind), 1)
    if most_cash(s, seat) > 0:
        offer(out, ADD_CASH(1), most_cash(s, seat))


def why_not_speaking(s: State, seat: int) -> int:
    """MK-T4, MK-T6: not while one's own offer is unfinished, or before another is answered."""
    if s.stage[seat] != FREE:
        return COMPOSE_FIRST
    return OK if s.asked_by == NONE else ANSWER_FIRST


def next_speaker(s: State) -> None:
    """MK-T4: the turn to speak goes round."""
    s.asked_by = NONE
    s.speaker = left_of(s, s.speaker)
    s.seat = s.speaker


def refuse_offer_to(s: State, seat: int, partner: int) -> int:
    """MK-T4: on one's turn to speak."""
    refused = why_not_speaking(s, seat)
    return refused if refused != OK else why_not_partner(s, seat, partner)


def offer_to(s: State, seat: int, partner: int) -> None:
    """MK-T4: first comes what is given."""
    s.partner[seat] = partner
    s.stage[seat] = GIVING


def refuse_add_deed(s: State, seat: int, plot: int) -> int:
    """MK-T4: one's own deed to give, or one that the partner may hold to ask for."""
    if s.stage[seat] == FREE:
        return NOT_THE_TIME
    if s.offer_deed[seat][plot] != 0:
        return NOT_ONES_TO_GIVE if s.stage[seat] == GIVING else NOT_HELD_BY_PARTNER
    if s.stage[seat] == GIVING:
        return OK if holds_deed(s, seat, plot) else NOT_ONES_TO_GIVE
    partner = s.partner[seat]
    if s.may_be[seat][plot] & (1 << partner) == 0 or count_deeds(s, seat, WANTED) >= s.deeds_held[partner]:
        return NOT_HELD_BY_PARTNER
    return OK


def add_deed(s: State, seat: int, plot: int) -> None:
    """MK-T4: to what is given, or to what is asked for."""
    side = GIVEN if s.stage[seat] == GIVING else WANTED
    s.offer_deed[seat][plot] = side
    s.offer_deeds[seat][side - 1] += 1


def refuse_add_permit(s: State, seat: int, kind: int) -> int:
    """MK-T4: as many as one has, or as the partner may have."""
    if s.stage[seat] == FREE:
        return NOT_THE_TIME
    if s.stage[seat] == GIVING:
        return OK if permits_of_kind(s, seat, kind) > s.offer_give[seat][kind] else NOT_ONES_TO_GIVE
    partner = s.partner[seat]
    if may_hold_permits(s, seat, partner, kind) <= s.offer_ask[seat][kind]:
        return NOT_HELD_BY_PARTNER
    return OK if permits_asked(s, seat) < s.permits_held[partner] else NOT_HELD_BY_PARTNER


def add_permit(s: State, seat: int, kind: int) -> None:
    """MK-T4: to what is given, or to what is asked for."""
    if s.stage[seat] == GIVING:
        s.offer_give[seat][kind] += 1
    else:
        s.offer_ask[seat][kind] += 1


def refuse_add_cash(s: State, seat: int, amount: int) -> int:
    """MK-T4, MK-T5: one way only, and against a card."""
    if s.stage[seat] == FREE:
        return NOT_THE_TIME
    if s.offer_cash[seat] != 0:
        return CASH_ALREADY
    if s.stage[seat] == GIVING and cards_in_hand(s, s.partner[seat]) == 0:
        return NOTHING_TO_ASK
    return OK if amount <= most_cash(s, seat) else OFFER_TOO_HIGH


def add_cash(s: State, seat: int, amount: int) -> None:
    """MK-T4: what is given; below zero, what is asked for."""
    s.offer_cash[seat] = amount if s.stage[seat] == GIVING else -amount


def refuse_ask(s: State, seat: int) -> int:
    """MK-T5: not before something is given."""
    if s.stage[seat] == FREE:
        return NOT_THE_TIME
    return OK if s.stage[seat] == GIVING and gives_something(s, seat) else GIVE_SOMETHING


def ask(s: State, seat: int) -> None:
    """MK-T5: that is what is given; now what is asked for."""
    s.stage[seat] = ASKING


def refuse_send(s: State, seat: int) -> int:
    """MK-T5: not before something is asked for."""
    if s.stage[seat] == FREE:
        return NOT_THE_TIME
    return OK if s.stage[seat] == ASKING and asks_something(s, seat) else NOTHING_TO_ASK


def send(s: State, seat: int) -> None:
    """MK-T6: the partner sees it and is asked at once."""
    partner = s.partner[seat]
    s.partner[seat] = NONE
    s.stage[seat] = FREE
    s.offer_to[seat] = partner
    s.offers_sent[seat] += 1
    s.declines = 0
    if s.countering != NONE:
        decline_by_counter(s, seat)
    show_promised(s, seat, partner)
    tell(s, OFFER_MADE, seat, partner)
    s.asked_by = seat
    s.seat = partner


# ---------------------------------------------------------------- answering


def why_not_answer(s: State, seat: int, sender: int) -> int:
    """MK-T6: only an offer that lies before one; the one just made comes first."""
    if s.stage[seat] != FREE:
        return COMPOSE_FIRST
    if sender >= s.players or s.offer_to[sender] != seat:
        return NO_OFFER_FROM_THERE
    return OK if s.asked_by in (NONE, sender) else ANSWER_FIRST


def refuse_accept(s: State, seat: int, sender: int) -> int:
    """MK-T6: only with what is asked in hand."""
    refused = why_not_answer(s, seat, sender)
    if refused != OK:
        return refused
    return OK if holds_what_is_asked(s, seat, sender) else NOT_WHAT_IS_ASKED


def accept(s: State, seat: int, sender: int) -> None:
    """MK-T6, MK-T8: the exchange, at once; offers that can no longer be kept lapse."""
    exchange(s, sender, seat)
    clear_offer(s, sender)
    for other in range(s.players):
        if s.offer_to[other] != NONE and not still_holds_offer(s, other):
            tell(s, OFFER_LAPSED, other, s.offer_to[other])
            clear_offer(s, other)
    s.declines = 0
    next_speaker(s)


def refuse_refuse(s: State, seat: int, sender: int) -> int:
    """MK-T6: any offer that one may answer."""
    return why_not_answer(s, seat, sender)


def refuse(s: State, seat: int, sender: int) -> None:
    """MK-T6: the offer is gone."""
    tell(s, OFFER_REFUSED, seat, sender)
    clear_offer(s, sender)
    s.declines = 0
    next_speaker(s)


def refuse_let_lie(s: State, seat: int) -> int:
    """MK-T6: only the offer just made."""
    if s.stage[seat] != FREE:
        return COMPOSE_FIRST
    return OK if s.asked_by != NONE else NO_OPEN_OFFER


def let_lie(s: State, seat: int) -> None:
    """MK-T6: it is answered when the turn to speak comes."""
    tell(s, OFFER_LIES, seat, s.asked_by)
    next_speaker(s)


def refuse_counter(s: State, seat: int, sender: int) -> int:
    """MK-T7: an offer that one may answer, by one that one may make."""
    refused = why_not_answer(s, seat, sender)
    return refused if refused != OK else why_not_partner(s, seat, sender)


def counter(s: State, seat: int, sender: int) -> None:
    """MK-T7: another offer to its sender, while the first lies open until this one is sent."""
    s.countering = sender
    offer_to(s, seat, sender)


def decline_by_counter(s: State, seat: int) -> None:
    """MK-T7: the offer that is answered by another is declined with it."""
    tell(s, OFFER_REFUSED, seat, s.countering)
    clear_offer(s, s.countering)
    s.countering = NONE


# ---------------------------------------------------------------- what else a speaker may do


def refuse_withdraw(s: State, seat: int) -> int:
    """MK-T8: one's own offer that lies open."""
    refused = why_not_speaking(s, seat)
    if refused != OK:
        return refused
    return OK if s.offer_to[seat] != NONE else NO_OPEN_OFFER


def withdraw(s: State, seat: int) -> None:
    """MK-T8: it has been one of the seat's offers all the same."""
    tell(s, OFFER_WITHDRAWN, seat, s.offer_to[seat])
    clear_offer(s, seat)
    s.declines = 0
    next_speaker(s)


def refuse_done(s: State, seat: int) -> int:
    """MK-T9: on one's turn to speak."""
    return why_not_speaking(s, seat)


def done(s: State, seat: int) -> None:
    """MK-T9: the window closes when all have said so in a row."""
    tell(s, DONE_TRADING, seat)
    s.declines += 1
    if s.declines == s.players:
        close_window(s)
    else:
        next_speaker(s)
