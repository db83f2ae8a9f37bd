"""Neighbour: looks at where each action leads, one step ahead, and takes the one that its instinct likes best."""

from random import Random
from typing import Any

from tabletown.rulekit.errors import BadOption
from tabletown.rulekit.language import message
from tabletown.rulekit.loops import States
from tabletown.rulekit.namespace import Namespace
from tabletown.rulekit.records import Record
from tabletown.rulekit.runs import Runs
from tabletown.rulekit.thinking import AFTER, ROOM, VIEW, Sums


class NoInstinct(BadOption):
    """A bot that a game cannot have, because its rules do not say what a position is worth."""


NO_INSTINCT = message("{game} has no instinct, so only visitors can play it; choose them or people.")


class Neighbour:
    """The same choice interpreted and compiled: compiled as soon as the twin is there, and until then as it is."""

    def __init__(self, rules: Namespace) -> None:
        if not rules.thinks:
            raise NoInstinct(NO_INSTINCT, game=rules.declaration.title)
        self.rules = rules

    def choose(self, view: Record, seat: int, _budget: float, rng: Random, /) -> int:
        x = rng.getrandbits(63)
        return self._compiled(view, seat, x) if self.rules.twin.has("instinct") else self._interpreted(view, seat, x)

    def _interpreted(self, view: Record, seat: int, x: int) -> int:
        declaration = self.rules.declaration
        states = States([None] * (AFTER + 1))
        states[VIEW] = view
        out = Runs([0] * (2 + 2 * declaration.max_runs))
        gains, worth = Sums([0.0] * declaration.actions.count), Sums([0.0] * ROOM)
        action: int = self.rules.call.instinct(states, seat, x, declaration.worlds, out, gains, worth)
        return action

    def _compiled(self, view: Record, seat: int, x: int) -> int:
        import numpy as np

        declaration, twin = self.rules.declaration, self.rules.twin
        states: Any = twin.states(AFTER + 1)
        view.to_array(states, VIEW)
        gains, worth = np.zeros(declaration.actions.count), np.zeros(ROOM)
        return int(twin.instinct(states, seat, x, declaration.worlds, twin.runs(), gains, worth))
