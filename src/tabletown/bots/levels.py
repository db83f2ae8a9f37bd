"""How well a bot plays, by name."""

from collections.abc import Callable
from dataclasses import dataclass

from tabletown.bots.bot import Bot
from tabletown.bots.neighbour import Neighbour
from tabletown.bots.visitor import Visitor
from tabletown.rulekit.engine import INSTINCT
from tabletown.rulekit.errors import TabletownError
from tabletown.rulekit.namespace import Namespace
from tabletown.rulekit.thinking import INSTINCT_PLAYER, RANDOM_PLAYER


class UnknownLevel(TabletownError):
    """A bot that does not exist."""


@dataclass(frozen=True)
class Level:
    """A kind of bot."""

    name: str
    bot: Callable[[Namespace], Bot]
    kind: int
    """The same player inside the loops over whole games."""
    loops: tuple[str, ...] = ()
    """What it runs on compiled, once that is there."""


LEVELS: dict[str, Level] = {
    made.name: made
    for made in (
        Level("visitor", Visitor, RANDOM_PLAYER),
        Level("neighbour", Neighbour, INSTINCT_PLAYER, loops=(INSTINCT,)),
    )
}


def level(name: str) -> Level:
    try:
        return LEVELS[name]
    except KeyError:
        raise UnknownLevel(f"There is no bot {name!r}; there are {', '.join(LEVELS)}.") from None
