"""What a law is: a function that looks at random games of a case and fails where one does not keep it."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import overload

from tabletown.rulekit.declare import Declaration

Holds = Callable[..., None]
QUICK = "TABLETOWN_LAWS"
"""Set to `quick`, laws look at a tenth of the games and positions."""


@dataclass(frozen=True)
class Law:
    """Its name is a sentence. It is given a case, and a language if words are spoken."""

    holds: Holds
    usual: bool
    """Whether only the usual number of players is looked at."""
    spoken: bool
    when: Callable[[Declaration], bool]
    """Which games it is about."""

    @property
    def sentence(self) -> str:
        return self.holds.__name__.replace("_", " ")


LAWS: dict[str, list[Law]] = {}
"""The laws by the modules that hold them."""


def always(_declaration: Declaration) -> bool:
    return True


@overload
def law(holds: Holds, /) -> Holds: ...
@overload
def law(
    *, usual: bool = ..., spoken: bool = ..., when: Callable[[Declaration], bool] = ...
) -> Callable[[Holds], Holds]: ...


def law(
    holds: Holds | None = None,
    *,
    usual: bool = False,
    spoken: bool = False,
    when: Callable[[Declaration], bool] = always,
) -> Holds | Callable[[Holds], Holds]:
    """Declare a law."""

    def declare(function: Holds) -> Holds:
        LAWS.setdefault(function.__module__, []).append(Law(function, usual, spoken, when))
        return function

    return declare(holds) if holds is not None else declare


@contextmanager
def in_a_hurry() -> Iterator[None]:
    """While it lasts: whoever looks at laws afterwards in the same process has time again."""
    before = os.environ.get(QUICK)
    os.environ[QUICK] = "quick"
    try:
        yield
    finally:
        os.environ.pop(QUICK, None)
        if before is not None:
            os.environ[QUICK] = before


def fewer(count: int, least: int = 1) -> int:
    """So many, or a tenth of them in a hurry."""
    return max(least, count // 10) if os.environ.get(QUICK) == "quick" else count
