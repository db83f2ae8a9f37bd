"""Tract cards: where the river may run."""

from tabletown.rulekit.reasons import OK

from .figures import CARD_KIND
from .geometry import AROUND, BESIDE, MAX_WAYS, NEIGHBOUR, OFF_MAP, WAYS_OUT
from .land import ones_in
from .reasons import RIVER_COMPLETE, RIVER_MEETS_LAND, RIVER_NOT_JOINED, RIVER_SHUT_IN, RIVER_TOO_SHORT
from .shapes import EDGES, EDGES_ACROSS, TRACT_CARDS, TRACTS
from .state import NONE, SWAMP, State


def laid_tracts(s: State) -> int:
    """The tracts with a card, as a mask."""
    laid = 0
    for tract in range(TRACTS):
        if s.letter[tract] != NONE:
            laid |= 1 << tract
    return laid


def is_river_begun(s: State) -> bool:
    """SM-A4: some river card lies on the map."""
    for tract in range(TRACTS):
        if s.river[tract]:
            return True
    return False


def next_open_end(s: State, laid: int, after: int) -> int:
    """SM-A4: the next edge beyond `after` at which the river runs into an empty tract, or NONE."""
    for edge in range(after + 1, EDGES):
        one = BESIDE[edge][0]
        other = BESIDE[edge][1]
        if one == OFF_MAP or other == OFF_MAP or laid >> one & 1 == laid >> other & 1:
            continue
        if edge < EDGES_ACROSS:
            crossed = s.river[one] & 0b0100 | s.river[other] & 0b0001
        else:
            crossed = s.river[one] & 0b0010 | s.river[other] & 0b1000
        if crossed:
            return edge
    return NONE


def why_no_river(s: State, course: int, tract: int, empty: int, first_end: int, second_end: int) -> int:
    """SM-A4, SM-A5, SM-A7 to SM-A9: 0, or why no river card may lie there that flows in the directions of `course`."""
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


def empty_side(laid: int, edge: int) -> int:
    """SM-A6: the empty tract at an open end."""
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


def dry_cards_left(s: State) -> int:
    """SM-A8: plain and swamp cards in the pile."""
    return cards_in_pile(s, 0) + cards_in_pile(s, SWAMP)


def cards_in_pile(s: State, kind: int) -> int:
    """SM-A8, SM-A10: those under it included."""
    count = 0
    for card in range(TRACT_CARDS):
        if s.pile >> card & 1 and CARD_KIND[card] == kind:
            count += 1
    for i in range(s.under_count):
        if CARD_KIND[s.under[i]] == kind:
            count += 1
    return count
