"""What every bot is, whatever it thinks by."""

from abc import ABC, abstractmethod
from typing import Protocol

from tabletown.rulekit.namespace import Namespace
from tabletown.rulekit.records import Record
from tabletown.rulekit.runs import Runs, nth


class Chance(Protocol):
    """Where a bot's chance comes from: Python's `Random`, or any other generator."""

    def getrandbits(self, k: int, /) -> int: ...


class Bot(ABC):
    """A player in one seat or several, for the rules that it was made for."""

    def __init__(self, rules: Namespace) -> None:
        self.rules = rules

    def seated(self) -> "Bot":
        """The player for one seat in one game, who may go on there from what they thought before.

        Whoever is not seated thinks anew each time, and so does as usual every other bot: it depends on the view alone.
        """
        return self

    def choose(self, view: Record, seat: int, budget: float, rng: Chance, /) -> int:
        """A legal action, from what the seat may know; `budget` is how many seconds it may think.

        A choice takes one number from `rng`, and where there is none to make it takes nothing. So it makes no
        difference whether whoever runs the game asks for forced moves.
        """
        legal = self.rules.runs(view, seat)
        return nth(legal, 0) if legal[1] == 1 else self.prefer(view, seat, legal, budget, rng)

    @abstractmethod
    def prefer(self, view: Record, seat: int, legal: Runs, budget: float, rng: Chance, /) -> int:
        """Which of several legal actions it takes."""
