"""Playing: moves, and choices that are put together part by part before they are played."""

from collections.abc import Sequence
from dataclasses import replace

from tabletown.match import Match, Refused
from tabletown.match.action import Playable, number_of
from tabletown.rulekit.language import message
from tabletown.web.at_table.drafts import REVEALS, WAITS, Draft, Parts, alone, asking, is_added, until_the_answer
from tabletown.web.at_table.standing import Standing
from tabletown.web.kept import Change


def play(at: Standing, seat: int, actions: Sequence[Playable], decision: int | None = None) -> Change:
    """Play as the seat; nothing of what it was putting together is left then."""
    match = at.live
    before = match.decision, match.changeable
    match.hand_in(seat, actions, decision)
    is_seen = before != (match.decision, match.changeable)
    settings = at.settings.after_a_move() if is_seen else at.settings
    return Change(settings=None if settings is at.settings else settings, drafts={seat: None})


def confirm(at: Standing, seat: int, actions: Sequence[Playable] = (), decision: int | None = None) -> Change:
    """Play what the seat has put together, and these; from where somebody else answers, the rest is held."""
    _match = at.live
    declared = at.game.declaration
    numbers = tuple(number_of(declared.actions, each) for each in actions)
    played, rest = until_the_answer(declared, with_the_last(at, seat, numbers))
    change = play(at, seat, played, decision)
    return replace(change, drafts={seat: Draft(WAITS, rest) if rest else None})


def plan_on(at: Standing, seat: int, actions: Sequence[Playable], decision: int | None = None) -> Change:
    """Ask somebody later, when the plan is played, and go on planning as if they declined."""
    numbers = tuple(number_of(at.game.declaration.actions, each) for each in actions)
    parts = with_the_last(at, seat, numbers)
    if not asking(at.game.declaration, parts[-1])[1]:
        raise Refused("needs_the_answer", message("What comes after this depends on the answer: ask first."))
    return drafted_anew(at, seat, parts, decision)


def with_the_last(at: Standing, seat: int, numbers: tuple[int, ...]) -> Parts:
    """The seat's plan and these; a question goes together with what is done if it is declined, if that is possible."""
    parts = draft(at, seat).parts
    if not numbers:
        return parts
    begun = parts[-1] if parts and len(parts[-1]) == 1 else ()
    instead = at.game.declaration.staging.alone(at.playing.look(seat), begun[0]) if begun else None
    if instead is None:
        return (*parts, numbers)
    whole = (*begun, *numbers)
    try:
        at.playing.planned(seat, alone(at.game.declaration, [*parts[:-1], (instead,)]))
    except Refused:
        return (*parts[:-1], whole)
    return (*parts[:-1], (*whole, instead))


def choose(at: Standing, seat: int, actions: Sequence[Playable], decision: int | None = None) -> Change:
    """Parts of a larger choice wait for the rest of it, unless they would reveal something or complete it at one go.

    All else is played.
    """
    declared = at.game.declaration
    numbers = [number_of(declared.actions, each) for each in actions]
    if is_added(at.live, seat, draft(at, seat).parts, numbers):
        return add_to_draft(at, seat, numbers, decision)
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
    return drafted_anew(at, seat, (*draft(at, seat).parts, tuple(actions)), decision)


def drafted_anew(at: Standing, seat: int, parts: Parts, decision: int | None) -> Change:
    """Another plan, if it can be played."""
    drafted = draft(at, seat)
    if decision not in (None, drafted.decision):
        raise Refused("stale_decision", message("That decision has been made meanwhile."))
    at.live.planned(seat, alone(at.game.declaration, parts))
    return Change(drafts={seat: replace(drafted, parts=parts)}, only=seat)


def shorten_draft(at: Standing, seat: int, keep: int) -> Change:
    """Leave only the first parts of what the seat has put together."""
    drafted = draft(at, seat)
    kept = replace(drafted, parts=drafted.parts[:keep], is_declined=drafted.is_declined and keep > 0)
    return Change(drafts={seat: kept}, only=seat)


def skip_first(at: Standing, seat: int) -> Change:
    """Leave the first part of the plan, which somebody did not want to share."""
    drafted = draft(at, seat)
    rest = plannable(at.live, seat, drafted.parts[1:])
    return Change(drafts={seat: Draft(drafted.decision, rest)}, only=seat)


def plannable(match: Match, seat: int, parts: Parts) -> Parts:
    """As much of a plan as can be played now."""
    declared = match.game.declaration
    for count in range(len(parts), 0, -1):
        try:
            match.planned(seat, alone(declared, parts[:count]))
        except Refused:
            continue
        return parts[:count]
    return ()


def gone_on(match: Match, seat: int, held: Draft) -> Draft | None:
    """What is left of a plan that waited for an answer, once it has gone on as far as it goes."""
    draft: Draft | None = held
    while draft is not None and draft.decision == WAITS and not match.over and seat in match.pending:
        draft = resumed(match, seat, draft)
    return draft


def resumed(match: Match, seat: int, held: Draft) -> Draft | None:
    """The seat is asked again: what was agreed to is done and the plan goes on, until somebody has to answer.

    What was declined comes before the seat, with the rest of the plan.
    """
    parts = held.parts
    if plannable(match, seat, parts[:1]):
        return Draft(match.decision, plannable(match, seat, parts), is_declined=True)
    played, rest = until_the_answer(match.game.declaration, parts[1:])
    if not played:
        return None
    try:
        match.hand_in(seat, played)
    except Refused:
        return Draft(match.decision, plannable(match, seat, parts[1:]))
    return Draft(WAITS, rest) if rest else None
