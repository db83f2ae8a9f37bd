"""One-ply players, for games that have an instinct (`evaluate`, `prior`). They think on a view, never on the state."""

from typing import TYPE_CHECKING, NamedTuple

from tabletown.rulekit.dice import drawn, seed_dice, stepped, stirred
from tabletown.rulekit.loops import (
    Seeds,
    Sheet,
    States,
    Tally,
    asks_several,
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
    from tabletown.rulekit.contract import apply, conceal, evaluate, evaluate_one, legal, pending, prior, redeal, scores


class Sums(list[float]):
    """One measure a seat, or an action."""


SLIPS = 64
"""How many entries of the sums given to `evaluate` there are for its work: one a seat, and the rest to reckon in.
Behind them stands by how much a position may be misjudged at a glance, 0 by whoever never slips."""
MIND = SLIPS + 1
"""Where what has been learned begins; the first is 0 if that is nothing."""
ROOM = MIND + 1


NEVER = -1.0e9
"""What speaks against an action that no bot takes while there is another."""

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
            gains[k] += evaluate_one(states[AFTER], seat, worth) + prior(states[WORLD], seat, action)
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


GAME_CHANCE = 0
GAME_LENGTH = 1
"""Places in the course of a game: where the players' chance stands, and how many decisions were made."""


class Players(NamedTuple):
    """Who plays whole games, and what they think with."""

    players: int
    kinds: Seeds
    """Of player number k, who sits k seats behind the first."""
    minds: Sums
    """Of all players, one after the other: what stands in the sums from SLIPS on. None: whatever stands there."""
    rotating: int
    """Whether the first moves on by one seat each game."""
    whims: int
    """In so many of a thousand decisions a player with an instinct does anything."""
    declined: Seeds
    worlds: int
    states: States
    out: Runs
    gains: Sums
    worth: Sums
    sheet: Sheet
    course: Seeds
    verbs: Seeds
    watched: Tally
    """If verbs are given, by the action that each begins with, games are watched: a row of what happened in each."""


def bot_games(by: Players, seeds: Seeds, limit: int, tally: Tally, lead_by: int, ends: States) -> int:
    """Play a whole game for each seed; answers the decisions in all. Of a watched game the last position is kept."""
    states, course = by.states, by.course
    is_watched = len(by.verbs) > 0
    total = 0
    for i in range(len(seeds)):
        begin_game(by, seeds[i])
        leader = NO_LEADER
        asked = 0
        mask = pending(states[TRUE])
        while mask != 0 and course[GAME_LENGTH] < limit:
            if is_watched and mask != asked:
                asked = mask
                leader = watch_lead(by, lead_by, leader, by.watched[i])
            play_decision(by, i, mask)
            mask = pending(states[TRUE])
        if is_watched:
            watch_lead(by, lead_by, leader, by.watched[i])
            take_state(ends, i, states, TRUE)
        write_result(states[TRUE], tally[i], by.players, course[GAME_LENGTH], by.sheet)
        total += course[GAME_LENGTH]
    return total


def begin_game(by: Players, seed: int) -> None:
    """Each game has one stream of chance for its players, from which every real choice takes a number."""
    begin(by.states, TRUE, OPTIONS, by.players, seed)
    by.course[GAME_CHANCE] = stirred(-1 - seed)
    by.course[GAME_LENGTH] = 0


def play_decision(by: Players, game: int, mask: int) -> None:
    """All seats of the mask answer in states[TRUE], in the game of that number.

    As at a table, sealed answers are chosen before any of them is played: whoever is asked sees the position as it was
    when the decision was put, with nothing but the seat's own answers in it.
    """
    states, course = by.states, by.course
    sealed = asks_several(mask)
    copy_state(states, ASKED, TRUE)
    while mask != 0:
        seat = lowest_seat(mask)
        player = (seat + by.players - by.rotating * game % by.players) % by.players
        take_mind(by.minds, by.players, player, by.worth)
        copy_state(states, OWN, ASKED)
        owes = True
        while owes:
            action = player_action(by, by.kinds[player], seat, stepped(course[GAME_CHANCE]))
            if by.out[1] > 1:
                course[GAME_CHANCE] = stepped(course[GAME_CHANCE])
            if len(by.verbs) > 0:
                by.watched[game][FIRST_VERB + verb_of(by.verbs, action)] += 1
            apply(states[TRUE], seat, action)
            course[GAME_LENGTH] += 1
            if sealed:
                apply(states[OWN], seat, action)
            owes = sealed and pending(states[OWN]) >> seat & 1 == 1
        mask &= mask - 1


def take_mind(minds: Sums, players: int, player: int, worth: Sums) -> None:
    size = len(minds) // players
    for k in range(size):
        worth[SLIPS + k] = minds[size * player + k]


def player_action(by: Players, kind: int, seat: int, x: int) -> int:
    """What a player of the kind does, knowing what its seat may of states[OWN]; `out` are its legal actions then."""
    states, out = by.states, by.out
    copy_state(states, VIEW, OWN)
    conceal(states[VIEW], seat)
    legal(states[VIEW], seat, out)
    if kind == RANDOM_PLAYER:
        return pick_undeclined(out, by.declined, stirred(x))
    if by.whims > 0 and out[1] > 1 and drawn(stirred(x)) % 1000 < by.whims:
        return pick_undeclined(out, by.declined, stirred(stepped(x)))
    return best_action(states, seat, stirred(x), by.worlds, out, by.gains, by.worth)


def watch_lead(by: Players, lead_by: int, leader: int, row: Row) -> int:
    """Who leads now. Whoever leads does so until somebody stands better than they."""
    states, players, worth = by.states, by.players, by.worth
    n = by.course[GAME_LENGTH]
    copy_state(states, AFTER, TRUE)
    if lead_by == BY_INSTINCT:
        evaluate(states[AFTER], worth)
    else:
        scores(states[AFTER], by.sheet)
        for seat in range(players):
            worth[seat] = by.sheet[seat]
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
