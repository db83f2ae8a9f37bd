"""Hints at a table: whether one may ask what Tycoon would do, who has asked how often, and what a seat is told."""

from collections.abc import Sequence
from dataclasses import dataclass

from tabletown.bots import levels_for
from tabletown.explaining.hinting import WHO
from tabletown.match import Refused
from tabletown.rulekit.language import message
from tabletown.rulekit.records import Record
from tabletown.web.at_table.advice import Advice
from tabletown.web.at_table.drafts import alone
from tabletown.web.at_table.empty_questions import alone_with_bots
from tabletown.web.at_table.moves import draft
from tabletown.web.at_table.settings import Settings
from tabletown.web.at_table.standing import Standing
from tabletown.web.kept import PLAYING, Change, Seat

NO_HINTS = "no_hints"


@dataclass(frozen=True)
class Question:
    """What a hint is about: a decision, what was put together for it, and what the seat sees then."""

    name: str
    begun: tuple[int, ...]
    view: Record
    is_a_choice: bool
    """Whether there is more than one thing to do."""


def are_allowed(seats: Sequence[Seat], settings: Settings) -> bool:
    """As whoever made the table has chosen; else to whoever plays with bots alone, or is being taught."""
    if settings.hints is not None:
        return settings.hints
    return settings.coached or alone_with_bots(seats) is not None


def are_had(at: Standing) -> bool:
    """Whether Tycoon plays this game, in this edition."""
    declared = at.game.declaration
    return WHO in levels_for(declared) and declared.comes_with(at.playing.rules.edition)


def name_of(at: Standing, seat: int) -> str:
    """By which a question is known: the decision, and all that the seat has put together for it."""
    sealed = at.playing.drawer.get(seat, ())
    parts = ("-".join(map(str, part)) for part in draft(at, seat).parts)
    return ".".join((str(at.playing.decision), str(len(sealed)), *parts))


def asked_at(at: Standing, seat: int) -> Question | None:
    """What the seat may ask about now."""
    match = at.match
    if match is None or at.phase != PLAYING or seat not in match.pending or at.seats[seat].bot or not are_had(at):
        return None
    parts = draft(at, seat).parts
    begun = tuple(alone(at.game.declaration, parts))
    plan = match.planned(seat, begun) if begun else None
    if plan is not None and not plan.goes_on:
        return None
    view = match.perfect_memory(seat) if plan is None else plan.view
    return Question(name_of(at, seat), begun, view, match.rules.runs(view, seat)[1] > 1)


def ask(at: Standing, seat: int) -> Change:
    """Whoever asks is counted, once a decision; everybody is told at the end."""
    refuse(at, seat)
    return Change(settings=at.settings.with_hint(seat, at.live.decision))


def refuse(at: Standing, seat: int) -> Question:
    """The question, if there is one that may be asked."""
    _match = at.live
    if not are_allowed(at.seats, at.settings):
        raise Refused(NO_HINTS, message("This table plays without hints."))
    if seat not in _match.pending or at.seats[seat].bot:
        raise Refused("not_asked", message("It is not your decision now, so there is nothing to advise."))
    question = asked_at(at, seat)
    if question is None:
        raise Refused(NO_HINTS, message("Tycoon gives no hints here."))
    if not question.is_a_choice:
        sentence = message("There is only one thing to do here, so there is nothing to advise.")
        raise Refused("nothing_to_choose", sentence)
    return question


def tell(at: Standing, seat: int, advice: Advice) -> Change | None:
    """For that seat alone, if that is still what it decides."""
    question = asked_at(at, seat)
    if question is None or question.name != advice.question:
        return None
    return Change(hints={seat: advice}, only=seat)
