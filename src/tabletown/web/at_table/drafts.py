"""A choice that is being put together. Private to a seat, and kept in memory only."""

from collections.abc import Sequence
from dataclasses import dataclass

from tabletown.match import Match, Refused
from tabletown.rulekit.declare import Declaration

REVEALS = "reveals"
"""The code of a refusal: what was to be played as one shows something on its way."""
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


def is_a_part(declared: Declaration, numbers: Sequence[int]) -> bool:
    """Whether these are parts of a larger choice, to be confirmed with the rest of it."""
    return all(declared.actions.decode(number)[0] in declared.composed for number in numbers)


def is_added(match: Match, seat: int, parts: Parts, numbers: Sequence[int]) -> bool:
    """Whether these wait for the rest of a larger choice; not if they reveal something or complete it at one go."""
    declared = match.game.declaration
    if not is_a_part(declared, numbers):
        return False
    try:
        if parts:
            match.planned(seat, alone(declared, (*parts, tuple(numbers))))
            return True
        return not completes(match, seat, numbers)
    except Refused as refusal:
        if refusal.code != REVEALS:
            raise
    return False


def completes(match: Match, seat: int, numbers: Sequence[int]) -> bool:
    """Whether nothing can be added to these; whoever decides next, it is about something else."""
    plan = match.planned(seat, numbers)
    declared = match.game.declaration
    legal = match.rules.legal_actions(plan.view, seat) if plan.goes_on else ()
    return {declared.actions.decode(number)[0] for number in legal}.isdisjoint((*declared.composed, *declared.closing))
