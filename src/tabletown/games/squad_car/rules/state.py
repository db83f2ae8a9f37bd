"""The state of a game of Squad Car. All is open but chance: what the dial will show and which card comes next."""

from tabletown.rulekit.records import NOBODY, Record, Row, i8, i16, i64, record

from .shapes import CARS, MAX_CARDS, ROADBLOCKS

PLACING = 0
SPINNING = 1
DRIVING = 2
OVER = 3
"""Phases: the police place or shift a roadblock, a car's driver spins, drives, all is over."""

UNUSED = -1
CAPTURED = -2
ESCAPED = -3
"""Instead of a square."""

IN_HAND = -1
"""Instead of an exit: a roadblock not yet placed, or lifted."""

NONE = -1

ROBBERS_WIN = 1
POLICE_WIN = 2
DRAWN = 3
"""Endings."""


@record
class State(Record):
    rng: int = i64(seen_by=NOBODY)
    players: int = i8()
    cars: int = i8()
    """Cars of each side."""
    round_limit: int = i16()
    round: int = i16()
    phase: int = i8()
    result: int = i8()
    car: int = i8()
    """Whose turn: 0 to 2 getaway cars, 3 to 5 squad cars."""
    square: Row = i16(CARS)
    heading: Row = i8(CARS)
    """0 north, 2 east, 4 south, 6 west; odd between them."""
    field: int = i8()
    """Field of the dial that the last spin showed."""
    card: int = i8()
    """The flashcard of this turn."""
    moves_left: int = i8()
    driven: int = i8()
    """Steps made in this turn."""
    shifts_left: int = i8()
    roadblock: Row = i8(ROADBLOCKS)
    """The exit that each one blocks."""
    shifted: Row = i8(ROADBLOCKS)
    """Whether this turn's card has shifted it."""
    lifted_from: int = i8()
    """The exit that the roadblock in hand came from."""
    pile: Row = i8(MAX_CARDS)
    """First the unused cards in no order, then the used ones: drawing at random is what a shuffled pile does."""
    unused_cards: int = i8()
