"""Stepping many games together from Python: play, deal anew what is over, and say who is to move and what they may do.

Legal actions are worked out once a step, as runs: masks, checks and random choices are read off them.
"""

from typing import TYPE_CHECKING

from tabletown.rulekit.dice import seed_dice, stepped, stirred
from tabletown.rulekit.growing import fingerprint
from tabletown.rulekit.loops import WHOLE_WIN, Seeds, Sheet, States, Tally, lowest_seat, pick, take_state
from tabletown.rulekit.observing import Features, Planes
from tabletown.rulekit.runs import end_of, first_of

if TYPE_CHECKING:
    from tabletown.rulekit.contract import apply, conceal, legal, pending, returns, setup
    from tabletown.rulekit.records import Record

    def observe(s: Record, seat: int, out: Features) -> None: ...
    def observe_plainly(s: Record, seat: int, out: Features) -> None: ...


class Marks(list[list[int]]):
    """Rows of 0 and 1."""


class Flags(list[int]):
    """A 0 or 1 a game."""


def vector_deal(states: States, i: int, template: States, players: int, seed: int) -> None:
    take_state(states, i, template, 0)
    seed_dice(states[i], seed)
    setup(states[i], players)


def vector_ask(states: States, i: int, asked: Seeds, seats: Seeds, runs: Tally) -> None:
    """Who is asked in game i, and what the lowest of them may do."""
    mask = pending(states[i])
    asked[i] = mask
    seats[i] = lowest_seat(mask)
    legal(states[i], lowest_seat(mask), runs[i])  # type: ignore[arg-type]


def vector_begin(
    states: States,
    template: States,
    players: int,
    seeds: Seeds,
    chance: Seeds,
    lengths: Seeds,
    asked: Seeds,
    seats: Seeds,
    runs: Tally,
) -> None:
    """Deal a game for each seed; template[0] holds the options."""
    for i in range(len(seeds)):
        vector_deal(states, i, template, players, seeds[i])
        chance[i] = stirred(-1 - seeds[i])
        lengths[i] = 0
        vector_ask(states, i, asked, seats, runs)


def vector_step(
    states: States,
    template: States,
    players: int,
    stride: int,
    actions: Seeds,
    seeds: Seeds,
    chance: Seeds,
    lengths: Seeds,
    asked: Seeds,
    seats: Seeds,
    runs: Tally,
    rewards: Planes,
    over: Flags,
    sheet: Sheet,
) -> int:
    """Play an action in each game. One that is over gives its rewards, and the next is dealt: its seed is `stride` on.

    Answers how many games were over.
    """
    ended = 0
    for i in range(len(actions)):
        if over[i]:
            over[i] = 0
            lengths[i] = 0
            for seat in range(players):
                rewards[i][seat] = 0.0
        apply(states[i], seats[i], actions[i])
        lengths[i] += 1
        if pending(states[i]) == 0:
            ended += 1
            over[i] = 1
            returns(states[i], sheet)
            for seat in range(players):
                rewards[i][seat] = sheet[seat] / WHOLE_WIN
            if stride != 0:
                seeds[i] += stride
                vector_deal(states, i, template, players, seeds[i])
                chance[i] = stirred(-1 - seeds[i])
        if pending(states[i]) != 0:
            vector_ask(states, i, asked, seats, runs)
        else:
            asked[i] = 0
            seats[i] = -1
            runs[i][0] = 0
            runs[i][1] = 0
    return ended


def vector_turn_to(states: States, i: int, seat: int, seats: Seeds, runs: Tally) -> None:
    """In game i, what another of those who are asked may do."""
    seats[i] = seat
    legal(states[i], seat, runs[i])  # type: ignore[arg-type]


def vector_random(runs: Tally, chance: Seeds, actions: Seeds) -> None:
    """A random legal action for each game; with it the games of a seed are those of random self-play."""
    for i in range(len(actions)):
        if runs[i][1] != 0:
            chance[i] = stepped(chance[i])
            actions[i] = pick(runs[i], chance[i])  # type: ignore[arg-type]


def vector_illegal(runs: Tally, actions: Seeds) -> int:
    """The first game in which the action is not legal, or -1."""
    for i in range(len(actions)):
        found = False
        for run in range(runs[i][0]):
            if first_of(runs[i], run) <= actions[i] < end_of(runs[i], run):  # type: ignore[arg-type]
                found = True
        if not found:
            return i
    return -1


def vector_masks(runs: Tally, masks: Marks) -> None:
    """A row of 0 and 1 over the action space for each game."""
    for i in range(len(masks)):
        mark_legal(runs, i, masks[i])  # type: ignore[arg-type]


def mark_legal(runs: Tally, i: int, mask: Flags) -> None:
    for action in range(len(mask)):
        mask[action] = 0
    for run in range(runs[i][0]):
        for action in range(first_of(runs[i], run), end_of(runs[i], run)):  # type: ignore[arg-type]
            mask[action] = 1


def look_at_one(states: States, seat: int, view: States, runs: Tally, mask: Flags, out: Features) -> None:
    """Of a single game: what the seat to move may do, and what `seat` sees."""
    mark_legal(runs, 0, mask)
    take_state(view, 0, states, 0)
    conceal(view[0], seat)
    observe(view[0], seat, out)


def vector_observe(states: States, seats: Seeds, view: States, out: Planes) -> None:
    """What the seat of each game sees, as the game declares it."""
    for i in range(len(seats)):
        if seats[i] >= 0:
            take_state(view, 0, states, i)
            conceal(view[0], seats[i])
            observe(view[0], seats[i], out[i])


def vector_observe_plainly(states: States, seats: Seeds, view: States, out: Planes) -> None:
    """What the seat of each game sees, field by field."""
    for i in range(len(seats)):
        if seats[i] >= 0:
            take_state(view, 0, states, i)
            conceal(view[0], seats[i])
            observe_plainly(view[0], seats[i], out[i])


def vector_keys(states: States, seats: Seeds, view: States, words: Seeds, keys: Seeds) -> None:
    """A number for all that the seat of each game knows; `words` are those of `view`. Never 0."""
    for i in range(len(seats)):
        take_state(view, 0, states, i)
        conceal(view[0], seats[i])
        keys[i] = (fingerprint(view, words, 0) ^ stirred(seats[i])) | 1
