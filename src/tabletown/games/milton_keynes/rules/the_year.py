"""The year: who decides, what comes after what, and the rounds in which everybody is asked."""

from tabletown.rulekit.dice import roll
from tabletown.rulekit.events import tell
from tabletown.rulekit.reasons import OK

from .bids_for_permits import begin_bids, pay_for_permits, settle_bids, settle_ties, share_permits, talk
from .building import begin_pouches
from .events import YEAR_BEGAN
from .inquiry_and_cash import begin_inquiry
from .land import stands_a_building
from .offers import FREE
from .phases import (
    BEGIN_BIDS,
    BEGIN_INQUIRY,
    BEGIN_POUCHES,
    BEGIN_REDEVELOP,
    BEGIN_SALE,
    BEGIN_TRADING_PHASE,
    BUILD,
    BY_ITSELF,
    DEMOLISH_PLAYED,
    END_SALE,
    NEW_YEAR,
    OVER,
    PAY_BRIBES,
    PAY_FOR_PERMITS,
    PLAY_DEMOLISH,
    PLAY_REDEVELOP,
    REDEVELOP_PLAYED,
    SEALED,
    SECOND_WINDOW,
    SETTLE_BIDS,
    SETTLE_TIES,
    SPRING,
    TALK,
    TRADE,
)
from .reasons import COMPOSE_FIRST, GAME_IS_OVER, NOT_THE_TIME, NOT_YOUR_DECISION
from .requisitions import ask_for_plots, build
from .seats import left_of
from .shapes import FIRST_WINDOW, LAST_WINDOW
from .state import State
from .the_sales import answer_lobby, begin_sale, end_sale, pay_bribes
from .trading import open_window


def pending(s: State) -> int:
    """MK-Y1: one seat decides, or all that owe a sealed answer."""
    if s.phase == OVER:
        return 0
    return s.owing + 0 if is_sealed(s) else 1 << s.seat


def is_sealed(s: State) -> bool:
    """MK-Y1: whether all that owe an answer give it secretly, at the same time."""
    return SEALED >> s.phase & 1 == 1


def refuse_deciding(s: State, seat: int) -> int:
    """MK-Y1, MK-E1: the others wait; after the end there is nothing to decide."""
    if s.phase == OVER:
        return GAME_IS_OVER
    return OK if pending(s) >> seat & 1 else NOT_YOUR_DECISION


def refuse_timing(s: State, seat: int) -> int:
    """MK-Y1, MK-T4: everything in its phase, and nothing while an offer is being put together."""
    return COMPOSE_FIRST if s.phase == TRADE and s.stage[seat] != FREE else NOT_THE_TIME


def carry_on(s: State) -> None:
    """MK-Y1, MK-Y2: everything that happens by itself, until somebody has to decide."""
    while s.phase >= BY_ITSELF:
        if s.phase < BEGIN_SALE:
            carry_on_new_year(s)
        elif s.phase < BEGIN_TRADING_PHASE:
            carry_on_sale(s)
        elif s.phase < BEGIN_POUCHES:
            carry_on_trading(s)
        else:
            carry_on_building(s)


def carry_on_new_year(s: State) -> None:
    """MK-Y1, MK-Y2: Demolish, Inquiry and cash, Redevelop."""
    if s.phase == NEW_YEAR:
        begin_year(s)
        ask_in_turn(s, s.first, PLAY_DEMOLISH, BEGIN_INQUIRY)
    elif s.phase == DEMOLISH_PLAYED:
        ask_in_turn(s, left_of(s, s.seat), PLAY_DEMOLISH, BEGIN_INQUIRY)
    elif s.phase == BEGIN_INQUIRY:
        begin_inquiry(s)
    elif s.phase == BEGIN_REDEVELOP:
        s.season = SPRING
        ask_in_turn(s, s.first, PLAY_REDEVELOP, BEGIN_SALE)
    elif s.phase == REDEVELOP_PLAYED:
        ask_in_turn(s, left_of(s, s.seat), PLAY_REDEVELOP, BEGIN_SALE)


def carry_on_sale(s: State) -> None:
    """MK-Y1: the Spring sale, then the Autumn sale."""
    if s.phase == BEGIN_SALE:
        begin_sale(s)
    elif s.phase == PAY_BRIBES:
        pay_bribes(s)
    elif s.phase == END_SALE:
        end_sale(s)


def carry_on_trading(s: State) -> None:
    """MK-Y1, MK-T2: a window, the bids for permits, and a second window."""
    if s.phase == BEGIN_TRADING_PHASE:
        share_permits(s)
        open_window(s, FIRST_WINDOW)
    elif s.phase == BEGIN_BIDS:
        begin_bids(s)
    elif s.phase == SETTLE_BIDS:
        settle_bids(s)
    elif s.phase == SETTLE_TIES:
        settle_ties(s)
    elif s.phase == TALK:
        talk(s)
    elif s.phase == PAY_FOR_PERMITS:
        pay_for_permits(s)
    elif s.phase == SECOND_WINDOW:
        open_window(s, LAST_WINDOW)


def carry_on_building(s: State) -> None:
    """MK-Y1: pouches, requisitions, and everything is placed."""
    if s.phase == BEGIN_POUCHES:
        begin_pouches(s)
    elif s.phase == BUILD:
        build(s)
    else:
        ask_for_plots(s)


def begin_year(s: State) -> None:
    """MK-Y1, MK-Y3: a seat is drawn that is asked first all year."""
    s.year += 1
    s.deeds_left_at_new_year = s.deeds_left
    s.first = roll(s, s.players)
    tell(s, YEAR_BEGAN, s.year, s.deeds_left, s.first)


def ask_in_turn(s: State, seat: int, phase: int, otherwise: int) -> None:
    """MK-Y3: everybody is asked, from a seat on; nobody when there is no building."""
    s.declines = 0
    s.seat = seat
    s.phase = phase if stands_a_building(s) else otherwise


def decline(s: State, seat: int) -> None:
    """MK-Y3, MK-L5: no Demolish, no Redevelop, no Lobby; what is asked in turn ends when all in a row say so."""
    if s.phase == PLAY_DEMOLISH:
        decline_in_turn(s, BEGIN_INQUIRY)
    elif s.phase == PLAY_REDEVELOP:
        decline_in_turn(s, BEGIN_SALE)
    else:
        answer_lobby(s, seat, 0)


def decline_in_turn(s: State, afterwards: int) -> None:
    """MK-Y3: it goes round until all in a row have declined."""
    s.declines += 1
    s.seat = left_of(s, s.seat)
    if s.declines == s.players:
        s.phase = afterwards
