"""What would Tycoon do: the best few choices at a decision, each with what may come of it, from the seat's view alone.

    options = hinted(match, seat, Effort.of(match.rules, match.players), x=1)
    options[0].actions, options[0].chance, options[0].score

The thinking is done on views, a piece at a time, by whoever is asked for it: here, or in a process of a server.
"""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace
from math import inf, sqrt
from statistics import fmean, stdev
from time import perf_counter
from typing import Any

from tabletown.bots import level
from tabletown.bots.search import Budget, Search, Thought
from tabletown.bots.whole import Choice
from tabletown.explaining.foretold import scores_of
from tabletown.explaining.parts import Piece, carried_out, next_part
from tabletown.match import Match
from tabletown.rulekit.declare import Declaration
from tabletown.rulekit.engine import Compiled
from tabletown.rulekit.looking_ahead import looking_ahead
from tabletown.rulekit.namespace import Namespace
from tabletown.rulekit.records import Record

WHO = "tycoon"
"""Whose choices are told."""
MOST_OPTIONS = 3
MOST_LOOKED_AT = 5
"""Beginnings of choices: two of them may come to the same."""
FOR_A_PART = 0.1
"""Seconds for each further part of a larger choice that Tycoon would begin with a part."""
WORLDS = 800
"""That are played to their end for an expected score, at most,"""
FOR_SCORES = 0.8
"""in so many seconds; and so many of them before the clock is looked at:"""
AT_ONCE = 4
FEWEST_LOOKS = 3
MOST_DOUBT = 2.0
"""By how many standard errors two scores are apart at least."""


@dataclass(frozen=True)
class Option:
    """A choice, which may have several parts, and what the seat may expect of it."""

    actions: tuple[int, ...]
    """None where a plan that was begun is best played as it stands."""
    chance: float
    """The seat's share of the win."""
    score: float | None = None
    """What it may score; nothing where playing on does not tell."""
    is_apart: bool = True
    """Whether the score is another than the first choice's by more than chance, as far as the worlds tell."""


@dataclass(frozen=True)
class Effort:
    """How much is thought: about the choice, about each further part of one, and for the scores."""

    choice: Budget
    part: Budget
    scores: Budget

    @classmethod
    def of(cls, rules: Namespace, players: int) -> "Effort":
        """As much as Tycoon gives a decision; by the clock no longer than that."""
        ahead = looking_ahead(rules.declaration, players)
        choice, part = (Budget(ahead.simulations_in(each), each) for each in (level(WHO).seconds, FOR_A_PART))
        return cls(choice, part, Budget(WORLDS, FOR_SCORES))

    def unhurried(self) -> "Effort":
        """The same without a clock: then the same number gives the same hint."""
        return Effort(*(replace(each, seconds=inf) for each in (self.choice, self.part, self.scores)))


# ---------------------------------------------------------------- thinking on a view

Found = tuple[int, float]
"""An action, and the seat's chance to win after it."""


def best_few(rules: Namespace, view: Record, seat: int, effort: Effort, x: int) -> list[Found]:
    """Tycoon's own choice first, then the best of those that differ from it by more than a sum, if there are any.

    The best are those that were looked at longest: of many that were left early, the one with the highest chance is
    the luckiest.
    """
    thought = Search(rules).think(view, seat, effort.choice, x, engine=Compiled(rules))
    return few_of(rules.declaration, thought, seat)


def few_of(game: Declaration, thought: Thought, seat: int) -> list[Found]:
    first, *others = thought.considered
    different = {_apart_from_sums(game, first.action): first}
    for each in others:
        different.setdefault(_apart_from_sums(game, each.action), each)
    apart = [each for each in different.values() if each is not first]
    sums = [each for each in others if each not in apart]
    rest = [
        each for group in (apart, sums) for each in sorted(group, key=lambda each: (-each.visits, -each.chances[seat]))
    ]
    return [(each.action, each.chances[seat]) for each in (first, *rest[: MOST_LOOKED_AT - 1])]


