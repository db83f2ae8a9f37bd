"""Loops over whole games, generic over games: they call the game's own rules, which stand beside them in the namespace.

They run interpreted over lists of plain states, and compiled over arrays of records.
"""

from typing import TYPE_CHECKING, Any

from tabletown.rulekit.dice import drawn, seed_dice, stepped, stirred
from tabletown.rulekit.records import Record, Row
from tabletown.rulekit.rows import fill_row
from tabletown.rulekit.runs import Runs, end_of, first_of, nth

if TYPE_CHECKING:
    from tabletown.rulekit.contract import apply, conceal, ending, legal, pending, redeal, returns, scores, setup


class States(list[Any]):
    """A batch of states: plain ones in a list, or an array of records."""


class Seeds(list[int]):
    """One 64-bit number a game."""


class Sheet(list[int]):
    """One number a seat."""


class Tally(list[list[int]]):
    """One row a game."""


WHOLE_WIN = 60
"""What `returns` shares out among the seats: up to six can have equal parts of it."""

ENDING = 0
LENGTH = 1
FIRST_SHARE = 2
"""Columns of a tally row: how the game ended, its decisions, then each seat's share in sixtieths and its score."""


def copy_state(states: States, to: int, source: int) -> None:
    """Interpreted: a copy of the plain state. The twin copies the record."""
    states[to] = states[source].copy()


def take_state(states: States, to: int, others: States, source: int) -> None:
    """The same from another batch."""
    states[to] = others[source].copy()


LOWEST = tuple((mask & -mask).bit_length() - 1 for mask in range(1 << 8))
"""For each mask of up to eight seats the lowest of them; -1 for none."""


def lowest_seat(mask: int) -> int:
    return LOWEST[mask]


def asks_several(mask: int) -> bool:
    """Whether more than one seat is asked: then the answers are sealed."""
    return mask & (mask - 1) != 0


def pick(out: Runs, x: int) -> int:
    """The legal action that 32 random bits fall on."""
    return nth(out, (drawn(x) * out[1]) >> 32)


def pick_undeclined(out: Runs, declined: Seeds, x: int) -> int:
    """A random legal action that is not declined, if there is one; what is, is given as (first, count) by span."""
    count = out[1] - declined_in(out, declined)
    if count == 0:
        return pick(out, x)
    k = (drawn(x) * count) >> 32
    for run in range(out[0]):
        for action in range(first_of(out, run), end_of(out, run)):
            if not is_among(declined, action):
                if k == 0:
                    return action
                k -= 1
    return nth(out, 0)


def declined_in(out: Runs, declined: Seeds) -> int:
    """How many of the legal actions are declined."""
    count = 0
    for run in range(out[0]):
        for k in range(0, len(declined), 2):
            end = min(end_of(out, run), declined[k] + declined[k + 1])
            count += max(0, end - max(first_of(out, run), declined[k]))
    return count


def is_among(spans: Seeds, action: int) -> bool:
    for k in range(0, len(spans), 2):
        if spans[k] <= action < spans[k] + spans[k + 1]:
            return True
    return False


def random_playout(s: Record, out: Runs, x: int, limit: int) -> int:
    """Play on at random to the end; answers how many decisions it took."""
    n = 0
    mask = pending(s)
    while mask != 0 and n < limit:
        seat = lowest_seat(mask)
        legal(s, seat, out)
        x = stepped(x)
        apply(s, seat, pick(out, x))
        n += 1
        mask = pending(s)
    return n


def begin(states: States, i: int, template: int, players: int, seed: int) -> None:
    """Deal game number `seed` into states[i]; states[template] holds the options."""
    copy_state(states, i, template)
    seed_dice(states[i], seed)
    setup(states[i], players)


def write_result(s: Record, row: Row, players: int, n: int, sheet: Sheet) -> None:
    row[ENDING] = ending(s)
    row[LENGTH] = n
    returns(s, sheet)
    for seat in range(players):
        row[FIRST_SHARE + seat] = sheet[seat]
    scores(s, sheet)
    for seat in range(players):
        row[FIRST_SHARE + players + seat] = sheet[seat]


def random_games(states: States, players: int, seeds: Seeds, out: Runs, sheet: Sheet, limit: int, tally: Tally) -> int:
    """Play a whole random game for each seed in states[1] (states[0]: options); answers the decisions in all."""
    total = 0
    for i in range(len(seeds)):
        begin(states, 1, 0, players, seeds[i])
        n = random_playout(states[1], out, stirred(-1 - seeds[i]), limit)
        write_result(states[1], tally[i], players, n, sheet)
        total += n
    return total


# ---------------------------------------------------------------- stepping a batch from Python


def begin_batch(states: States, template: States, players: int, seeds: Seeds) -> None:
    """Deal a game into each state; template[0] holds the options."""
    for i in range(len(seeds)):
        take_state(states, i, template, 0)
        seed_dice(states[i], seeds[i])
        setup(states[i], players)


def step_batch(states: States, actions: Seeds) -> int:
    """Play in each game that goes on the action of its lowest pending seat; answers how many games go on."""
    going = 0
    for i in range(len(actions)):
        mask = pending(states[i])
        if mask != 0:
            apply(states[i], lowest_seat(mask), actions[i])
            if pending(states[i]) != 0:
                going += 1
    return going


def seats_to_move(states: States, seats: Seeds) -> None:
    """The lowest pending seat of each game, -1 where it is over."""
    for i in range(len(seats)):
        mask = pending(states[i])
        seats[i] = lowest_seat(mask) if mask != 0 else -1


def legal_masks(states: States, out: Runs, masks: Tally) -> None:
    """A row of 0 and 1 over the action space for each game's lowest pending seat."""
    for i in range(len(masks)):
        fill_row(masks[i], 0)
        mask = pending(states[i])
        if mask != 0:
            legal(states[i], lowest_seat(mask), out)
            for run in range(out[0]):
                for action in range(first_of(out, run), end_of(out, run)):
                    masks[i][action] = 1


def random_actions(states: States, out: Runs, x: int, actions: Seeds) -> int:
    """A random legal action for each game's lowest pending seat; answers where the generator stands then."""
    for i in range(len(actions)):
        mask = pending(states[i])
        if mask != 0:
            legal(states[i], lowest_seat(mask), out)
            x = stepped(x)
            actions[i] = pick(out, x)
    return x


def results_of(states: States, players: int, sheet: Sheet, tally: Tally) -> None:
    for i in range(len(tally)):
        write_result(states[i], tally[i], players, 0, sheet)


def conceal_batch(states: States, seats: Seeds) -> None:
    """Leave in each state what its seat may know."""
    for i in range(len(seats)):
        conceal(states[i], seats[i])


def redeal_batch(states: States, seats: Seeds, seeds: Seeds) -> None:
    """Make of each view a world that its seat cannot tell from the true one."""
    for i in range(len(seats)):
        seed_dice(states[i], seeds[i])
        redeal(states[i], seats[i])
