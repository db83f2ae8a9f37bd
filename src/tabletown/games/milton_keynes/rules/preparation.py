"""MK-S, MK-X: the map, the river that players lay, the deal and the characters."""

from tabletown.rulekit.dice import roll, shuffle
from tabletown.rulekit.events import tell
from tabletown.rulekit.reasons import OK
from tabletown.rulekit.runs import Runs, offer

from .actions import CHOOSE, DEMOLISH_AT, MARSH_AT, RIVER_TILE
from .cards import draw_deed, draw_permit, empty_pouch, hide_deal, rule_out_deck, show_place, take_permit_openly
from .events import CARDS_DEALT, CHARACTER_CHOSEN, MARSH_LAID, RIVER_LAID
from .figures import (
    ADVANCED_PERMITS,
    BANK,
    DEEDS_EACH,
    FIRST_PERMIT,
    GROUND,
    LAND,
    MAP_COLUMNS,
    MAP_ROWS,
    MARSH,
    MARSH_TILE,
    OUTSIDE,
    RAIL_START,
    RIVER,
    RIVER_TILES,
    ROCK,
    ROUNDABOUT,
    STARTING_PERMITS,
)
from .phases import CHOOSE_CHARACTER, DEAL, LAY_MARSH, LAY_RIVER, NEW_YEAR
from .reasons import (
    CHARACTER_TAKEN,
    MARSH_NOT_AT_EDGE,
    MARSH_NOT_ON_LAND,
    NOT_THE_TIME,
    RIVER_CANNOT_END,
    RIVER_NEARER_TO_START,
    RIVER_NOT_AT_EDGE,
    RIVER_NOT_TOUCHING,
    RIVER_OFF_THE_MAP,
    RIVER_TURNS_TOO_SHARPLY,
)
from .shapes import CARDS, CHARACTERS, COLUMNS, DECK, KINDS, NONE, OUT_OF_GAME, PERMITS, PLOTS, ROWS, SEATS
from .state import State

TOP, RIGHT, BOTTOM, LEFT = 1, 2, 4, 8
HEADINGS = 8
DOWN_BY = (-1, -1, 0, 1, 1, 1, 0, -1)
ACROSS_BY = (0, 1, 1, 1, 0, -1, -1, -1)
TURNS = (0, 7, 1)


def prepare(s: State, players: int) -> None:
    """The table before the first decision."""
    s.players = players
    s.bank = BANK
    s.asked_by = NONE
    s.countering = NONE
    for index in range(PLOTS):
        s.deed_deck[index] = NONE
    for index in range(PERMITS):
        s.permit_deck[index] = NONE
    for seat in range(SEATS):
        s.character[seat] = NONE
        s.offer_to[seat] = NONE
        s.partner[seat] = NONE
        s.shared[seat] = NONE
        s.winner[seat] = NONE
        s.claim_plot[seat][0] = s.claim_plot[seat][1] = NONE
        s.claim_again[seat][0] = s.claim_again[seat][1] = NONE
        empty_pouch(s, seat)
    for seat in range(players):
        s.marker[seat] = RAIL_START
        s.highest_roundabout[seat] = RAIL_START // ROUNDABOUT * ROUNDABOUT
    for plot in range(PLOTS):
        s.ground[plot] = ground_at_start(s, plot)
    s.seat = roll(s, players)
    s.phase = LAY_RIVER if s.advanced else DEAL


def map_rows(s: State) -> int:
    return MAP_ROWS[s.players - 2]


def map_columns(s: State) -> int:
    return MAP_COLUMNS[s.players - 2]


def ground_at_start(s: State, plot: int) -> int:
    """MK-S1, MK-S2, MK-X1: the map for the number of players, with the edition's river and marsh or without."""
    row = plot // COLUMNS
    column = plot % COLUMNS
    if row >= map_rows(s) or column >= map_columns(s):
        return OUTSIDE
    ground = GROUND[row][column]
    return LAND if s.advanced and ground != ROCK else ground


# ---------------------------------------------------------------- the deal


def deal(s: State) -> None:
    """MK-S3, MK-C3, MK-X5: the deeds of the land on the map are dealt; then come characters, or permits."""
    for plot in range(PLOTS):
        show_place(s, plot, OUT_OF_GAME)
        if s.ground[plot] == LAND:
            s.place[plot] = DECK
            s.deed_deck[s.deeds_left] = plot
            s.deeds_left += 1
    shuffle(s, s.deed_deck, s.deeds_left)
    for seat in range(s.players):
        for _ in range(DEEDS_EACH):
            s.place[draw_deed(s)] = seat
            s.deeds_held[seat] += 1
    hide_deal(s, 0, PLOTS)
    rule_out_deck(s, 0, PLOTS, s.deeds_left)
    for card in range(PLOTS, CARDS):
        show_place(s, card, DECK)
    if s.advanced:
        deal_permits(s)
        s.phase = NEW_YEAR
    else:
        draw_order(s)
        s.turn = 0
        s.seat = s.order[0]
        s.phase = CHOOSE_CHARACTER
    tell(s, CARDS_DEALT)


def draw_order(s: State) -> None:
    for seat in range(s.players):
        s.order[seat] = seat
    shuffle(s, s.order, s.players)


def stack_permits(s: State) -> None:
    """All permits that nobody has, shuffled."""
    s.permits_left = 0
    for card in range(PLOTS, CARDS):
        if s.place[card] == DECK:
            s.permit_deck[s.permits_left] = card
            s.permits_left += 1
    shuffle(s, s.permit_deck, s.permits_left)


