"""The first road: a section by card, then one from each player, all of them free."""

from tabletown.rulekit.events import tell
from tabletown.rulekit.reasons import OK

from .events import FIRST_SECTION
from .figures import ROAD_OF_CARD
from .geometry import BESIDE, ENDS, OFF_MAP
from .land import named_edge
from .order_of_play import draw_for_first_turn
from .pieces import left_of, put_section
from .planning import draw_planning_card
from .reasons import BEYOND_THE_MAP, NOT_AT_THE_END, SECTION_LIES_THERE
from .state import FIRST_ROAD, NONE, State


def begin_first_road(s: State) -> None:
    """SM-R1: the next player draws the card."""
    edge = ROAD_OF_CARD[draw_planning_card(s, 0)]
    put_section(s, edge)
    s.open_end = ENDS[edge][0]
    s.other_end = ENDS[edge][1]
    s.sections_due = s.players
    s.active = s.seat
    tell(s, FIRST_SECTION, named_edge(s, edge))


def carry_first_road_on(s: State, edge: int) -> None:
    """SM-R2, SM-R3: the next player begins at the far end."""
    from_marker = s.open_end if ends_at(edge, s.open_end) else s.other_end
    s.open_end = ENDS[edge][0] + ENDS[edge][1] - from_marker
    s.other_end = NONE
    s.sections_due -= 1
    s.asked_for = 0
    if s.sections_due > 0:
        s.active = left_of(s, s.active)
        s.seat = s.active
        s.phase = FIRST_ROAD
    else:
        draw_for_first_turn(s)


def why_not_carried_on(s: State, edge: int) -> int:
    """SM-G4, SM-R3, SM-R4: 0, or why the first road may not go on there."""
    if s.section[edge]:
        return SECTION_LIES_THERE
    if BESIDE[edge][0] == OFF_MAP and BESIDE[edge][1] == OFF_MAP:
        return BEYOND_THE_MAP
    if ends_at(edge, s.open_end) or (s.other_end != NONE and ends_at(edge, s.other_end)):
        return OK
    return NOT_AT_THE_END


def ends_at(edge: int, marker: int) -> bool:
    """SM-R3: the section begins or ends at the marker."""
    return marker in (ENDS[edge][0], ENDS[edge][1])


def is_free_road(s: State) -> bool:
    """SM-R5: until the turns begin."""
    return s.sections_due > 0
