"""Searching players: worlds that fit a view are played on by the instinct for a while, and judged.

They think on a view, never on the state. Whoever owes a sealed answer in such a world chooses on what its own seat
knows, with nobody's envelope but its own handed in; so nobody imagines an envelope open, at the root or behind it.
"""

from math import exp, sqrt
from typing import TYPE_CHECKING, NamedTuple

from tabletown.rulekit.dice import drawn, seed_dice, stepped, stirred
from tabletown.rulekit.loops import WHOLE_WIN, Seeds, Sheet, States, asks_several, copy_state, lowest_seat, pick
from tabletown.rulekit.runs import Runs, end_of, first_of, nth
from tabletown.rulekit.thinking import AFTER, ASKED, NEVER, OWN, VIEW, WORLD, Sums, imagine

if TYPE_CHECKING:
    from tabletown.rulekit.contract import (
        apply,
        conceal,
        evaluate,
        evaluate_one,
        legal,
        pending,
        prior,
        quick_action,
        quick_turn,
        redeal,
        returns,
    )

SIMULATED = 3
IN_MIND = 4
SEARCH_PLACES = 7
"""Places of the states that a search needs: the world that is played on, and what a seat with an envelope thinks of."""

WAY_BY_INSTINCT = 0
WAY_DEPTH = 1
WAY_SCALE = 2
WAY_WIDTH = 3
WAY_PER_RUN = 4
WAY_TRUST = 5
WAY_CURIOSITY = 6
WAY_WARMTH = 7
WAY_JUDGED = 8
WAY_IMAGINES = 9
WAYS = 10
"""Places in the ways of a search: whether worlds are played on by instinct or at random; decisions after which they are
judged; the lead by which three of four games are won; how many actions are considered, in all and of one run; for how
many visits the instinct's opinion stands; in trees how curious it is, and how evenly it looks before it knows; the lead
again by which three of four games are won, as those see it who judge; whether a sealed answer is chosen in a world that
fits what its seat knows, or by what it knows alone."""

TIE_BREAKER = 1.0e-17
LESS_THAN_ANY = -1.0e300


class Bench(NamedTuple):
    """What one thread searches with: its states, the ways of the search, and room to reckon in."""

    players: int
    states: States
    ways: Sums
    out: Runs
    worth: Sums
    judged: Sums
    """Where positions are reckoned by those who play on, and by those who judge what came of it."""
    sheet: Sheet
    chances: Sums
    """What each seat may hope for in the world that was judged last."""
    candidates: Seeds
    gains: Sums
    odds: Sums
    """The actions that are considered, what the instinct holds of each, and the seat's chance by that."""
    sums: Seeds
    """Where actions begin that choose nothing but a sum of money, and where they end, verb by verb."""
    span: Seeds
    """From where to where a run is looked at action by action."""


def chance_of(worth: Sums, players: int, seat: int, bonus: float, scale: float) -> float:
    """The seat's chance to win by its lead over each of the others; so it does not matter where zero is."""
    total = 1.0
    own = worth[seat] + bonus
    for other in range(players):
        if other != seat:
            total += exp(min(50.0, (worth[other] - own) / scale))
    return 1.0 / total


def judge_world(on: Bench) -> None:
    """Each seat's chance in states[SIMULATED]: its share of the win at the end, before it what `evaluate` promises."""
    if pending(on.states[SIMULATED]) == 0:
        returns(on.states[SIMULATED], on.sheet)
        for seat in range(on.players):
            on.chances[seat] = on.sheet[seat] / WHOLE_WIN
    else:
        copy_state(on.states, AFTER, SIMULATED)
        evaluate(on.states[AFTER], on.judged)
        for seat in range(on.players):
            on.chances[seat] = chance_of(on.judged, on.players, seat, 0.0, on.ways[WAY_JUDGED])


def try_out(states: States, at: int, seat: int, action: int, x: int) -> None:
    """States[AFTER] becomes where an action leads in the world at states[at], if the dice fall otherwise than there."""
    copy_state(states, AFTER, at)
    seed_dice(states[AFTER], x)
    apply(states[AFTER], seat, action)


def by_lot(action: int, x: int) -> float:
    """What decides among equals."""
    return drawn(stepped(x + action)) * TIE_BREAKER


def opinion_of(on: Bench, at: int, seat: int, action: int, x: int) -> float:
    """What the instinct holds of an action in the world at states[at]."""
    try_out(on.states, at, seat, action, x)
    worth = evaluate_one(on.states[AFTER], seat, on.worth)
    return worth + prior(on.states[at], seat, action) + by_lot(action, x)


