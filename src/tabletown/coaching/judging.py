"""What a choice has cost, by looking ahead or by the game's instinct: from the view of whoever chose alone."""

import random
from collections.abc import Generator, Sequence
from typing import Any, NamedTuple

from tabletown.bots import adviser
from tabletown.bots.whole import chosen
from tabletown.coaching.script import Cost, script_of
from tabletown.explaining.parts import Piece, own_choice
from tabletown.explaining.weighing import Care, weighing, worth_a_word
from tabletown.match import Match
from tabletown.match.log import Entry
from tabletown.rulekit.engine import Interpreted
from tabletown.rulekit.loops import States
from tabletown.rulekit.namespace import Namespace
from tabletown.rulekit.records import Record

WORLDS = 4
"""In how many redealt worlds both choices are tried."""


class Judgement(NamedTuple):
    """A choice that was dear: the entry, what it cost, and what would have been better."""

    entry: int
    cost: int
    better: tuple[int, ...]
    is_chance: bool = False
    """Whether the cost is one of the chance to win, in hundredths, by looking ahead; else by the game's instinct."""


LEAST_CHANCE = 0.08
"""Of an even share of the win: a smaller loss is not worth a word, and may be noise."""
CARE = Care(seconds=0.5)
"""For looking ahead from where a choice was made."""


def judging(past: Match, seat: int, entry: Entry) -> Generator[Piece, Any, Judgement | None]:
    """What looking ahead holds of the seat's choice, of a larger one as a whole, a piece at a time."""
    dear = yield from weighing(past, seat, own_choice(entry, seat), CARE, worth_a_word(past, LEAST_CHANCE))
    return Judgement(entry.number, round(100 * dear.cost), dear.better, is_chance=True) if dear else None


def is_worth_weighing(past: Match, seat: int, taken: Sequence[int]) -> bool:
    """Whether there was something to choose, by somebody who can be looked ahead for."""
    return bool(taken) and past.rules.thinks and past.rules.runs(past.perfect_memory(seat), seat)[1] > 1


def judged(past: Match, seat: int, entry: Entry) -> Judgement | None:
    """What the seat's choice, which was made where `past` stands, has cost, if that is worth a word."""
    declared, taken = past.game.declaration, own_choice(entry, seat)
    cost = script_of(declared).cost
    if cost is None or not past.rules.thinks or not _is_judged(past, cost, taken):
        return None
    better = chosen(adviser(declared), past, seat, random.Random(entry.number))
    if better == taken:
        return None
    view = past.perfect_memory(seat)
    worths = [worth(past.rules, view, seat, each) for each in (better, taken)]
    if worths[0] is None or worths[1] is None:
        return None
    lost = round((worths[0] - worths[1]) * cost.per)
    return Judgement(entry.number, lost, tuple(better)) if lost >= cost.least else None


def _is_judged(match: Match, cost: Cost, taken: Sequence[int]) -> bool:
    kinds = [match.game.declaration.actions.decode(action)[0] for action in taken]
    return bool(kinds) and (not cost.kinds or kinds[0] in cost.kinds)


def worth(rules: Namespace, view: Record, seat: int, actions: Sequence[int]) -> float | None:
    """What the seat may hope for after the actions, on average over worlds that fit its view.

    None where they lead to something that cannot be foretold.
    """
    total = 0.0
    for number in range(WORLDS):
        world = view.copy()
        rules.call.seed_dice(world, number)
        rules.call.redeal(world, seat)
        for action in actions:
            if rules.call.why_not(world, seat, action):
                return None
            total += rules.call.prior(world, seat, action)
            rules.call.apply(world, seat, action)
        total += Interpreted(rules).evaluate(States([world]), view.players)[0][seat]
    return total / WORLDS
