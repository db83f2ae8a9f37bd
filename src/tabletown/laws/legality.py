"""Law 5: what is legal, what is refused, and what is said about it, agree over the whole action space."""

import ast
import random
from collections.abc import Iterator

from tabletown.laws.law import law
from tabletown.laws.playing import Case, named, positions, some_actions
from tabletown.rulekit.language import say
from tabletown.rulekit.reasons import OK
from tabletown.rulekit.rulebooks import has_rulebook, rulebook
from tabletown.rulekit.verbs import parsed


@law
def why_not_agrees_with_legal_on_every_action(case: Case) -> None:
    few = case.declaration.actions.count > 500
    for state in positions(case)[:: 12 if few else 3]:
        for seat in range(case.players):
            legal = case.rules.legal_actions(state, seat)
            assert len(set(legal)) == len(legal), "an action is offered twice"
            allowed = {
                action
                for action in range(case.declaration.actions.count)
                if case.rules.call.why_not(state, seat, action) == 0
            }
            pending = case.rules.call.pending(state) >> seat & 1
            offered = set(legal) if pending else set()
            assert allowed == offered, f"seat {seat} is offered or refused wrongly: {named(case, allowed ^ offered)}"


@law
def every_legal_action_can_be_applied_and_leaves_the_books_balanced(case: Case) -> None:
    for state in positions(case)[::3]:
        for seat in case.rules.pending_seats(state):
            for action in case.rules.legal_actions(state, seat)[:60]:
                after = state.copy()
                case.rules.call.apply(after, seat, action)
                assert after != state, f"nothing changes by {named(case, {action})}"
                assert case.rules.call.audit(after) == 0, f"the books do not balance after {named(case, {action})}"


@law(spoken=True)
def every_legal_action_is_described_and_no_two_alike(case: Case, language: str) -> None:
    words = case.declaration.words
    _ = say(language, case.declaration)
    for state in positions(case)[::5]:
        for seat in case.rules.pending_seats(state):
            view = case.rules.concealed(state, seat)
            actions = case.rules.legal_actions(view, seat)
            texts = [words.action(case.look(_, view, seat), action) for action in actions]
            assert all(texts)
            assert len(set(texts)) == len(texts), f"two are called the same among {texts[:8]}"


@law(spoken=True)
def every_refusal_is_explained(case: Case, language: str) -> None:
    words, rng = case.declaration.words, random.Random(f"explained {case}")
    _ = say(language, case.declaration)
    for state in positions(case)[::12]:
        for seat in range(case.players):
            view = case.rules.concealed(state, seat)
            for action in some_actions(case, rng, 150):
                code = case.rules.call.why_not(view, seat, action)
                if code:
                    is_declared = code < OK or code in case.declaration.reasons.all
                    assert is_declared, (
                        f"{named(case, {action})} is refused with {code}; REASONS.because(...) declares no such reason"
                    )
                    refused = words.refusal(case.look(_, view, seat), action, code)
                    assert refused.strip(), f"{named(case, {action})} is refused without a word"


@law(usual=True)
def every_reason_names_a_clause_of_the_rulebook(case: Case) -> None:
    reasons = case.declaration.reasons.all.values()
    if not has_rulebook(case.declaration):
        named = [f"{reason.name} names {reason.clause}" for reason in reasons if reason.clause]
        assert not named, f"{named[0]}, and there is no rulebook"
        return
    for language in ("en", "ja"):
        clauses = {clause.id for clause in rulebook(case.declaration, language).clauses}
        lost = [f"{reason.name} names {reason.clause!r}" for reason in reasons if reason.clause not in clauses]
        assert not lost, f"{lost[0]}, which is no clause of the rulebook ({language})"


@law(usual=True)
def actions_survive_being_named(case: Case) -> None:
    actions = case.declaration.actions
    for number in range(actions.count):
        kind, args = actions.decode(number)
        assert actions.encode(kind, args) == number


@law(spoken=True)
def every_event_of_a_game_has_its_sentence(case: Case, language: str) -> None:
    words = case.declaration.words
    _ = say(language, case.declaration)
    for state in positions(case):
        for seat in case.rules.pending_seats(state)[:1]:
            after = state.copy()
            case.rules.call.apply(after, seat, case.rules.legal_actions(after, seat)[0])
            for event in after.told:
                for viewer in range(-1, case.players):
                    if case.declaration.events.seen_by(event, viewer):
                        told = words.event(case.listener(_, viewer), event)
                        assert told.strip(), f"{case.declaration.events.named(event)[0]} is told without a word"


@law(usual=True, spoken=True)
def every_ending_has_its_sentence(case: Case, language: str) -> None:
    """Also one to which random games hardly ever come."""
    words, to = case.declaration.words, case.listener(say(language, case.declaration))
    for code, name in enumerate(case.declaration.endings, 1):
        assert words.ending(to, code).strip(), f"the ending {name!r} ({code}) is told without a word"


@law(usual=True)
def every_event_is_told_with_its_numbers(case: Case) -> None:
    """One too few would be told as 0, which is somebody's seat; one too many not at all."""
    kinds = case.declaration.events.kinds
    for place, name, given in _told(case):
        code = case.rules.globals[name]
        assert code in range(len(kinds)), f"{place}: {name} is no event"
        kind = kinds[code]
        wanted = len(kind.arguments)
        assert given == wanted, (
            f"{place}: {name} takes {', '.join(kind.arguments) or 'no numbers'}, and is told {given}"
        )


def _told(case: Case) -> Iterator[tuple[str, str, int]]:
    """Where the rules tell an event by its name, and with how many numbers."""
    for module in case.declaration.rules:
        for node in ast.walk(parsed(module)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "tell":
                _state, kind, *numbers = node.args
                if isinstance(kind, ast.Name) and kind.id.isupper():
                    yield f"{module.__name__}, line {node.lineno}", kind.id, len(numbers)
