"""Income blocks: what lies on the walls, the sides where plots meet."""

from .figures import BY_SIZE, MARSH, MUCH_LARGER, OUTSIDE, RIVER, WALLS
from .land import NEIGHBOURS, SIDES
from .shapes import ALLOTMENTS, COMMONS, DUMP, KINDS, NATURE_RESERVE, PLOTS
from .state import State

SAME, RIVERSIDE, MARSHSIDE, OWN_OTHER, RIVAL, RIVAL_COMMONS, RIVAL_DUMP, ANY_ALLOTMENTS = range(8)
"""Columns of the edition's table of walls."""
ORDINARY_ROW, RESERVE_ROW, COMMONS_ROW, DUMP_ROW, ALLOTMENTS_ROW = range(5)
OWN_ROWS = {
    NATURE_RESERVE: RESERVE_ROW,
    COMMONS: COMMONS_ROW,
    DUMP: DUMP_ROW,
    ALLOTMENTS: ALLOTMENTS_ROW,
}
ROW_OF_WALLS = tuple(OWN_ROWS.get(kind, ORDINARY_ROW) for kind in range(KINDS))
"""MK-V5, MK-V7, MK-V9, MK-V10: kinds of building with walls of their own."""


def count_blocks(s: State) -> None:
    """MK-V1: all income blocks on the map anew."""
    for seat in range(s.players):
        s.blocks[seat] = 0
    for plot in range(PLOTS):
        if s.building[plot] != 0:
            s.blocks[s.owner[s.building[plot]]] += plot_income(s, plot)


def plot_income(s: State, plot: int) -> int:
    """MK-V2: the blocks on the walls of one plot, internal walls counted with the plot that comes first."""
    total = 0
    for side in range(SIDES):
        other = NEIGHBOURS[plot][side]
        if other > plot or other < 0 or s.building[other] != s.building[plot]:
            total += wall_income(s, plot, other)
    return total


def wall_income(s: State, here: int, there: int) -> int:
    """MK-V2 to MK-V5: what the building on `here` gets from its side towards `there`, internal or not."""
    if there < 0 or s.ground[there] == OUTSIDE:
        return 0
    number = s.building[here]
    row = ROW_OF_WALLS[s.kind[number]]
    other = s.building[there]
    if other == 0:
        if s.ground[there] == RIVER:
            return WALLS[row][RIVERSIDE]
        return WALLS[row][MARSHSIDE] if s.ground[there] == MARSH else 0
    paid = WALLS[row][column_of_walls(s, number, other)]
    return by_size(s.size[number], s.size[other]) if paid == BY_SIZE else paid


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
