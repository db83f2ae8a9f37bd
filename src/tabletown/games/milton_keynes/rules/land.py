"""MK-C2, MK-V: plots, buildings, and the income blocks on their walls."""

from .figures import BY_SIZE, COMMONS_PLOTS, DUMP_PLOTS, LAND, MARSH, MAX_PLOTS, MUCH_LARGER, OUTSIDE, RIVER, WALLS
from .shapes import ALLOTMENTS, BUILDINGS, COLUMNS, COMMONS, DUMP, NATURE_RESERVE, PLOTS, ROWS
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

SAME, RIVERSIDE, MARSHSIDE, OWN_OTHER, RIVAL, RIVAL_COMMONS, RIVAL_DUMP, ANY_ALLOTMENTS = range(8)
"""Columns of the edition's table of walls."""
ORDINARY_ROW, RESERVE_ROW, COMMONS_ROW, DUMP_ROW, ALLOTMENTS_ROW = range(5)


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


def beside_building(s: State, plot: int, number: int) -> bool:
    for side in range(SIDES):
        other = NEIGHBOURS[plot][side]
        if other >= 0 and s.building[other] == number:
            return True
    return False


def first_plot(s: State, number: int) -> int:
    """The plot by which a building is named: its first in reading order."""
    for plot in range(PLOTS):
        if s.building[plot] == number:
            return plot
    return -1


def most_plots(kind: int) -> int:
    """MK-B3, MK-B7: how large a building of this kind may become."""
    if kind == COMMONS:
        return COMMONS_PLOTS
    if kind == DUMP:
        return min(DUMP_PLOTS, MAX_PLOTS)
    return MAX_PLOTS


# ---------------------------------------------------------------- income blocks


def row_of_walls(kind: int) -> int:
    if kind == NATURE_RESERVE:
        return RESERVE_ROW
    if kind == COMMONS:
        return COMMONS_ROW
    if kind == DUMP:
        return DUMP_ROW
    if kind == ALLOTMENTS:
        return ALLOTMENTS_ROW
    return ORDINARY_ROW


def by_size(mine: int, theirs: int) -> int:
    """MK-V3: two if much larger, none if much smaller, else one."""
    if mine - theirs >= MUCH_LARGER:
        return 2
    return 0 if theirs - mine >= MUCH_LARGER else 1


def column_of_walls(s: State, number: int, other: int) -> int:
    """MK-V6 to MK-V10: what a building is to another beside it."""
    if other == number:
        return SAME
    if s.kind[other] == ALLOTMENTS:
        return ANY_ALLOTMENTS
    if s.owner[other] == s.owner[number]:
        return OWN_OTHER
    if s.kind[other] == COMMONS:
        return RIVAL_COMMONS
    return RIVAL_DUMP if s.kind[other] == DUMP else RIVAL


def wall_income(s: State, here: int, there: int) -> int:
    """The blocks that the building on `here` gets from its side towards `there`; an internal wall is one for both."""
    if there < 0 or s.ground[there] == OUTSIDE:
        return 0
    number = s.building[here]
    row = row_of_walls(s.kind[number])
    other = s.building[there]
    if other == 0:
        if s.ground[there] == RIVER:
            return WALLS[row][RIVERSIDE]
        return WALLS[row][MARSHSIDE] if s.ground[there] == MARSH else 0
    paid = WALLS[row][column_of_walls(s, number, other)]
    return by_size(s.size[number], s.size[other]) if paid == BY_SIZE else paid


def plot_income(s: State, plot: int) -> int:
    """The blocks on the walls of one plot, internal walls counted with the plot that comes first."""
    total = 0
    for side in range(SIDES):
        other = NEIGHBOURS[plot][side]
        if other > plot or other < 0 or s.building[other] != s.building[plot]:
            total += wall_income(s, plot, other)
    return total


def count_blocks(s: State) -> None:
    """MK-V1: all income blocks on the map anew."""
    for seat in range(s.players):
        s.blocks[seat] = 0
    for plot in range(PLOTS):
        if s.building[plot] != 0:
            s.blocks[s.owner[s.building[plot]]] += plot_income(s, plot)


def internal_walls(s: State, plot: int) -> int:
    walls = 0
    for side in range(SIDES):
        other = NEIGHBOURS[plot][side]
        if other >= 0 and s.building[other] == s.building[plot]:
            walls += 1
    return walls


# ---------------------------------------------------------------- putting up and taking down


def found_building(s: State, seat: int, kind: int) -> int:
    """A new building without plots yet; answers its number."""
    number = 1
    while number < BUILDINGS - 1 and s.size[number] != 0:
        number += 1
    s.owner[number] = seat
    s.kind[number] = kind
    return number


def put_block(s: State, plot: int, number: int) -> None:
    s.building[plot] = number
    s.size[number] += 1


def remove_block(s: State, plot: int) -> None:
    number = s.building[plot]
    s.building[plot] = 0
    s.size[number] -= 1
    if s.size[number] == 0:
        s.owner[number] = 0
        s.kind[number] = 0


def buildings_on_map(s: State) -> int:
    count = 0
    for number in range(1, BUILDINGS):
        if s.size[number] > 0:
            count += 1
    return count
