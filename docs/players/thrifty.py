"""A bot of the arena that is a Python class: `tabletown arena the_estates --bots thrifty:Thrifty,visitor`."""

from tabletown.bots import Bot, Chance
from tabletown.rulekit.records import Record
from tabletown.rulekit.runs import Runs


class Thrifty(Bot):
    """Takes the legal action with the smallest sum of money in it; among equals, any."""

    def prefer(self, view: Record, seat: int, _legal: Runs, _budget: float, rng: Chance, /) -> int:
        actions = self.rules.legal_actions(view, seat)
        least = min(self.sum_in(action) for action in actions)
        cheapest = [action for action in actions if self.sum_in(action) == least]
        return cheapest[rng.getrandbits(63) % len(cheapest)]

    def sum_in(self, action: int) -> int:
        kind, args = self.rules.declaration.actions.decode(action)
        money = self.rules.declaration.actions.kinds[kind].money
        return int(args[money]) if money else 0
