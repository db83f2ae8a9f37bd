"""The books: what must add up after every move."""

from tabletown.rulekit.reasons import OK

from .components import colour_of
from .figures import CHECKS_EACH, COLOURS, DISPLAY_LENGTH, DISPLAY_ROWS, LOTS, PERMITS, ROOFS, ROWS, ZONED_LENGTH
from .shapes import MAX_BID
from .state import CUBE, NO_SEAT, ROOF, State

MONEY_BOOK, CUBE_BOOK, ROOF_BOOK, PERMIT_BOOK, CERTIFICATE_BOOK, ROW_BOOK = range(1, 7)


def audit(s: State) -> int:
    """TE-C1: nothing is made and nothing is lost."""
    money = 0
    for seat in range(s.players):
        if s.cash[seat] < 0 or s.stowed[seat] < 0:
            return MONEY_BOOK
        money += s.cash[seat] + s.stowed[seat]
    if money != s.players * CHECKS_EACH or money > MAX_BID:
        return MONEY_BOOK
    return audit_board(s)


def audit_board(s: State) -> int:
    cubes = 1 if s.piece == CUBE else 0
    roofs = s.roofs_left + (1 if s.piece == ROOF else 0)
    seen = [False] * COLOURS
    for row in range(ROWS):
        roofless = 0
        for lot in range(LOTS):
            if (s.height[row][lot] > 0) != (lot < s.built[row]):
                return ROW_BOOK
            for level in range(s.height[row][lot]):
                seen[colour_of(s.floor[row][lot][level])] = True
            cubes += s.height[row][lot]
            if s.roof[row][lot] > 0:
                roofs += 1
            elif lot < s.built[row]:
                roofless += 1
        if roofless != s.roofless[row] or s.built[row] > s.requirement[row]:
            return ROW_BOOK
    if cubes + s.cubes_left != DISPLAY_ROWS * DISPLAY_LENGTH:
        return CUBE_BOOK
    if roofs != ROOFS:
        return ROOF_BOOK
    for colour in range(COLOURS):
        if seen[colour] != (s.certificate[colour] != NO_SEAT):
            return CERTIFICATE_BOOK
    return audit_permits(s)


def audit_permits(s: State) -> int:
    for row in range(ROWS):
        requirement = ZONED_LENGTH
        for permit in range(PERMITS):
            if s.permit_row[permit] == row:
                requirement += s.permit_change[permit]
        if requirement != s.requirement[row]:
            return PERMIT_BOOK
    return OK
