"""Tract cards: laying the map with its river (SM-A)."""

from tabletown.rulekit.dice import roll
from tabletown.rulekit.events import tell
from tabletown.rulekit.reasons import OK

from .events import CARD_DRAWN, CARD_LAID, CARD_PUT_UNDER, CARD_TAKEN_BACK, MAP_CLEARED, PRINTED_MAP_USED
from .figures import CARD_KIND, PRINTED_RIVER, PRINTED_SWAMP
from .geometry import AROUND, BESIDE, MAX_WAYS, NEIGHBOUR, OFF_MAP, TURNED, WAYS_OUT
from .land import left_of
from .reasons import (
    CARD_LIES_THERE,
    CUTS_THE_RIVER,
    DOES_NOT_HELP,
    LOOKS_THE_SAME,
    NO_CARD_THERE,
    RIVER_COMPLETE,
    RIVER_MEETS_LAND,
    RIVER_NOT_JOINED,
    RIVER_SHUT_IN,
    RIVER_TOO_SHORT,
    RIVER_WANTS_THE_PLACE,
)
from .shapes import EDGES, TRACT_CARDS, TRACTS
from .state import BEND, DRAW_CARD, LAY_CARD, NONE, PLAN, STRAIGHT, SWAMP, TAKE_CARD_BACK, State

ALL_CARDS = (1 << TRACT_CARDS) - 1
ALL_TRACTS = (1 << TRACTS) - 1
MOST_TAKEN_BACK = 4
MOST_CLEARINGS = 2
COURSE = (0, 0b0101, 0b0011, 0)
"""The river on an upright card of each kind."""
DIRECTIONS_OF = (1, 2, 4, 1)
"""In how many directions a card of each kind looks different."""


# ---------------------------------------------------------------- the map as it is


def use_printed_map(s: State) -> None:
    """SM-G5: letters, river and swamp of the board."""
    for tract in range(TRACTS):
        s.letter[tract] = tract
        s.river[tract] = PRINTED_RIVER[tract]
    s.swamp = PRINTED_SWAMP
    find_bridge_places(s)


def find_bridge_places(s: State) -> None:
    """SM-A13: where the river crosses an edge."""
    for edge in range(EDGES):
        s.bridge_place[edge] = 0
    for tract in range(TRACTS):
        for direction in range(4):
            if s.river[tract] >> direction & 1:
                s.bridge_place[AROUND[tract][direction]] = 1


def laid_tracts(s: State) -> int:
    """The tracts with a card, as a mask."""
    laid = 0
    for tract in range(TRACTS):
        if s.letter[tract] != NONE:
            laid |= 1 << tract
    return laid


def is_river_begun(s: State) -> bool:
    for tract in range(TRACTS):
        if s.river[tract]:
            return True
    return False


def next_open_end(s: State, laid: int, after: int) -> int:
    """The next edge beyond `after` at which the river runs into an empty tract, or NONE."""
    for edge in range(after + 1, EDGES):
        one = BESIDE[edge][0]
        other = BESIDE[edge][1]
        if OFF_MAP in (one, other) or laid >> one & 1 == laid >> other & 1:
            continue
        if edge < 20:
            crossed = s.river[one] & 0b0100 | s.river[other] & 0b0001
        else:
            crossed = s.river[one] & 0b0010 | s.river[other] & 0b1000
        if crossed:
            return edge
    return NONE


def empty_side(laid: int, edge: int) -> int:
    """The empty tract at an open end."""
    return BESIDE[edge][1] if laid >> BESIDE[edge][0] & 1 else BESIDE[edge][0]


def has_ways_out(empty: int, one: int, other: int) -> bool:
    """SM-A7: from each tract (NONE: no open end) a way of its own over empty tracts to the border."""
    if one == NONE and other == NONE:
        return True
    if one == NONE:
        one = other
        other = NONE
    for i in range(MAX_WAYS):
        way = WAYS_OUT[one][i]
        if way == 0 or way & ~empty:
            continue
        if other == NONE:
            return True
        for k in range(MAX_WAYS):
            second = WAYS_OUT[other][k]
            if second != 0 and not second & ~empty and not second & way:
                return True
    return False


# ---------------------------------------------------------------- what may be laid


def cards_in_pile(s: State, kind: int) -> int:
    count = 0
    for card in range(TRACT_CARDS):
        if s.pile >> card & 1 and CARD_KIND[card] == kind:
            count += 1
    for i in range(s.under_count):
        if CARD_KIND[s.under[i]] == kind:
            count += 1
    return count


