"""Set-up, of the game and of each round."""

from tabletown.rulekit.dice import roll, shuffle
from tabletown.rulekit.events import tell

from .components import make_cube
from .events import ROUND_BEGAN
from .figures import (
    CANCEL_CUBES,
    CHECKS_EACH,
    COLOURS,
    CUBES,
    CUBES_OF_A_COLOUR,
    DISPLAY_LENGTH,
    DISPLAY_ROWS,
    LOTS,
    MAYORS,
    PERMITS,
    ROOF_VALUES,
    ROOFS,
    ROWS,
    ZONED_LENGTH,
)
from .shapes import LEVELS, MOST_COLOURS, MOST_PERMITS, VALUES
from .state import AVAILABLE, GONE, NO_PIECE, NO_SEAT, State
from .turn import begin_turn


def lay_out(s: State) -> None:
    """TE-S1, TE-S2, TE-N3: the board and the pieces of one round; the players keep what they have."""
    s.round += 1
    s.turn = 0
    clear_board(s)
    fill_display(s)
    shuffle_roofs(s)
    for permit in range(MOST_PERMITS):
        s.permit_row[permit] = AVAILABLE if permit < PERMITS else GONE
        s.permit_change[permit] = 0
    s.mayor = AVAILABLE if MAYORS > 0 else GONE
    s.cancel = AVAILABLE if CANCEL_CUBES > 0 else GONE
    for colour in range(MOST_COLOURS):
        s.certificate[colour] = NO_SEAT
    tell(s, ROUND_BEGAN, s.auctioneer, s.round)


def clear_board(s: State) -> None:
    """TE-S1: three empty rows, nothing under the hammer."""
    s.piece = NO_PIECE
    s.face = 0
    s.high_bid = 0
    s.high_bidder = NO_SEAT
    for row in range(ROWS):
        s.built[row] = 0
        s.requirement[row] = ZONED_LENGTH
        s.roofless[row] = 0
        for lot in range(LOTS):
            s.height[row][lot] = 0
            s.roof[row][lot] = 0
            for level in range(LEVELS):
                s.floor[row][lot][level] = 0


def shuffle_roofs(s: State) -> None:
    """TE-S1: face down, so that only their numbers are known."""
    for value in range(VALUES + 1):
        s.roofs[value] = 0
    for k in range(ROOFS):
        s.roofs[ROOF_VALUES[k]] += 1
    s.roofs_left = ROOFS


def fill_display(s: State) -> None:
    """TE-S2: three lines of eight cubes drawn from the bag; the rest stays out of the round."""
    s.cubes_left = DISPLAY_ROWS * DISPLAY_LENGTH
    bag = [0] * (COLOURS * CUBES_OF_A_COLOUR)
    for colour in range(COLOURS):
        for k in range(CUBES_OF_A_COLOUR):
            bag[colour * CUBES_OF_A_COLOUR + k] = make_cube(colour, CUBES[colour][k])
    shuffle(s, bag, COLOURS * CUBES_OF_A_COLOUR)
    for row in range(DISPLAY_ROWS):
        s.display_first[row] = 0
        s.display_end[row] = DISPLAY_LENGTH
        for k in range(DISPLAY_LENGTH):
            s.display[row][k] = bag[row * DISPLAY_LENGTH + k]


def setup(s: State, players: int) -> None:
    """TE-S3, TE-S4: money for everybody, and a random starting player."""
    s.players = players
    for seat in range(players):
        s.cash[seat] = CHECKS_EACH
    s.auctioneer = roll(s, players)
    lay_out(s)
    begin_turn(s)
