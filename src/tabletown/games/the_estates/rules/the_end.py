"""The end of a turn, and with it perhaps of the round."""

from .complete_rows import complete_rows, roofless_buildings
from .figures import ROWS
from .rounds import finish_round
from .state import NO_MORE_BUILDINGS, NO_PIECE, NO_SEAT, TWO_ROWS_COMPLETE, State
from .turn import begin_turn, left_of


def end_turn(s: State) -> None:
    """TE-E2, TE-T1: the next player clockwise, unless the round is over."""
    s.piece = NO_PIECE
    s.face = 0
    s.high_bid = 0
    s.high_bidder = NO_SEAT
    how = round_is_over(s)
    if how != 0:
        finish_round(s, how)
    else:
        s.auctioneer = left_of(s, s.auctioneer)
        begin_turn(s)


def round_is_over(s: State) -> int:
    """TE-E2 to TE-E4: 0, or how the round has ended. A board of one row has no second one to wait for."""
    if complete_rows(s) >= 2:
        return TWO_ROWS_COMPLETE
    if s.roofs_left == 0 or complete_rows(s) == ROWS:
        return NO_MORE_BUILDINGS
    if s.cubes_left == 0 and roofless_buildings(s) == 0:
        return NO_MORE_BUILDINGS
    return 0
