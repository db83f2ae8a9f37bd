"""Components: a cube is its company's colour and its number in one, a permit goes by its place."""

from .figures import PERMIT_VALUES
from .state import State


def permit_value(permit: int) -> int:
    """TE-C1: one of each value."""
    return PERMIT_VALUES[permit]


def make_cube(colour: int, value: int) -> int:
    """TE-C2: a company's colour and a number."""
    return colour << 3 | value


def colour_of(cube: int) -> int:
    return cube >> 3


def value_of(cube: int) -> int:
    return cube & 7


def top_cube(s: State, row: int, lot: int) -> int:
    return s.floor[row][lot][s.height[row][lot] - 1]
