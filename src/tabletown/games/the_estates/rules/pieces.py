"""Set-up, and the pieces beside the board: cubes in the display, roofs face down."""

from tabletown.rulekit.dice import roll, shuffle
from tabletown.rulekit.events import tell
from tabletown.rulekit.reasons import OK

from .events import ROUND_BEGAN
from .figures import CUBES, PERMIT_VALUES, ROOF_VALUES, ZONED_LENGTH
from .reasons import NO_CUBE_THERE, SAME_CUBE
from .shapes import COLOURS, DISPLAY_LENGTH, DISPLAY_ROWS, LEVELS, LOTS, PERMITS, ROOFS, ROWS, VALUES
from .state import AVAILABLE, NO_PIECE, NO_SEAT, State


def make_cube(colour: int, value: int) -> int:
    return colour << 3 | value


def colour_of(cube: int) -> int:
    return cube >> 3


def value_of(cube: int) -> int:
    return cube & 7


def lay_out(s: State) -> None:
    """TE-S1, TE-S2, TE-N3: the board and the pieces of one round; the players keep what they have."""
    s.round += 1
    s.turn = 0
    clear_board(s)
    fill_display(s)
    shuffle_roofs(s)
    for permit in range(PERMITS):
        s.permit_row[permit] = AVAILABLE
        s.permit_change[permit] = 0
    s.mayor = AVAILABLE
    s.cancel = AVAILABLE
    for colour in range(COLOURS):
        s.certificate[colour] = NO_SEAT
    tell(s, ROUND_BEGAN, s.auctioneer, s.round)


def clear_board(s: State) -> None:
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


def fill_display(s: State) -> None:
    """TE-S2: three lines of eight cubes drawn from the bag; the rest stays out of the round."""
    s.cubes_left = DISPLAY_ROWS * DISPLAY_LENGTH
    bag = [0] * (COLOURS * VALUES)
    for colour in range(COLOURS):
        for k in range(VALUES):
            bag[colour * VALUES + k] = make_cube(colour, CUBES[colour][k])
    shuffle(s, bag, COLOURS * VALUES)
    for row in range(DISPLAY_ROWS):
        s.display_first[row] = 0
        s.display_end[row] = DISPLAY_LENGTH
        for k in range(DISPLAY_LENGTH):
            s.display[row][k] = bag[row * DISPLAY_LENGTH + k]


def shuffle_roofs(s: State) -> None:
    """TE-S1: face down, so that only their numbers are known."""
    for value in range(VALUES + 1):
        s.roofs[value] = 0
    for k in range(ROOFS):
        s.roofs[ROOF_VALUES[k]] += 1
    s.roofs_left = ROOFS


def turn_over_roof(s: State) -> int:
    """TE-P5: each of the roofs that are left is equally likely."""
    k = roll(s, s.roofs_left)
    value = 1
    while k >= s.roofs[value]:
        k -= s.roofs[value]
        value += 1
    s.roofs[value] -= 1
    s.roofs_left -= 1
    return value


def end_place(s: State, row: int, end: int) -> int:
    return s.display_first[row] if end == 0 else s.display_end[row] - 1


def refuse_end(s: State, row: int, end: int) -> int:
    """TE-P2: only the two ends of a line; a last cube has one."""
    left = s.display_end[row] - s.display_first[row]
    if left <= 0:
        return NO_CUBE_THERE
    return SAME_CUBE if left == 1 and end == 1 else OK


def take_cube(s: State, row: int, end: int) -> int:
    cube = s.display[row][end_place(s, row, end)]
    if end == 0:
        s.display_first[row] += 1
    else:
        s.display_end[row] -= 1
    s.cubes_left -= 1
    return cube


def permit_value(permit: int) -> int:
    return PERMIT_VALUES[permit]
