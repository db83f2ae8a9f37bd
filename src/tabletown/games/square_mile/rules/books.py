"""The books: what must add up after every move."""

from tabletown.rulekit.reasons import OK

from .figures import BUILDING_STOCK, PAWNS
from .geometry import BESIDE, OFF_MAP
from .shapes import BUILDINGS, EDGES, TRACTS
from .state import State

BOOK_OF_MONEY, BOOK_OF_PAWNS, BOOK_OF_SECTIONS, BOOK_OF_BUILDINGS, BOOK_OF_STAGES = range(1, 6)


def audit(s: State) -> int:
    """SM-G7, SM-G9: pawns and money."""
    cash = 0
    pawns = 0
    for seat in range(s.players):
        cash += s.cash[seat]
        pawns += s.owned[seat]
        if s.cash[seat] < 0:
            return BOOK_OF_MONEY
        if s.owned[seat] > PAWNS:
            return BOOK_OF_PAWNS
    if cash != s.paid_out:
        return BOOK_OF_MONEY
    for tract in range(TRACTS):
        if s.owner[tract] >= 0:
            pawns -= 1
    if pawns != 0:
        return BOOK_OF_PAWNS
    return audit_pieces(s)


def audit_buildings(s: State) -> int:
    """SM-G8, SM-D4m: on the map or in the box, and kept for the tracts that wait for one."""
    for building in range(1, BUILDINGS + 1):
        standing = 0
        waiting = 0
        for tract in range(TRACTS):
            if s.building[tract] == building:
                standing += 1
            elif s.zone[tract] == building:
                waiting += 1
        if standing + s.stock[building] != BUILDING_STOCK[building - 1] or s.reserved[building] != waiting:
            return BOOK_OF_BUILDINGS
    return OK


def audit_pieces(s: State) -> int:
    """SM-D4g to SM-D4j: one stage after the other, and sections counted on both sides."""
    sides = 0
    for tract in range(TRACTS):
        sides += s.sides[tract]
        if s.subdivided[tract] and s.sides[tract] < 4:
            return BOOK_OF_STAGES
        if s.building[tract] > 0 and not s.subdivided[tract]:
            return BOOK_OF_STAGES
    for edge in range(EDGES):
        for side in range(2):
            if s.section[edge] and BESIDE[edge][side] != OFF_MAP:
                sides -= 1
    return audit_buildings(s) if sides == 0 else BOOK_OF_SECTIONS
