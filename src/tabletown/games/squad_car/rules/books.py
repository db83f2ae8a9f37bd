"""The books: what must be true after every move."""

from .capturing import NOT_CAUGHT, catcher_at
from .figures import CARD_COUNT
from .shapes import CARS, CARS_A_SIDE, GETAWAY, ROADBLOCKS
from .state import IN_HAND, OVER, PLACING, UNUSED, State
from .the_game import is_on_the_road, roadblock_at, side_of

CARDS_BOOK, CARS_BOOK, ROADBLOCKS_BOOK, CAPTURE_BOOK, RESULT_BOOK = range(1, 6)


def audit(s: State) -> int:
    if not pile_is_whole(s):
        return CARDS_BOOK
    for car in range(CARS):
        used = car % CARS_A_SIDE < s.cars
        if used != (s.square[car] != UNUSED) or (side_of(car) != GETAWAY and used and s.square[car] < 0):
            return CARS_BOOK
        if side_of(car) == GETAWAY and is_on_the_road(s, car) and catcher_at(s, s.square[car]) != NOT_CAUGHT:
            return CAPTURE_BOOK
    in_hand = 0
    for block in range(ROADBLOCKS):
        if s.roadblock[block] == IN_HAND:
            in_hand += 1
        elif roadblock_at(s, s.roadblock[block]) != block:
            return ROADBLOCKS_BOOK
    if (in_hand > 0) != (s.phase == PLACING) or (s.round > 0 and in_hand > 1):
        return ROADBLOCKS_BOOK
    return RESULT_BOOK if (s.result == 0) == (s.phase == OVER) else 0


def pile_is_whole(s: State) -> bool:
    """Each card is there once."""
    seen = 0
    for place in range(CARD_COUNT):
        seen |= 1 << s.pile[place]
    return seen == (1 << CARD_COUNT) - 1
