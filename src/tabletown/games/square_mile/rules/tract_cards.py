"""Tract cards, the advanced game: drawing a card, laying it, taking one back. Where the river may run: `river.py`."""

from tabletown.rulekit.dice import roll
from tabletown.rulekit.events import tell
from tabletown.rulekit.reasons import OK

from .events import CARD_DRAWN, CARD_LAID, CARD_PUT_UNDER, CARD_TAKEN_BACK, MAP_CLEARED, PRINTED_MAP_USED
from .figures import CARD_KIND
from .geometry import ALL_TRACTS, NEIGHBOUR, OFF_MAP, TURNED
from .land import ones_in
from .pieces import find_bridge_places, left_of, use_printed_map
from .reasons import (
    BEYOND_THE_MAP,
    CARD_LIES_THERE,
    CUTS_THE_RIVER,
    DOES_NOT_HELP,
    LOOKS_THE_SAME,
    NO_CARD_THERE,
    RIVER_SHUT_IN,
    RIVER_WANTS_THE_PLACE,
)
from .river import cards_in_pile, empty_side, has_ways_out, laid_tracts, next_open_end, why_no_river
from .shapes import TRACT_CARDS, TRACTS
from .state import BEND, DRAW_CARD, LAY_CARD, NONE, PLAN, STRAIGHT, SWAMP, TAKE_CARD_BACK, State

ALL_CARDS = (1 << TRACT_CARDS) - 1
MOST_TAKEN_BACK = 4
MOST_CLEARINGS = 2
COURSE = (0, 0b0101, 0b0011, 0)
"""The river on an upright card of each kind."""
DIRECTIONS_OF = (1, 2, 4, 1)
"""In how many directions a card of each kind looks different."""


def shuffle_tract_cards(s: State) -> None:
    """SM-A1: an empty map and a pile of all cards."""
    s.phase = DRAW_CARD
    for tract in range(TRACTS):
        s.letter[tract] = NONE
        s.river[tract] = 0
    s.swamp = NONE
    s.pile = ALL_CARDS
    s.under_count = 0
    s.taken_back = 0
    for i in range(TRACT_CARDS):
        s.under[i] = NONE


def draw_top_card(s: State) -> int:
    """SM-A2, SM-A10: cards put under the pile come last, in their order."""
    count = ones_in(s.pile)
    if count > 0:
        k = roll(s, count)
        card = 0
        while True:
            if s.pile >> card & 1:
                if k == 0:
                    break
                k -= 1
            card += 1
        s.pile &= ~(1 << card)
        return card
    card = s.under[0]
    for i in range(1, s.under_count):
        s.under[i - 1] = s.under[i]
    s.under_count -= 1
    s.under[s.under_count] = NONE
    return card


def lay_tract_card(s: State, seat: int, tract: int, turn: int) -> None:
    """SM-A2, SM-A3, SM-A13: the next player draws, until the map is full."""
    kind = CARD_KIND[s.card]
    s.letter[tract] = s.card
    s.river[tract] = TURNED[COURSE[kind]][turn]
    if kind == SWAMP:
        s.swamp = tract
    tell(s, CARD_LAID, seat, s.card, tract)
    s.card = NONE
    s.seat = left_of(s, seat)
    s.phase = DRAW_CARD
    if laid_tracts(s) == ALL_TRACTS:
        find_bridge_places(s)
        s.phase = PLAN


def refuse_lay_tract_card(s: State, seat: int, tract: int, turn: int) -> int:
    """SM-A2 to SM-A9: on an empty tract, as the river allows."""
    return why_no_card(s, CARD_KIND[s.card], tract, turn)


