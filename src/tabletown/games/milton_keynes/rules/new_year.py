"""MK-Y2, MK-D, MK-Q, MK-I, MK-R: what happens around the collection of cash."""

from tabletown.rulekit.dice import roll
from tabletown.rulekit.events import tell
from tabletown.rulekit.reasons import OK
from tabletown.rulekit.runs import Runs, offer

from .actions import BRIBE_WITH, BUY_DEED, DECLINE, DEMOLISH_AT, INQUIRE, LEAVE_DEED, LOBBY_WITH, REDEVELOP_AT
from .cards import permits_of_kind, play_permit, show_place, take_deed_openly
from .events import (
    COLLECTED,
    CREDIT_CRUNCH,
    DEED_RETURNED,
    DEED_TAKEN,
    DEMOLISHED,
    INQUIRED,
    PUT_BACK,
    REDEVELOPED,
    TILE_RETURNED,
    YEAR_BEGAN,
)
from .figures import BRIEFCASE, DEMOLISHED_DEED_PRICE, GRANT, INQUIRY_STEP, RAIL_END, RIVER, ROUNDABOUT
from .land import buildings_on_map, count_blocks, first_plot, internal_walls, remove_block
from .phases import (
    BEGIN_INQUIRY,
    BEGIN_REDEVELOP,
    BEGIN_SALE,
    PLAY_DEMOLISH,
    PLAY_INQUIRY,
    PLAY_REDEVELOP,
    SPRING,
    TAKE_DEED,
)
from .reasons import (
    NO_BUILDING_THERE,
    NO_SUCH_PERMIT,
    NOT_BY_THIS_PLOT,
    NOT_ON_THE_EDGE,
    NOT_THE_TIME,
    NOT_YOUR_BUILDING,
    TOO_LITTLE_CASH,
)
from .shapes import DEMOLISH, INQUIRY, ON_OFFER, OUT_OF_GAME, PLOTS, REDEVELOP
from .state import State


def everybody(s: State) -> int:
    return (1 << s.players) - 1


def begin_year(s: State) -> None:
    """MK-Y1, MK-Y2: a seat is drawn that is asked first all year."""
    s.year += 1
    s.deeds_left_at_new_year = s.deeds_left
    s.first = roll(s, s.players)
    tell(s, YEAR_BEGAN, s.year, s.deeds_left, s.first)
    ask_round(s, PLAY_DEMOLISH, BEGIN_INQUIRY)


def ask_round(s: State, phase: int, otherwise: int) -> None:
    """MK-Y3: everybody is asked in turn; nobody when there is no building."""
    s.declines = 0
    s.seat = s.first
    s.phase = phase if buildings_on_map(s) > 0 else otherwise


def decline_in_turn(s: State, afterwards: int) -> None:
    """MK-Y3: it goes round until all in a row have declined."""
    s.declines += 1
    s.seat = (s.seat + 1) % s.players
    if s.declines == s.players:
        s.phase = afterwards


def acted_in_turn(s: State, afterwards: int) -> None:
    s.declines = 0
    s.seat = (s.seat + 1) % s.players
    if buildings_on_map(s) == 0:
        s.phase = afterwards


# ---------------------------------------------------------------- Demolish


def refuse_demolish(s: State, seat: int, plot: int) -> int:
    """MK-D1, MK-D2."""
    if permits_of_kind(s, seat, DEMOLISH) == 0:
        return NO_SUCH_PERMIT
    if s.building[plot] == 0:
        return NO_BUILDING_THERE
    return OK if internal_walls(s, plot) <= 1 else NOT_ON_THE_EDGE


def legal_demolish(s: State, seat: int, out: Runs) -> None:
    offer(out, DECLINE, 1)
    if permits_of_kind(s, seat, DEMOLISH) > 0:
        for plot in range(PLOTS):
            if s.building[plot] != 0 and internal_walls(s, plot) <= 1:
                offer(out, DEMOLISH_AT + plot, 1)


def demolish(s: State, seat: int, plot: int) -> None:
    """MK-D1, MK-D5, MK-D6."""
    owner = s.owner[s.building[plot]]
    play_permit(s, seat, DEMOLISH)
    tell(s, DEMOLISHED, seat, plot, owner)
    remove_block(s, plot)
    count_blocks(s)
    if s.ground[plot] == RIVER:
        give_back_tile(s, plot)
        acted_in_turn(s, BEGIN_INQUIRY)
    elif owner == seat:
        give_back_deed(s, plot, owner)
        acted_in_turn(s, BEGIN_INQUIRY)
    else:
        show_place(s, plot, ON_OFFER)
        s.demolished = plot
        s.former_owner = owner
        s.phase = TAKE_DEED


