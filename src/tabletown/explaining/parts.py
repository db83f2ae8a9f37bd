"""Larger choices, such as a drive or an offer, and how one goes on."""

from random import Random

from tabletown.bots.neighbour import Neighbour
from tabletown.bots.search import Budget, Search
from tabletown.bots.searcher import as_short_as_may_be, puts_an_offer_together
from tabletown.match.log import Entry
from tabletown.rulekit.engine import Engine
from tabletown.rulekit.records import Record


def own_choice(entry: Entry, seat: int) -> list[int]:
    """What the seat has chosen in an entry."""
    return [move.action for move in entry.moves if move.seat == seat and not move.automatic]


def part_after(engine: Engine, view: Record, seat: int, budget: Budget, x: int) -> int:
    """How a larger choice goes on, as Tycoon would complete it."""
    rules = engine.rules
    legal = rules.runs(view, seat)
    search = Search(rules)
    if puts_an_offer_together(rules, legal):
        ahead = search.ahead(view.players)
        if not ahead.haggles:
            return Neighbour(rules).glance(view, seat, ahead.slips, Random(x))
        if (leading_on := as_short_as_may_be(rules, legal)) is not None:
            return leading_on
    return search.think(view, seat, budget, x, engine=engine).best.action
