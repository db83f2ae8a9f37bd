"""Connect four: four in a row, where discs fall to the bottom. A whole game in one file."""

from tabletown.rulekit.actions import Actions
from tabletown.rulekit.declare import Declaration
from tabletown.rulekit.events import Events, tell
from tabletown.rulekit.loops import WHOLE_WIN, Sheet
from tabletown.rulekit.observing import Observation, number, seat_of
from tabletown.rulekit.reasons import OK, Reasons
from tabletown.rulekit.records import NOBODY, Record, Row, i8, i64, record

COLUMNS, HEIGHT = 7, 6
CELLS = COLUMNS * HEIGHT

GAME = Declaration(
    name="connect_four",
    title="Connect Four",
    package=__name__,
    summary="Seven columns; four discs in a row.",
    minutes="5",
    players=(2,),
    endings=("four_in_a_row", "full"),
    max_decisions=CELLS,
)

ACTIONS = Actions()
DROP = ACTIONS.verb("drop", column=range(1, COLUMNS + 1))

EVENTS = Events()
DROPPED = EVENTS.kind("dropped", "seat", "column")

REASONS = Reasons()
FULL_COLUMN = REASONS.because("full_column")

NOBODYS = -1
IN_A_ROW, FULL = 1, 2
DIRECTIONS = (1, HEIGHT, HEIGHT + 1, HEIGHT + 2)
"""From one bit of `discs` to the next: up, along, and both slopes; columns are a bit higher than the board."""


@record
class State(Record):
    rng: int = i64(seen_by=NOBODY)
    players: int = i8()
    seat: int = i8()
    dropped: int = i8()
    ended: int = i8()
    winner: int = i8()
    discs: Row = i64(2)
    """Each player's discs as a mask, a column after the other."""
    height: Row = i8(COLUMNS)
    cell: Row = i8(CELLS)
    """Whose disc it is, a column after the other."""


OBSERVATION = Observation(seat_of("cell"), number("height", HEIGHT))


def setup(s: State, players: int) -> None:
    s.players = players
    s.winner = NOBODYS
    for cell in range(CELLS):
        s.cell[cell] = NOBODYS


def refuse_drop(s: State, seat: int, column: int) -> int:
    return FULL_COLUMN if s.height[column - 1] == HEIGHT else OK


def drop(s: State, seat: int, column: int) -> None:
    height = s.height[column - 1]
    s.cell[(column - 1) * HEIGHT + height] = seat
    s.discs[seat] |= 1 << ((column - 1) * (HEIGHT + 1) + height)
    s.height[column - 1] += 1
    s.dropped += 1
    tell(s, DROPPED, seat, column)
    if is_four_in_a_row(s.discs[seat]):
        s.ended = IN_A_ROW
        s.winner = seat
    elif s.dropped == CELLS:
        s.ended = FULL
    s.seat = 1 - seat


def is_four_in_a_row(discs: int) -> bool:
    for step in DIRECTIONS:
        pairs = discs & discs >> step
        if pairs & pairs >> 2 * step:
            return True
    return False


def ending(s: State) -> int:
    return s.ended


def returns(s: State, out: Sheet) -> None:
    for seat in range(2):
        out[seat] = WHOLE_WIN // 2 if s.winner == NOBODYS else WHOLE_WIN if seat == s.winner else 0
