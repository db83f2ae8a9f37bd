"""Kit functions that do something else when compiled. The twin puts each in the place of its namesake."""

import inspect
from typing import Any

import numpy as np
from numba.core import types
from numba.core.caching import UserProvidedCacheLocator
from numba.core.imputils import lower_builtin
from numba.core.typing.templates import AbstractTemplate, infer_global, signature

from tabletown.rulekit.dice import MASK63
from tabletown.rulekit.loops import Seeds, States
from tabletown.rulekit.records import Record, Row


class InTheFolderOfTheRules(UserProvidedCacheLocator):
    """Keeps what was compiled where it is told, without a folder more for each place that the sources lie in.

    The folder is named by all that the code depends on; so what one checkout has compiled every other one loads.
    """

    @classmethod
    def get_suitable_cache_subpath(cls, _py_file: str) -> str:
        return ""


def wrapped(x: int, factor: int, summand: int) -> int:
    """Unsigned, because the compiler takes it that signed arithmetic never overflows, and drops the mask."""
    wide = np.uint64(x) * np.uint64(factor) + np.uint64(summand)
    return np.int64(wide & np.uint64(MASK63))  # type: ignore[return-value]


def tell(s: Record, kind: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0) -> None:
    """Nobody listens to compiled games.

    Rules tell often, with any number of numbers. As a function it would be compiled for each way of calling it.
    """


@infer_global(tell)  # type: ignore[no-untyped-call]
class _Telling(AbstractTemplate):
    """How the compiler checks a call: by the one signature that there is."""

    def generic(self, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        python = inspect.signature(tell)
        try:
            state = python.bind(*args, **kws).arguments["s"]
        except TypeError:
            return None  # which the compiler says in words of its own
        numbers = [types.int64] * (len(python.parameters) - 1)
        return signature(types.none, state, *numbers).replace(pysig=python)  # type: ignore[no-untyped-call]


@lower_builtin(tell, types.VarArg(types.Any))  # type: ignore[no-untyped-call, untyped-decorator]
def _nothing(context: Any, builder: Any, sig: Any, args: Any) -> Any:  # noqa: ARG001
    """What is compiled of it."""
    return context.get_dummy_value()


def copy_state(states: States, to: int, source: int) -> None:
    states[to] = states[source]


def take_state(states: States, to: int, others: States, source: int) -> None:
    states[to] = others[source]


def fill_row(row: Row, value: int) -> None:
    for place in range(len(row)):
        row[place] = value


def fingerprint(states: States, words: Seeds, at: int) -> int:
    """Of the record as words of 64 bits, which are another look at the same memory."""
    size = len(words) // len(states)
    mixed = np.uint64(88172645463325252)
    for place in range(at * size, (at + 1) * size):
        mixed = (mixed ^ np.uint64(words[place])) * np.uint64(0x2545_F491_4F6C_DD1D)
        mixed = mixed ^ (mixed >> np.uint64(29))
    return np.int64(mixed & np.uint64(MASK63))  # type: ignore[return-value]


IN_THE_TWIN: dict[str, Any] = {
    "wrapped": wrapped,
    "copy_state": copy_state,
    "take_state": take_state,
    "fill_row": fill_row,
    "fingerprint": fingerprint,
}
NAMES: dict[str, Any] = {"np": np, "MASK63": MASK63, "tell": tell}
"""What the compiler takes as it is."""
