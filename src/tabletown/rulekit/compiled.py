"""Kit functions that do something else when compiled. The twin puts each in the place of its namesake."""

from typing import Any

import numpy as np

from tabletown.rulekit.dice import MASK63
from tabletown.rulekit.loops import States
from tabletown.rulekit.records import Record


def wrapped(x: int, factor: int, summand: int) -> int:
    """Unsigned, because the compiler takes it that signed arithmetic never overflows, and drops the mask."""
    wide = np.uint64(x) * np.uint64(factor) + np.uint64(summand)
    return np.int64(wide & np.uint64(MASK63))  # type: ignore[return-value]


def tell(s: Record, kind: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0) -> None:
    """Nobody listens to compiled games."""


def copy_state(states: States, to: int, source: int) -> None:
    states[to] = states[source]


def take_state(states: States, to: int, others: States, source: int) -> None:
    states[to] = others[source]


IN_THE_TWIN: dict[str, Any] = {
    "wrapped": wrapped,
    "tell": tell,
    "copy_state": copy_state,
    "take_state": take_state,
}
NAMES: dict[str, Any] = {"np": np, "MASK63": MASK63}
