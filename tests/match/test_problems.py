"""A reported problem loads as a match at its step: the very match, or one that its seat cannot tell from it."""

import json
import random

import pytest

import tabletown
from tabletown.match import BadRecord, Match
from tabletown.match.problem import problem

GAMES = [game.name for game in tabletown.games()]


def played(name: str, steps: int) -> Match:
    match = tabletown.game(name).new(seed=9)
    rng = random.Random(steps)
    while not match.over and match.steps < steps:
        seat = match.pending[0]
        match.play(seat, rng.choice(match.rules.legal_actions(match.perfect_memory(seat), seat)))
    return match


@pytest.mark.parametrize("name", GAMES)
def test_of_a_whole_record_it_is_the_very_match_at_that_step(name: str) -> None:
    match = played(name, 30)
    again = tabletown.load(json.dumps(problem(match, 20, None, is_open=True)))
    assert again.steps == 20
    for seat in range(match.players):
        assert again.view(seat) == match.view(seat, 20)
    for entry in match.entries[20:]:
        for move in entry.moves:
            if not move.automatic:
                again.play(move.seat, move.action)
    assert again.digest == match.digest


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seat", [0, 1, None])
def test_of_what_a_seat_saw_it_is_a_match_that_the_seat_cannot_tell_from_it(name: str, seat: int | None) -> None:
    for steps in (0, 7, 30):
        match = played(name, steps)
        report = json.dumps(problem(match, match.steps, seat, is_open=False))
        assert match.seed.hex() not in report
        again = tabletown.load(report)
        assert again.view(seat) == match.view(seat)
        assert again.text(seat) == match.text(seat)
        assert again.picture(seat) == match.picture(seat)
        assert again.names == match.names
        if seat is not None:
            assert again.legal(seat) == match.legal(seat)


def test_hidden_things_are_not_in_the_file_of_another_seat() -> None:
    match = played("the_estates", 40)
    report = problem(match, 40, 1, is_open=False)
    assert report["record"]["format"] == "tabletown-view/1"
    assert all(step["rng"] is None for step in report["record"]["steps"])
    shown = report["record"]["steps"][40]
    assert shown == match.view(1).to_dict()
    assert shown != match.state.to_dict()
    assert [cash is None for cash in shown["cash"][:4]] == [True, False, True, True]


@pytest.mark.parametrize("damage", [{"step": -1}, {"step": 99}, {"step": "x"}, {"record": {}}, {"record": None}])
@pytest.mark.parametrize("is_open", [True, False])
def test_a_damaged_one_is_refused_in_a_sentence(damage: dict[str, object], is_open: bool) -> None:
    report = problem(played("the_estates", 5), 3, 0, is_open=is_open) | damage
    with pytest.raises(BadRecord, match=r"^problem\.json "):
        tabletown.load(report, "problem.json")
