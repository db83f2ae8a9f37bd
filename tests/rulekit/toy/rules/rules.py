"""The rules of the toy."""

from tabletown.rulekit.dice import roll
from tabletown.rulekit.events import tell
from tabletown.rulekit.loops import WHOLE_WIN, Sheet
from tabletown.rulekit.reasons import OK
from tabletown.rulekit.runs import Runs, offer

from .actions import STEP
from .events import LUCKY, STEPPED
from .figures import GOAL, HALFWAY, PRIZES, SIDES, TRACK
from .reasons import BLOCKED, NOT_NOW
from .state import MAX_SEATS, STAYING, UNSEALED, State


def setup(s: State, players: int) -> None:
    s.players = players
    for seat in range(MAX_SEATS):
        s.sealed[seat] = UNSEALED
    for seat in range(players):
        s.points[seat] = s.start


def pending(s: State) -> int:
    mask = 0
    if s.ended == 0:
        for seat in range(s.players):
            if s.sealed[seat] == UNSEALED:
                mask |= 1 << seat
    return mask


def refuse_step(s: State, seat: int, lane: int, far: int) -> int:
    """Where the track is marked, nobody steps past halfway."""
    return BLOCKED if TRACK[lane][far] == 1 and s.points[seat] > HALFWAY else OK


def offer_step(s: State, seat: int, out: Runs) -> None:
    for lane in range(2):
        for far in range(1, 4):
            if refuse_step(s, seat, lane, far) == OK:
                lengthen(out, STEP(lane, far))


def lengthen(out: Runs, action: int) -> None:
    """Lengthen the last run if the action follows it."""
    last = 2 * out[0]
    if out[last] + out[last + 1] == action:
        out[last + 1] += 1
        out[1] += 1
    else:
        offer(out, action, 1)


def refuse_deciding(s: State, seat: int) -> int:
    return OK if pending(s) >> seat & 1 else NOT_NOW


def stay(s: State, seat: int) -> None:
    s.sealed[seat] = STAYING


def step(s: State, seat: int, lane: int, far: int) -> None:
    s.sealed[seat] = 3 * lane + far


def carry_on(s: State) -> None:
    """With the last answer everybody moves."""
    if pending(s) == 0:
        for each in range(s.players):
            move(s, each, s.sealed[each])
            s.sealed[each] = UNSEALED


def move(s: State, seat: int, sealed: int) -> None:
    if sealed != STAYING:
        lane = (sealed - 1) // 3
        far = (sealed - 1) % 3
        die = roll(s, SIDES[lane])
        s.luck[seat][lane] = die
        s.points[seat] += far + 1 + PRIZES[lane][far] + die
        s.steps += 1
        tell(s, LUCKY, seat, die)
    tell(s, STEPPED, seat, s.points[seat])
    if s.points[seat] >= GOAL or s.steps > 300:
        s.ended = 1


def ending(s: State) -> int:
    return s.ended


def returns(s: State, out: Sheet) -> None:
    best = 0
    for seat in range(1, s.players):
        if s.points[seat] > s.points[best]:
            best = seat
    for seat in range(s.players):
        out[seat] = WHOLE_WIN if seat == best else 0


def scores(s: State, out: Sheet) -> None:
    for seat in range(s.players):
        out[seat] = s.points[seat]


def conceal(s: State, seat: int) -> None:
    s.rng = -(1 << 63)
    for other in range(s.players):
        if other != seat:
            s.luck[other][0] = -128


def redeal(s: State, seat: int) -> None:
    for other in range(s.players):
        if other != seat:
            s.luck[other][0] = roll(s, SIDES[0])


def audit(s: State) -> int:
    return 0
