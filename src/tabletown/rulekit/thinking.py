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
    take_state,
    write_result,
)
from tabletown.rulekit.records import Row
from tabletown.rulekit.runs import Runs, nth

if TYPE_CHECKING:
    from tabletown.rulekit.contract import apply, conceal, evaluate, legal, pending, prior, redeal, scores


class Sums(list[float]):
    """One measure a seat, or an action."""


MIND = 64
"""How many entries of the sums given to `evaluate` there are for its work: one a seat, and the rest to reckon in.
Behind them stands what has been learned; the first is 0 if that is nothing."""
ROOM = MIND + 1


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

BY_SCORES = 0
BY_INSTINCT = 1
"""How it is told who leads: by the scores as they stand, or by what the position promises."""

LEAD_CHANGES = 0
LED_SINCE = 1
FIRST_VERB = 2
"""Columns of a watched row: how often the lead changed, the decision at which it did so last, uses of each verb."""
NO_LEADER = -1


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
    verbs: Seeds,
    lead_by: int,
    watched: Tally,
    ends: States,
) -> int:
    """Play a whole game for each seed; answers the decisions in all.

    The kind of player number k is bots[k]; it sits k seats behind the first, who moves on by one seat each game if
    seats rotate. Each game has one stream of chance for its players, from which every real choice takes a number.

    As at a table, sealed answers are chosen before any of them is played: whoever is asked sees the position as it was
    when the decision was put, with nothing but the seat's own answers in it.

    If verbs are given, by the action that each begins with, games are watched: each has a row of what happened in it,
    and its last position is kept.
    """
    total = 0
    for i in range(len(seeds)):
        begin(states, TRUE, OPTIONS, players, seeds[i])
        x = stirred(-1 - seeds[i])
        n = 0
        leader = NO_LEADER
        asked = 0
        mask = pending(states[TRUE])
        while mask != 0 and n < limit:
            if len(verbs) > 0 and mask != asked:
                asked = mask
                leader = watch_lead(states, players, lead_by, leader, n, sheet, worth, watched[i])
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
                    if len(verbs) > 0:
                        watched[i][FIRST_VERB + verb_of(verbs, action)] += 1
                    apply(states[TRUE], seat, action)
                    n += 1
                    if sealed:
                        apply(states[OWN], seat, action)
                    owes = sealed and pending(states[OWN]) >> seat & 1 == 1
                mask &= mask - 1
            mask = pending(states[TRUE])
        if len(verbs) > 0:
            watch_lead(states, players, lead_by, leader, n, sheet, worth, watched[i])
            take_state(ends, i, states, TRUE)
        write_result(states[TRUE], tally[i], players, n, sheet)
        total += n
    return total


def watch_lead(
    states: States, players: int, by: int, leader: int, n: int, sheet: Sheet, worth: Sums, row: Row
) -> int:
    """Who leads now. Whoever leads does so until somebody stands better than they."""
    copy_state(states, AFTER, TRUE)
    if by == BY_INSTINCT:
        evaluate(states[AFTER], worth)
    else:
        scores(states[AFTER], sheet)
        for seat in range(players):
            worth[seat] = sheet[seat]
    best = 0
    for seat in range(1, players):
        if worth[seat] > worth[best]:
            best = seat
    if leader == NO_LEADER:
        for seat in range(players):
            if worth[seat] < worth[best]:
                row[LED_SINCE] = n
                return best
        return NO_LEADER
    if worth[best] > worth[leader]:
        row[LEAD_CHANGES] += 1
        row[LED_SINCE] = n
        return best
    return leader


def verb_of(verbs: Seeds, action: int) -> int:
    """The place of the verb that the action is of."""
    place = len(verbs) - 1
    while verbs[place] > action:
        place -= 1
    return place


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
