"""The end: who has won, and what everybody gets of it."""

from tabletown.rulekit.events import tell
from tabletown.rulekit.loops import WHOLE_WIN, Sheet

from .events import GAME_ENDED
from .reasons import GAME_IS_DRAWN, POLICE_HAVE_WON, ROBBERS_HAVE_WON
from .state import CAPTURED, DRAWN, ESCAPED, OVER, POLICE_WIN, ROBBERS_WIN, State


def end_game(s: State, result: int) -> None:
    """SC-W1 to SC-W3: an escape, the last capture, or the last round."""
    s.result = result
    s.phase = OVER
    s.moves_left = 0
    s.shifts_left = 0
    tell(s, GAME_ENDED, result)


def ending(s: State) -> int:
    """SC-W1 to SC-W3."""
    return s.result


def why_all_is_over(s: State) -> int:
    """SC-W1 to SC-W3: there is nothing to decide any more."""
    if s.result == ROBBERS_WIN:
        return ROBBERS_HAVE_WON
    return POLICE_HAVE_WON if s.result == POLICE_WIN else GAME_IS_DRAWN


def returns(s: State, out: Sheet) -> None:
    """SC-W4: a side wins or loses together; a draw is shared by all."""
    for seat in range(s.players):
        if s.result == DRAWN:
            out[seat] = WHOLE_WIN // s.players
        elif s.result == winning_result(s, seat):
            out[seat] = WHOLE_WIN * 2 // s.players
        else:
            out[seat] = 0


def winning_result(s: State, seat: int) -> int:
    """SC-W4: what the seat's side plays for."""
    return ROBBERS_WIN if seat * 2 < s.players else POLICE_WIN


def scores(s: State, out: Sheet) -> None:
    """SC-W4: for robbers the cars that escaped, for police the cars captured."""
    escaped = 0
    captured = 0
    for getaway in range(s.cars):
        if s.square[getaway] == ESCAPED:
            escaped += 1
        elif s.square[getaway] == CAPTURED:
            captured += 1
    for seat in range(s.players):
        out[seat] = escaped if winning_result(s, seat) == ROBBERS_WIN else captured
