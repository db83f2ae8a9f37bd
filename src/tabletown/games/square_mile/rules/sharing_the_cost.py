"""The first road, and sharing the cost of a section (SM-R, SM-C)."""

from tabletown.rulekit.events import tell
from tabletown.rulekit.reasons import OK
from tabletown.rulekit.runs import Runs, offer

from .actions import AGREE, ASK_FOR, ASK_SHARE, DECLINE, LAY_SECTION
from .events import FIRST_SECTION, SECTION_LAID, SHARE_ASKED, SHARE_DECLINED, SHARE_PAID, STARTS
from .figures import ROAD_OF_CARD
from .geometry import AT_MARKER, ENDS, OFF_MAP
from .land import is_beside_land_of, left_of, named_edge, owner_beside, pay_bank, put_section, section_cost
from .planning import draw_planning_card
from .reasons import (
    ASK_ANOTHER,
    ASKED_ALREADY,
    CANNOT_PAY_SECTION,
    CANNOT_PAY_SHARE,
    MORE_THAN_ITS_PRICE,
    NO_LAND_BESIDE_IT,
    NO_SUCH_PLAYER,
    NOT_AT_THE_END,
    NOT_BESIDE_YOUR_LAND,
    PLACE_IS_TAKEN,
    SECTION_LIES_THERE,
    SHARE_TOO_SMALL,
)
from .shapes import MAX_SEATS
from .state import ANSWER, FIRST_ROAD, NO_SEAT, NONE, ROADS, SHARE, State
from .turn import begin_turn

# ---------------------------------------------------------------- the first road


def begin_first_road(s: State) -> None:
    """SM-R1: the next player draws the card."""
    edge = ROAD_OF_CARD[draw_planning_card(s, 0)]
    put_section(s, edge)
    s.open_end = ENDS[edge][0]
    s.other_end = ENDS[edge][1]
    s.sections_due = s.players
    s.active = s.seat
    tell(s, FIRST_SECTION, named_edge(s, edge))


def is_free_road(s: State) -> bool:
    """SM-R5: until the turns begin."""
    return s.sections_due > 0


def ends_at(edge: int, marker: int) -> bool:
    return marker in (ENDS[edge][0], ENDS[edge][1])


def carry_first_road_on(s: State, edge: int) -> None:
    """SM-R2, SM-R3."""
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


def draw_for_first_turn(s: State) -> None:
    """SM-D1a: the highest card starts; nobody gets a card that another has drawn for this."""
    held = 0
    best = NONE
    s.seat = s.active
    for _ in range(s.players):
        s.seat = left_of(s, s.seat)
        card = draw_planning_card(s, held)
        held |= 1 << card
        s.start_cards[s.seat] = card
        if card > best:
            best = card
            s.first = s.seat
    tell(s, STARTS, s.first, best)
    begin_turn(s, s.first)


# ---------------------------------------------------------------- a section, free or paid


def refuse_place_of_section(s: State, seat: int, edge: int) -> int:
    """SM-R3, SM-R4, SM-D4d: 0, or why no section may lie there, whoever pays."""
    if s.section[edge]:
        return SECTION_LIES_THERE if is_free_road(s) else PLACE_IS_TAKEN
    if is_free_road(s):
        if ends_at(edge, s.open_end) or (s.other_end != NONE and ends_at(edge, s.other_end)):
            return OK
        return NOT_AT_THE_END
    return OK if is_beside_land_of(s, edge, seat) else NOT_BESIDE_YOUR_LAND


def refuse_section(s: State, seat: int, edge: int) -> int:
    """SM-D4d, SM-D4e."""
    reason = refuse_place_of_section(s, seat, edge)
    if reason != OK:
        return reason
    return OK if is_free_road(s) or section_cost(s, edge) <= s.cash[seat] else CANNOT_PAY_SECTION


