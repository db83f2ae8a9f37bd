"""Sharing the cost of a section with the owner of the land beside it."""

from tabletown.rulekit.events import tell
from tabletown.rulekit.reasons import OK
from tabletown.rulekit.runs import Runs, offer

from .actions import ASK_FOR, ASK_SHARE, LAY_SECTION
from .events import SHARE_ASKED, SHARE_DECLINED, SHARE_PAID
from .first_road import is_free_road
from .geometry import AROUND, AT_MARKER, BESIDE, OFF_MAP
from .land import is_beside_land_of, named_edge, owner_beside
from .reasons import (
    ASK_ANOTHER,
    ASKED_ALREADY,
    CANNOT_PAY_SHARE,
    MORE_THAN_ITS_PRICE,
    NO_LAND_BESIDE_IT,
    NO_SUCH_PLAYER,
    SHARE_TOO_SMALL,
)
from .roads import lay_section, refuse_lay_section, why_no_section_there
from .shapes import TRACTS
from .state import ANSWER, FIRST_ROAD, NO_SEAT, NONE, ROADS, SHARE, State
from .value_card import section_cost

# ---------------------------------------------------------------- asking


def has_partner(s: State, seat: int, edge: int) -> bool:
    """SM-C1: another player owns land beside the edge."""
    one = owner_beside(s, edge, 0)
    other = owner_beside(s, edge, 1)
    return (one >= 0 and one != seat) or (other >= 0 and other != seat)


def refuse_ask_for(s: State, seat: int, edge: int, player: int) -> int:
    """SM-C1, SM-C5: the owner of land beside a section that could be laid, once."""
    if player >= s.players:
        return NO_SUCH_PLAYER
    if player == seat:
        return ASK_ANOTHER
    reason = why_no_section_there(s, seat, edge)
    if reason != OK:
        return reason
    if not is_beside_land_of(s, edge, player):
        return NO_LAND_BESIDE_IT
    return ASKED_ALREADY if s.asked_for >> edge & 1 else OK


def ask_for(s: State, seat: int, edge: int, player: int) -> None:
    """SM-C1: first whom and for which section, then how much."""
    s.edge = edge
    s.asked = player
    s.phase = SHARE


def offer_section(s: State, seat: int, out: Runs) -> None:
    """SM-C1, SM-C6: place by place a section and the shares, where the first road goes on or around own land."""
    if s.phase == FIRST_ROAD:
        suggest_from(s, seat, s.open_end, out)
        if s.other_end != NONE:
            suggest_from(s, seat, s.other_end, out)
    else:
        suggest_around_land(s, seat, out)


def suggest_section(s: State, seat: int, edge: int, out: Runs) -> None:
    """SM-C1: the section itself, and whom the seat may ask for a share of it."""
    if refuse_lay_section(s, seat, edge) == OK:
        offer(out, LAY_SECTION(edge), 1)
    if s.asked_for >> edge & 1:
        return
    one = owner_beside(s, edge, 0)
    other = owner_beside(s, edge, 1)
    if one >= 0 and one != seat:
        offer(out, ASK_FOR(edge, one), 1)
    if other >= 0 and other not in (seat, one):
        offer(out, ASK_FOR(edge, other), 1)


def least_share(s: State, seat: int) -> int:
    """SM-C2: a share with which the section could not be paid either is no help."""
    if is_free_road(s):
        return 1
    return max(1, section_cost(s, s.edge) - s.cash[seat])


def refuse_ask_share(s: State, seat: int, thousands: int) -> int:
    """SM-C2: at most the price of the section."""
    if thousands > section_cost(s, s.edge):
        return MORE_THAN_ITS_PRICE
    return OK if thousands >= least_share(s, seat) else SHARE_TOO_SMALL


def offer_ask_share(s: State, seat: int, out: Runs) -> None:
    """SM-C2: all sums in one run."""
    least = least_share(s, seat)
    offer(out, ASK_SHARE(least), section_cost(s, s.edge) - least + 1)


def ask_share(s: State, seat: int, thousands: int) -> None:
    """SM-C2, SM-C5: now the other decides."""
    s.share = thousands
    s.asked_for |= 1 << s.edge
    s.seat = s.asked
    s.phase = ANSWER
    tell(s, SHARE_ASKED, seat, s.asked, named_edge(s, s.edge), thousands)


# ---------------------------------------------------------------- the answer


def refuse_agree(s: State, seat: int) -> int:
    """SM-C3: only with the money for it."""
    return OK if s.share <= s.cash[seat] else CANNOT_PAY_SHARE


def agree(s: State, seat: int) -> None:
    """SM-C3: pay the builder; the section is laid."""
    edge = s.edge
    s.cash[seat] -= s.share
    s.cash[s.active] += s.share
    tell(s, SHARE_PAID, seat, s.active, s.share)
    forget_share(s)
    lay_section(s, s.active, edge)


def forget_share(s: State) -> None:
    """SM-C3, SM-C4: the builder decides again."""
    s.edge = NONE
    s.asked = NO_SEAT
    s.share = 0
    s.seat = s.active


def decline(s: State, seat: int) -> None:
    """SM-C4, SM-C6: nothing is paid."""
    tell(s, SHARE_DECLINED, seat, s.active, named_edge(s, s.edge))
    forget_share(s)
    s.phase = FIRST_ROAD if is_free_road(s) else ROADS


# ---------------------------------------------------------------- in the first road, and around own land


def suggest_from(s: State, seat: int, marker: int, out: Runs) -> None:
    """SM-C6, SM-R3: the places of the first road that begin at a marker."""
    for i in range(4):
        edge = AT_MARKER[marker][i]
        if edge != OFF_MAP and not s.section[edge]:
            suggest_section(s, seat, edge, out)


def suggest_around_land(s: State, seat: int, out: Runs) -> None:
    """SM-D4d: an edge between two own tracts is suggested once."""
    for tract in range(TRACTS):
        if s.owner[tract] != seat or s.sides[tract] == 4:
            continue
        for direction in range(4):
            edge = AROUND[tract][direction]
            if s.section[edge]:
                continue
            first = BESIDE[edge][0]
            if first in (tract, OFF_MAP) or s.owner[first] != seat:
                suggest_section(s, seat, edge, out)
