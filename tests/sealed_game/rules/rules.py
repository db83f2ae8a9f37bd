"""The rules."""

from tabletown.rulekit.dice import roll
from tabletown.rulekit.events import tell
from tabletown.rulekit.loops import WHOLE_WIN, Sheet
from tabletown.rulekit.reasons import OK

from .actions import BID, STAY
from .events import ROUND_WON, SECRET
from .figures import ROUNDS
from .reasons import BID_FIRST, NOT_NOW
from .state import State

HIDDEN_BYTE = -128
HIDDEN_WORD = -(1 << 63)
NO_BID = -1


def setup(s: State, players: int) -> None:
    s.players = players
    for seat in range(players):
        s.number[seat] = roll(s, 6)
        s.bid[seat] = NO_BID
        tell(s, SECRET, seat, s.number[seat])


def pending(s: State) -> int:
    mask = 0
    if s.round < ROUNDS:
        for seat in range(s.players):
            if s.done[seat] == 0:
                mask |= 1 << seat
    return mask


def refuse_deciding(s: State, seat: int) -> int:
    return OK if pending(s) >> seat & 1 else NOT_NOW


def refuse_bid(s: State, seat: int, amount: int) -> int:
    return OK if s.bid[seat] == NO_BID else NOT_NOW


def bid(s: State, seat: int, amount: int) -> None:
    s.bid[seat] = amount


def refuse_raise(s: State, seat: int, by: int) -> int:
    return refuse_stay(s, seat)


def raise_(s: State, seat: int, by: int) -> None:
    s.bid[seat] += by
    stay(s, seat)


def refuse_stay(s: State, seat: int) -> int:
    return OK if s.bid[seat] != NO_BID else BID_FIRST


def stay(s: State, seat: int) -> None:
    s.done[seat] = 1
    if pending(s) == 0:
        open_bids(s)


def open_bids(s: State) -> None:
    best = 0
    for seat in range(s.players):
        if s.bid[seat] > s.bid[best]:
            best = seat
    points = 1 + roll(s, 6)
    s.points[best] += points
    tell(s, ROUND_WON, best, points)
    s.round += 1
    for seat in range(s.players):
        s.bid[seat] = NO_BID
        s.done[seat] = 0


def ending(s: State) -> int:
    return 1 if s.round >= ROUNDS else 0


def scores(s: State, out: Sheet) -> None:
    for seat in range(s.players):
        out[seat] = s.points[seat]


def returns(s: State, out: Sheet) -> None:
    best = 0
    for seat in range(s.players):
        out[seat] = 0
        if s.points[seat] > s.points[best]:
            best = seat
    out[best] = WHOLE_WIN


def conceal(s: State, seat: int) -> None:
    s.rng = HIDDEN_WORD
    for other in range(s.players):
        if other != seat:
            s.number[other] = HIDDEN_BYTE
            s.bid[other] = HIDDEN_BYTE


def redeal(s: State, seat: int) -> None:
    for other in range(s.players):
        if other != seat:
            s.number[other] = roll(s, 6)
            s.bid[other] = NO_BID if s.done[other] == 0 else roll(s, 4)


def audit(s: State) -> int:
    return 0 if min(s.points) >= 0 else 1


def default_action(s: State, seat: int) -> int:
    return BID(0) if s.bid[seat] == NO_BID else STAY()
