"""The income rail: where the markers go after building."""

from tabletown.rulekit.events import tell

from .events import BRIEFCASES, MARKER_MOVED
from .figures import A_BRIEFCASE_EACH, BRIEFCASE, RAIL_END, RAIL_START, ROUNDABOUT
from .state import State


def move_marker(s: State, seat: int) -> None:
    """MK-M1 to MK-M3: ten and the blocks, not below a roundabout once reached; new ones bring a briefcase."""
    before = s.marker[seat]
    s.marker[seat] = min(RAIL_END, max(RAIL_START + s.blocks[seat], s.highest_roundabout[seat]))
    keep_roundabout(s, seat)
    if s.marker[seat] != before:
        tell(s, MARKER_MOVED, seat, s.marker[seat], s.blocks[seat], before)
    take_briefcases(s, seat, s.marker[seat] // ROUNDABOUT - before // ROUNDABOUT)


def keep_roundabout(s: State, seat: int) -> None:
    """MK-M2: the highest roundabout ever reached."""
    reached = s.marker[seat] // ROUNDABOUT * ROUNDABOUT
    s.highest_roundabout[seat] = max(s.highest_roundabout[seat], reached)


def take_briefcases(s: State, seat: int, passed: int) -> None:
    """MK-M3: one for each roundabout reached or passed, if the bank has them."""
    if passed > 0:
        cases = passed if A_BRIEFCASE_EACH else 1
        amount = min(cases, s.bank // BRIEFCASE) * BRIEFCASE
        s.cash[seat] += amount
        s.bank -= amount
        if amount > 0:
            tell(s, BRIEFCASES, seat, amount)
