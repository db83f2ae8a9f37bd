"""Inquiry and cash: what the rail pays."""

from tabletown.rulekit.events import tell
from tabletown.rulekit.reasons import OK
from tabletown.rulekit.runs import Runs, offer

from .actions import INQUIRE
from .cards import permits_of_kind, play_permit
from .events import COLLECTED, CREDIT_CRUNCH, INQUIRED, PUT_BACK
from .figures import BRIEFCASE, GRANT, INQUIRY_STEP, RAIL_END
from .phases import BEGIN_REDEVELOP, PLAY_INQUIRY
from .reasons import NO_INQUIRY
from .seats import everybody
from .shapes import INQUIRY
from .state import State
from .the_income_rail import keep_roundabout


def begin_inquiry(s: State) -> None:
    """MK-Q1: all decide secretly."""
    s.owing = everybody(s)
    s.phase = PLAY_INQUIRY


def refuse_inquire(s: State, seat: int, times: int) -> int:
    """MK-Q1: as often as one has the permit."""
    return OK if times <= permits_of_kind(s, seat, INQUIRY) else NO_INQUIRY


def offer_inquire(s: State, seat: int, out: Runs) -> None:
    """MK-Q1: all numbers in one run."""
    offer(out, INQUIRE(0), permits_of_kind(s, seat, INQUIRY) + 1)


def inquire(s: State, seat: int, times: int) -> None:
    """MK-Q1: shown when all have decided; then cash is collected."""
    s.sealed[seat][0] = times
    s.owing &= ~(1 << seat)
    if s.owing == 0:
        show_inquiries(s)
        collect(s)
        s.phase = BEGIN_REDEVELOP


def show_inquiries(s: State) -> None:
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


def owed_this_year(s: State, seat: int) -> int:
    """MK-I1, MK-I2: what the marker shows, and a grant in the first year."""
    return s.marker[seat] + (GRANT if s.year == 1 else 0)


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
