"""What the buildings are worth, and who wins."""

from tabletown.rulekit.dice import roll
from tabletown.rulekit.events import tell
from tabletown.rulekit.loops import WHOLE_WIN, Sheet

from .board import is_complete, top_cube
from .events import GAME_OVER, ROUND_OVER, ROUND_SCORE, ROUND_SHARED, ROUND_WON
from .pieces import colour_of, value_of
from .shapes import ROWS
from .state import BETWEEN_ROUNDS, NO_SEAT, OVER, State

TWO_ROWS_COMPLETE, NO_MORE_BUILDINGS, TWO_ROUNDS_WON, ALL_ROUNDS_PLAYED = range(1, 5)


def building_value(s: State, row: int, lot: int) -> int:
    """TE-V2: all its cubes and its roof."""
    points = s.roof[row][lot] + 0
    for level in range(s.height[row][lot]):
        points += value_of(s.floor[row][lot][level])
    return points


def building_owner(s: State, row: int, lot: int) -> int:
    """TE-V3: whoever holds the company of the topmost cube."""
    return s.certificate[colour_of(top_cube(s, row, lot))]


def row_sign(s: State, row: int) -> int:
    """TE-V1, TE-V5: plus or minus, doubled by the mayor."""
    sign = 1 if is_complete(s, row) else -1
    return 2 * sign if s.mayor == row else sign


def row_value(s: State, row: int, seat: int) -> int:
    """What the seat's buildings in the row are worth, without sign or mayor."""
    points = 0
    for lot in range(s.built[row]):
        if building_owner(s, row, lot) == seat:
            points += building_value(s, row, lot)
    return points


def round_score(s: State, seat: int) -> int:
    """TE-V1 to TE-V6: this round's points as the board stands."""
    points = s.stowed[seat] + 0
    for row in range(ROWS):
        points += row_sign(s, row) * row_value(s, row, seat)
    return points


def checks(s: State, seat: int) -> int:
    """TE-V8: hand and cash box together."""
    return s.cash[seat] + s.stowed[seat]


def scores(s: State, out: Sheet) -> None:
    """TE-N1: finished rounds, and the running one as it stands."""
    for seat in range(s.players):
        out[seat] = s.total[seat]
        if s.phase != BETWEEN_ROUNDS and s.phase != OVER:
            out[seat] += round_score(s, seat)


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


def finish_round(s: State, how: int) -> None:
    """TE-N1 to TE-N3: write the scores down; then the game is over, or another round follows."""
    s.round_ending = how
    tell(s, ROUND_OVER, s.round, how)
    write_scores_down(s)
    winner = round_winner(s)
    if winner == NO_SEAT:
        tell(s, ROUND_SHARED)
    else:
        s.wins[winner] += 1
        tell(s, ROUND_WON, winner)
    if s.rounds == 1:
        finish_game(s, how)
    elif winner != NO_SEAT and s.wins[winner] == 2:
        finish_game(s, TWO_ROUNDS_WON)
    elif s.round == s.rounds:
        finish_game(s, ALL_ROUNDS_PLAYED)
    else:
        s.phase = BETWEEN_ROUNDS
        s.auctioneer = roll(s, s.players)
        s.seat = s.auctioneer


def finish_game(s: State, how: int) -> None:
    s.phase = OVER
    s.ended = how
    tell(s, GAME_OVER, how)


def ending(s: State) -> int:
    return s.ended


def returns(s: State, out: Sheet) -> None:
    """TE-V7, TE-V8, TE-N2, TE-N4: two rounds won, else the highest total, then the most checks, then shared."""
    best = -1_000_000
    winners = 0
    for seat in range(s.players):
        standing = s.total[seat] * 128 + checks(s, seat)
        if s.ended == TWO_ROUNDS_WON:
            standing = s.wins[seat]
        out[seat] = standing
        if standing > best:
            best = standing
            winners = 1
        elif standing == best:
            winners += 1
    for seat in range(s.players):
        out[seat] = WHOLE_WIN // winners if out[seat] == best else 0
