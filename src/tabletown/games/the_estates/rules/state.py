"""The position: everything on the table, and who may see it."""

from tabletown.rulekit.records import NOBODY, Block, Grid, Record, Row, i8, i16, i64, record

from .shapes import (
    LEVELS,
    LONGEST_DISPLAY,
    MAX_SEATS,
    MOST_COLOURS,
    MOST_DISPLAY_ROWS,
    MOST_LOTS,
    MOST_PERMITS,
    MOST_ROWS,
    VALUES,
)

STOW, CHOOSE, BID, SETTLE, PLACE, BETWEEN_ROUNDS, OVER = range(7)
TWO_ROWS_COMPLETE, NO_MORE_BUILDINGS, TWO_ROUNDS_WON, ALL_ROUNDS_PLAYED = range(1, 5)
"""Endings."""
NO_PIECE, CUBE, ROOF, PERMIT, MAYOR, CANCEL = range(6)
NO_SEAT = -1
AVAILABLE = -1
GONE = -2
"""A permit's, the mayor's or the cancel cube's place when it is not in a row."""


@record
class State(Record):
    """One position of The Estates. Money is deducible from public payments, so a perfect memory knows it."""

    rng: int = i64(seen_by=NOBODY)
    rounds: int = i8()
    money: int = i8()
    lowest_requirement: int = i8()

    players: int = i8()
    phase: int = i8()
    seat: int = i8()
    """Who decides."""
    auctioneer: int = i8()
    turn: int = i16()
    cash: Row = i8(MAX_SEATS)
    stowed: Row = i8(MAX_SEATS)
    certificate: Row = i8(MOST_COLOURS)
    """Who holds each company, or NO_SEAT."""

    piece: int = i8()
    face: int = i8()
    """What is under the hammer, and which: the cube, the roof's value, the permit's place."""
    high_bid: int = i8()
    high_bidder: int = i8()

    display: Grid = i8(MOST_DISPLAY_ROWS, LONGEST_DISPLAY)
    display_first: Row = i8(MOST_DISPLAY_ROWS)
    display_end: Row = i8(MOST_DISPLAY_ROWS)
    cubes_left: int = i8()
    roofs: Row = i8(VALUES + 1)
    """How many roofs of each value lie face down."""
    roofs_left: int = i8()

    built: Row = i8(MOST_ROWS)
    """Developed lots."""
    requirement: Row = i8(MOST_ROWS)
    roofless: Row = i8(MOST_ROWS)
    """Buildings without a roof."""
    height: Grid = i8(MOST_ROWS, MOST_LOTS)
    floor: Block = i8(MOST_ROWS, MOST_LOTS, LEVELS)
    roof: Grid = i8(MOST_ROWS, MOST_LOTS)
    permit_row: Row = i8(MOST_PERMITS)
    permit_change: Row = i8(MOST_PERMITS)
    """By how much a placed permit lengthens its row; negative: shortens."""
    mayor: int = i8()
    cancel: int = i8()

    round: int = i8()
    wins: Row = i8(MAX_SEATS)
    score: Row = i16(MAX_SEATS)
    """What each seat scored in the last finished round."""
    total: Row = i16(MAX_SEATS)
    """Scores of the finished rounds."""
    round_ending: int = i8()
    """How the last finished round ended."""
    ended: int = i8()
    """The ending, once the game is over."""
