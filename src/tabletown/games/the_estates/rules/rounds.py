"""Several rounds: what follows the end of one, and who has won the game."""

from tabletown.rulekit.dice import roll
from tabletown.rulekit.events import tell
from tabletown.rulekit.loops import WHOLE_WIN, Sheet

from .events import GAME_OVER, ROUND_OVER, ROUND_SHARED, ROUND_WON
from .scoring import checks, round_score, round_winner, write_scores_down
from .set_up import lay_out
from .shapes import MAX_BID
from .state import ALL_ROUNDS_PLAYED, BETWEEN_ROUNDS, NO_SEAT, OVER, TWO_ROUNDS_WON, State
from .turn import begin_turn


def scores(s: State, out: Sheet) -> None:
    """TE-N1: finished rounds, and the running one as it stands."""
    for seat in range(s.players):
        out[seat] = s.total[seat]
        if s.phase != BETWEEN_ROUNDS and s.phase != OVER:
            out[seat] += round_score(s, seat)


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
    """TE-N1, TE-N2: which ending it is."""
    s.phase = OVER
    s.ended = how
    tell(s, GAME_OVER, how)


def ending(s: State) -> int:
    """TE-N1, TE-N2, TE-E2 to TE-E4: which it is, once the game is over."""
    return s.ended


def start_round(s: State, seat: int) -> None:
    """TE-N3: everybody keeps all checks, those of the cash box included; everything else is laid out anew."""
    for each in range(s.players):
        s.cash[each] += s.stowed[each]
        s.stowed[each] = 0
    lay_out(s)
    begin_turn(s)


def returns(s: State, out: Sheet) -> None:
    """TE-N4, TE-N2, TE-V7, TE-V8: two rounds won, else the highest total, then the most checks, then shared."""
    best = -1_000_000
    winners = 0
    for seat in range(s.players):
        standing = s.total[seat] * (MAX_BID + 1) + checks(s, seat)
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
