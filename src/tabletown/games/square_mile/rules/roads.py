"""Build: roads and bridges. A section of the first road is laid in the same way, but elsewhere and free."""

from tabletown.rulekit.events import tell
from tabletown.rulekit.reasons import OK

from .events import SECTION_LAID
from .first_road import carry_first_road_on, is_free_road, why_not_carried_on
from .land import is_beside_land_of, named_edge
from .pieces import pay_bank, put_section
from .reasons import CANNOT_PAY_SECTION, NOT_BESIDE_YOUR_LAND, PLACE_IS_TAKEN
from .state import ROADS, State
from .value_card import section_cost


def why_no_section_there(s: State, seat: int, edge: int) -> int:
    """SM-D4d, SM-R3, SM-R4: 0, or why no section may lie there, whoever pays."""
    if is_free_road(s):
        return why_not_carried_on(s, edge)
    if s.section[edge]:
        return PLACE_IS_TAKEN
    return OK if is_beside_land_of(s, edge, seat) else NOT_BESIDE_YOUR_LAND


def refuse_lay_section(s: State, seat: int, edge: int) -> int:
    """SM-D4d, SM-D4e, SM-R5: at the side of own land, and with the money for it."""
    reason = why_no_section_there(s, seat, edge)
    if reason != OK:
        return reason
    return OK if is_free_road(s) or section_cost(s, edge) <= s.cash[seat] else CANNOT_PAY_SECTION


def lay_section(s: State, seat: int, edge: int) -> None:
    """SM-D4e, SM-R5: pay the bank, unless it is a section of the first road."""
    cost = 0 if is_free_road(s) else section_cost(s, edge)
    pay_bank(s, seat, cost)
    put_section(s, edge)
    tell(s, SECTION_LAID, seat, named_edge(s, edge), cost)
    if is_free_road(s):
        carry_first_road_on(s, edge)
    else:
        s.phase = ROADS