def give_back_deed(s: State, plot: int, owner: int) -> None:
    take_deed_openly(s, owner, plot)
    tell(s, DEED_RETURNED, owner, plot)


def give_back_tile(s: State, plot: int) -> None:
    """MK-N9: the river returns, and its deed is out of the game."""
    show_place(s, plot, OUT_OF_GAME)
    tell(s, TILE_RETURNED, plot)


def refuse_buy_deed(s: State, seat: int) -> int:
    """MK-D3."""
    return OK if s.cash[seat] >= DEMOLISHED_DEED_PRICE else TOO_LITTLE_CASH


def legal_take_deed(s: State, seat: int, out: Runs) -> None:
    offer(out, LEAVE_DEED, 1)
    if refuse_buy_deed(s, seat) == OK:
        offer(out, BUY_DEED, 1)


def buy_deed(s: State, seat: int) -> None:
    """MK-D3: ten to the owner, and the deed is mine."""
    s.cash[seat] -= DEMOLISHED_DEED_PRICE
    s.cash[s.former_owner] += DEMOLISHED_DEED_PRICE
    take_deed_openly(s, seat, s.demolished)
    tell(s, DEED_TAKEN, seat, s.demolished, s.former_owner, DEMOLISHED_DEED_PRICE)
    after_the_deed(s)


def leave_deed(s: State) -> None:
    give_back_deed(s, s.demolished, s.former_owner)
    after_the_deed(s)


def after_the_deed(s: State) -> None:
    s.demolished = 0
    s.former_owner = 0
    s.phase = PLAY_DEMOLISH
    acted_in_turn(s, BEGIN_INQUIRY)


# ---------------------------------------------------------------- Inquiry and cash


def begin_inquiry(s: State) -> None:
    """MK-Q1: all decide secretly."""
    s.owing = everybody(s)
    s.phase = PLAY_INQUIRY


def refuse_inquire(s: State, seat: int, times: int) -> int:
    return OK if times <= permits_of_kind(s, seat, INQUIRY) else NO_SUCH_PERMIT


def legal_inquiry(s: State, seat: int, out: Runs) -> None:
    offer(out, INQUIRE, permits_of_kind(s, seat, INQUIRY) + 1)


def inquire(s: State, seat: int, times: int) -> None:
    s.sealed[seat][0] = times
    s.owing &= ~(1 << seat)
    if s.owing == 0:
        reveal_inquiries(s)
        collect(s)
        s.phase = BEGIN_REDEVELOP


def reveal_inquiries(s: State) -> None:
    """MK-Q1, MK-Q2: five points each, and roundabouts on the way are kept."""
    for seat in range(s.players):
        times = s.sealed[seat][0]
        s.sealed[seat][0] = 0
        if times > 0:
            for _ in range(times):
                play_permit(s, seat, INQUIRY)
            s.marker[seat] = min(RAIL_END, s.marker[seat] + times * INQUIRY_STEP)
            keep_roundabout(s, seat)
            tell(s, INQUIRED, seat, times, s.marker[seat])


def keep_roundabout(s: State, seat: int) -> None:
    """MK-M2: the highest roundabout ever reached."""
    reached = s.marker[seat] // ROUNDABOUT * ROUNDABOUT
    s.highest_roundabout[seat] = max(s.highest_roundabout[seat], reached)


def owed_this_year(s: State, seat: int) -> int:
    """MK-I1, MK-I2."""
    return s.marker[seat] + (GRANT if s.year == 1 else 0)


def collect(s: State) -> None:
    """MK-I1 to MK-I3: each gets what the marker shows, less what a credit crunch cuts."""
    owed = 0
    for seat in range(s.players):
        owed += owed_this_year(s, seat)
    cut = 0
    if owed > s.bank:
        tell(s, CREDIT_CRUNCH, owed, s.bank)
        cut = passes_of_crunch(s) * BRIEFCASE
    for seat in range(s.players):
        mine = owed_this_year(s, seat)
        got = max(0, mine - cut)
        given = min(max(0, cut - mine), s.cash[seat])
        s.cash[seat] += got - given
        s.bank -= got - given
        if given > 0:
            tell(s, PUT_BACK, seat, given)
        tell(s, COLLECTED, seat, got)


