"""Turns and the end of the game (SM-D1b, SM-E, SM-O1)."""

from tabletown.rulekit.events import tell

from .events import GAME_ENDS, TURN_BEGINS
from .land import left_of
from .shapes import TRACTS
from .state import (
    FIRST_PASS,
    LAST_NEW_TRACT_BOUGHT,
    LAST_TRACT_BOUGHT,
    NO_SEAT,
    OVER,
    SELL_PART,
    STANDSTILL,
    State,
)

QUIET_ROUNDS = 3


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


def end_turn(s: State) -> None:
    """SM-D1b, SM-E2."""
    s.quiet_turns = 0 if s.busy else s.quiet_turns + 1
    if s.quiet_turns == QUIET_ROUNDS * s.players:
        end_game(s, STANDSTILL)
    else:
        begin_turn(s, left_of(s, s.active))


def end_game(s: State, how: int) -> None:
    s.ended = how
    s.phase = OVER
    tell(s, GAME_ENDS, how)


def is_every_tract_taken(s: State) -> bool:
    """SM-E1: no unowned tract is in play."""
    for tract in range(TRACTS):
        if s.owner[tract] == NO_SEAT:
            return False
    return True


def is_every_tract_touched(s: State) -> bool:
    """SM-O1: every tract has had an owner."""
    for tract in range(TRACTS):
        if not s.ever_owned[tract]:
            return False
    return True


def end_after_purchase(s: State) -> None:
    """SM-E1, SM-O1."""
    if s.end == FIRST_PASS:
        if is_every_tract_touched(s):
            end_game(s, LAST_NEW_TRACT_BOUGHT)
    elif is_every_tract_taken(s):
        end_game(s, LAST_TRACT_BOUGHT)
