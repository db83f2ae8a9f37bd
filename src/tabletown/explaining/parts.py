"""Larger choices, such as a drive or an offer, how one goes on, and thinking that is done a piece at a time."""

from collections.abc import Callable, Generator
from dataclasses import dataclass
from random import Random
from typing import Any, TypeVar, cast

from tabletown.bots.neighbour import Neighbour
from tabletown.bots.search import Budget, Search
from tabletown.bots.searcher import as_short_as_may_be, puts_an_offer_together
from tabletown.match import Match
from tabletown.match.log import Entry
from tabletown.rulekit.engine import Compiled
from tabletown.rulekit.namespace import Namespace
from tabletown.rulekit.records import Record

Found = TypeVar("Found")


@dataclass(frozen=True)
class Piece:
    """Something to be thought about on a seat's view, here or in another process, and how far it is with the whole."""

    work: Callable[..., Any]
    """A function of a module: of the rules, the view, the seat, and what is given."""
    view: Record
    given: tuple[Any, ...]
    done: int = 0
    whole: int = 1


def next_step(course: Generator[Piece, Any, Found], answer: Any) -> Piece | Found:
    """The next piece, after what the last one came to; or what all of them have come to."""
    try:
        return course.send(answer)
    except StopIteration as end:
        return cast(Found, end.value)


def carried_out(
    course: Generator[Piece, Any, Found],
    rules: Namespace,
    seat: int,
    report: Callable[[int, int], None] = lambda _done, _whole: None,
) -> Found:
    """The whole of it, here and now."""
    step = next_step(course, None)
    while isinstance(step, Piece):
        report(step.done, step.whole)
        step = next_step(course, step.work(rules, step.view, seat, *step.given))
    return step


def own_choice(entry: Entry, seat: int) -> list[int]:
    """What the seat has chosen in an entry."""
    return [move.action for move in entry.moves if move.seat == seat and not move.automatic]


def side_size(match: Match) -> int:
    """How many share a win."""
    return match.players // len(match.game.declaration.sides) if match.game.declaration.sides else 1


def next_part(rules: Namespace, view: Record, seat: int, budget: Budget, x: int) -> int:
    """How a larger choice goes on, as Tycoon would complete it."""
    legal = rules.runs(view, seat)
    search = Search(rules)
    if puts_an_offer_together(rules, legal):
        ahead = search.ahead(view.players)
        if not ahead.haggles:
            return Neighbour(rules).glance(view, seat, ahead.slips, Random(x))
        if (leading_on := as_short_as_may_be(rules, legal)) is not None:
            return leading_on
    return search.think(view, seat, budget, x, engine=Compiled(rules)).best.action
