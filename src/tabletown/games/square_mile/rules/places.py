"""Places of the map by the names that an edition uses: letters, lines of tracts, borders between tracts."""

from collections.abc import Callable
from typing import Any

from tabletown.rulekit.editions import Figure, Line

from .geometry import BESIDE
from .shapes import LANES, SIDE, TRACTS

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWX"
SIDES_OF_LANES = ("west", "east", "north", "south")


def named(key: str, count: int, called: Callable[[str], int]) -> Any:
    """A figure of the edition: a list of names, read as the numbers that they stand for."""

    def read(value: Any) -> Line:
        if not isinstance(value, list) or len(value) != count or not all(isinstance(name, str) for name in value):
            raise ValueError(f"takes a list of {count} names, not {value!r}")
        return tuple(called(name) for name in value)

    return Figure(key, read)


def tract_called(letter: str) -> int:
    if len(letter) != 1 or letter not in LETTERS[:TRACTS]:
        raise ValueError(f"has the tract {letter!r}; the map has {LETTERS[0]} to {LETTERS[TRACTS - 1]}")
    return LETTERS.index(letter)


def railway_called(railway: str) -> int:
    """The lane (columns from the west are 0 to 3, rows from the north 4 to 7) times two, plus its side."""
    letters, _, side = railway.partition(" ")
    for lane in range(LANES):
        sides = SIDES_OF_LANES[:2] if lane < SIDE else SIDES_OF_LANES[2:]
        if letters == "".join(LETTERS[tract] for tract in tracts_of_lane(lane)) and side in sides:
            return 2 * lane + sides.index(side)
    raise ValueError(f"has the railway {railway!r}; it lies at one side of a row or column, as in 'AEIM west'")


def road_called(road: str) -> int:
    pair = tuple(sorted(tract_called(letter) for letter in road.split("/")))
    if pair not in BESIDE:
        raise ValueError(f"has the road {road!r}; it lies between two neighbours, as in 'A/B'")
    return BESIDE.index(pair)


def tracts_of_lane(lane: int) -> Line:
    if lane < SIDE:
        return tuple(range(lane, TRACTS, SIDE))
    return tuple(range((lane - SIDE) * SIDE, (lane - SIDE + 1) * SIDE))