def passes_of_crunch(s: State) -> int:
    """MK-I3: how often everybody gives up 5 until the bank can pay."""
    passes = 0
    while True:
        cut = passes * BRIEFCASE
        needed = 0
        returned = 0
        for seat in range(s.players):
            mine = owed_this_year(s, seat)
            needed += max(0, mine - cut)
            returned += min(max(0, cut - mine), s.cash[seat])
        if needed <= s.bank + returned:
            return passes
        passes += 1


# ---------------------------------------------------------------- Redevelop


def refuse_redevelop(s: State, seat: int, plot: int) -> int:
    """MK-R1: one's own building, named by its first plot."""
    if permits_of_kind(s, seat, REDEVELOP) == 0:
        return NO_SUCH_PERMIT
    return refuse_own_building(s, seat, plot)


def refuse_own_building(s: State, seat: int, plot: int) -> int:
    number = s.building[plot]
    if number == 0:
        return NO_BUILDING_THERE
    if s.owner[number] != seat:
        return NOT_YOUR_BUILDING
    return OK if first_plot(s, number) == plot else NOT_BY_THIS_PLOT


def legal_redevelop(s: State, seat: int, out: Runs) -> None:
    offer(out, DECLINE, 1)
    if permits_of_kind(s, seat, REDEVELOP) > 0:
        for plot in range(PLOTS):
            if s.building[plot] != 0 and refuse_own_building(s, seat, plot) == OK:
                offer(out, REDEVELOP_AT + plot, 1)


def redevelop(s: State, seat: int, plot: int) -> None:
    """MK-R1, MK-R2: the whole building goes; land deeds return to the hand, river tiles to the map."""
    number = s.building[plot]
    play_permit(s, seat, REDEVELOP)
    tell(s, REDEVELOPED, seat, plot, s.kind[number], s.size[number])
    for part in range(plot, PLOTS):
        if s.building[part] == number:
            remove_block(s, part)
            if s.ground[part] == RIVER:
                give_back_tile(s, part)
            else:
                give_back_deed(s, part, seat)
    count_blocks(s)
    acted_in_turn(s, BEGIN_SALE)


def begin_redevelop(s: State) -> None:
    s.season = SPRING
    ask_round(s, PLAY_REDEVELOP, BEGIN_SALE)


# ---------------------------------------------------------------- what may be done here, and what it does


def legal_new_year(s: State, seat: int, out: Runs) -> None:
    if s.phase == PLAY_DEMOLISH:
        legal_demolish(s, seat, out)
    elif s.phase == TAKE_DEED:
        legal_take_deed(s, seat, out)
    elif s.phase == PLAY_INQUIRY:
        legal_inquiry(s, seat, out)
    else:
        legal_redevelop(s, seat, out)


def refuse_at_new_year(s: State, seat: int, action: int) -> int:
    if s.phase in (PLAY_DEMOLISH, PLAY_REDEVELOP) and action == DECLINE:
        return OK
    if s.phase == PLAY_DEMOLISH and DEMOLISH_AT <= action < BUY_DEED:
        return refuse_demolish(s, seat, action - DEMOLISH_AT)
    if s.phase == PLAY_REDEVELOP and REDEVELOP_AT <= action < LOBBY_WITH:
        return refuse_redevelop(s, seat, action - REDEVELOP_AT)
    if s.phase == TAKE_DEED and action == LEAVE_DEED:
        return OK
    if s.phase == TAKE_DEED and action == BUY_DEED:
        return refuse_buy_deed(s, seat)
    if s.phase == PLAY_INQUIRY and INQUIRE <= action < BRIBE_WITH:
        return refuse_inquire(s, seat, action - INQUIRE)
    return NOT_THE_TIME


def apply_new_year(s: State, seat: int, action: int) -> None:
    if s.phase == PLAY_DEMOLISH:
        if action == DECLINE:
            decline_in_turn(s, BEGIN_INQUIRY)
        else:
            demolish(s, seat, action - DEMOLISH_AT)
    elif s.phase == TAKE_DEED:
        if action == BUY_DEED:
            buy_deed(s, seat)
        else:
            leave_deed(s)
    elif s.phase == PLAY_INQUIRY:
        inquire(s, seat, action - INQUIRE)
    elif action == DECLINE:
        decline_in_turn(s, BEGIN_SALE)
    else:
        redevelop(s, seat, action - REDEVELOP_AT)
