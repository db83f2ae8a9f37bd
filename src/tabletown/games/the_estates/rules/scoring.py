"""Scoring: what the buildings are worth, and who wins a round."""

from tabletown.rulekit.events import tell

from .complete_rows import is_complete
from .components import colour_of, top_cube, value_of
from .events import ROUND_SCORE
from .figures import ROWS
from .state import NO_SEAT, State


def write_scores_down(s: State) -> None:
    """TE-V1 to TE-V6: everybody's points of this round, building by building."""
    for seat in range(s.players):
        s.score[seat] = s.stowed[seat]
    for row in range(ROWS):
        sign = row_sign(s, row)
        for lot in range(s.built[row]):
            s.score[building_owner(s, row, lot)] += sign * building_value(s, row, lot)
    for seat in range(s.players):
        s.total[seat] += s.score[seat]
        tell(s, ROUND_SCORE, seat, s.score[seat])


def round_score(s: State, seat: int) -> int:
    """TE-V1 to TE-V6: this round's points as the board stands."""
    return s.stowed[seat] + building_score(s, seat)


def building_score(s: State, seat: int) -> int:
    """TE-V1 to TE-V5: the same without the cash box."""
    points = 0
    for row in range(ROWS):
        points += row_sign(s, row) * row_value(s, row, seat)
    return points


def row_sign(s: State, row: int) -> int:
    """TE-V1, TE-V5: plus or minus, doubled by the mayor."""
    sign = 1 if is_complete(s, row) else -1
    return 2 * sign if s.mayor == row else sign


def row_value(s: State, row: int, seat: int) -> int:
    """TE-V1, TE-V3: what the seat's buildings in the row are worth, without sign or mayor."""
    points = 0
    for lot in range(s.built[row]):
        if building_owner(s, row, lot) == seat:
            points += building_value(s, row, lot)
    return points


def building_value(s: State, row: int, lot: int) -> int:
    """TE-V2: all its cubes and its roof."""
    points = s.roof[row][lot] + 0
    for level in range(s.height[row][lot]):
        points += value_of(s.floor[row][lot][level])
    return points


def building_owner(s: State, row: int, lot: int) -> int:
    """TE-V3: whoever holds the company of the topmost cube."""
    return s.certificate[colour_of(top_cube(s, row, lot))]


def round_winner(s: State) -> int:
    """TE-V7, TE-V8: the highest score, then the most checks; NO_SEAT while two are still level."""
    winner = 0
    shared = False
    for seat in range(1, s.players):
        lead = s.score[seat] - s.score[winner]
        if lead == 0:
            lead = checks(s, seat) - checks(s, winner)
        if lead > 0:
            winner = seat
            shared = False
        elif lead == 0:
            shared = True
    return NO_SEAT if shared else winner


def checks(s: State, seat: int) -> int:
    """TE-V8: hand and cash box together."""
    return s.cash[seat] + s.stowed[seat]
