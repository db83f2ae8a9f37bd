"""Playing: moves, and choices that are put together part by part before they are played."""

from collections.abc import Sequence
from dataclasses import replace

from tabletown.match import Refused
from tabletown.match.action import Playable, number_of
from tabletown.rulekit.declare import Declaration
from tabletown.rulekit.language import message
from tabletown.web.at_table.drafts import Draft
from tabletown.web.at_table.standing import Standing
from tabletown.web.store import Change

REVEALS = "reveals"
"""The code of a refusal: what was to be played as one shows something on its way."""


def play(at: Standing, seat: int, actions: Sequence[Playable], decision: int | None = None) -> Change:
    """Play as the seat; nothing of what it was putting together is left then."""
    match = at.live
    before = match.decision, match.changeable
    match.hand_in(seat, actions, decision)
    is_seen = before != (match.decision, match.changeable)
    settings = at.settings.after_a_move() if is_seen else at.settings
    return Change(settings=None if settings is at.settings else settings, drafts={seat: None})


def confirm(at: Standing, seat: int, actions: Sequence[Playable] = (), decision: int | None = None) -> Change:
    """Play what the seat has put together, and these."""
    _match = at.live
    return play(at, seat, [*draft(at, seat).actions, *actions], decision)


def choose(at: Standing, seat: int, actions: Sequence[Playable], decision: int | None = None) -> Change:
    """Parts of a larger choice wait for the rest of it, unless they would reveal something or complete it at one go.

    All else is played.
    """
    declared = at.game.declaration
    numbers = [number_of(declared.actions, each) for each in actions]
    if is_a_part(declared, numbers):
        try:
            if draft(at, seat).parts or not completes(at, seat, numbers):
                return add_to_draft(at, seat, numbers, decision)
        except Refused as refusal:
            if refusal.code != REVEALS:
                raise
    try:
        return confirm(at, seat, numbers, decision)
    except Refused as refusal:
        if refusal.code != REVEALS or len(numbers) == 1 or draft(at, seat).parts:
            raise
    return one_and_the_rest(at, seat, numbers, decision)


def one_and_the_rest(at: Standing, seat: int, numbers: Sequence[int], decision: int | None) -> Change:
    """An answer that everybody sees goes before what follows it, as an offer declined before another is made.

    It is tried first: whoever cannot do the rest shall not have answered.
    """
    trial = at.live.fork()
    for part in (numbers[:1], numbers[1:]):
        trial.play(seat, list(part))
    play(at, seat, numbers[:1], decision)
    return play(at, seat, numbers[1:], None)


def completes(at: Standing, seat: int, numbers: Sequence[int]) -> bool:
    """Whether nothing can be added to these; whoever decides next, it is about something else."""
    plan = at.live.planned(seat, numbers)
    declared = at.game.declaration
    legal = at.live.rules.legal_actions(plan.view, seat) if plan.goes_on else ()
    return {declared.actions.decode(number)[0] for number in legal}.isdisjoint((*declared.composed, *declared.closing))


def is_a_part(declared: Declaration, numbers: Sequence[int]) -> bool:
    """Whether these are parts of a larger choice, to be confirmed with the rest of it."""
    return all(declared.actions.decode(number)[0] in declared.composed for number in numbers)


def withdraw(at: Standing, seat: int) -> Change:
    at.live.withdraw(seat)
    return Change(drafts={seat: None})


# ---------------------------------------------------------------- drafts


def draft(at: Standing, seat: int | None) -> Draft:
    """What the seat has put together for the decision that is open."""
    decision = at.playing.decision
    known = at.drafts.get(seat) if seat is not None else None
    return known if known is not None and known.decision == decision else Draft(decision)


def add_to_draft(at: Standing, seat: int, actions: Sequence[int], decision: int | None) -> Change:
    drafted = draft(at, seat)
    if decision not in (None, drafted.decision):
        raise Refused("stale_decision", message("That decision has been made meanwhile."))
    at.live.planned(seat, [*drafted.actions, *actions])
    longer = replace(drafted, parts=(*drafted.parts, tuple(actions)))
    return Change(drafts={seat: longer}, only=seat)


def shorten_draft(at: Standing, seat: int, keep: int) -> Change:
    """Leave only the first parts of what the seat has put together."""
    drafted = draft(at, seat)
    return Change(drafts={seat: replace(drafted, parts=drafted.parts[:keep])}, only=seat)
