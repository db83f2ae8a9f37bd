"""Advanced rules: the players lay river and marshes, and permits are dealt."""

from tabletown.rulekit.events import tell
from tabletown.rulekit.reasons import OK
from tabletown.rulekit.runs import Runs, offer

from .actions import RIVER_TILE
from .cards import draw_permit, hide_deal
from .events import CARDS_DEALT, MARSH_LAID, RIVER_LAID
from .figures import ADVANCED_PERMITS, LAND, MARSH, MARSH_TILE, MARSH_TILES, RIVER, RIVER_TILES
from .phases import LAY_MARSH, NEW_YEAR
from .reasons import (
    MARSH_NOT_AT_EDGE,
    MARSH_NOT_ON_LAND,
    RIVER_CANNOT_END,
    RIVER_NEARER_TO_START,
    RIVER_NOT_AT_EDGE,
    RIVER_NOT_TOUCHING,
    RIVER_OFF_THE_MAP,
    RIVER_TURNS_TOO_SHARPLY,
)
from .seats import left_of
from .set_up import deal_deeds, map_columns, map_rows, stack_permits
from .shapes import CARDS, COLUMNS, NONE, PLOTS, ROWS
from .state import State

TOP, RIGHT, BOTTOM, LEFT = 1, 2, 4, 8
HEADINGS = 8
DOWN_BY = (-1, -1, 0, 1, 1, 1, 0, -1)
ACROSS_BY = (0, 1, 1, 1, 0, -1, -1, -1)
TURNS = (0, 7, 1)

# ---------------------------------------------------------------- the river


def edges_of(s: State, plot: int) -> int:
    """MK-X1: bit mask of the map's edges that the plot lies at."""
    row = plot // COLUMNS
    column = plot % COLUMNS
    edges = 0
    if row == 0:
        edges |= TOP
    if column == map_columns(s) - 1:
        edges |= RIGHT
    if row == map_rows(s) - 1:
        edges |= BOTTOM
    if column == 0:
        edges |= LEFT
    return edges


def refuse_lay_river(s: State, seat: int, plot: int) -> int:
    """MK-X1 to MK-X3: from an edge, without sharp turns, and so that it can still end."""
    if s.ground[plot] != LAND:
        return RIVER_OFF_THE_MAP
    if s.river_length == 0:
        if edges_of(s, plot) == 0:
            return RIVER_NOT_AT_EDGE
        return OK if can_begin(s, plot) else RIVER_CANNOT_END
    heading = heading_to(s.river_head, plot)
    if heading == NONE:
        return RIVER_NOT_TOUCHING
    turn = (heading - s.river_heading) % HEADINGS
    if s.river_length > 1 and 1 < turn < HEADINGS - 1:
        return RIVER_TURNS_TOO_SHARPLY
    if comes_nearer(s.river_head, plot, s.river_edges):
        return RIVER_NEARER_TO_START
    if not can_end(s, plot, heading, RIVER_TILES - s.river_length - 1, s.river_edges):
        return RIVER_CANNOT_END
    return OK


def offer_lay_river(s: State, seat: int, out: Runs) -> None:
    """MK-X1, MK-X2: the source may lie anywhere, any other tile only around the one before."""
    if s.river_length == 0:
        for plot in range(PLOTS):
            if refuse_lay_river(s, seat, plot) == OK:
                offer(out, RIVER_TILE(plot), 1)
        return
    for heading in range(HEADINGS):
        plot = plot_towards(s, s.river_head, heading)
        if plot != NONE and refuse_lay_river(s, seat, plot) == OK:
            offer(out, RIVER_TILE(plot), 1)


def lay_river(s: State, seat: int, plot: int) -> None:
    """MK-X1 to MK-X3: one tile each in turn, until the river has a mouth."""
    if s.river_length == 0:
        s.river_edges = edges_of(s, plot)
    else:
        s.river_heading = heading_to(s.river_head, plot)
    s.ground[plot] = RIVER
    s.river_head = plot
    s.river_length += 1
    tell(s, RIVER_LAID, seat, plot)
    s.seat = left_of(s, s.seat)
    if s.river_length > 1 and is_mouth(s, plot, s.river_edges):
        s.phase = LAY_MARSH


def heading_to(plot: int, there: int) -> int:
    """MK-X2: the heading of a step between touching plots, or -1."""
    down = there // COLUMNS - plot // COLUMNS
    across = there % COLUMNS - plot % COLUMNS
    for heading in range(HEADINGS):
        if DOWN_BY[heading] == down and ACROSS_BY[heading] == across:
            return heading
    return NONE