def refuse_asking(s: State, seat: int, edge: int, player: int) -> int:
    """SM-C1, SM-C5."""
    if player >= s.players:
        return NO_SUCH_PLAYER
    if player == seat:
        return ASK_ANOTHER
    reason = refuse_place_of_section(s, seat, edge)
    if reason != OK:
        return reason
    if not is_beside_land_of(s, edge, player):
        return NO_LAND_BESIDE_IT
    return ASKED_ALREADY if s.asked_for >> edge & 1 else OK


def offer_section(s: State, seat: int, edge: int, out: Runs) -> None:
    """The section itself, and whom the seat may ask for a share of it."""
    if refuse_section(s, seat, edge) == OK:
        offer(out, LAY_SECTION + edge, 1)
    if s.asked_for >> edge & 1:
        return
    one = owner_beside(s, edge, 0)
    other = owner_beside(s, edge, 1)
    if one >= 0 and one != seat:
        offer(out, ASK_FOR + edge * MAX_SEATS + one, 1)
    if other >= 0 and other not in (seat, one):
        offer(out, ASK_FOR + edge * MAX_SEATS + other, 1)


def legal_first_road(s: State, seat: int, out: Runs) -> None:
    for i in range(4):
        edge = AT_MARKER[s.open_end][i]
        if edge != OFF_MAP and not s.section[edge]:
            offer_section(s, seat, edge, out)
    if s.other_end != NONE:
        for i in range(4):
            edge = AT_MARKER[s.other_end][i]
            if edge != OFF_MAP and not s.section[edge]:
                offer_section(s, seat, edge, out)


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


# ---------------------------------------------------------------- shares


def ask_for_share(s: State, edge: int, player: int) -> None:
    """SM-C1: first whom and for which section, then how much."""
    s.edge = edge
    s.asked = player
    s.phase = SHARE


def least_share(s: State, seat: int) -> int:
    """SM-C2: a share with which the section could not be paid either is no help."""
    if is_free_road(s):
        return 1
    return max(1, section_cost(s, s.edge) - s.cash[seat])


def refuse_share(s: State, seat: int, thousands: int) -> int:
    """SM-C2."""
    if thousands > section_cost(s, s.edge):
        return MORE_THAN_ITS_PRICE
    return OK if thousands >= least_share(s, seat) else SHARE_TOO_SMALL


def legal_shares(s: State, seat: int, out: Runs) -> None:
    least = least_share(s, seat)
    offer(out, ASK_SHARE + least - 1, section_cost(s, s.edge) - least + 1)


def name_share(s: State, seat: int, thousands: int) -> None:
    s.share = thousands
    s.asked_for |= 1 << s.edge
    s.seat = s.asked
    s.phase = ANSWER
    tell(s, SHARE_ASKED, seat, s.asked, named_edge(s, s.edge), thousands)


def refuse_agreeing(s: State, seat: int) -> int:
    """SM-C3."""
    return OK if s.share <= s.cash[seat] else CANNOT_PAY_SHARE


def legal_answers(s: State, seat: int, out: Runs) -> None:
    if refuse_agreeing(s, seat) == OK:
        offer(out, AGREE, 1)
    offer(out, DECLINE, 1)


def agree_to_share(s: State, seat: int) -> None:
    """SM-C3: pay the builder; the section is laid."""
    edge = s.edge
    s.cash[seat] -= s.share
    s.cash[s.active] += s.share
    tell(s, SHARE_PAID, seat, s.active, s.share)
    forget_share(s)
    lay_section(s, s.active, edge)


def decline_share(s: State, seat: int) -> None:
    """SM-C4."""
    tell(s, SHARE_DECLINED, seat, s.active, named_edge(s, s.edge))
    forget_share(s)
    s.phase = FIRST_ROAD if is_free_road(s) else ROADS


def forget_share(s: State) -> None:
    s.edge = NONE
    s.asked = NO_SEAT
    s.share = 0
    s.seat = s.active
