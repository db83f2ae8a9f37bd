"""Set-up: the map, the deeds and the characters."""

from tabletown.rulekit.dice import roll, shuffle
from tabletown.rulekit.events import tell
from tabletown.rulekit.reasons import OK

from .cards import draw_deed, hide_deal, rule_out_deck, show_place, take_permit_openly
from .events import CARDS_DEALT, CHARACTER_CHOSEN
from .figures import (
    BANK,
    DEEDS_EACH,
    FIRST_PERMIT,
    GROUND,
    LAND,
    MAP_COLUMNS,
    MAP_ROWS,
    OUTSIDE,
    RAIL_START,
    ROCK,
    ROUNDABOUT,
    STARTING_PERMITS,
)
from .phases import CHOOSE_CHARACTER, LAY_RIVER, NEW_YEAR
from .pouches import clear_claims, empty_pouch
from .reasons import CHARACTER_TAKEN
from .shapes import CARDS, COLUMNS, DECK, KINDS, NONE, OUT_OF_GAME, PERMITS, PLOTS, SEATS
from .state import State


def setup(s: State, players: int) -> None:
    """MK-S1 to MK-S5, MK-X1: the table before the first decision."""
    s.players = players
    s.bank = BANK
    clear_table(s)
    for plot in range(PLOTS):
        s.ground[plot] = ground_at_start(s, plot)
    place_markers(s)
    s.seat = roll(s, players)
    if s.advanced:
        s.phase = LAY_RIVER
    else:
        deal_deeds(s)
        ask_for_characters(s)
        tell(s, CARDS_DEALT)


def clear_table(s: State) -> None:
    """MK-S1: nothing lies anywhere yet."""
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
        clear_claims(s, seat)
        empty_pouch(s, seat)


def map_rows(s: State) -> int:
    """MK-S1: fewer with fewer players."""
    return MAP_ROWS[s.players - 2]


def map_columns(s: State) -> int:
    """MK-S1: fewer with fewer players."""
    return MAP_COLUMNS[s.players - 2]


def ground_at_start(s: State, plot: int) -> int:
    """MK-S1, MK-S2, MK-X1: the map for the number of players, with the edition's river and marsh or without."""
    row = plot // COLUMNS
    column = plot % COLUMNS
    if row >= map_rows(s) or column >= map_columns(s):
        return OUTSIDE
    ground = GROUND[row][column]
    return LAND if s.advanced and ground != ROCK else ground


def deal_deeds(s: State) -> None:
    """MK-S3, MK-C3: the deeds of the land on the map, some to every player, secretly."""
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


def ask_for_characters(s: State) -> None:
    """MK-S4: in an order drawn by lot."""
    draw_order(s)
    s.turn = 0
    s.seat = s.order[0]
    s.phase = CHOOSE_CHARACTER


def draw_order(s: State) -> None:
    """MK-S4, MK-L7: by lot."""
    for seat in range(s.players):
        s.order[seat] = seat
    shuffle(s, s.order, s.players)


def refuse_choose_character(s: State, seat: int, character: int) -> int:
    """MK-S4: nobody else's character."""
    for other in range(s.players):
        if s.character[other] == character:
            return CHARACTER_TAKEN
    return OK


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
    """MK-S4: one that nobody has taken."""
    card = FIRST_PERMIT[kind]
    while s.place[card] != DECK:
        card += 1
    return card


def stack_permits(s: State) -> None:
    """MK-S4: all permits that nobody has, shuffled."""
    s.permits_left = 0
    for card in range(PLOTS, CARDS):
        if s.place[card] == DECK:
            s.permit_deck[s.permits_left] = card
            s.permits_left += 1
    shuffle(s, s.permit_deck, s.permits_left)


def place_markers(s: State) -> None:
    """MK-S5: all at the lowest point of the rail."""
    for seat in range(s.players):
        s.marker[seat] = RAIL_START
        s.highest_roundabout[seat] = RAIL_START // ROUNDABOUT * ROUNDABOUT
