"""Nim: take from one heap, as many as you like. A whole game in one file, without anything hidden."""

from tabletown.rulekit.actions import Actions
from tabletown.rulekit.declare import Declaration, Option
from tabletown.rulekit.events import Events, tell
from tabletown.rulekit.loops import WHOLE_WIN, Sheet
from tabletown.rulekit.reasons import OK, Reasons
from tabletown.rulekit.records import NOBODY, Record, Row, i8, i64, record

HEAPS = 3
LARGEST = 5

GAME = Declaration(
    name="nim",
    title="Nim",
    package=__name__,
    summary="Heaps of three, four and five: take as many as you like, but from one heap only.",
    minutes="2",
    players=(2,),
    options=(
        Option(
            "misere",
            "The last one",
            {0: "wins", 1: "loses"},
            0,
            {0: "Who takes the last one wins.", 1: "Who has to take the last one loses."},
        ),
    ),
    endings=("nothing_left",),
    max_decisions=12,
)

ACTIONS = Actions()
TAKE = ACTIONS.verb("take", heap=range(1, HEAPS + 1), count=range(1, LARGEST + 1))

EVENTS = Events()
TOOK = EVENTS.kind("took", "seat", "count", "heap")

REASONS = Reasons()
NOT_THAT_MANY = REASONS.because("not_that_many_there")


@record
class State(Record):
    rng: int = i64(seen_by=NOBODY)
    misere: int = i8()
    players: int = i8()
    seat: int = i8()
    heap: Row = i8(HEAPS)


def setup(s: State, players: int) -> None:
    s.players = players
    for heap in range(HEAPS):
        s.heap[heap] = LARGEST - heap


def refuse_take(s: State, seat: int, heap: int, count: int) -> int:
    return OK if count <= s.heap[heap - 1] else NOT_THAT_MANY


def take(s: State, seat: int, heap: int, count: int) -> None:
    s.heap[heap - 1] -= count
    tell(s, TOOK, seat, count, heap)
    s.seat = 1 - seat


def ending(s: State) -> int:
    for heap in range(HEAPS):
        if s.heap[heap] > 0:
            return 0
    return 1


def returns(s: State, out: Sheet) -> None:
    """Whose turn it would be has not taken the last one."""
    out[s.seat] = WHOLE_WIN if s.misere else 0
    out[1 - s.seat] = 0 if s.misere else WHOLE_WIN