def why_no_card(s: State, kind: int, tract: int, turn: int) -> int:
    """SM-G4, SM-A2 to SM-A9: 0, or why a card of that kind may not be laid there."""
    if s.letter[tract] != NONE:
        return CARD_LIES_THERE
    if not ALL_TRACTS >> tract & 1:
        return BEYOND_THE_MAP
    if turn >= DIRECTIONS_OF[kind]:
        return LOOKS_THE_SAME
    laid = laid_tracts(s)
    first_end = next_open_end(s, laid, NONE)
    second_end = next_open_end(s, laid, first_end) if first_end != NONE else NONE
    empty = ALL_TRACTS & ~laid & ~(1 << tract)
    if kind in (STRAIGHT, BEND):
        return why_no_river(s, TURNED[COURSE[kind]][turn], tract, empty, first_end, second_end)
    one = empty_side(laid, first_end) if first_end != NONE else NONE
    other = empty_side(laid, second_end) if second_end != NONE else NONE
    if tract in (one, other):
        return RIVER_WANTS_THE_PLACE
    return OK if has_ways_out(empty, one, other) else RIVER_SHUT_IN


def draw_tract_card(s: State) -> None:
    """SM-A10 to SM-A12: draw until a card fits; where none does, one comes back or the map is begun again."""
    if not some_card_fits(s):
        if s.taken_back < MOST_TAKEN_BACK and some_card_helps(s):
            s.phase = TAKE_CARD_BACK
        else:
            begin_again(s)
        return
    s.card = draw_top_card(s)
    while not fits_somewhere(s, CARD_KIND[s.card]):
        s.under[s.under_count] = s.card
        s.under_count += 1
        tell(s, CARD_PUT_UNDER, s.seat, s.card)
        s.card = draw_top_card(s)
    s.phase = LAY_CARD
    tell(s, CARD_DRAWN, s.seat, s.card)


def fits_somewhere(s: State, kind: int) -> bool:
    """SM-A10: a card of that kind has a place."""
    for tract in range(TRACTS):
        for turn in range(DIRECTIONS_OF[kind]):
            if why_no_card(s, kind, tract, turn) == OK:
                return True
    return False


def some_card_fits(s: State) -> bool:
    """SM-A11: a card of the pile has a place."""
    for kind in range(4):
        if cards_in_pile(s, kind) > 0 and fits_somewhere(s, kind):
            return True
    return False


def refuse_take_back(s: State, seat: int, tract: int) -> int:
    """SM-A11: not out of the middle of the river, and only if that helps."""
    if s.letter[tract] == NONE:
        return NO_CARD_THERE
    joined = 0
    for direction in range(4):
        there = NEIGHBOUR[tract][direction]
        if s.river[tract] >> direction & 1 and there != OFF_MAP and s.letter[there] != NONE:
            joined += 1
    if joined == 2:
        return CUTS_THE_RIVER
    letter = s.letter[tract]
    river = s.river[tract]
    s.letter[tract] = NONE
    s.river[tract] = 0
    helps = some_card_fits(s)
    s.letter[tract] = letter
    s.river[tract] = river
    return OK if helps else DOES_NOT_HELP


def take_back(s: State, seat: int, tract: int) -> None:
    """SM-A11: the card is shuffled into the pile with those under it."""
    tell(s, CARD_TAKEN_BACK, seat, s.letter[tract], tract)
    s.pile |= 1 << s.letter[tract]
    for i in range(s.under_count):
        s.pile |= 1 << s.under[i]
        s.under[i] = NONE
    s.under_count = 0
    if s.swamp == tract:
        s.swamp = NONE
    s.letter[tract] = NONE
    s.river[tract] = 0
    s.taken_back += 1
    s.phase = DRAW_CARD


def some_card_helps(s: State) -> bool:
    """SM-A12: taking back one card would be enough."""
    for tract in range(TRACTS):
        if refuse_take_back(s, s.seat, tract) == OK:
            return True
    return False


def begin_again(s: State) -> None:
    """SM-A12: a cleared map, or in the end the printed one."""
    s.cleared += 1
    shuffle_tract_cards(s)
    if s.cleared > MOST_CLEARINGS:
        s.pile = 0
        use_printed_map(s)
        s.phase = PLAN
        tell(s, PRINTED_MAP_USED)
    else:
        tell(s, MAP_CLEARED)
