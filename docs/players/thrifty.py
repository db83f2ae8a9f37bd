"""A bot of the arena that is a Python class: `tabletown arena the_estates --bots thrifty:Thrifty,visitor`."""

from tabletown.bots import Bot, Chance
from tabletown.rulekit.actions import Actions
from tabletown.rulekit.namespace import Namespace
from tabletown.rulekit.records import Record
from tabletown.rulekit.runs import Runs


class Thrifty(Bot):
    """Takes the legal action with the smallest sum of money in it; among equals, any."""

    def __init__(self, rules: Namespace) -> None:
        super().__init__(rules)
        self.actions: Actions = rules.declaration.actions

    def prefer(self, view: Record, seat: int, _legal: Runs, _budget: float, rng: Chance, /) -> int:
        legal = self.rules.legal_actions(view, seat)
        least = min(self.sum_in(action) for action in legal)
        cheapest = [action for action in legal if self.sum_in(action) == least]
        return cheapest[rng.getrandbits(63) % len(cheapest)]

    def sum_in(self, action: int) -> int:
        kind, args = self.actions.decode(action)
        money = self.actions.kinds[kind].money
        return args[money] if money else 0
