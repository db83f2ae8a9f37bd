"""Whole games between one-ply players who may have learned different things; positions are noted to learn from."""

from typing import TYPE_CHECKING

from tabletown.rulekit.learned import first_feature
from tabletown.rulekit.loops import WHOLE_WIN, Seeds, Sheet, States, Tally, write_result
from tabletown.rulekit.observing import Planes
from tabletown.rulekit.thinking import GAME_LENGTH, MIND, TRUE, Players, Sums, begin_game, play_decision

if TYPE_CHECKING:
    from tabletown.rulekit.contract import is_quiet, pending, returns, scores, write_features

NOTED_SCORE = 0
NOTED_SHARE = 1
NOTED_SIZE = 2
"""Columns of a row behind the features: the seat's score, and its share of the win."""


def practice_games(
    by: Players, seeds: Seeds, limit: int, tally: Tally, every: int, features: int, notes: Planes
) -> int:
    """Play a whole game for each seed; answers how many rows were noted.

    Games and chance are those of `bot_games`. One quiet position in `every` is noted, a row a seat: how else would it
    be known what a feature is worth.
    """
    states, players = by.states, by.players
    rows = 0
    for i in range(len(seeds)):
        begin_game(by, seeds[i])
        first = rows
        quiet = 0
        mask = pending(states[TRUE])
        while mask != 0 and by.course[GAME_LENGTH] < limit:
            if every > 0 and is_quiet(states[TRUE]):
                quiet += 1
                if quiet % every == 0 and rows + players <= len(notes):
                    note_features(states, players, features, by.worth, notes, rows)
                    rows += players
            play_decision(by, i, mask)
            mask = pending(states[TRUE])
        write_result(states[TRUE], tally[i], players, by.course[GAME_LENGTH], by.sheet)
        note_end(states, players, features, by.sheet, notes, first, rows)
    return rows


def note_features(states: States, players: int, features: int, worth: Sums, notes: Planes, row: int) -> None:
    """A row a seat of the position in states[TRUE]."""
    worth[MIND] = float(features)
    write_features(states[TRUE], worth)
    for seat in range(players):
        first = first_feature(worth, seat)
        for k in range(features):
            notes[row + seat][k] = worth[first + k]


def note_end(states: States, players: int, features: int, sheet: Sheet, notes: Planes, first: int, beyond: int) -> None:
    """How the game in states[TRUE] ended, into all rows of its positions."""
    scores(states[TRUE], sheet)
    for row in range(first, beyond):
        notes[row][features + NOTED_SCORE] = sheet[(row - first) % players]
    returns(states[TRUE], sheet)
    for row in range(first, beyond):
        notes[row][features + NOTED_SHARE] = sheet[(row - first) % players] / WHOLE_WIN
