"""How well a bot plays, by name."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Protocol

from tabletown.bots.neighbour import Neighbour
from tabletown.bots.visitor import Visitor
from tabletown.rulekit.errors import TabletownError
from tabletown.rulekit.namespace import Namespace
from tabletown.rulekit.records import Record


class UnknownLevel(TabletownError):
    """A bot that does not exist."""


class Bot(Protocol):
    """A player in one seat or several, for the rules that it was made for."""

    def choose(self, view: Record, seat: int, budget: float, rng: Random, /) -> int:
        """A legal action, from what the seat may know; `budget` is how many seconds it may think."""
        ...


@dataclass(frozen=True)
class Level:
    """A kind of bot."""

    name: str
    bot: Callable[[Namespace], Bot]
    is_compiled: bool
    """Whether it runs on the compiled rules once they are there."""


LEVELS: dict[str, Level] = {
    made.name: made for made in (Level("visitor", Visitor, False), Level("neighbour", Neighbour, True))
}


def level(name: str) -> Level:
    try:
        return LEVELS[name]
    except KeyError:
        raise UnknownLevel(f"There is no bot {name!r}; there are {', '.join(LEVELS)}.") from None
