"""Redevelop: a whole building of one's own goes."""

from tabletown.rulekit.events import tell
from tabletown.rulekit.reasons import OK
from tabletown.rulekit.runs import Runs, offer

from .actions import REDEVELOP_AT
from .cards import permits_of_kind, play_permit
from .demolish import give_back_deed, give_back_tile
from .events import REDEVELOPED
from .figures import RIVER
from .income_blocks import count_blocks
from .land import first_plot, remove_block
from .phases import REDEVELOP_PLAYED
from .reasons import NO_BUILDING_THERE, NO_REDEVELOP, NOT_BY_THIS_PLOT, NOT_YOUR_BUILDING
from .shapes import PLOTS, REDEVELOP
from .state import State


def why_not_own_building(s: State, seat: int, plot: int) -> int:
    """MK-R1: a building is named by its first plot."""
    number = s.building[plot]
    if number == 0:
        return NO_BUILDING_THERE
    if s.owner[number] != seat:
        return NOT_YOUR_BUILDING
    return OK if first_plot(s, number) == plot else NOT_BY_THIS_PLOT


def refuse_redevelop(s: State, seat: int, plot: int) -> int:
    """MK-R1: only one's own building."""
    if permits_of_kind(s, seat, REDEVELOP) == 0:
        return NO_REDEVELOP
    return why_not_own_building(s, seat, plot)


def offer_redevelop(s: State, seat: int, out: Runs) -> None:
    """MK-R1: the hand is looked through once."""
    if permits_of_kind(s, seat, REDEVELOP) > 0:
        for plot in range(PLOTS):
            if s.building[plot] != 0 and why_not_own_building(s, seat, plot) == OK:
                offer(out, REDEVELOP_AT(plot), 1)


def redevelop(s: State, seat: int, plot: int) -> None:
    """MK-R1, MK-R2: land deeds return to the hand, river tiles to the map."""
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
    s.phase = REDEVELOP_PLAYED
