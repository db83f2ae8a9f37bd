"""Developer and Tycoon: look ahead as long as their level may, and by instinct alone until the search is compiled."""

from math import inf

from tabletown.bots.bot import Bot, Chance
from tabletown.bots.neighbour import Neighbour
from tabletown.bots.search import Budget, Search
from tabletown.rulekit.engine import Compiled, Engine
from tabletown.rulekit.namespace import Namespace
from tabletown.rulekit.records import Record
from tabletown.rulekit.runs import Runs


class Searcher(Bot):
    """Thinks for so many seconds of a processor, counted in simulations; and no longer than that by the clock."""

    def __init__(self, rules: Namespace, seconds: float, *, patient: bool = False) -> None:
        """A patient one looks at no clock and waits for compiled rules: the same chance, the same choice."""
        super().__init__(rules)
        self.seconds = seconds
        self.patient = patient
        self.search = Search(rules)
        self._meanwhile = Neighbour(rules)

    def prefer(self, view: Record, seat: int, legal: Runs, budget: float, rng: Chance) -> int:
        ahead = self.search.ahead(view.players)
        engine: Engine = Compiled(self.rules)
        if not self.patient and not engine.has(ahead.loop):
            return self._meanwhile.prefer(view, seat, legal, budget, rng)
        seconds = min(self.seconds, budget)
        effort = Budget(max(1, round(seconds * ahead.per_second)), inf if self.patient else seconds)
        return self.search.think(view, seat, effort, rng.getrandbits(63), engine=engine).best.action