MANY_SUMS = 16


def look_over(on: Bench, at: int, seat: int, x: int, run: int) -> None:
    """Which part of a run in `out` is worth a closer look goes to the span: all of it, but for a long run of sums.

    What speaks for a sum of money rises up to one sum and falls behind it. So a few that lie apart tell where it is.
    """
    first, end = first_of(on.out, run), end_of(on.out, run)
    on.span[0] = first
    on.span[1] = end
    if end - first <= MANY_SUMS or not is_of_sums(on.sums, first, end):
        return
    stride = int(sqrt(end - first + 0.0))
    top = first
    highest = LESS_THAN_ANY
    for action in range(first, end, stride):
        gain = opinion_of(on, at, seat, action, x)
        if gain > highest:
            highest = gain
            top = action
    on.span[0] = max(first, top - stride + 1)
    on.span[1] = min(end, top + stride)


def is_of_sums(sums: Seeds, first: int, beyond: int) -> bool:
    for k in range(0, len(sums), 2):
        if sums[k] <= first and beyond <= sums[k + 1]:
            return True
    return False


def policy_action(on: Bench, at: int, seat: int, x: int) -> int:
    """What the instinct does in the world at states[at]; a game without one is played on at random. -1: it cannot."""
    out = on.out
    plain = quick_action(on.states[at], seat, on.worth) if on.ways[WAY_BY_INSTINCT] != 0.0 else -1
    if plain >= 0:
        return plain
    legal(on.states[at], seat, out)
    if out[1] == 1:
        return nth(out, 0)
    if on.ways[WAY_BY_INSTINCT] == 0.0 and out[1] > 0:
        return pick(out, x)
    best = -1
    highest = LESS_THAN_ANY
    for run in range(out[0]):
        look_over(on, at, seat, x, run)
        for action in range(on.span[0], on.span[1]):
            gain = opinion_of(on, at, seat, action, x)
            if gain > highest:
                highest = gain
                best = action
    return best


def bring_to_mind(states: States, seat: int, x: int) -> None:
    """States[IN_MIND] becomes a world that fits what the seat knows of states[OWN]."""
    copy_state(states, IN_MIND, OWN)
    conceal(states[IN_MIND], seat)
    seed_dice(states[IN_MIND], x)
    redeal(states[IN_MIND], seat)


def look_into_ones_hand(states: States, seat: int) -> None:
    """States[IN_MIND] becomes what the seat knows of states[OWN]: enough for an instinct that asks for no more."""
    copy_state(states, IN_MIND, OWN)
    conceal(states[IN_MIND], seat)


def sealed_action(on: Bench, seat: int, x: int) -> int:
    """What the seat does by its instinct, knowing what it may of states[OWN]; without a choice nothing is imagined."""
    legal(on.states[OWN], seat, on.out)
    if on.out[1] == 1:
        return nth(on.out, 0)
    if on.ways[WAY_IMAGINES] != 0.0:
        bring_to_mind(on.states, seat, x)
    else:
        look_into_ones_hand(on.states, seat)
    return policy_action(on, IN_MIND, seat, stirred(x))


def answer_on(on: Bench, seat: int, x: int) -> int:
    """Whatever the seat still owes of its sealed answer, which stands in states[OWN]; answers how many actions.

    Where there is none, because a world was filled badly, it is judged as it stands.
    """
    states = on.states
    n = 0
    while pending(states[OWN]) >> seat & 1 == 1:
        x = stepped(x)
        action = sealed_action(on, seat, x)
        if action < 0:
            return int(on.ways[WAY_DEPTH])
        apply(states[OWN], seat, action)
        apply(states[SIMULATED], seat, action)
        n += 1
    return n


def roll_out(on: Bench, seat: int, asked: int, x: int) -> int:
    """Play on in states[SIMULATED] for as many decisions as the ways say; a sealed one is finished. Answers how many.

    `asked` are the seats that owe a sealed answer already; then it is the turn of `seat` among them, whose answers so
    far stand in states[OWN], while states[ASKED] has nobody's.
    """
    states = on.states
    depth = int(on.ways[WAY_DEPTH])
    n = 0
    while True:
        x = stepped(x)
        if asked != 0:
            n += answer_on(on, seat, x)
            asked &= ~(1 << seat)
            if asked != 0:
                seat = lowest_seat(asked)
                copy_state(states, OWN, ASKED)
            continue
        mask = pending(states[SIMULATED])
        if mask == 0 or n >= depth:
            return n
        seat = lowest_seat(mask)
        if asks_several(mask):
            asked = mask
            copy_state(states, ASKED, SIMULATED)
            copy_state(states, OWN, SIMULATED)
            continue
        n += play_on(on, seat, x)