def plot_towards(s: State, plot: int, heading: int) -> int:
    """MK-X2: the next plot that way, or -1 where no river tile can lie."""
    row = plot // COLUMNS + DOWN_BY[heading]
    column = plot % COLUMNS + ACROSS_BY[heading]
    if row < 0 or column < 0 or row >= ROWS or column >= COLUMNS:
        return NONE
    there = row * COLUMNS + column
    return there if s.ground[there] == LAND else NONE


def comes_nearer(start: int, plot: int, start_edges: int) -> bool:
    """MK-X2: whether the step from `start` to `plot` leads back towards an edge that the river started from."""
    down = plot // COLUMNS - start // COLUMNS
    across = plot % COLUMNS - start % COLUMNS
    if start_edges & TOP and down < 0:
        return True
    if start_edges & BOTTOM and down > 0:
        return True
    if start_edges & LEFT and across < 0:
        return True
    return bool(start_edges & RIGHT and across > 0)


def is_mouth(s: State, plot: int, start_edges: int) -> bool:
    """MK-X3: a plot at an edge where the river did not start."""
    return edges_of(s, plot) & ~start_edges != 0


def can_begin(s: State, plot: int) -> bool:
    """MK-X3: whether a river from there can reach another edge."""
    edges = edges_of(s, plot)
    for heading in range(HEADINGS):
        there = plot_towards(s, plot, heading)
        if (
            there != NONE
            and not comes_nearer(plot, there, edges)
            and can_end(s, there, heading, RIVER_TILES - 2, edges)
        ):
            return True
    return False


def can_end(s: State, plot: int, heading: int, tiles: int, start_edges: int) -> bool:
    """MK-X3: whether the river, having come to `plot`, can still reach another edge with so many tiles.

    All courses are tried, straight ones first; `tried` keeps for each tile how many of its three ways were.
    """
    if is_mouth(s, plot, start_edges):
        return True
    tried = 0
    depth = 0
    while True:
        way = (tried >> 2 * depth) & 3
        if way == 3 or depth == tiles:
            if depth == 0:
                return False
            tried &= ~(3 << 2 * depth)
            depth -= 1
            plot -= DOWN_BY[heading] * COLUMNS + ACROSS_BY[heading]
            heading = (heading - TURNS[((tried >> 2 * depth) & 3) - 1]) % HEADINGS
            continue
        tried += 1 << 2 * depth
        there = plot_towards(s, plot, (heading + TURNS[way]) % HEADINGS)
        if there == NONE or comes_nearer(plot, there, start_edges):
            continue
        if is_mouth(s, there, start_edges):
            return True
        heading = (heading + TURNS[way]) % HEADINGS
        plot = there
        depth += 1


# ---------------------------------------------------------------- marshes


def refuse_lay_marsh(s: State, seat: int, plot: int) -> int:
    """MK-X4: a marsh tile, named by its upper left plot, lies on free land and touches an edge."""
    row = plot // COLUMNS
    column = plot % COLUMNS
    edges = 0
    for down in range(MARSH_TILE):
        for across in range(MARSH_TILE):
            if row + down >= ROWS or column + across >= COLUMNS:
                return MARSH_NOT_ON_LAND
            part = plot + down * COLUMNS + across
            if s.ground[part] != LAND:
                return MARSH_NOT_ON_LAND
            edges |= edges_of(s, part)
    return OK if edges != 0 else MARSH_NOT_AT_EDGE


def lay_marsh(s: State, seat: int, plot: int) -> None:
    """MK-X4: two players lay one each."""
    for down in range(MARSH_TILE):
        for across in range(MARSH_TILE):
            s.ground[plot + down * COLUMNS + across] = MARSH
    s.marshes += 1
    tell(s, MARSH_LAID, seat, plot)
    s.seat = left_of(s, s.seat)
    if s.marshes == MARSH_TILES:
        deal_cards(s)


# ---------------------------------------------------------------- the deal


def deal_cards(s: State) -> None:
    """MK-X5: deeds of what is land now, and permits, secretly; there are no characters."""
    deal_deeds(s)
    stack_permits(s)
    for seat in range(s.players):
        for _ in range(ADVANCED_PERMITS):
            s.place[draw_permit(s)] = seat
            s.permits_held[seat] += 1
    hide_deal(s, PLOTS, CARDS)
    s.phase = NEW_YEAR
    tell(s, CARDS_DEALT)
