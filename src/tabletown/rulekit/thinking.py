"""One-ply players, for games that have an instinct (`evaluate`, `prior`). They think on a view, never on the state."""

from typing import TYPE_CHECKING

from tabletown.rulekit.dice import drawn, seed_dice, stepped, stirred
from tabletown.rulekit.loops import (
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
from tabletown.rulekit.runs import Runs, nth

if TYPE_CHECKING:
    from tabletown.rulekit.contract import apply, conceal, evaluate, legal, pending, prior, redeal


class Sums(list[float]):
    """One measure a seat, or an action."""


ROOM = 64
"""How many entries the sums given to `evaluate` have: one a seat, and the rest to reckon in."""


RANDOM_PLAYER = 0
INSTINCT_PLAYER = 1

VIEW = 0
WORLD = 1
AFTER = 2
THINKING_PLACES = 3
TRUE = 3
OPTIONS = 4
ASKED = 5
OWN = 6
PLACES = 7
"""Places of the states that thinking needs, the first three, and whole games between thinking players."""


def instinct(states: States, seat: int, x: int, worlds: int, out: Runs, gains: Sums, worth: Sums) -> int:
    """What a one-ply player does on the view in states[VIEW]."""
    legal(states[VIEW], seat, out)
    return best_action(states, seat, x, worlds, out, gains, worth)


def best_action(states: States, seat: int, x: int, worlds: int, out: Runs, gains: Sums, worth: Sums) -> int:
    """The action in `out` after which the seat stands best, on average over worlds that fit its view."""
    count = out[1]
    if count == 1:
        return nth(out, 0)
    for k in range(count):
        gains[k] = 0.0
    for _ in range(worlds):
        x = stepped(x)
        imagine(states, WORLD, seat, x)
        for k in range(count):
            action = nth(out, k)
            copy_state(states, AFTER, WORLD)
            apply(states[AFTER], seat, action)
            evaluate(states[AFTER], worth)
            gains[k] += worth[seat] + prior(states[WORLD], seat, action)
    return nth(out, best_of(gains, count, x))


def imagine(states: States, to: int, seat: int, x: int) -> None:
    """A world that fits the seat's view in states[VIEW]; which one, `x` says."""
    copy_state(states, to, VIEW)
    seed_dice(states[to], x)
    redeal(states[to], seat)


def best_of(gains: Sums, count: int, x: int) -> int:
    """The place of the highest gain; among equals a random one."""
    best = 0
    equals = 1
    for k in range(1, count):
        if gains[k] > gains[best]:
            best = k
            equals = 1
        elif gains[k] == gains[best]:
            equals += 1
            x = stepped(x)
            if (drawn(x) * equals) >> 32 == 0:
                best = k
    return best


def evaluate_batch(states: States, players: int, room: Sums, worth: Sums) -> None:
    """What each position is worth to each seat, one game after the other."""
    for i in range(len(states)):
        evaluate(states[i], room)
        for seat in range(players):
            worth[players * i + seat] = room[seat]


# ---------------------------------------------------------------- whole games


def bot_games(
    states: States,
    players: int,
    bots: Seeds,
    rotating: int,
    declined: Seeds,
    seeds: Seeds,
    worlds: int,
    out: Runs,
    gains: Sums,
    worth: Sums,
    sheet: Sheet,
    limit: int,
    tally: Tally,
) -> int:
    """Play a whole game for each seed; answers the decisions in all.

    The kind of player number k is bots[k]; it sits k seats behind the first, who moves on by one seat each game if
    seats rotate. Each game has one stream of chance for its players, from which every real choice takes a number.

    As at a table, sealed answers are chosen before any of them is played: whoever is asked sees the position as it was
    when the decision was put, with nothing but the seat's own answers in it.
    """
    total = 0
    for i in range(len(seeds)):
        begin(states, TRUE, OPTIONS, players, seeds[i])
        x = stirred(-1 - seeds[i])
        n = 0
        mask = pending(states[TRUE])
        while mask != 0 and n < limit:
            sealed = mask & (mask - 1) != 0
            copy_state(states, ASKED, TRUE)
            while mask != 0:
                seat = lowest_seat(mask)
                kind = bots[(seat + players - rotating * i % players) % players]
                copy_state(states, OWN, ASKED)
                owes = True
                while owes:
                    action = bot_action(states, seat, kind, declined, stepped(x), worlds, out, gains, worth)
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
        total += n
    return total


def bot_action(
    states: States, seat: int, kind: int, declined: Seeds, x: int, worlds: int, out: Runs, gains: Sums, worth: Sums
) -> int:
    """What a player of the kind does, knowing what its seat may of states[OWN]; `out` are its legal actions then."""
    copy_state(states, VIEW, OWN)
    conceal(states[VIEW], seat)
    legal(states[VIEW], seat, out)
    if kind == INSTINCT_PLAYER:
        return best_action(states, seat, stirred(x), worlds, out, gains, worth)
    return pick_undeclined(out, declined, stirred(x))
