"""The value card: what pieces cost and what land is worth, in thousands of dollars."""

from .figures import (
    BRIDGE_COST,
    BUILDING_COST,
    BUILT_VALUE,
    ENCLOSED_VALUE,
    FILL_COST,
    RAW_VALUE,
    ROAD_COST,
    SUBDIVIDED_VALUE,
    SUBDIVISION_COST,
    VALUE_PER_SIDE,
)
from .state import UNZONED, State


def section_cost(s: State, edge: int) -> int:
    """SM-D4e: a bridge where the river crosses, otherwise a road."""
    return BRIDGE_COST if s.bridge_place[edge] else ROAD_COST


def subdivision_cost(s: State, tract: int) -> int:
    """SM-D4h, SM-D4i: more in the swamp."""
    return SUBDIVISION_COST + (FILL_COST if tract == s.swamp else 0)


def market_value(s: State, tract: int) -> int:
    """SM-V1 to SM-V5: what the bank pays, and the least that opens an auction."""
    if s.building[tract] > 0:
        return BUILT_VALUE[s.building[tract] - 1]
    if s.subdivided[tract]:
        return SUBDIVIDED_VALUE
    if s.sides[tract] == 4:
        return ENCLOSED_VALUE
    return RAW_VALUE[s.zone[tract]] + VALUE_PER_SIDE * s.sides[tract]


def building_cost(s: State, tract: int, building: int) -> int:
    """SM-V6, and SM-O2 where that option is chosen."""
    fee = 0
    if s.unzoned_fee and s.zone[tract] == UNZONED:
        fee = RAW_VALUE[building] - RAW_VALUE[UNZONED]
    return BUILDING_COST[building - 1] + fee
