"""Flashcards: moves for a squad car, and roadblocks that may be shifted before or after it drives."""

from tabletown.rulekit.dice import roll
from tabletown.rulekit.events import tell
from tabletown.rulekit.reasons import OK
from tabletown.rulekit.runs import Runs, offer

from .actions import LIFT
from .events import DREW, DROVE, LIFTED, SHUFFLED
from .figures import CARD_COUNT, CARDS
from .law_of_the_road import is_passing
from .reasons import ALREADY_SHIFTED, NO_ROADBLOCK_THERE, NO_SHIFT_ALLOWED, SHIFTING_WHILE_PASSING
from .shapes import ROADBLOCKS
from .state import IN_HAND, PLACING, State
from .the_game import NO_ROADBLOCK, roadblock_at, seat_of


def draw_flashcard(s: State) -> None:
    """SC-F1, SC-F7: any unused card; when all are used, all are shuffled again."""
    if s.unused_cards == 0:
        s.unused_cards = CARD_COUNT
        tell(s, SHUFFLED)
    drawn_at = roll(s, s.unused_cards)
    card = s.pile[drawn_at]
    s.unused_cards -= 1
    s.pile[drawn_at] = s.pile[s.unused_cards]
    s.pile[s.unused_cards] = card
    s.card = card
    s.moves_left = CARDS[card][0]
    s.shifts_left = CARDS[card][1]
    tell(s, DREW, seat_of(s, s.car), s.car, card)


def refuse_lift(s: State, seat: int, exit: int) -> int:
    """SC-F2, SC-F4, SC-L5: as many as the card says, each once, and never between two cars that pass."""
    if s.shifts_left == 0:
        return NO_SHIFT_ALLOWED
    block = roadblock_at(s, exit)
    if block == NO_ROADBLOCK:
        return NO_ROADBLOCK_THERE
    if s.shifted[block]:
        return ALREADY_SHIFTED
    return SHIFTING_WHILE_PASSING if is_passing(s) else OK


def offer_lift(s: State, seat: int, out: Runs) -> None:
    """SC-F2: roadblock by roadblock, not exit by exit."""
    if s.shifts_left > 0:
        for block in range(ROADBLOCKS):
            if refuse_lift(s, seat, s.roadblock[block]) == OK:
                offer(out, LIFT(s.roadblock[block]), 1)


def lift(s: State, seat: int, exit: int) -> None:
    """SC-F2, SC-F5: into the hand, to be placed elsewhere; whoever has driven has finished driving."""
    if s.driven > 0:
        finish_driving(s)
    block = roadblock_at(s, exit)
    s.roadblock[block] = IN_HAND
    s.shifted[block] = 1
    s.shifts_left -= 1
    s.lifted_from = exit
    s.phase = PLACING
    tell(s, LIFTED, seat_of(s, s.car), s.car, exit)


def finish_driving(s: State) -> None:
    """SC-F5, SC-T9: what is left of the moves lapses."""
    if s.driven > 0:
        tell(s, DROVE, seat_of(s, s.car), s.car, s.driven, s.square[s.car])
    s.driven = 0
    s.moves_left = 0
