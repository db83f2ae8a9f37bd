"""Visitor: takes whatever comes, at random, but lets nobody talk it into a trade or a share of the cost."""

from tabletown.bots.bot import Bot, Chance
from tabletown.rulekit.engine import declined_by_visitors
from tabletown.rulekit.loops import Seeds
from tabletown.rulekit.namespace import Namespace
from tabletown.rulekit.records import Record
from tabletown.rulekit.runs import Runs


class Visitor(Bot):
    """Every legal action is equally likely, save those that the game lets a visitor decline."""

    def __init__(self, rules: Namespace) -> None:
        super().__init__(rules)
        self._declined = Seeds(declined_by_visitors(rules.declaration))

    def prefer(self, _view: Record, _seat: int, legal: Runs, _budget: float, rng: Chance) -> int:
        action: int = self.rules.call.pick_undeclined(legal, self._declined, rng.getrandbits(63))
        return action
