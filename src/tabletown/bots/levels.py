"""How well a bot plays, by name."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from tabletown.bots.bot import Bot
from tabletown.bots.neighbour import NO_INSTINCT, Careful, Neighbour, NoInstinct
from tabletown.bots.search import Search
from tabletown.bots.searcher import Searcher
from tabletown.bots.temper import Temper
from tabletown.bots.visitor import Visitor
from tabletown.rulekit.declare import Declaration
from tabletown.rulekit.engine import INSTINCT
from tabletown.rulekit.errors import TabletownError
from tabletown.rulekit.looking_ahead import DEVELOPER, looking_ahead
from tabletown.rulekit.namespace import Namespace
from tabletown.rulekit.thinking import INSTINCT_PLAYER, RANDOM_PLAYER


class UnknownLevel(TabletownError):
    """A bot that does not exist."""


USUAL = "neighbour"
"""The bot that plays where nobody chose one."""


@dataclass(frozen=True)
class Level:
    """A kind of bot."""

    name: str
    bot: Callable[[Namespace], Bot]
    kind: int | None = None
    """The same player inside the loops over whole games; a searching one is not in them."""
    loops: tuple[str, ...] = ()
    """What it runs on compiled, once that is there."""
    needs_instinct: bool = False
    """Whether it plays only what has an instinct."""
    seconds: float = 0.0
    """How long it usually thinks, if it looks further ahead than one move."""
    at_most: float = 0.0
    """And the longest that a game may have it think: what people are promised."""

    @property
    def searches(self) -> bool:
        return self.seconds > 0

    def loops_for(self, game: Declaration, players: int) -> tuple[str, ...]:
        """What it runs on compiled at a table of so many."""
        return (*self.loops, *looking_ahead(game, players, self.name).loops) if self.searches else self.loops

    def seconds_for(self, game: Declaration, players: int) -> float:
        """How long it thinks at a table of so many: as usual, unless the game says otherwise."""
        return min(looking_ahead(game, players, self.name).seconds or self.seconds, self.at_most)

    def bot_with(self, rules: Namespace, temper: Temper) -> Bot:
        """The player with a liking; only those who look ahead have one."""
        made = self.bot(rules)
        if isinstance(made, Searcher):
            made.temper = temper
        return made

    def patient_bot(self, rules: Namespace) -> Bot:
        """The same player without a clock: with the same chance it chooses the same again."""
        return self.searcher(rules, unhurried=True) if self.searches else self.bot(rules)

    def searcher(self, rules: Namespace, *, unhurried: bool = False) -> Searcher:
        player = Searcher(rules, partial(self.seconds_for, rules.declaration), unhurried=unhurried)
        player.search = Search(rules, level=self.name)
        return player


def _searching(name: str, seconds: float, at_most: float) -> Level:
    def bot(rules: Namespace) -> Bot:
        return LEVELS[name].searcher(rules)

    return Level(name, bot, loops=(INSTINCT,), needs_instinct=True, seconds=seconds, at_most=at_most)


LEVELS: dict[str, Level] = {
    made.name: made
    for made in (
        Level("visitor", Visitor, RANDOM_PLAYER),
        Level("neighbour", Neighbour, INSTINCT_PLAYER, loops=(INSTINCT,), needs_instinct=True),
        _searching(DEVELOPER, 0.02, at_most=0.3),
        _searching("tycoon", 1.75, at_most=2.0),
    )
}


CAREFUL = Level("careful", Careful, loops=(INSTINCT,), needs_instinct=True)
"""Nobody plays against them: whoever asks for advice wants no slips."""


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


def adviser(game: Declaration) -> Level:
    """Who says at a glance what may be done well."""
    return CAREFUL if game.has_instinct else level(usual_level(game))


def check_level(game: Declaration, name: str) -> None:
    """Refuses a bot that cannot play the game."""
    if name in LEVELS and name not in levels_for(game):
        raise NoInstinct(NO_INSTINCT, game=game.called)
