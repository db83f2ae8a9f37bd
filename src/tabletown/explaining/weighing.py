"""What a choice cost beside the best one, by what whoever made it knew.

A larger choice, such as a drive, is asked about at the part that cost most: one that misses a car may begin as well as
any. The thinking is done on views, a piece at a time, by whoever is asked for it.
"""

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Any

from tabletown.bots.search import Budget, Search
from tabletown.bots.whole import Choice
from tabletown.explaining.foretold import played_on
from tabletown.explaining.parts import Piece, next_part, side_size
from tabletown.match import Match, Refused
from tabletown.rulekit.engine import Compiled
from tabletown.rulekit.looking_ahead import looking_ahead
from tabletown.rulekit.namespace import Namespace
from tabletown.rulekit.records import Record

FEWEST_SIMULATIONS = 64
COMPARED = 4
"""One in so many simulations goes to each of two choices that are compared."""
FOR_A_PART = 0.1
"""The part of a thought for each further part of a larger choice."""
HARDLY = 0.015
"""Of the whole win: what costs less is not worth a word, however many play."""


@dataclass(frozen=True)
class Care:
    """How much is thought: seconds of a processor, and worlds in which the parts of a larger choice are told apart.

    As simulations, so no clock has a say.
    """

    seconds: float
    worlds: int = 64
    x: int = 1

    def budget(self, rules: Namespace, players: int, part: float = 1.0) -> Budget:
        ahead = looking_ahead(rules.declaration, players)
        return Budget(max(FEWEST_SIMULATIONS, ahead.simulations_in(part * self.seconds)))


@dataclass(frozen=True)
class Weighed:
    """The seat's chance after an action, and beside it the best action that was found and the chance after that."""

    taken: float
    best: int
    best_chance: float


@dataclass(frozen=True)
class Dear:
    """A choice that was dear, weighed at one of its parts: that part, what it cost the whole side, what was better."""

    chosen: int
    weighed: Weighed
    cost: float
    better: tuple[int, ...]
    """All of it: the same up to there, and the better way on."""


def worth_a_word(match: Match, part: float) -> float:
    """That part of an even share, as a part of the whole win: among five nobody has much of a chance to lose."""
    return max(HARDLY, part / (len(match.game.declaration.sides) or match.players))


def weighing(
    past: Match, seat: int, taken: Sequence[int], care: Care, least: float
) -> Generator[Piece, Any, Dear | None]:
    """Hands out pieces of work, is sent what each comes to, and returns what was found if it is better by the least."""
    rules, at, parts = past.rules, 0, _foreseeable(past, seat, taken)
    if parts > 1:
        at = yield Piece(dearest_part, past.perfect_memory(seat), (tuple(taken[:parts]), care))
    choice = Choice(past, seat, taken[:at])
    found: Weighed | None = yield Piece(weighed, choice.view, (taken[at], care))
    cost = (found.best_chance - found.taken) * side_size(past) if found else 0.0
    if found is None or cost < least:
        return None
    choice.add(found.best)
    while not choice.is_whole:
        part: int = yield Piece(next_part, choice.view, (care.budget(rules, past.players, FOR_A_PART), care.x))
        choice.add(part)
    return Dear(taken[at], found, cost, tuple(choice.actions))


def _foreseeable(past: Match, seat: int, taken: Sequence[int]) -> int:
    """How many parts of a choice lead on before something is revealed."""
    for n in range(1, len(taken)):
        try:
            past.planned(seat, taken[:n])
        except Refused:
            return n
    return len(taken)


# ---------------------------------------------------------------- thinking on a view


def dearest_part(rules: Namespace, view: Record, seat: int, taken: Sequence[int], care: Care) -> int:
    """The part of a choice by which the seat's chance fell most, by what it knew; the first one if none did."""
    engine, ahead = Compiled(rules), looking_ahead(rules.declaration, view.players)
    depth = min(ahead.foreseen, rules.declaration.max_decisions)
    chances = [
        played_on(engine, view, seat, taken[:n], care.worlds, care.x, depth, ahead)[seat]
        for n in range(len(taken) + 1)
    ]
    return max(range(len(taken)), key=lambda n: chances[n] - chances[n + 1])


def weighed(rules: Namespace, view: Record, seat: int, taken: int, care: Care) -> Weighed | None:
    """What the search of the level that plays best would rather do, by what the seat knows; None: the same.

    Both choices are compared in the same worlds.
    """
    search, engine, budget = Search(rules), Compiled(rules), care.budget(rules, view.players)
    best = search.think(view, seat, budget, care.x, engine=engine).best.action
    if best == taken:
        return None
    ours, theirs = search.compare(view, seat, (taken, best), budget.simulations // COMPARED, care.x + 1, engine)
    return Weighed(ours.chances[seat], best, theirs.chances[seat])
