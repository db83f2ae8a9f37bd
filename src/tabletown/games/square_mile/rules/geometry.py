"""The map's geometry, worked out once: tracts, the forty edges between them, and the markers at their corners.

Tracts are numbered row by row from the north-west. Edges 0 to 19 run west to east, five rows of four from the north;
edges 20 to 39 run north to south, five in each row of tracts from the west.
"""

from .shapes import EDGES, MARKERS, SIDE, TRACTS

OFF_MAP = -1
NORTH, EAST, SOUTH, WEST = range(4)
DIRECTIONS = 4


def edge_at(tract: int, direction: int) -> int:
    row, column = divmod(tract, SIDE)
    if direction in (NORTH, SOUTH):
        return (row + (direction == SOUTH)) * SIDE + column
    return 20 + row * (SIDE + 1) + column + (direction == EAST)


def neighbour_at(tract: int, direction: int) -> int:
    row, column = divmod(tract, SIDE)
    row += (direction == SOUTH) - (direction == NORTH)
    column += (direction == EAST) - (direction == WEST)
    return row * SIDE + column if 0 <= row < SIDE and 0 <= column < SIDE else OFF_MAP


def markers_of(edge: int) -> tuple[int, int]:
    if edge < 20:
        row, column = divmod(edge, SIDE)
        return row * (SIDE + 1) + column, row * (SIDE + 1) + column + 1
    row, column = divmod(edge - 20, SIDE + 1)
    return row * (SIDE + 1) + column, (row + 1) * (SIDE + 1) + column


def tracts_of(edge: int) -> tuple[int, int]:
    """The tract north or west of an edge, and the one south or east of it."""
    beside = [OFF_MAP, OFF_MAP]
    for tract in range(TRACTS):
        for direction in range(DIRECTIONS):
            if edge_at(tract, direction) == edge:
                beside[direction in (NORTH, WEST)] = tract
    return beside[0], beside[1]


def ways_to_the_border(tract: int) -> tuple[int, ...]:
    """Every way from the tract to one at the border, as a mask of tracts; a tract at the border is its own way."""
    if any(neighbour_at(tract, direction) == OFF_MAP for direction in range(DIRECTIONS)):
        return (1 << tract,)
    found: list[int] = []
    open_ways = [(tract, 1 << tract)]
    while open_ways:
        at, way = open_ways.pop()
        for direction in range(DIRECTIONS):
            there = neighbour_at(at, direction)
            if way >> there & 1:
                continue
            if any(neighbour_at(there, onwards) == OFF_MAP for onwards in range(DIRECTIONS)):
                found.append(way | 1 << there)
            else:
                open_ways.append((there, way | 1 << there))
    return tuple(dict.fromkeys(found))


AROUND = tuple(tuple(edge_at(tract, direction) for direction in range(DIRECTIONS)) for tract in range(TRACTS))
"""The edges north, east, south and west of each tract."""
NEIGHBOUR = tuple(tuple(neighbour_at(tract, direction) for direction in range(DIRECTIONS)) for tract in range(TRACTS))
BESIDE = tuple(tracts_of(edge) for edge in range(EDGES))
"""The tracts on both sides of each edge, or OFF_MAP."""
ENDS = tuple(markers_of(edge) for edge in range(EDGES))
"""The markers at both ends of each edge."""
AT_MARKER = tuple(
    tuple(([edge for edge in range(EDGES) if marker in ENDS[edge]] + [OFF_MAP] * DIRECTIONS)[:DIRECTIONS])
    for marker in range(MARKERS)
)
"""The edges that meet at each marker; OFF_MAP where there are fewer than four."""

_WAYS = [ways_to_the_border(tract) for tract in range(TRACTS)]
MAX_WAYS = max(len(ways) for ways in _WAYS)
WAYS_OUT = tuple((ways + (0,) * MAX_WAYS)[:MAX_WAYS] for ways in _WAYS)
"""For each tract the ways to the border, as masks of tracts, then zeros."""

TURNED = tuple(
    tuple((mask << turn | mask >> (DIRECTIONS - turn)) & 0b1111 for turn in range(DIRECTIONS)) for mask in range(16)
)
"""A set of directions (bit 0 north, clockwise), turned clockwise by quarters."""
