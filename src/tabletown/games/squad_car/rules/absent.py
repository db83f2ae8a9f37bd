"""What an absent player does."""

from tabletown.rulekit.reasons import OK

from .actions import GO_AHEAD, PLACE, SPIN, STOP
from .setting_up import refuse_place
from .state import DRIVING, SPINNING, State
from .turn import refuse_stop


def default_action(s: State, seat: int) -> int:
    """An absent driver spins and stays; absent police take the first exits there are."""
    if s.phase == SPINNING:
        return SPIN()
    if s.phase == DRIVING:
        return STOP() if refuse_stop(s, seat) == OK else GO_AHEAD()
    exit = 0  # noqa: A001 -- as the argument of its action
    while refuse_place(s, seat, exit) != OK:
        exit += 1  # noqa: A001
    return PLACE(exit)
