"""Whole games between one-ply players who may have learned different things; positions are noted to learn from."""

from typing import TYPE_CHECKING

from tabletown.rulekit.dice import drawn, stepped, stirred
from tabletown.rulekit.learned import first_feature
from tabletown.rulekit.loops import (
    WHOLE_WIN,
    Seeds,
    Sheet,
    States,
    Tally,
    begin,
    copy_state,
    lowest_seat,
    pick_undeclined,
    write_result,
)
from tabletown.rulekit.observing import Planes
from tabletown.rulekit.runs import Runs
from tabletown.rulekit.thinking import ASKED, MIND, OPTIONS, OWN, TRUE, VIEW, Sums, best_action

if TYPE_CHECKING:
    from tabletown.rulekit.contract import apply, conceal, is_quiet, legal, pending, returns, scores, write_features

NOTED_SCORE = 0
NOTED_SHARE = 1
NOTED_SIZE = 2
"""Columns of a row behind the features: the seat's score, and its share of the win."""


def practice_games(
    states: States,
    players: int,
    minds: Sums,
    rotating: int,
    whims: int,
    declined: Seeds,
    seeds: Seeds,
    worlds: int,
    out: Runs,
    gains: Sums,
    worth: Sums,
    sheet: Sheet,
    limit: int,
    tally: Tally,
    every: int,
    features: int,
    notes: Planes,
) -> int:
    """Play a whole game for each seed; answers how many rows were noted.

    The mind of player number k, all that stands in the sums from MIND on, is the k-th part of `minds`; seats and chance
    are those of `bot_games`. In `whims` of a thousand decisions a player does anything. One quiet position in `every`
    is noted, a row a seat: how else would it be known what a feature is worth.
    """
    rows = 0
    for i in range(len(seeds)):
        begin(states, TRUE, OPTIONS, players, seeds[i])
        x = stirred(-1 - seeds[i])
        n = 0
        first = rows
        quiet = 0
        mask = pending(states[TRUE])
        while mask != 0 and n < limit:
            if every > 0 and is_quiet(states[TRUE]):
                quiet += 1
                if quiet % every == 0 and rows + players <= len(notes):
                    note_features(states, players, features, worth, notes, rows)
                    rows += players
            sealed = mask & (mask - 1) != 0
            copy_state(states, ASKED, TRUE)
            while mask != 0:
                seat = lowest_seat(mask)
                take_mind(minds, players, (seat + players - rotating * i % players) % players, worth)
                copy_state(states, OWN, ASKED)
                owes = True
                while owes:
                    action = practised_action(states, seat, whims, declined, stepped(x), worlds, out, gains, worth)
                    if out[1] > 1:
                        x = stepped(x)
                    apply(states[TRUE], seat, action)
                    n += 1
                    if sealed:
                        apply(states[OWN], seat, action)
                    owes = sealed and pending(states[OWN]) >> seat & 1 == 1
                mask &= mask - 1
            mask = pending(states[TRUE])
        write_result(states[TRUE], tally[i], players, n, sheet)
        note_end(states, players, features, sheet, notes, first, rows)
    return rows


def take_mind(minds: Sums, players: int, player: int, worth: Sums) -> None:
    size = len(minds) // players
    for k in range(size):
        worth[MIND + k] = minds[size * player + k]


def practised_action(
    states: States, seat: int, whims: int, declined: Seeds, x: int, worlds: int, out: Runs, gains: Sums, worth: Sums
) -> int:
    """What a player does, knowing what its seat may of states[OWN]."""
    copy_state(states, VIEW, OWN)
    conceal(states[VIEW], seat)
    legal(states[VIEW], seat, out)
    if out[1] > 1 and drawn(stirred(x)) % 1000 < whims:
        return pick_undeclined(out, declined, stirred(stepped(x)))
    return best_action(states, seat, stirred(x), worlds, out, gains, worth)


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
