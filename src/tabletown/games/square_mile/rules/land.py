"""The land on the map: who owns what beside a road, and how tracts and edges are called."""

from .geometry import BESIDE, OFF_MAP
from .shapes import EDGES, TRACTS
from .state import NO_SEAT, State

LETTER_BASE = 32


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


def ones_in(mask: int) -> int:
    """How many tracts, cards or seats a mask holds."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count
