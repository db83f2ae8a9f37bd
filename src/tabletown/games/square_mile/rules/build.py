"""Selling, and the three steps of building (SM-D3, SM-D4)."""

from tabletown.rulekit.events import tell
from tabletown.rulekit.reasons import OK
from tabletown.rulekit.runs import Runs, offer

from .actions import CONSTRUCT, NAME_STEP, SELL, STOP_BUILDING, STOP_SELLING, SUBDIVIDE
from .events import CONSTRUCTED, LEFT_THE_GAME, SOLD, SUBDIVIDED
from .figures import BUILDING_COST, FILL_COST, RAW_VALUE, SUBDIVISION_COST
from .geometry import AROUND, BESIDE, OFF_MAP
from .land import market_value, named_tract, owner_beside, pay_bank, receive_from_bank, section_cost
from .reasons import (
    BUILT_ALREADY,
    CANNOT_PAY_BUILDING,
    CANNOT_PAY_FEE,
    CANNOT_PAY_SUBDIVISION,
    CANNOT_PAY_SWAMP,
    KEPT_IN_RESERVE,
    NONE_LEFT,
    NOT_ENCLOSED,
    NOT_SUBDIVIDED,
    NOT_YOUR_LAND,
    NOT_YOUR_TRACT,
    NOTHING_TO_BUILD,
    SUBDIVIDED_ALREADY,
    WRONG_ZONE,
)
from .sections import offer_section
from .shapes import BUILDINGS, STEPS, TRACTS
from .state import NO_SEAT, OUT_OF_THE_GAME, ROADS, STEP_TO_NAME, UNZONED, State

STEP_ROADS, STEP_SUBDIVISIONS, STEP_BUILDINGS = range(STEPS)

# ---------------------------------------------------------------- sell


def refuse_selling(s: State, seat: int, tract: int) -> int:
    """SM-D3a."""
    return OK if s.owner[tract] == seat else NOT_YOUR_TRACT


def legal_sales(s: State, seat: int, out: Runs) -> None:
    for tract in range(TRACTS):
        if s.owner[tract] == seat:
            offer(out, SELL + tract, 1)
    offer(out, STOP_SELLING, 1)


def sell_tract(s: State, seat: int, tract: int) -> None:
    """SM-D3b to SM-D3d: the bank pays the market value; a built-up tract leaves the game."""
    price = market_value(s, tract)
    receive_from_bank(s, seat, price)
    s.owned[seat] -= 1
    tell(s, SOLD, seat, named_tract(s, tract), price)
    if s.building[tract] > 0:
        s.owner[tract] = OUT_OF_THE_GAME
        tell(s, LEFT_THE_GAME, named_tract(s, tract))
    else:
        s.owner[tract] = NO_SEAT


# ---------------------------------------------------------------- naming the step


def refuse_step(s: State, seat: int, step: int) -> int:
    """SM-D4c."""
    possible = False
    if step == STEP_ROADS:
        possible = can_build_roads(s, seat)
    elif step == STEP_SUBDIVISIONS:
        possible = can_subdivide(s, seat)
    else:
        possible = can_construct(s, seat)
    return OK if possible else NOTHING_TO_BUILD


def can_build_roads(s: State, seat: int) -> bool:
    """Some section beside own land can be paid, or its other owner asked for a share."""
    for tract in range(TRACTS):
        if s.owner[tract] != seat or s.sides[tract] == 4:
            continue
        for direction in range(4):
            edge = AROUND[tract][direction]
            if s.section[edge]:
                continue
            if section_cost(s, edge) <= s.cash[seat] or (not s.asked_for >> edge & 1 and has_partner(s, seat, edge)):
                return True
    return False


def has_partner(s: State, seat: int, edge: int) -> bool:
    """SM-C1: another player owns land beside the edge."""
    one = owner_beside(s, edge, 0)
    other = owner_beside(s, edge, 1)
    return (one >= 0 and one != seat) or (other >= 0 and other != seat)


def can_subdivide(s: State, seat: int) -> bool:
    for tract in range(TRACTS):
        if s.owner[tract] == seat and refuse_subdivision(s, seat, tract) == OK:
            return True
    return False


def can_construct(s: State, seat: int) -> bool:
    for tract in range(TRACTS):
        if s.owner[tract] == seat and s.subdivided[tract] and s.building[tract] == 0:
            for building in range(1, BUILDINGS + 1):
                if refuse_building(s, seat, tract, building) == OK:
                    return True
    return False


def legal_steps(s: State, seat: int, out: Runs) -> None:
    for step in range(STEPS):
        if refuse_step(s, seat, step) == OK:
            offer(out, NAME_STEP + step, 1)
    offer(out, STOP_BUILDING, 1)


