"""What a choice would lead to, before it is made."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from tabletown.match.chance import dice_for
from tabletown.match.errors import Refused
from tabletown.match.reveal import reveals
from tabletown.rulekit.language import message
from tabletown.rulekit.records import Record

if TYPE_CHECKING:
    from tabletown.match.match import Match


class Step(NamedTuple):
    """An action of a plan, and what the log would say of it."""

    action: str
    effect: str


class Plan(NamedTuple):
    """Where actions would lead: the view afterwards, whether the seat has to go on, and what each does."""

    view: Record
    goes_on: bool
    steps: tuple[Step, ...]


def planned(match: "Match", state: Record, seat: int, numbers: Sequence[int], language: str) -> Plan:
    """Play the actions on a state that is nobody else's."""
    steps: list[Step] = []
    goes_on = True
    for place, number in enumerate(numbers):
        view = match.rules.concealed(state, seat)
        if not goes_on:
            raise Refused("already_decided", message("The choice is complete before the end of the plan."))
        if refusal := match.refuse_action(view, seat, number, language):
            raise refusal
        state.told = []
        if tells_more(match, state, seat, number, place):
            raise Refused("reveals", message("Where that leads will be known when it is played."))
        said = match.sentences(match.say(language), state.told, seat)
        steps.append(Step(match.action(number, seat, view, language).text, " ".join(said)))
        goes_on = seat in match.rules.pending_seats(state)
    return Plan(match.rules.concealed(state, seat), goes_on, tuple(steps))


def tells_more(match: "Match", state: Record, seat: int, number: int, place: int) -> bool:
    """Play the action on the state; whether chance had a part in it, or somebody sees what was hidden from them."""
    before = state.copy()
    dice = state.rng = dice_for(match.seed_now, match.decision, place)
    match.rules.call.apply(state, seat, number)
    return bool(state.rng != dice) or reveals(match.rules, match.players, before, state)
