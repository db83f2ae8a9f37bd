"""The land: what a tract is worth, who owns it, and what happens when it changes hands (SM-V, SM-G7)."""

from tabletown.rulekit.events import tell

from .events import BOUGHT
from .figures import (
    BRIDGE_COST,
    BUILT_VALUE,
    ENCLOSED_VALUE,
    PAWNS,
    RAW_VALUE,
    ROAD_COST,
    SUBDIVIDED_VALUE,
    VALUE_PER_SIDE,
)
from .geometry import BESIDE, OFF_MAP
from .shapes import EDGES, TRACTS
from .state import NO_SEAT, State

LETTER_BASE = 32


def market_value(s: State, tract: int) -> int:
    """SM-V1 to SM-V5: what the bank pays, and the least that opens an auction."""
    if s.building[tract] > 0:
        return BUILT_VALUE[s.building[tract] - 1]
    if s.subdivided[tract]:
        return SUBDIVIDED_VALUE
    if s.sides[tract] == 4:
        return ENCLOSED_VALUE
    return RAW_VALUE[s.zone[tract]] + VALUE_PER_SIDE * s.sides[tract]


def land_value(s: State, seat: int) -> int:
    total = 0
    for tract in range(TRACTS):
        if s.owner[tract] == seat:
            total += market_value(s, tract)
    return total


def has_pawn(s: State, seat: int) -> bool:
    """SM-G7: a tract needs a pawn."""
    return s.owned[seat] < PAWNS


def take_tract(s: State, seat: int, tract: int) -> None:
    """SM-G7: place a pawn."""
    if not s.ever_owned[tract]:
        s.ever_owned[tract] = 1
        s.busy = 1
    s.owner[tract] = seat
    s.owned[seat] += 1


def pay_bank(s: State, seat: int, thousands: int) -> None:
    s.cash[seat] -= thousands
    s.paid_out -= thousands


def receive_from_bank(s: State, seat: int, thousands: int) -> None:
    s.cash[seat] += thousands
    s.paid_out += thousands


def buy_tract(s: State, seat: int, tract: int, thousands: int) -> None:
    """SM-D5e: pay the bank and place a pawn."""
    pay_bank(s, seat, thousands)
    take_tract(s, seat, tract)
    tell(s, BOUGHT, seat, named_tract(s, tract), thousands)


def section_cost(s: State, edge: int) -> int:
    """SM-D4e: a bridge where the river crosses, otherwise a road."""
    return BRIDGE_COST if s.bridge_place[edge] else ROAD_COST


def put_section(s: State, edge: int) -> None:
    """SM-D4g: it counts for the tracts on both sides."""
    s.section[edge] = 1
    s.busy = 1
    for side in range(2):
        tract = BESIDE[edge][side]
        if tract != OFF_MAP:
            s.sides[tract] += 1


def owner_beside(s: State, edge: int, side: int) -> int:
    """Who owns the tract on that side of the edge, or NO_SEAT."""
    tract = BESIDE[edge][side]
    return NO_SEAT if tract == OFF_MAP else s.owner[tract]


def is_beside_land_of(s: State, edge: int, seat: int) -> bool:
    return owner_beside(s, edge, 0) == seat or owner_beside(s, edge, 1) == seat


def named_tract(s: State, tract: int) -> int:
    """A tract for events: its place, and the letter that it goes by."""
    return tract + TRACTS * s.letter[tract]


def named_edge(s: State, edge: int) -> int:
    """An edge for events: its place, and the letters of the tracts on both sides (one more; 0 is off the map)."""
    one = BESIDE[edge][0]
    other = BESIDE[edge][1]
    letters = 0 if one == OFF_MAP else 1 + s.letter[one]
    letters += 0 if other == OFF_MAP else LETTER_BASE * (1 + s.letter[other])
    return edge + EDGES * letters


def left_of(s: State, seat: int) -> int:
    """SM-D1b: the next player clockwise."""
    return (seat + 1) % s.players