def begin_step(s: State, step: int) -> None:
    """SM-D4a: nothing of another kind in this turn."""
    s.phase = ROADS + step


def can_build_now(s: State, seat: int) -> bool:
    """In the named step, or in any if none is named yet."""
    for step in range(STEPS):
        if s.phase in (STEP_TO_NAME, ROADS + step) and refuse_step(s, seat, step) == OK:
            return True
    return False


# ---------------------------------------------------------------- roads


def legal_roads(s: State, seat: int, out: Runs) -> None:
    """SM-D4d: an edge between two own tracts is offered once."""
    for tract in range(TRACTS):
        if s.owner[tract] != seat or s.sides[tract] == 4:
            continue
        for direction in range(4):
            edge = AROUND[tract][direction]
            if s.section[edge]:
                continue
            first = BESIDE[edge][0]
            if first in (tract, OFF_MAP) or s.owner[first] != seat:
                offer_section(s, seat, edge, out)
    offer(out, STOP_BUILDING, 1)


# ---------------------------------------------------------------- subdivisions


def subdivision_cost(s: State, tract: int) -> int:
    """SM-D4h, SM-D4i."""
    return SUBDIVISION_COST + (FILL_COST if tract == s.swamp else 0)


def refuse_subdivision(s: State, seat: int, tract: int) -> int:
    """SM-D4h, SM-D4i."""
    if s.owner[tract] != seat:
        return NOT_YOUR_LAND
    if s.subdivided[tract]:
        return SUBDIVIDED_ALREADY
    if s.sides[tract] < 4:
        return NOT_ENCLOSED
    if s.cash[seat] < SUBDIVISION_COST:
        return CANNOT_PAY_SUBDIVISION
    return OK if s.cash[seat] >= subdivision_cost(s, tract) else CANNOT_PAY_SWAMP


def legal_subdivisions(s: State, seat: int, out: Runs) -> None:
    for tract in range(TRACTS):
        if s.owner[tract] == seat and refuse_subdivision(s, seat, tract) == OK:
            offer(out, SUBDIVIDE + tract, 1)
    offer(out, STOP_BUILDING, 1)


def lay_subdivision(s: State, seat: int, tract: int) -> None:
    cost = subdivision_cost(s, tract)
    pay_bank(s, seat, cost)
    s.subdivided[tract] = 1
    s.busy = 1
    tell(s, SUBDIVIDED, seat, named_tract(s, tract), cost)


# ---------------------------------------------------------------- buildings


def building_cost(s: State, tract: int, building: int) -> int:
    """SM-V6, and SM-O2 where that option is chosen."""
    fee = 0
    if s.unzoned_fee and s.zone[tract] == UNZONED:
        fee = RAW_VALUE[building] - RAW_VALUE[UNZONED]
    return BUILDING_COST[building - 1] + fee


def can_spare(s: State, building: int) -> bool:
    """SM-D4m: a piece is left that no zoned tract needs."""
    return s.stock[building] > s.reserved[building]


def refuse_building(s: State, seat: int, tract: int, building: int) -> int:
    """SM-D4j to SM-D4m, SM-V6, SM-O2."""
    if s.owner[tract] != seat:
        return NOT_YOUR_LAND
    if not s.subdivided[tract]:
        return NOT_SUBDIVIDED
    if s.building[tract] > 0:
        return BUILT_ALREADY
    if s.zone[tract] != UNZONED and s.zone[tract] != building:
        return WRONG_ZONE
    if s.zone[tract] == UNZONED and not can_spare(s, building):
        return KEPT_IN_RESERVE if s.stock[building] > 0 else NONE_LEFT
    if building_cost(s, tract, building) <= s.cash[seat]:
        return OK
    return CANNOT_PAY_BUILDING if BUILDING_COST[building - 1] > s.cash[seat] else CANNOT_PAY_FEE


def legal_buildings(s: State, seat: int, out: Runs) -> None:
    for tract in range(TRACTS):
        if s.owner[tract] == seat and s.subdivided[tract] and s.building[tract] == 0:
            for building in range(1, BUILDINGS + 1):
                if refuse_building(s, seat, tract, building) == OK:
                    offer(out, CONSTRUCT + tract * BUILDINGS + building - 1, 1)
    offer(out, STOP_BUILDING, 1)


def construct_building(s: State, seat: int, tract: int, building: int) -> None:
    cost = building_cost(s, tract, building)
    pay_bank(s, seat, cost)
    s.building[tract] = building
    s.stock[building] -= 1
    if s.zone[tract] != UNZONED:
        s.reserved[building] -= 1
    s.busy = 1
    tell(s, CONSTRUCTED, seat, named_tract(s, tract), building, cost)