def deal_permits(s: State) -> None:
    """MK-X5: four permits each, secretly."""
    stack_permits(s)
    for seat in range(s.players):
        for _ in range(ADVANCED_PERMITS):
            s.place[draw_permit(s)] = seat
            s.permits_held[seat] += 1
    hide_deal(s, PLOTS, CARDS)


# ---------------------------------------------------------------- characters


def refuse_character(s: State, character: int) -> int:
    """MK-S4: nobody else's character."""
    for seat in range(s.players):
        if s.character[seat] == character:
            return CHARACTER_TAKEN
    return OK


def legal_characters(s: State, out: Runs) -> None:
    for character in range(CHARACTERS):
        if refuse_character(s, character) == OK:
            offer(out, CHOOSE + character, 1)


def choose_character(s: State, seat: int, character: int) -> None:
    """MK-S4: the starting permits are taken openly."""
    s.character[seat] = character
    for kind in range(KINDS):
        for _ in range(STARTING_PERMITS[character][kind]):
            take_permit_openly(s, seat, spare_permit(s, kind))
    tell(s, CHARACTER_CHOSEN, seat, character)
    s.turn += 1
    if s.turn < s.players:
        s.seat = s.order[s.turn]
    else:
        stack_permits(s)
        s.phase = NEW_YEAR


def spare_permit(s: State, kind: int) -> int:
    card = FIRST_PERMIT[kind]
    while s.place[card] != DECK:
        card += 1
    return card


# ---------------------------------------------------------------- the advanced set-up: river


def edges_of(s: State, plot: int) -> int:
    """Bit mask of the map's edges that the plot lies at."""
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


def is_mouth(s: State, plot: int, start_edges: int) -> bool:
    """MK-X3: a plot at an edge where the river did not start."""
    return edges_of(s, plot) & ~start_edges != 0


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


def plot_towards(s: State, plot: int, heading: int) -> int:
    """The next plot that way, or -1 where no river tile can lie."""
    row = plot // COLUMNS + DOWN_BY[heading]
    column = plot % COLUMNS + ACROSS_BY[heading]
    if row < 0 or column < 0 or row >= ROWS or column >= COLUMNS:
        return NONE
    there = row * COLUMNS + column
    return there if s.ground[there] == LAND else NONE


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


def can_begin(s: State, plot: int) -> bool:
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


def heading_to(plot: int, there: int) -> int:
    """The heading of a step between touching plots, or -1."""
    down = there // COLUMNS - plot // COLUMNS
    across = there % COLUMNS - plot % COLUMNS
    for heading in range(HEADINGS):
        if DOWN_BY[heading] == down and ACROSS_BY[heading] == across:
            return heading
    return NONE


def refuse_river(s: State, plot: int) -> int:
    """MK-X1 to MK-X3: where the next river tile may not lie."""
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


def legal_river(s: State, out: Runs) -> None:
    if s.river_length == 0:
        for plot in range(PLOTS):
            if refuse_river(s, plot) == OK:
                offer(out, RIVER_TILE + plot, 1)
        return
    for heading in range(HEADINGS):
        plot = plot_towards(s, s.river_head, heading)
        if plot != NONE and refuse_river(s, plot) == OK:
            offer(out, RIVER_TILE + plot, 1)


def lay_river(s: State, seat: int, plot: int) -> None:
    """MK-X1 to MK-X3."""
    if s.river_length == 0:
        s.river_edges = edges_of(s, plot)
    else:
        s.river_heading = heading_to(s.river_head, plot)
    s.ground[plot] = RIVER
    s.river_head = plot
    s.river_length += 1
    tell(s, RIVER_LAID, seat, plot)
    s.seat = (s.seat + 1) % s.players
    if s.river_length > 1 and is_mouth(s, plot, s.river_edges):
        s.phase = LAY_MARSH


# ---------------------------------------------------------------- the advanced set-up: marsh


def refuse_marsh(s: State, plot: int) -> int:
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


def legal_marsh(s: State, out: Runs) -> None:
    for plot in range(PLOTS):
        if refuse_marsh(s, plot) == OK:
            offer(out, MARSH_AT + plot, 1)


def lay_marsh(s: State, seat: int, plot: int) -> None:
    """MK-X4."""
    for down in range(MARSH_TILE):
        for across in range(MARSH_TILE):
            s.ground[plot + down * COLUMNS + across] = MARSH
    s.marshes += 1
    tell(s, MARSH_LAID, seat, plot)
    s.seat = (s.seat + 1) % s.players
    if s.marshes == 2:
        s.phase = DEAL


# ---------------------------------------------------------------- what may be done here, and what it does


def legal_preparation(s: State, out: Runs) -> None:
    if s.phase == LAY_RIVER:
        legal_river(s, out)
    elif s.phase == LAY_MARSH:
        legal_marsh(s, out)
    else:
        legal_characters(s, out)


def refuse_preparing(s: State, action: int) -> int:
    if s.phase == LAY_RIVER and RIVER_TILE <= action < MARSH_AT:
        return refuse_river(s, action - RIVER_TILE)
    if s.phase == LAY_MARSH and MARSH_AT <= action < DEMOLISH_AT:
        return refuse_marsh(s, action - MARSH_AT)
    if s.phase == CHOOSE_CHARACTER and CHOOSE <= action < RIVER_TILE:
        return refuse_character(s, action - CHOOSE)
    return NOT_THE_TIME


def apply_preparation(s: State, seat: int, action: int) -> None:
    if s.phase == LAY_RIVER:
        lay_river(s, seat, action - RIVER_TILE)
    elif s.phase == LAY_MARSH:
        lay_marsh(s, seat, action - MARSH_AT)
    else:
        choose_character(s, seat, action - CHOOSE)
