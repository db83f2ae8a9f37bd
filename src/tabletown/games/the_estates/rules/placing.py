"""Placing or discarding the piece, and what ends a turn, a round and the game."""

from tabletown.rulekit.events import tell
from tabletown.rulekit.reasons import OK

from .auction import begin_turn, left_of
from .board import complete_rows, is_complete, roofless_buildings
from .events import (
    CERTIFICATE_TAKEN,
    CUBE_PLACED,
    DISCARDED,
    MAYOR_PLACED,
    PERMIT_PLACED,
    PERMIT_REMOVED,
    ROOF_PLACED,
    ROW_COMPLETE,
    ROW_OPEN_AGAIN,
)
from .pieces import colour_of, lay_out, permit_value
from .reasons import MUST_BE_PLACED, ROOF_MUST_BE_PLACED
from .scoring import NO_MORE_BUILDINGS, TWO_ROWS_COMPLETE, finish_round
from .state import CANCEL, CUBE, GONE, MAYOR, NO_PIECE, NO_SEAT, PERMIT, ROOF, State


def place_cube(s: State, row: int, lot: int) -> None:
    """TE-F1, TE-F6: on its lot; the first of a colour brings its company's certificate."""
    cube = s.face
    if lot == s.built[row]:
        s.built[row] += 1
        s.roofless[row] += 1
    s.floor[row][lot][s.height[row][lot]] = cube
    s.height[row][lot] += 1
    tell(s, CUBE_PLACED, s.seat, cube, row, lot)
    if s.certificate[colour_of(cube)] == NO_SEAT:
        s.certificate[colour_of(cube)] = s.seat
        tell(s, CERTIFICATE_TAKEN, s.seat, colour_of(cube))


def place_roof(s: State, row: int, lot: int) -> None:
    """TE-R1, TE-R2: the building is finished."""
    s.roof[row][lot] = s.face
    s.roofless[row] -= 1
    tell(s, ROOF_PLACED, s.seat, s.face, row, lot)
    if is_complete(s, row):
        tell(s, ROW_COMPLETE, row)


def change_requirement(s: State, row: int, change: int) -> None:
    """TE-B3, TE-B4, TE-X2: permits move the row's requirement, which can complete it or open it again."""
    was_complete = is_complete(s, row)
    s.requirement[row] += change
    if is_complete(s, row) and not was_complete:
        tell(s, ROW_COMPLETE, row)
    if was_complete and not is_complete(s, row):
        tell(s, ROW_OPEN_AGAIN, row)


def place_permit(s: State, row: int, longer: int) -> None:
    change = permit_value(s.face) if longer == 1 else -permit_value(s.face)
    s.permit_row[s.face] = row
    s.permit_change[s.face] = change
    tell(s, PERMIT_PLACED, s.seat, s.face, row, change)
    change_requirement(s, row, change)


def place_mayor(s: State, row: int) -> None:
    """TE-M1: in front of a row, for good."""
    s.mayor = row
    tell(s, MAYOR_PLACED, s.seat, row)


def remove_permit(s: State, permit: int) -> None:
    """TE-X1, TE-X2: the permit and the cancel cube leave the game."""
    row = s.permit_row[permit]
    change = s.permit_change[permit]
    s.permit_row[permit] = GONE
    s.permit_change[permit] = 0
    s.cancel = GONE
    tell(s, PERMIT_REMOVED, s.seat, permit, row)
    change_requirement(s, row, -change)


def refuse_discarding(s: State) -> int:
    """TE-F1, TE-R1, TE-B1, TE-M1, TE-X1: cubes and roofs must be placed; all else may be thrown away."""
    if s.piece == CUBE:
        return MUST_BE_PLACED
    return ROOF_MUST_BE_PLACED if s.piece == ROOF else OK


def discard(s: State) -> None:
    if s.piece == PERMIT:
        s.permit_row[s.face] = GONE
    elif s.piece == MAYOR:
        s.mayor = GONE
    elif s.piece == CANCEL:
        s.cancel = GONE
    tell(s, DISCARDED, s.seat, s.piece, s.face)


def end_turn(s: State) -> None:
    """TE-T1, TE-E2: the next player clockwise, unless the round is over."""
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
    """TE-E2 to TE-E4: 0, or how the round has ended."""
    if complete_rows(s) >= 2:
        return TWO_ROWS_COMPLETE
    if s.roofs_left == 0:
        return NO_MORE_BUILDINGS
    if s.cubes_left == 0 and roofless_buildings(s) == 0:
        return NO_MORE_BUILDINGS
    return 0


def start_round(s: State) -> None:
    """TE-N3: everybody keeps all checks, those of the cash box included; everything else is laid out anew."""
    for seat in range(s.players):
        s.cash[seat] += s.stowed[seat]
        s.stowed[seat] = 0
    lay_out(s)
    begin_turn(s)
