"""A whole game in one file: no words, no picture, no letters, no instinct, no edition, no rulebook.

Two or three players take one to three counters in turn, the last one ends it. Who took most wins, with the lucky
number that each keeps secret until then.
"""

from tabletown.rulekit.actions import Actions
from tabletown.rulekit.declare import Declaration
from tabletown.rulekit.dice import roll
from tabletown.rulekit.events import Events, tell
from tabletown.rulekit.loops import WHOLE_WIN, Sheet
from tabletown.rulekit.reasons import OK, Reasons
from tabletown.rulekit.records import NOBODY, OWNER, Grid, Record, Row, i8, i64, record

GAME = Declaration(
    name="bare_game",
    title="Bare Game",
    package=__name__,
    summary="Take counters.",
    minutes="1",
    players=(2, 3),
    default_players=2,
    options=(),
    endings=("no_counters_left",),
    max_decisions=20,
    version="1",
)

MOST = 3
HIDDEN_BYTE = -128
HIDDEN_WORD = -(1 << 63)

ACTIONS = Actions()
TAKE = ACTIONS.verb("take", count=range(1, MOST + 1))
GIVE_ONE_TO = ACTIONS.verb("give_one_to", player=range(3))

EVENTS = Events()
TOOK = EVENTS.kind("took_counters", "seat", "count")
LUCK = EVENTS.kind("lucky_number", "seat", "number", only_for=("seat",))

REASONS = Reasons()
NOT_YOUR_TURN = REASONS.because("not_your_turn", "")
TOO_MANY = REASONS.because("more_than_there_are", "")
NOT_TO_THEM = REASONS.because("only_to_another_player", "")


@record
class State(Record):
    rng: int = i64(seen_by=NOBODY)
    players: int = i8()
    seat: int = i8()
    counters_left: int = i8()
    taken: Row = i8(3)
    given: Grid = i8(3, 3)
    lucky_number: Row = i8(3, seen_by=OWNER)


def setup(s: State, players: int) -> None:
    s.players = players
    s.counters_left = 9
    for seat in range(players):
        s.lucky_number[seat] = roll(s, 3)
        tell(s, LUCK, seat, s.lucky_number[seat])


def pending(s: State) -> int:
    return 1 << s.seat if s.counters_left > 0 else 0


def refuse_deciding(s: State, seat: int) -> int:
    return OK if s.counters_left > 0 and s.seat == seat else NOT_YOUR_TURN


def refuse_take(s: State, seat: int, count: int) -> int:
    return OK if count <= s.counters_left else TOO_MANY


def take(s: State, seat: int, count: int) -> None:
    s.taken[seat] += count
    pass_on(s, seat, count)


def refuse_give_one_to(s: State, seat: int, player: int) -> int:
    return OK if player != seat and player < s.players else NOT_TO_THEM


def give_one_to(s: State, seat: int, player: int) -> None:
    s.taken[player] += 1
    s.given[seat][player] += 1
    pass_on(s, seat, 1)


def pass_on(s: State, seat: int, count: int) -> None:
    s.counters_left -= count
    tell(s, TOOK, seat, count)
    s.seat = (seat + 1) % s.players


def ending(s: State) -> int:
    return 1 if s.counters_left == 0 else 0


def scores(s: State, out: Sheet) -> None:
    for seat in range(s.players):
        out[seat] = s.taken[seat] + s.lucky_number[seat]


def returns(s: State, out: Sheet) -> None:
    best = 0
    for seat in range(s.players):
        out[seat] = 0
        if s.taken[seat] + s.lucky_number[seat] > s.taken[best] + s.lucky_number[best]:
            best = seat
    out[best] = WHOLE_WIN


def conceal(s: State, seat: int) -> None:
    s.rng = HIDDEN_WORD
    for other in range(s.players):
        if other != seat and s.counters_left > 0:
            s.lucky_number[other] = HIDDEN_BYTE


def redeal(s: State, seat: int) -> None:
    for other in range(s.players):
        if other != seat and s.counters_left > 0:
            s.lucky_number[other] = roll(s, 3)


def audit(s: State) -> int:
    return 0 if sum_of(s) + s.counters_left == 9 else 1


def sum_of(s: State) -> int:
    total = 0
    for seat in range(s.players):
        total += s.taken[seat]
    return total
