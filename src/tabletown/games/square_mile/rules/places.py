"""Places of the map by the names that an edition uses: letters, lines of tracts, borders between tracts."""

import re
from typing import Any

from tabletown.rulekit.editions import Figure, Line

from .geometry import OFF_MAP, beside
from .shapes import LANES, SIDE

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWX"
SIDES_OF_LANES = ("west", "east", "north", "south")

Name = tuple[str, ...]
"""The words of a name: `A`, `A/B`, `AEIM west`. Which place it means is known with the map."""


def places(key: str) -> Any:
    """A figure of the edition: a list of names of places."""

    def read(value: Any) -> tuple[Name, ...]:
        if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
            raise ValueError(f"takes a list of names, not {value!r}")
        return tuple(tuple(re.split("[ /]", name)) for name in value)

    return Figure(key, read)


def tract_called(name: Name, land: Line) -> int:
    """The tracts of a map are lettered row by row."""
    letter = " ".join(name)
    if len(letter) != 1 or letter not in LETTERS[: len(land)]:
        raise ValueError(f"has the tract {letter!r}; the map has {LETTERS[0]} to {LETTERS[len(land) - 1]}")
    return land[LETTERS.index(letter)]


def railway_called(name: Name, land: Line) -> int:
    """The lane (columns from the west are 0 to 3, rows from the north 4 to 7) times two, plus its side."""
    for lane in range(LANES):
        sides = SIDES_OF_LANES[:2] if lane < SIDE else SIDES_OF_LANES[2:]
        letters = "".join(LETTERS[land.index(tract)] for tract in tracts_of_lane(lane, land))
        for side, word in enumerate(sides):
            if letters and name == (letters, word):
                return 2 * lane + side
    raise ValueError(f"has the railway {' '.join(name)!r}; it lies at one side of a row or column, as in 'AEIM west'")


def road_called(name: Name, land: Line) -> int:
    pair = tuple(sorted(tract_called((letter,), land) for letter in name))
    if pair not in beside(land):
        raise ValueError(f"has the road {'/'.join(name)!r}; it lies between two neighbours, as in 'A/B'")
    return beside(land).index(pair)


def tracts_of_lane(lane: int, land: Line) -> Line:
    if lane < SIDE:
        return tuple(tract for tract in land if tract % SIDE == lane)
    return tuple(tract for tract in land if tract // SIDE == lane - SIDE)


def lanes_of(land: Line) -> tuple[Line, ...]:
    """The tracts of every lane, then OFF_MAP."""
    return tuple((tracts_of_lane(lane, land) + (OFF_MAP,) * SIDE)[:SIDE] for lane in range(LANES))
