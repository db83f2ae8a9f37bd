"""The map's geometry, worked out once: tracts, the edges between them, and the markers at their corners.

Places are numbered as on the widest map, whatever map an edition has; a smaller one lies in its north-western corner.
Tracts are numbered row by row from the north-west. Edges 0 to 19 run west to east, five rows of four from the north;
edges 20 to 39 run north to south, five in each row of tracts from the west.
"""

from functools import lru_cache

from tabletown.rulekit.editions import Chart, Line, Values, derived

from .shapes import EDGES, EDGES_ACROSS, MARKERS, SIDE, TRACTS

OFF_MAP = -1
NORTH, EAST, SOUTH, WEST = range(4)
DIRECTIONS = 4


def edge_at(tract: int, direction: int) -> int:
    row, column = divmod(tract, SIDE)
    if direction in (NORTH, SOUTH):
        return (row + (direction == SOUTH)) * SIDE + column
    return EDGES_ACROSS + row * (SIDE + 1) + column + (direction == EAST)


def markers_of(edge: int) -> tuple[int, int]:
    if edge < EDGES_ACROSS:
        row, column = divmod(edge, SIDE)
        return row * (SIDE + 1) + column, row * (SIDE + 1) + column + 1
    row, column = divmod(edge - EDGES_ACROSS, SIDE + 1)
    return row * (SIDE + 1) + column, (row + 1) * (SIDE + 1) + column


AROUND = tuple(tuple(edge_at(tract, direction) for direction in range(DIRECTIONS)) for tract in range(TRACTS))
"""The edges north, east, south and west of each tract."""
ENDS = tuple(markers_of(edge) for edge in range(EDGES))
"""The markers at both ends of each edge."""
TURNED = tuple(
    tuple((mask << turn | mask >> (DIRECTIONS - turn)) & 0b1111 for turn in range(DIRECTIONS)) for mask in range(16)
)
"""A set of directions (bit 0 north, clockwise), turned clockwise by quarters."""


# ---------------------------------------------------------------- on the map of an edition


def land_of_map(values: Values) -> Line:
    """The tracts that there are, row by row."""
    rows = values["map.printed"]
    return tuple(row * SIDE + column for row, line in enumerate(rows) for column in range(len(line)))


def neighbour_at(land: Line, tract: int, direction: int) -> int:
    row, column = divmod(tract, SIDE)
    row += (direction == SOUTH) - (direction == NORTH)
    column += (direction == EAST) - (direction == WEST)
    there = row * SIDE + column
    return there if 0 <= row < SIDE and 0 <= column < SIDE and {tract, there} <= set(land) else OFF_MAP


@lru_cache
def neighbours(land: Line) -> Chart:
    return tuple(tuple(neighbour_at(land, tract, way) for way in range(DIRECTIONS)) for tract in range(TRACTS))


@lru_cache
def beside(land: Line) -> tuple[tuple[int, int], ...]:
    """The tract north or west of each edge, and the one south or east of it."""
    found = [[OFF_MAP, OFF_MAP] for _ in range(EDGES)]
    for tract in land:
        for direction in range(DIRECTIONS):
            found[AROUND[tract][direction]][direction in (NORTH, WEST)] = tract
    return tuple((one, other) for one, other in found)


@lru_cache
def at_marker(land: Line) -> Chart:
    laid = [edge for edge, tracts in enumerate(beside(land)) if tracts != (OFF_MAP, OFF_MAP)]
    return tuple(
        tuple(([edge for edge in laid if marker in ENDS[edge]] + [OFF_MAP] * DIRECTIONS)[:DIRECTIONS])
        for marker in range(MARKERS)
    )


def ways_to_the_border(land: Line, tract: int) -> tuple[int, ...]:
    """Every way from the tract to one at the border, as a mask of tracts; a tract at the border is its own way."""
    next_to = neighbours(land)
    if OFF_MAP in next_to[tract]:
        return (1 << tract,)
    found: list[int] = []
    open_ways = [(tract, 1 << tract)]
    while open_ways:
        at, way = open_ways.pop()
        for there in next_to[at]:
            if way >> there & 1:
                continue
            if OFF_MAP in next_to[there]:
                found.append(way | 1 << there)
            else:
                open_ways.append((there, way | 1 << there))
    return tuple(dict.fromkeys(found))


@lru_cache
def ways_out(land: Line) -> Chart:
    ways = [ways_to_the_border(land, tract) if tract in land else () for tract in range(TRACTS)]
    most = max(map(len, ways))
    return tuple((each + (0,) * most)[:most] for each in ways)


LAND: Line = derived(land_of_map)
"""The tracts on the map; land beyond it is out of the game from the beginning."""
ALL_TRACTS: int = derived(lambda values: sum(1 << tract for tract in land_of_map(values)))
NEIGHBOUR: Chart = derived(lambda values: neighbours(land_of_map(values)))
BESIDE: tuple[tuple[int, int], ...] = derived(lambda values: beside(land_of_map(values)))
"""The tracts on both sides of each edge, or OFF_MAP."""
AT_MARKER: Chart = derived(lambda values: at_marker(land_of_map(values)))
"""The edges that meet at each marker; OFF_MAP where there are fewer than four."""
WAYS_OUT: Chart = derived(lambda values: ways_out(land_of_map(values)))
"""For each tract the ways to the border, as masks of tracts, then zeros."""
MAX_WAYS: int = derived(lambda values: len(ways_out(land_of_map(values))[0]))
