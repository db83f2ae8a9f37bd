"""Law 5: what is legal, what is refused, and what is said about it, agree over the whole action space."""

import random

import pytest

from tabletown.rulekit.language import say
from tabletown.rulekit.rulebooks import has_rulebook, rulebook
from tests.contract.playing import Case, positions, some_actions


def test_why_not_agrees_with_legal_on_every_action(case: Case) -> None:
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
            assert allowed == (set(legal) if pending else set())


def test_every_legal_action_can_be_applied_and_leaves_the_books_balanced(case: Case) -> None:
    for state in positions(case)[::3]:
        for seat in case.rules.pending_seats(state):
            for action in case.rules.legal_actions(state, seat)[:60]:
                after = state.copy()
                case.rules.call.apply(after, seat, action)
                assert after != state
                assert case.rules.call.audit(after) == 0


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_legal_action_is_described_and_no_two_alike(case: Case, language: str) -> None:
    words = case.declaration.module("telling.words")
    _ = say(language, case.declaration)
    for state in positions(case)[::5]:
        for seat in case.rules.pending_seats(state):
            view = case.rules.concealed(state, seat)
            actions = case.rules.legal_actions(view, seat)
            texts = [words.action(_, case.rules, view, seat, action, case.names) for action in actions]
            assert all(texts)
            assert len(set(texts)) == len(texts)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_refusal_is_explained(case: Case, language: str) -> None:
    words, rng = case.declaration.module("telling.words"), random.Random(f"explained {case}")
    _ = say(language, case.declaration)
    for state in positions(case)[::12]:
        for seat in range(case.players):
            view = case.rules.concealed(state, seat)
            for action in some_actions(case, rng, 150):
                code = case.rules.call.why_not(view, seat, action)
                if code:
                    assert words.refusal(_, case.rules, view, seat, action, code, case.names).strip()


def test_every_reason_names_a_clause_of_the_rulebook(default_case: Case) -> None:
    reasons = default_case.declaration.reasons.all.values()
    if not has_rulebook(default_case.declaration):
        assert {reason.clause for reason in reasons} <= {""}
        return
    for language in ("en", "ja"):
        clauses = {clause.id for clause in rulebook(default_case.declaration, language).clauses}
        assert {reason.clause for reason in reasons} <= clauses


def test_actions_survive_being_named(default_case: Case) -> None:
    actions = default_case.declaration.actions
    for number in range(actions.count):
        kind, args = actions.decode(number)
        assert actions.encode(kind, args) == number


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_event_of_a_game_has_its_sentence(case: Case, language: str) -> None:
    words, names = case.declaration.module("telling.words"), [f"N{seat}" for seat in range(case.players)]
    _ = say(language, case.declaration)
    for state in positions(case):
        for seat in case.rules.pending_seats(state)[:1]:
            after = state.copy()
            case.rules.call.apply(after, seat, case.rules.legal_actions(after, seat)[0])
            for event in after.told:
                for viewer in range(-1, case.players):
                    if case.declaration.events.seen_by(event, viewer):
                        assert words.event(_, case.rules, event, viewer, names).strip()
