"""The end of the game, first part: when a row is complete."""

from .figures import ROWS
from .state import State


def is_complete(s: State, row: int) -> bool:
    """TE-E1: as long as required, and every building has a roof."""
    return s.built[row] >= s.requirement[row] and s.roofless[row] == 0


def complete_rows(s: State) -> int:
    """TE-E1: how many of the three."""
    n = 0
    for row in range(ROWS):
        if is_complete(s, row):
            n += 1
    return n


def roofless_buildings(s: State) -> int:
    return s.roofless[0] + s.roofless[1] + s.roofless[2]
