"""Development, the order of play: who starts, whose turn comes next, and what a turn is made of."""

from tabletown.rulekit.events import tell

from .events import STARTS, TURN_BEGINS
from .pieces import left_of, refuse_timing
from .planning import draw_planning_card
from .reasons import NOT_NOW
from .state import NONE, SELL_PART, STANDSTILL, State
from .the_end import end_game, is_standstill


def draw_for_first_turn(s: State) -> None:
    """SM-D1a: the highest card starts; nobody gets a card that another has drawn for this."""
    held = 0
    best = NONE
    s.seat = s.active
    for _ in range(s.players):
        s.seat = left_of(s, s.seat)
        card = draw_planning_card(s, held)
        held |= 1 << card
        s.start_cards[s.seat] = card
        if card > best:
            best = card
            s.first = s.seat
    tell(s, STARTS, s.first, best)
    begin_turn(s, s.first)


def next_turn(s: State) -> None:
    """SM-D1b, SM-E2: clockwise, until nothing happens any more."""
    s.quiet_turns = 0 if s.busy else s.quiet_turns + 1
    if is_standstill(s):
        end_game(s, STANDSTILL)
    else:
        begin_turn(s, left_of(s, s.active))


def begin_turn(s: State, seat: int) -> None:
    """SM-D2: a turn begins with selling."""
    s.active = seat
    s.seat = seat
    s.turn += 1
    s.busy = 0
    s.barred = 0
    s.asked_for = 0
    s.phase = SELL_PART
    tell(s, TURN_BEGINS, seat)


def untimely_part(s: State, seat: int) -> int:
    """SM-D2: first sell, then build, then buy."""
    return NOT_NOW if s.phase >= SELL_PART else refuse_timing(s, seat)
