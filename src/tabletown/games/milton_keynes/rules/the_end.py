"""The end: city status, or a standstill; and who has won."""

from tabletown.rulekit.events import tell
from tabletown.rulekit.loops import WHOLE_WIN, Sheet

from .events import GAME_OVER
from .figures import STALLED_YEARS
from .phases import NEW_YEAR, OVER
from .state import State

CITY, STANDSTILL = 1, 2


def end_year(s: State) -> None:
    """MK-E1, MK-E2: another year follows, unless the game is over."""
    s.stalled = s.stalled + 1 if s.deeds_left == s.deeds_left_at_new_year else 0
    if ending_reached(s) != 0:
        tell(s, GAME_OVER, ending_reached(s), s.year)
        s.phase = OVER
    else:
        s.phase = NEW_YEAR


def ending_reached(s: State) -> int:
    """MK-E1, MK-E2: 0, or how the game has ended."""
    if s.deeds_left == 0:
        return CITY
    return STANDSTILL if s.stalled >= STALLED_YEARS else 0


def ending(s: State) -> int:
    """MK-E1, MK-E2: once the game is over."""
    return ending_reached(s) if s.phase == OVER else 0


def scores(s: State, out: Sheet) -> None:
    """MK-E3: income blocks on the map."""
    for seat in range(s.players):
        out[seat] = s.blocks[seat]


def returns(s: State, out: Sheet) -> None:
    """MK-E3, MK-E4: most blocks, then most cash, then shared."""
    best = -1
    winners = 0
    for seat in range(s.players):
        standing = s.blocks[seat] * 1000 + s.cash[seat]
        if standing > best:
            best = standing
            winners = 1
        elif standing == best:
            winners += 1
    for seat in range(s.players):
        out[seat] = WHOLE_WIN // winners if s.blocks[seat] * 1000 + s.cash[seat] == best else 0
