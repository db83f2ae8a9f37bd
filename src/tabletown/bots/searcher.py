"""Developer and Tycoon: look ahead as long as their level may, and by instinct alone until the search is compiled."""

from collections.abc import Callable
from copy import copy
from math import inf

from tabletown.bots.bot import Bot, Chance
from tabletown.bots.neighbour import Neighbour
from tabletown.bots.search import Budget, Memory, Search
from tabletown.bots.temper import PLAIN, to_taste
from tabletown.rulekit.engine import Compiled, Engine
from tabletown.rulekit.namespace import Namespace
from tabletown.rulekit.records import Record
from tabletown.rulekit.runs import Runs, first_of


def puts_an_offer_together(rules: Namespace, legal: Runs) -> bool:
    """Whether it is only about what lies in an offer: five deeds for one are as good as none while nobody agrees."""
    game = rules.declaration
    return all(game.actions.decode(first_of(legal, run))[0] in game.haggling for run in range(legal[0]))


def as_short_as_may_be(rules: Namespace, legal: Runs) -> int | None:
    """What leads on in an offer as soon as one thing lies in it: who sees at once what is meant agrees sooner."""
    kinds = rules.declaration.actions
    firsts = [first_of(legal, run) for run in range(legal[0])]
    return next((action for action in firsts if kinds.decode(action)[0] in rules.declaration.haggled), None)


class Searcher(Bot):
    """Thinks for so many seconds of a processor, counted in simulations; and no longer than that by the clock."""

    def __init__(self, rules: Namespace, seconds: Callable[[int], float], *, unhurried: bool = False) -> None:
        """`seconds` are for so many players.

        An unhurried one looks at no clock and waits for compiled rules: the same chance, the same choice.
        """
        super().__init__(rules)
        self.seconds = seconds
        self.part = 1.0
        self.unhurried = unhurried
        self.temper = PLAIN
        self.search = Search(rules)
        self.memory: Memory | None = None
        self._instinct = Neighbour(rules)

    @classmethod
    def making(cls, simulations: int, rules: Namespace) -> "Searcher":
        """An unhurried one who makes so many for each decision."""

        def seconds(players: int) -> float:
            return simulations / player.search.ahead(players).per_second

        player = cls(rules, seconds, unhurried=True)
        return player

    def seated(self) -> Bot:
        seated = copy(self)
        seated.memory = Memory()
        return seated

    def prefer(self, view: Record, seat: int, legal: Runs, budget: float, rng: Chance) -> int:
        ahead = self.search.ahead(view.players)
        engine: Engine = Compiled(self.rules)
        haggles = puts_an_offer_together(self.rules, legal)
        if (haggles and not ahead.haggles) or (not self.unhurried and not engine.has(*ahead.loops)):
            return self._instinct.glance(view, seat, ahead.slips, rng)
        if haggles and (leading_on := as_short_as_may_be(self.rules, legal)) is not None:
            rng.getrandbits(63)  # a choice takes a number
            return leading_on
        effort = self.effort(view.players, budget)
        memory = self.memory if ahead.remembers else None
        thought = self.search.think(view, seat, effort, rng.getrandbits(63), engine=engine, memory=memory)
        return to_taste(self.temper, self.rules.declaration, thought, seat)

    def effort(self, players: int, budget: float) -> Budget:
        """How long it thinks at a table of so many, if it may think for so many seconds at most."""
        seconds = min(self.part * self.seconds(players), budget)
        return Budget(self.search.ahead(players).simulations_in(seconds), inf if self.unhurried else seconds)
