"""A choice that is being put together. Private to a seat, and kept in memory only."""

from collections.abc import Sequence
from dataclasses import dataclass

from tabletown.rulekit.declare import Declaration

WAITS = -1
"""Instead of a decision: what is left of a plan while somebody else answers."""
Parts = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Draft:
    """Parts of a larger choice that a seat has put together for a decision, and not played yet.

    A part may ask somebody first: then what is done without them follows it, and the plan is one as if they declined.
    """

    decision: int
    parts: Parts = ()
    is_declined: bool = False
    """Whether somebody was asked for the first part and said no."""


def asking(declared: Declaration, part: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """What of a part asks somebody, up to the action that completes it, and what is done without them."""
    closed = [at for at, action in enumerate(part) if declared.actions.decode(action)[0] in declared.closing]
    end = closed[-1] + 1 if closed else 0
    return tuple(part[:end]), tuple(part[end:])


def alone(declared: Declaration, parts: Sequence[Sequence[int]]) -> list[int]:
    """The actions of a plan as if nobody had to be asked; a question at its end is left."""
    found: list[int] = []
    for part in parts:
        asked, done = asking(declared, part)
        found += done or asked
    return found


def until_the_answer(declared: Declaration, parts: Parts) -> tuple[list[int], Parts]:
    """What can be played before somebody has to answer, and the rest."""
    played: list[int] = []
    for at, part in enumerate(parts):
        asked, done = asking(declared, part)
        if asked:
            return [*played, *asked], ((done,) if done else ()) + parts[at + 1 :]
        played += done
    return played, ()