def play_on(on: Bench, seat: int, x: int) -> int:
    """What the seat does in states[SIMULATED]; answers for how many decisions it counts."""
    done = quick_turn(on.states[SIMULATED], seat, on.worth) if on.ways[WAY_BY_INSTINCT] != 0.0 else 0
    if done != 0:
        return done
    action = policy_action(on, SIMULATED, seat, x)
    if action < 0:  # as in `answer_on`
        return int(on.ways[WAY_DEPTH])
    apply(on.states[SIMULATED], seat, action)
    return 1


# ---------------------------------------------------------------- what is considered


def candidates_in(on: Bench, at: int, seat: int, x: int) -> int:
    """The seat's best actions in the world at states[at] by its instinct, best first; answers how many.

    Not too many of one run, for neighbouring bids are much alike, and none that is out of the question. Without an
    instinct it is all of them.
    """
    states, out, worth, gains = on.states, on.out, on.worth, on.gains
    legal(states[at], seat, out)
    if on.ways[WAY_BY_INSTINCT] == 0.0 or out[1] == 1:
        for k in range(out[1]):
            on.candidates[k] = nth(out, k)
            gains[k] = 0.0
            on.odds[k] = 1.0 / on.players
        return out[1]
    n = 0
    most = int(on.ways[WAY_PER_RUN])
    for run in range(out[0]):
        begun = n
        look_over(on, at, seat, x, run)
        for action in range(on.span[0], on.span[1]):
            try_out(states, at, seat, action, x)
            evaluate(states[AFTER], worth)
            gain = worth[seat] + prior(states[at], seat, action) + by_lot(action, x)
            if n - begun < most:
                n += 1
            elif gain <= gains[n - 1]:
                continue
            odd = chance_of(worth, on.players, seat, gain - worth[seat], on.ways[WAY_SCALE])
            insert_candidate(on, begun, n - 1, action, gain, odd)
    for k in range(1, n):
        insert_candidate(on, 0, k, on.candidates[k] + 0, gains[k] + 0.0, on.odds[k] + 0.0)
    n = min(n, int(on.ways[WAY_WIDTH]))
    while n > 1 and gains[n - 1] < NEVER / 2:
        n -= 1
    return n


def insert_candidate(on: Bench, begun: int, place: int, action: int, gain: float, odd: float) -> None:
    """Put an action where it belongs among those from `begun` to `place`, the last of which goes."""
    candidates, gains, odds = on.candidates, on.gains, on.odds
    while place > begun and gains[place - 1] < gain:
        candidates[place] = candidates[place - 1]
        gains[place] = gains[place - 1]
        odds[place] = odds[place - 1]
        place -= 1
    candidates[place] = action
    gains[place] = gain
    odds[place] = odd


def search_flat(on: Bench, seat: int, x: int, first: int, worlds: int, count: int, sums: Sums) -> int:
    """Each of the candidates in each of the worlds numbered from `first` on that fit the view in states[VIEW].

    What every seat may hope for then is added to `sums`, seat by seat for each candidate. Which world a number means
    depends on `x` alone, so worlds can be shared out among threads. With a count of 0 the candidates are chosen
    first. Answers how many there are.
    """
    states = on.states
    if count == 0:
        imagine(states, WORLD, seat, stirred(x))
        count = candidates_in(on, WORLD, seat, x)
    mask = pending(states[VIEW])
    asked = mask if asks_several(mask) else 0
    for world in range(first, first + worlds):
        y = stirred(x + world)
        imagine(states, WORLD, seat, y)
        for k in range(count):
            copy_state(states, SIMULATED, WORLD)
            seed_dice(states[SIMULATED], stepped(y))
            if asked != 0:
                copy_state(states, ASKED, SIMULATED)
                copy_state(states, OWN, SIMULATED)
                apply(states[OWN], seat, on.candidates[k])
            apply(states[SIMULATED], seat, on.candidates[k])
            roll_out(on, seat, asked, stirred(y))
            judge_world(on)
            for each in range(on.players):
                sums[on.players * k + each] += on.chances[each]
    return count
