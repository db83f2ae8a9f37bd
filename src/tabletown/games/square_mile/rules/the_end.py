"""The end: when the game is over, and who has won."""

from tabletown.rulekit.events import tell
from tabletown.rulekit.loops import WHOLE_WIN, Sheet

from .events import GAME_ENDS
from .shapes import TRACTS
from .state import FIRST_PASS, LAST_NEW_TRACT_BOUGHT, LAST_TRACT_BOUGHT, NO_SEAT, OVER, State
from .value_card import market_value

QUIET_ROUNDS = 3
DOLLARS = 1000


def end_after_purchase(s: State) -> None:
    """SM-E1, SM-O1: at once, with the last tract or the last new one."""
    if s.end == FIRST_PASS:
        if is_every_tract_touched(s):
            end_game(s, LAST_NEW_TRACT_BOUGHT)
    elif is_every_tract_taken(s):
        end_game(s, LAST_TRACT_BOUGHT)


def is_every_tract_taken(s: State) -> bool:
    """SM-E1: no unowned tract is in play."""
    for tract in range(TRACTS):
        if s.owner[tract] == NO_SEAT:
            return False
    return True


def end_game(s: State, how: int) -> None:
    """SM-E1, SM-E2, SM-O1: nothing more is decided."""
    s.ended = how
    s.phase = OVER
    tell(s, GAME_ENDS, how)


def ending(s: State) -> int:
    """SM-E1, SM-E2, SM-O1: once the game is over."""
    return s.ended + 0


def is_standstill(s: State) -> bool:
    """SM-E2: three full rounds without a piece or a purchase of new land."""
    return s.quiet_turns == QUIET_ROUNDS * s.players


def total_worth(s: State, seat: int) -> int:
    """SM-E3: cash and land."""
    return s.cash[seat] + land_value(s, seat)


def land_value(s: State, seat: int) -> int:
    """SM-E3: what the bank would pay for all their tracts."""
    total = 0
    for tract in range(TRACTS):
        if s.owner[tract] == seat:
            total += market_value(s, tract)
    return total


def scores(s: State, out: Sheet) -> None:
    """SM-E3: in dollars."""
    for seat in range(s.players):
        out[seat] = total_worth(s, seat) * DOLLARS


def returns(s: State, out: Sheet) -> None:
    """SM-E4: equal totals share the win."""
    best = 0
    winners = 0
    for seat in range(s.players):
        total = total_worth(s, seat)
        if total > best:
            best = total
            winners = 1
        elif total == best:
            winners += 1
    for seat in range(s.players):
        out[seat] = WHOLE_WIN // winners if total_worth(s, seat) == best else 0


def is_every_tract_touched(s: State) -> bool:
    """SM-O1: every tract has had an owner."""
    for tract in range(TRACTS):
        if not s.ever_owned[tract]:
            return False
    return True