def dry_cards_left(s: State) -> int:
    return cards_in_pile(s, 0) + cards_in_pile(s, SWAMP)


def refuse_place(s: State, kind: int, tract: int, turn: int) -> int:
    """SM-A2 to SM-A9: 0, or why a card of that kind may not be laid there."""
    if s.letter[tract] != NONE:
        return CARD_LIES_THERE
    if turn >= DIRECTIONS_OF[kind]:
        return LOOKS_THE_SAME
    laid = laid_tracts(s)
    first_end = next_open_end(s, laid, NONE)
    second_end = next_open_end(s, laid, first_end) if first_end != NONE else NONE
    one = empty_side(laid, first_end) if first_end != NONE else NONE
    other = empty_side(laid, second_end) if second_end != NONE else NONE
    empty = ALL_TRACTS & ~laid & ~(1 << tract)
    if kind not in (STRAIGHT, BEND):
        if tract in (one, other):
            return RIVER_WANTS_THE_PLACE
        return OK if has_ways_out(empty, one, other) else RIVER_SHUT_IN
    return refuse_river(s, TURNED[COURSE[kind]][turn], tract, empty, first_end, second_end)


def refuse_river(s: State, course: int, tract: int, empty: int, first_end: int, second_end: int) -> int:
    """SM-A4, SM-A5, SM-A7 to SM-A9 for a river card that flows in the directions of `course`."""
    begun = is_river_begun(s)
    if begun and first_end == NONE:
        return RIVER_COMPLETE
    joined = False
    stays_open = NONE
    one = NONE
    other = NONE
    for direction in range(4):
        if not course >> direction & 1:
            continue
        edge = AROUND[tract][direction]
        there = NEIGHBOUR[tract][direction]
        if edge in (first_end, second_end):
            joined = True
            stays_open = second_end if edge == first_end else first_end
        elif there != OFF_MAP and not empty >> there & 1:
            return RIVER_MEETS_LAND
        elif there != OFF_MAP:
            other = one
            one = there
    if begun and not joined:
        return RIVER_NOT_JOINED
    if stays_open != NONE:
        other = BESIDE[stays_open][0] if empty >> BESIDE[stays_open][0] & 1 else BESIDE[stays_open][1]
        if not empty >> other & 1:
            return RIVER_SHUT_IN
    if one == NONE and other == NONE:
        return OK if dry_cards_left(s) >= ones_in(empty) else RIVER_TOO_SHORT
    return OK if has_ways_out(empty, one, other) else RIVER_SHUT_IN


def ones_in(mask: int) -> int:
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


def fits_somewhere(s: State, kind: int) -> bool:
    for tract in range(TRACTS):
        for turn in range(DIRECTIONS_OF[kind]):
            if refuse_place(s, kind, tract, turn) == OK:
                return True
    return False


def some_card_fits(s: State) -> bool:
    for kind in range(4):
        if cards_in_pile(s, kind) > 0 and fits_somewhere(s, kind):
            return True
    return False


def refuse_taking_back(s: State, tract: int) -> int:
    """SM-A11: 0, or why this card may not be taken off the map."""
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


# ---------------------------------------------------------------- drawing and laying


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
    """SM-A2: cards put under the pile come last, in their order."""
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


def begin_again(s: State) -> None:
    """SM-A12."""
    s.cleared += 1
    shuffle_tract_cards(s)
    if s.cleared > MOST_CLEARINGS:
        s.pile = 0
        use_printed_map(s)
        s.phase = PLAN
        tell(s, PRINTED_MAP_USED)
    else:
        tell(s, MAP_CLEARED)


def some_card_helps(s: State) -> bool:
    for tract in range(TRACTS):
        if refuse_taking_back(s, tract) == OK:
            return True
    return False


def lay_tract_card(s: State, tract: int, turn: int) -> None:
    """SM-A2: the next player draws, until the map is full."""
    kind = CARD_KIND[s.card]
    s.letter[tract] = s.card
    s.river[tract] = TURNED[COURSE[kind]][turn]
    if kind == SWAMP:
        s.swamp = tract
    tell(s, CARD_LAID, s.seat, s.card, tract)
    s.card = NONE
    s.seat = left_of(s, s.seat)
    s.phase = DRAW_CARD
    if laid_tracts(s) == ALL_TRACTS:
        find_bridge_places(s)
        s.phase = PLAN


def take_card_back(s: State, tract: int) -> None:
    """SM-A11: the card is shuffled into the pile with those under it."""
    tell(s, CARD_TAKEN_BACK, s.seat, s.letter[tract], tract)
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
