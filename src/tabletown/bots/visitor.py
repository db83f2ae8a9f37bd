"""Visitor: takes whatever comes, at random, but lets nobody talk it into a trade or a share of the cost."""

from random import Random

from tabletown.rulekit.namespace import Namespace
from tabletown.rulekit.records import Record


class Visitor:
    """Every legal action is equally likely, save those that the game lets a visitor decline."""

    def __init__(self, rules: Namespace) -> None:
        self.rules = rules
        self._declines = frozenset(rules.declaration.visitor_declines)

    def choose(self, view: Record, seat: int, _budget: float, rng: Random, /) -> int:
        legal = self.rules.legal_actions(view, seat)
        kind_of = self.rules.declaration.actions.decode
        return rng.choice([action for action in legal if kind_of(action)[0] not in self._declines] or legal)
