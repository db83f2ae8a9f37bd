"""Components, the map: plots, their neighbours, and the buildings on them."""

from .figures import LAND, RIVER
from .shapes import BUILDINGS, COLUMNS, PLOTS, ROWS
from .state import State

SIDES = 4


def _neighbours() -> tuple[tuple[int, ...], ...]:
    """The plots above, to the right, below and to the left; -1 off the board."""
    table = []
    for plot in range(PLOTS):
        row, column = divmod(plot, COLUMNS)
        beside = ((row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1))
        table.append(tuple(r * COLUMNS + c if 0 <= r < ROWS and 0 <= c < COLUMNS else -1 for r, c in beside))
    return tuple(table)


NEIGHBOURS = _neighbours()


def are_neighbours(one: int, other: int) -> bool:
    """MK-C2: two plots that share a side."""
    return (
        NEIGHBOURS[one][0] == other
        or NEIGHBOURS[one][1] == other
        or NEIGHBOURS[one][2] == other
        or NEIGHBOURS[one][3] == other
    )


def is_free_land(s: State, plot: int) -> bool:
    return s.ground[plot] == LAND and s.building[plot] == 0


def is_free_river(s: State, plot: int) -> bool:
    return s.ground[plot] == RIVER and s.building[plot] == 0


# ---------------------------------------------------------------- buildings


def first_plot(s: State, number: int) -> int:
    """The plot by which a building is named: its first in reading order."""
    for plot in range(PLOTS):
        if s.building[plot] == number:
            return plot
    return -1


def beside_building(s: State, plot: int, number: int) -> bool:
    for side in range(SIDES):
        other = NEIGHBOURS[plot][side]
        if other >= 0 and s.building[other] == number:
            return True
    return False


def internal_walls(s: State, plot: int) -> int:
    walls = 0
    for side in range(SIDES):
        other = NEIGHBOURS[plot][side]
        if other >= 0 and s.building[other] == s.building[plot]:
            walls += 1
    return walls


def stands_a_building(s: State) -> bool:
    for number in range(1, BUILDINGS):
        if s.size[number] > 0:
            return True
    return False


def remove_block(s: State, plot: int) -> None:
    """MK-D1, MK-R1: without its last block a building is gone."""
    number = s.building[plot]
    s.building[plot] = 0
    s.size[number] -= 1
    if s.size[number] == 0:
        s.owner[number] = 0
        s.kind[number] = 0


def found_building(s: State, seat: int, kind: int) -> int:
    """MK-B5: a building of its own, without plots yet; answers its number."""
    number = 1
    while number < BUILDINGS - 1 and s.size[number] != 0:
        number += 1
    s.owner[number] = seat
    s.kind[number] = kind
    return number


def put_block(s: State, plot: int, number: int) -> None:
    """MK-F1: one plot of a building."""
    s.building[plot] = number
    s.size[number] += 1
