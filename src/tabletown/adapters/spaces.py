"""What environments have in common: spaces, seeds, and the position as text."""

import secrets
from random import Random
from typing import Any

import numpy as np

from tabletown.adapters.missing import missing
from tabletown.lab.position import Desk, IllegalMove, Position
from tabletown.rulekit.observing import bounds

try:
    from gymnasium import spaces
except ImportError:
    raise missing("gymnasium") from None

MOST_SEEDS = 1 << 60
Observed = dict[str, Any]


class Actions(spaces.Discrete):
    """The action space. A random choice from a mask is what everybody begins with, so it is quick here."""

    def __init__(self, n: int) -> None:
        super().__init__(n)
        self._drawn = Random().random

    def seed(self, seed: int | None = None) -> Any:
        self._drawn = Random(seed).random
        return super().seed(seed)

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        if mask is None or probability is not None:
            return super().sample(mask, probability)
        allowed = mask.nonzero()[0]
        if not len(allowed):
            return np.int64(self.start)
        chosen: np.int64 = allowed[int(self._drawn() * len(allowed))]
        return chosen


def observation_space(desk: Desk) -> spaces.Dict:
    """What a seat sees, and what it may do: an action is legal where the mask is 1."""
    low, high = (np.array(each, np.float32) for each in bounds(desk.declaration.state, desk.declaration.observation))
    return spaces.Dict(
        {
            "observation": spaces.Box(low, high, (desk.width,), np.float32),
            "action_mask": spaces.Box(0, 1, (desk.actions,), np.int8),
        }
    )


class Seeds:
    """The seeds of one game after another: given, or following the last one."""

    def __init__(self) -> None:
        self.next = secrets.randbelow(MOST_SEEDS)

    def take(self, given: int | None) -> int:
        if given is not None:
            self.next = int(given) % MOST_SEEDS
        taken = self.next
        self.next = (self.next + 1_000_003) % MOST_SEEDS
        return taken


def check_legal(mask: Any, action: Any, who: str) -> int:
    number = int(action)
    if not 0 <= number < len(mask) or not mask[number]:
        raise IllegalMove(f"{who} may not take the action {action}: the action mask says which are legal.")
    return number


def as_text(position: Position) -> str:
    """The position as a spectator may read it."""
    return position.desk.declaration.words.position(position.shown_to())
