"""Tic-tac-toe: three in a row. A whole game in one file; whoever knows it never loses."""

from tabletown.rulekit.actions import Actions
from tabletown.rulekit.declare import Declaration
from tabletown.rulekit.events import Events, tell
from tabletown.rulekit.loops import WHOLE_WIN, Sheet
from tabletown.rulekit.reasons import OK, Reasons
from tabletown.rulekit.records import NOBODY, Record, Row, i8, i64, record

SIDE = 3
SQUARES = SIDE * SIDE

GAME = Declaration(
    name="tic_tac_toe",
    title="Tic-Tac-Toe",
    package=__name__,
    summary="Three in a row, on nine squares.",
    minutes="1",
    players=(2,),
    endings=("three_in_a_row", "full"),
    max_decisions=SQUARES,
)

ACTIONS = Actions()
MARK = ACTIONS.verb("mark", square=range(1, SQUARES + 1))

EVENTS = Events()
MARKED = EVENTS.kind("marked", "seat", "square")

REASONS = Reasons()
TAKEN = REASONS.because("taken")

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
IN_A_ROW, FULL = 1, 2


@record
class State(Record):
    rng: int = i64(seen_by=NOBODY)
    players: int = i8()
    seat: int = i8()
    marks: int = i8()
    square: Row = i8(SQUARES)


def setup(s: State, players: int) -> None:
    s.players = players


def refuse_mark(s: State, seat: int, square: int) -> int:
    return TAKEN if s.square[square - 1] else OK


def mark(s: State, seat: int, square: int) -> None:
    s.square[square - 1] = seat + 1
    s.marks += 1
    tell(s, MARKED, seat, square)
    s.seat = 1 - seat


def three_in_a_row(s: State) -> int:
    """Whose three they are, from 1; or 0."""
    for line in LINES:
        if s.square[line[0]] != 0 and s.square[line[0]] == s.square[line[1]] == s.square[line[2]]:
            return s.square[line[0]]
    return 0


def ending(s: State) -> int:
    if three_in_a_row(s):
        return IN_A_ROW
    return FULL if s.marks == SQUARES else 0


def returns(s: State, out: Sheet) -> None:
    winner = three_in_a_row(s)
    for seat in range(2):
        out[seat] = WHOLE_WIN // 2 if winner == 0 else WHOLE_WIN if winner == seat + 1 else 0
