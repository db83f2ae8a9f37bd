"""Places of the map by the names that an edition uses: letters, lines of tracts, borders between tracts."""

from tabletown.rulekit.editions import Line

from .geometry import BESIDE
from .shapes import LANES, SIDE, TRACTS

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWX"
SIDES_OF_LANES = ("west", "east", "north", "south")


def tract_called(letter: str) -> int:
    if len(letter) != 1 or letter not in LETTERS[:TRACTS]:
        raise ValueError(f"has the tract {letter!r}; the map has {LETTERS[0]} to {LETTERS[TRACTS - 1]}")
    return LETTERS.index(letter)


def lane_called(railway: str) -> int:
    """Columns from the west are lanes 0 to 3, rows from the north 4 to 7."""
    letters = railway.split(maxsplit=1)[0]
    for lane in range(LANES):
        if letters == "".join(LETTERS[tract] for tract in tracts_of_lane(lane)):
            return lane
    raise ValueError(f"has the railway {railway!r}; it runs through a row or column, as in 'AEIM west'")


def side_called(railway: str) -> int:
    sides = SIDES_OF_LANES[:2] if lane_called(railway) < SIDE else SIDES_OF_LANES[2:]
    if railway.split()[1:] not in [[side] for side in sides]:
        raise ValueError(f"has the railway {railway!r}; it lies at the side {' or '.join(sides)} of its tracts")
    return sides.index(railway.split()[1])


def road_called(road: str) -> int:
    pair = tuple(sorted(tract_called(letter) for letter in road.split("/")))
    if pair not in BESIDE:
        raise ValueError(f"has the road {road!r}; it lies between two neighbours, as in 'A/B'")
    return BESIDE.index(pair)


def tracts_of_lane(lane: int) -> Line:
    if lane < SIDE:
        return tuple(range(lane, TRACTS, SIDE))
    return tuple(range((lane - SIDE) * SIDE, (lane - SIDE + 1) * SIDE))