def _apart_from_sums(game: Declaration, action: int) -> tuple[Any, ...]:
    kind, args = game.actions.decode(action)
    money = game.actions.kinds[kind].money
    return kind, *(value for name, value in args.items() if name != money)


def expected(
    rules: Namespace, view: Record, seat: int, effort: Effort, x: int, choices: Sequence[Sequence[int]]
) -> list[tuple[float, bool]]:
    """The seat's score after each of the choices, on average over the same worlds, which are played to their end.

    And whether it is apart from the first one's.
    """
    engine, worlds, begun = Compiled(rules), 0, perf_counter()
    scores: list[list[float]] = [[] for _ in choices]
    while worlds < effort.scores.simulations:
        for found, actions in zip(scores, choices, strict=True):
            found.append(scores_of(engine, view, seat, actions, AT_ONCE, x, first=worlds)[seat])
        worlds += AT_ONCE
        if perf_counter() - begun >= effort.scores.seconds:
            break
    return [(fmean(each), _are_apart(each, scores[0])) for each in scores]


def _are_apart(ours: Sequence[float], theirs: Sequence[float]) -> bool:
    """World by world, for what a world brings to all choices alike says nothing of them."""
    differences = [one - other for one, other in zip(ours, theirs, strict=True)]
    if len(differences) < FEWEST_LOOKS:
        return False
    return abs(fmean(differences)) > MOST_DOUBT * stdev(differences) / sqrt(len(differences))


# ---------------------------------------------------------------- a hint, piece by piece


def pieces(
    match: Match, seat: int, begun: Sequence[int], effort: Effort, x: int
) -> Generator[Piece, Any, tuple[Option, ...]]:
    """Hands out pieces of work, is sent what each comes to, and returns the hint in the end.

    `begun` are the parts of a larger choice that the seat has put together so far.
    """
    here, whole = Choice(match, seat, begun), 2 + MOST_OPTIONS
    found: list[Found] = yield Piece(best_few, here.view, (effort, x), 0, whole)
    options: list[Option] = []
    told_of: set[object] = set()
    for action, chance in found:
        choice = Choice(match, seat, begun)
        choice.add(action)
        while not choice.is_whole:
            part: int = yield Piece(next_part, choice.view, (effort.part, x), 1 + len(options), whole)
            choice.add(part)
        parts = tuple(choice.actions[len(begun) :])
        same_as = _told_by(choice, parts)
        if not told_of & same_as:
            options.append(Option(parts, _told(match, choice, chance)))
        told_of |= same_as
        if len(options) == MOST_OPTIONS:
            break
    first, *others = options
    told = (first, *sorted(others, key=lambda each: -each.chance))
    if not looking_ahead(match.game.declaration, match.players).tells_scores:
        return told
    played = [each.actions for each in told]
    scores: list[tuple[float, bool]] = yield Piece(expected, here.view, (effort, x, played), whole - 1, whole)
    return tuple(
        replace(each, score=score, is_apart=is_apart) for each, (score, is_apart) in zip(told, scores, strict=True)
    )


def _told(match: Match, choice: Choice, chance: float) -> float:
    """What is foretold is never sure; what ends the game is."""
    is_foretold = bool(match.rules.pending_seats(choice.view))
    return looking_ahead(match.game.declaration, match.players).told(chance, match.players) if is_foretold else chance


def _told_by(choice: Choice, parts: tuple[int, ...]) -> set[object]:
    """By what it is known that a choice was told already: its parts in any order, and where several lead to."""
    in_any_order = tuple(sorted(parts))
    return {in_any_order} if len(parts) < 2 else {in_any_order, str(choice.view.to_dict())}


def hinted(
    match: Match,
    seat: int,
    effort: Effort,
    x: int,
    begun: Sequence[int] = (),
    report: Callable[[int, int], None] = lambda _done, _whole: None,
) -> tuple[Option, ...]:
    """The whole of it, here and now, with compiled rules."""
    return carried_out(pieces(match, seat, begun, effort, x), match.rules, seat, report)
