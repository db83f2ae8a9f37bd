"""OpenSpiel's bots in the arena, each in a process of its own: `openspiel:ismcts:100`.

    openspiel:random                    uniform_random
    openspiel:ismcts[:SIMULATIONS]      its information set Monte Carlo tree search
    openspiel:mcts[:SIMULATIONS]        its Monte Carlo tree search, in one world that the seat holds possible
    openspiel:MODULE:FUNCTION           whatever FUNCTION(game, seat, seed) makes: a bot with step(state)

A bot gets a state that is dealt anew from what its seat knows, so nothing of what it does not know is in it.
"""

import importlib
import sys
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np

from tabletown.lab.position import Desk
from tabletown.lab.tournament.hosting import Chooses, Make, host
from tabletown.rulekit.errors import BadOption
from tabletown.rulekit.namespace import Namespace
from tabletown.rulekit.records import Record

USUAL_SIMULATIONS = 100
MOST_SIMULATIONS = 1_000_000
CURIOSITY = 2.0

NewBot = Callable[[Any, int, int], Any]
"""From a game, a seat and a seed: something with step(state)."""


class FromOpenSpiel:
    """One of OpenSpiel's bots; a new one for each game of the arena, with the game's chance."""

    def __init__(self, rules: Namespace, players: int, options: dict[str, str], new_bot: NewBot) -> None:
        from tabletown.adapters import openspiel

        name = rules.declaration.name
        self.game = openspiel.load(name, players, options)
        self.game.rules, self.game.desk = rules, Desk(name, players, options, rules.edition)
        self.imagined = openspiel.ImaginedState
        self.new_bot = new_bot
        self._bot: Any = None
        self._chance: Random | None = None

    def choose(self, view: Record, seat: int, _budget: float, rng: Random, /) -> int:
        if self._chance is not rng:
            self._bot, self._chance = self.new_bot(self.game, seat, rng.getrandbits(32)), rng
        return int(self._bot.step(self.imagined(self.game, view, seat, rng)))


def _random(_game: Any, seat: int, seed: int) -> Any:
    from open_spiel.python.bots import uniform_random

    return uniform_random.UniformRandomBot(seat, np.random.RandomState(seed))


def _ismcts(simulations: int) -> NewBot:
    def new_bot(game: Any, _seat: int, seed: int) -> Any:
        from open_spiel.python.algorithms import ismcts, mcts

        chance = np.random.RandomState(seed)
        rollouts = mcts.RandomRolloutEvaluator(1, chance)
        return ismcts.ISMCTSBot(game, rollouts, CURIOSITY, simulations, random_state=chance)

    return new_bot


def _mcts(simulations: int) -> NewBot:
    def new_bot(game: Any, _seat: int, seed: int) -> Any:
        from open_spiel.python.algorithms import mcts

        chance = np.random.RandomState(seed)
        rollouts = mcts.RandomRolloutEvaluator(1, chance)
        return mcts.MCTSBot(game, CURIOSITY, simulations, rollouts, random_state=chance)

    return new_bot


SEARCHING = {"ismcts": _ismcts, "mcts": _mcts}


def bot_named(name: str) -> NewBot:
    first, _, rest = name.partition(":")
    if name == "random":
        return _random
    if first in SEARCHING:
        return SEARCHING[first](_simulations(rest))
    try:
        found = getattr(importlib.import_module(first), rest, None) if rest else None
    except ImportError as error:
        raise BadOption(f"{first} cannot be imported: {error}.") from None
    if not callable(found):
        known = ", ".join(("random", *SEARCHING))
        raise BadOption(f"OpenSpiel's bots here are {known}, or one made by MODULE:FUNCTION, not {name!r}.")
    made: NewBot = found
    return made


def _simulations(text: str) -> int:
    if not text:
        return USUAL_SIMULATIONS
    if not text.isdecimal() or not 1 <= int(text) <= MOST_SIMULATIONS:
        raise BadOption(f"A bot that searches makes 1 to {MOST_SIMULATIONS} simulations, not {text!r}.")
    return int(text)


def player(name: str) -> Make:
    new_bot = bot_named(name)

    def make(rules: Namespace, players: int, options: dict[str, str]) -> Chooses:
        return FromOpenSpiel(rules, players, options, new_bot)

    return make


if __name__ == "__main__":
    host(lambda: player(sys.argv[1]))
