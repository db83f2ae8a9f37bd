"""Players that think. Each gets what its seat may know, never the state.

bots.level("neighbour").bot(rules).choose(view, seat, budget, rng)
"""

from collections.abc import Iterable

from tabletown.bots.bot import Bot, Chance
from tabletown.bots.levels import LEVELS, Level, UnknownLevel, adviser, check_level, level, levels_for, usual_level
from tabletown.bots.temper import PLAIN, Temper
from tabletown.rulekit.namespace import Namespace
from tabletown.rulekit.records import Record

__all__ = [
    "LEVELS",
    "Bot",
    "Chance",
    "Level",
    "UnknownLevel",
    "adviser",
    "check_level",
    "choose",
    "get_ready",
    "level",
    "levels_for",
    "usual_level",
]

USUAL_BUDGET = 2.0
"""Seconds that a bot may think, if it is one that goes on thinking."""


def choose(
    player: Level,
    rules: Namespace,
    view: Record,
    seat: int,
    rng: Chance,
    budget: float = USUAL_BUDGET,
    temper: Temper = PLAIN,
) -> int:
    """The action that a bot of the level takes on the seat's view."""
    return player.bot_with(rules, temper).choose(view, seat, budget, rng)


def get_ready(rules: Namespace, levels: Iterable[Level], players: int, more: Iterable[str] = ()) -> None:
    """Start compiling in the background if one of the bots uses compiled rules; until then it plays interpreted.

    `players` is how many there are at the table, people included; `more` are loops that somebody else wants there.
    """
    if loops := sorted({*more, *(loop for level in levels for loop in level.loops_for(rules.declaration, players))}):
        rules.twin.compile_in_background(loops)
