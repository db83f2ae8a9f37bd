"""The sealed drawer: answers stay secret, can be changed and withdrawn, and are opened together in seat order."""

import random

import pytest

from tabletown.match import Game, Match, Refused, game, load


def bid(amount: int) -> dict[str, object]:
    return {"kind": "bid", "args": {"amount": amount}}


STAY = {"kind": "stay", "args": {}}


def answer(match: Match, seat: int, amount: int) -> None:
    match.play(seat, [bid(amount), STAY])


def test_an_answer_waits_in_the_drawer_until_the_last_one_is_in(sealed: Game) -> None:
    match = sealed.new(players=3, seed=1)
    answer(match, 2, 3)
    assert (match.pending, match.changeable, match.steps) == ((0, 1), (2,), 0)
    answer(match, 0, 1)
    assert match.steps == 0
    answer(match, 1, 2)
    assert match.steps == 1
    assert [move.seat for move in match.entries[0].moves] == [0, 0, 1, 1, 2, 2]
    assert match.state.points[2] > 0  # type: ignore[attr-defined]


def test_nobody_else_sees_what_was_sealed(sealed: Game) -> None:
    match = sealed.new(players=3, seed=1)
    before = {viewer: match.view(viewer).to_dict() for viewer in (0, 1, None)}
    answer(match, 2, 3)
    assert {viewer: match.view(viewer).to_dict() for viewer in (0, 1, None)} == before
    assert match.view(2).to_dict()["bid"][2] == 3


def test_other_answers_never_make_a_decision_stale(sealed: Game) -> None:
    match = sealed.new(players=3, seed=1)
    for seat in (2, 0, 1):
        match.play(seat, [bid(1), STAY], decision=1)
    assert match.decision == 2


def test_an_answer_can_be_withdrawn_and_changed(sealed: Game) -> None:
    match = sealed.new(players=2, seed=1)
    answer(match, 0, 3)
    with pytest.raises(Refused) as refused:
        answer(match, 0, 1)
    assert refused.value.code == "already_decided"
    match.withdraw(0)
    assert match.pending == (0, 1)
    answer(match, 0, 0)
    answer(match, 1, 2)
    assert match.state.points[1] > 0  # type: ignore[attr-defined]


def test_an_answer_can_be_given_in_parts_and_its_last_part_taken_back(sealed: Game) -> None:
    match = sealed.new(players=2, seed=1)
    match.play(0, bid(1))
    assert match.pending == (0, 1)
    assert [action.kind for action in match.legal(0)] == ["raise", "raise", "stay"]
    match.undo(0)
    assert [action.kind for action in match.legal(0)] == ["bid"] * 4
    assert match.items == []


def test_a_list_longer_than_the_answer_is_refused_whole(sealed: Game) -> None:
    match = sealed.new(players=2, seed=1)
    with pytest.raises(Refused) as refused:
        match.play(0, [bid(1), STAY, STAY])
    assert refused.value.code == "already_decided"
    assert match.drawer == {}


def test_there_must_be_something_to_withdraw(sealed: Game) -> None:
    match = sealed.new(players=2, seed=1)
    with pytest.raises(Refused) as refused:
        match.withdraw(1)
    assert refused.value.code == "nothing_sealed"


def test_the_drawer_is_part_of_the_record(sealed: Game) -> None:
    match = sealed.new(players=3, seed=1)
    answer(match, 2, 3)
    match.play(0, bid(2))
    again = load(match.record())
    assert (again.drawer, again.pending, again.changeable) == ({0: [2], 2: [3, 6]}, (0, 1), (2,))


def test_opened_answers_can_only_be_taken_back_by_consent(sealed: Game) -> None:
    match = sealed.new(players=2, seed=1)
    answer(match, 0, 1)
    answer(match, 1, 2)
    with pytest.raises(Refused) as refused:
        match.undo(1)
    assert refused.value.code == "not_your_move"
    match.undo(1, consent=True)
    assert (match.steps, match.pending) == (0, (0, 1))


# ---------------------------------------------------------------- parts that nobody else can notice


def speaking() -> tuple[Match, int, list[int]]:
    """Somebody in Milton Keynes may speak; an offer of theirs, part by part."""
    rng = random.Random(4)
    match = game("milton_keynes").new(players=3, seed=4)
    while not any(action.kind == "offer_to" for action in match.legal(match.pending[0])):
        seat = match.pending[0]
        match.play(seat, rng.choice(match.rules.legal_actions(match.perfect_memory(seat), seat)))
    return match, match.pending[0], offer_of(match, match.pending[0])


def offer_of(match: Match, seat: int) -> list[int]:
    trial, parts = match.until(match.steps), []
    while seat in trial.pending:
        legal = {each.kind: each.id for each in trial.legal(seat)}
        kind = next(kind for kind in ("send", "ask", "add_deed", "add_cash", "offer_to") if kind in legal)
        parts.append(legal[kind])
        trial.play(seat, legal[kind])
    return parts


def test_parts_of_a_choice_that_nobody_notices_become_one_entry_with_the_rest() -> None:
    match, seat, parts = speaking()
    steps, decision = match.steps, match.decision
    others: list[int | str] = ["spectator", *(other for other in range(3) if other != seat)]
    before = [match.record(other) for other in others]
    for part in parts[:-1]:
        match.hand_in(seat, part, decision)
        assert (match.decision, match.pending, match.changeable) == (decision, (seat,), ())
    assert [match.record(other) for other in others] == before
    assert match.drawer == {seat: parts[:-1]}
    match.hand_in(seat, parts[-1], decision)
    assert (match.steps, match.drawer) == (steps + 1, {})
    assert [move.action for move in match.entries[-1].moves] == parts


def test_parts_that_wait_are_kept_in_a_record_and_can_be_taken_back() -> None:
    match, seat, parts = speaking()
    match.hand_in(seat, parts[:1])
    match.hand_in(seat, parts[1])
    again = load(match.record())
    assert again.drawer == {seat: parts[:2]}
    assert again.legal(seat) == match.legal(seat)
    again.undo(seat)
    assert again.drawer == {seat: parts[:1]}
    again.withdraw(seat)
    assert again.drawer == {}
    assert again.view(seat) == match.until(match.steps).view(seat)


def test_what_is_illegal_after_parts_that_wait_changes_nothing() -> None:
    match, seat, parts = speaking()
    match.hand_in(seat, parts[0])
    with pytest.raises(Refused):
        match.hand_in(seat, parts[0])
    assert match.drawer == {seat: parts[:1]}


def test_what_everybody_sees_is_an_entry_at_once(estates: Game) -> None:
    match = estates.new(players=2, seed=1)
    for _ in range(9):
        seat, steps = match.pending[0], match.steps
        match.hand_in(seat, match.legal(seat)[0].id)
        assert (match.steps, match.drawer) == (steps + 1, {})
