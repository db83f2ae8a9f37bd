"""How well a bot plays, by name."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Protocol

from tabletown.bots.neighbour import NO_INSTINCT, Neighbour, NoInstinct
from tabletown.bots.visitor import Visitor
from tabletown.rulekit.declare import Declaration
from tabletown.rulekit.errors import TabletownError
from tabletown.rulekit.namespace import Namespace
from tabletown.rulekit.records import Record


class UnknownLevel(TabletownError):
    """A bot that does not exist."""


USUAL = "neighbour"
"""The bot that plays where nobody chose one."""


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
    needs_instinct: bool
    """Whether it plays only what has an instinct."""


LEVELS: dict[str, Level] = {
    made.name: made
    for made in (
        Level("visitor", Visitor, is_compiled=False, needs_instinct=False),
        Level("neighbour", Neighbour, is_compiled=True, needs_instinct=True),
    )
}


def level(name: str) -> Level:
    try:
        return LEVELS[name]
    except KeyError:
        raise UnknownLevel(f"There is no bot {name!r}; there are {', '.join(LEVELS)}.") from None


def levels_for(game: Declaration) -> dict[str, Level]:
    """The bots that can play the game: without an instinct only visitors."""
    return {name: each for name, each in LEVELS.items() if game.has_instinct or not each.needs_instinct}


def usual_level(game: Declaration) -> str:
    known = levels_for(game)
    return USUAL if USUAL in known else next(iter(known))


def check_level(game: Declaration, name: str) -> None:
    """Refuses a bot that cannot play the game."""
    if name in LEVELS and name not in levels_for(game):
        raise NoInstinct(NO_INSTINCT, game=game.title)
