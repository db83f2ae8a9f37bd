"""Build, the second part of a turn: one step of three. Roads are in `roads.py`."""

from tabletown.rulekit.events import tell
from tabletown.rulekit.reasons import OK
from tabletown.rulekit.runs import Runs, count_offered, offered_if

from .actions import CONSTRUCT
from .events import CONSTRUCTED, SUBDIVIDED
from .figures import BUILDING_COST, DEAREST_SECTION, SUBDIVISION_COST
from .geometry import AROUND
from .land import named_tract
from .order_of_play import untimely_part
from .pieces import pay_bank
from .reasons import (
    ANOTHER_STEP,
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
    NOTHING_TO_BUILD,
    STEP_NOT_NAMED,
    SUBDIVIDED_ALREADY,
    WRONG_ZONE,
)
from .shapes import BUILDINGS, STEPS, TRACTS
from .sharing_the_cost import has_partner
from .state import BUY_PART, CONSTRUCTION, ROADS, STEP_TO_NAME, UNZONED, State
from .value_card import building_cost, section_cost, subdivision_cost

STEP_ROADS, STEP_SUBDIVISIONS, STEP_BUILDINGS = range(STEPS)


# ---------------------------------------------------------------- naming the step


def untimely_pieces(s: State, seat: int) -> int:
    """SM-D4a: the step is named before anything is laid."""
    return STEP_NOT_NAMED if s.phase == STEP_TO_NAME else untimely_step(s, seat)


def untimely_step(s: State, seat: int) -> int:
    """SM-D4a: one kind of step a turn."""
    return ANOTHER_STEP if ROADS <= s.phase <= CONSTRUCTION else untimely_part(s, seat)


def name_step(s: State, seat: int, step: int) -> None:
    """SM-D4a: nothing of another kind in this turn."""
    s.phase = ROADS + step


def stop_building(s: State, seat: int) -> None:
    """SM-D4b, SM-D2: as many as they like, so none as well; buying comes next."""
    s.phase = BUY_PART


def refuse_name_step(s: State, seat: int, step: int) -> int:
    """SM-D4c: only a step in which something can be done."""
    possible = False
    if step == STEP_ROADS:
        possible = can_build_roads(s, seat)
    elif step == STEP_SUBDIVISIONS:
        possible = can_subdivide(s, seat)
    else:
        possible = can_construct(s, seat)
    return OK if possible else NOTHING_TO_BUILD


def can_build_now(s: State, seat: int) -> bool:
    """SM-D4c: in the named step, or in any if none is named yet."""
    for step in range(STEPS):
        if s.phase in (STEP_TO_NAME, ROADS + step) and refuse_name_step(s, seat, step) == OK:
            return True
    return False


def can_build_roads(s: State, seat: int) -> bool:
    """SM-D4c, SM-C1: some section beside own land can be paid, or its other owner asked for a share."""
    for tract in range(TRACTS):
        if s.owner[tract] != seat or s.sides[tract] == 4:
            continue
        if s.cash[seat] >= DEAREST_SECTION:
            return True
        for direction in range(4):
            edge = AROUND[tract][direction]
            if s.section[edge]:
                continue
            if section_cost(s, edge) <= s.cash[seat] or (not s.asked_for >> edge & 1 and has_partner(s, seat, edge)):
                return True
    return False


def can_subdivide(s: State, seat: int) -> bool:
    """SM-D4c: some tract of theirs, and they can pay for it."""
    if s.cash[seat] < SUBDIVISION_COST:
        return False
    for tract in range(TRACTS):
        if s.owner[tract] == seat and refuse_subdivide(s, seat, tract) == OK:
            return True
    return False


def can_construct(s: State, seat: int) -> bool:
    """SM-D4c: something on some tract of theirs, and they can pay for it."""
    for tract in range(TRACTS):
        if s.owner[tract] == seat and s.subdivided[tract] and s.building[tract] == 0:
            for building in range(1, BUILDINGS + 1):
                if refuse_construct(s, seat, tract, building) == OK:
                    return True
    return False


# ---------------------------------------------------------------- subdivisions


def refuse_subdivide(s: State, seat: int, tract: int) -> int:
    """SM-D4h, SM-D4i: own land with sections on all four sides, once."""
    if s.owner[tract] != seat:
        return NOT_YOUR_LAND
    if s.subdivided[tract]:
        return SUBDIVIDED_ALREADY
    if s.sides[tract] < 4:
        return NOT_ENCLOSED
    if s.cash[seat] < SUBDIVISION_COST:
        return CANNOT_PAY_SUBDIVISION
    return OK if s.cash[seat] >= subdivision_cost(s, tract) else CANNOT_PAY_SWAMP


def subdivide(s: State, seat: int, tract: int) -> None:
    """SM-D4h, SM-D4i: pay the bank; the swamp is filled with it."""
    cost = subdivision_cost(s, tract)
    pay_bank(s, seat, cost)
    s.subdivided[tract] = 1
    s.busy = 1
    tell(s, SUBDIVIDED, seat, named_tract(s, tract), cost)


# ---------------------------------------------------------------- buildings


def refuse_construct(s: State, seat: int, tract: int, building: int) -> int:
    """SM-D4j to SM-D4m, SM-V6, SM-O2: what the zone allows or the bank can spare, on subdivided land."""
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


def offer_construct(s: State, seat: int, out: Runs) -> None:
    """SM-D4j: only subdivided land of theirs is looked at."""
    for tract in range(TRACTS):
        if s.owner[tract] == seat and s.subdivided[tract] and s.building[tract] == 0:
            n = out[0]
            for building in range(1, BUILDINGS + 1):
                n = offered_if(out, n, CONSTRUCT(tract, building), refuse_construct(s, seat, tract, building) == OK)
            count_offered(out, n)


def construct(s: State, seat: int, tract: int, building: int) -> None:
    """SM-D4j, SM-D4m: pay the bank; nothing is kept for the tract any more."""
    cost = building_cost(s, tract, building)
    pay_bank(s, seat, cost)
    s.building[tract] = building
    s.stock[building] -= 1
    if s.zone[tract] != UNZONED:
        s.reserved[building] -= 1
    s.busy = 1
    tell(s, CONSTRUCTED, seat, named_tract(s, tract), building, cost)


def can_spare(s: State, building: int) -> bool:
    """SM-D4m: a piece is left that no zoned tract needs."""
    return s.stock[building] > s.reserved[building]
