"""Taking back, and playing on from an old position."""

import random

import pytest

from tabletown.match import Game, Match, Refused, load
from tests.match.test_playing import play_until


def play_at_random(match: Match, steps: int, rng: random.Random) -> None:
    for _ in range(steps):
        match.play(match.pending[0], rng.choice(match.legal(match.pending[0])))


def test_a_seat_takes_its_own_last_moves_back_one_by_one(estates: Game) -> None:
    match = estates.new(players=3, seed=3)
    fresh = match.view(None).to_dict()
    seat = match.pending[0]
    match.play(seat, {"kind": "stow_check", "args": {}})
    match.play(seat, {"kind": "choose_cube", "args": {"row": 1, "end": 1}})
    match.undo(seat)
    assert match.view(seat).stowed[seat] == 1  # type: ignore[attr-defined]
    match.undo(seat)
    assert match.view(None).to_dict() == fresh
    with pytest.raises(Refused) as refused:
        match.undo(seat)
    assert refused.value.code == "nothing_to_undo"


def test_nobody_takes_another_players_move_back(estates: Game) -> None:
    match = estates.new(players=3, seed=3)
    seat = match.pending[0]
    match.play(seat, {"kind": "stow_check", "args": {}})
    with pytest.raises(Refused) as refused:
        match.undo((seat + 1) % 3)
    assert refused.value.code == "not_your_move"


def test_what_was_revealed_stays_revealed(estates: Game) -> None:
    match = estates.new(players=2, seed=9)
    seat = play_until(match, "choose_roof", random.Random(1))
    match.play(seat, {"kind": "choose_roof", "args": {}})
    with pytest.raises(Refused) as refused:
        match.undo(seat)
    assert refused.value.code == "revealed"


def test_an_undo_by_consent_does_not_bring_the_same_dice_again(estates: Game) -> None:
    """Decision numbers are never used twice, so nobody knows what will be turned over the second time."""
    faces = set()
    for seed in range(12):
        match = estates.new(players=2, seed=seed)
        seat = play_until(match, "choose_roof", random.Random(1))
        match.play(seat, {"kind": "choose_roof", "args": {}})
        first = match.state.face  # type: ignore[attr-defined]
        match.undo(seat, consent=True)
        match.play(seat, {"kind": "choose_roof", "args": {}})
        faces.add(first == match.state.face)  # type: ignore[attr-defined]
    assert False in faces


def test_an_undo_takes_what_followed_automatically_along(estates: Game) -> None:
    match = estates.new(players=3, seed=3)
    seat = match.pending[0]
    match.play(seat, [{"kind": "skip_stowing", "args": {}}, {"kind": "choose_cube", "args": {"row": 0, "end": 0}}])
    bidder = match.pending[0]
    match.play(bidder, {"kind": "bid", "args": {"amount": 12}})
    match.undo(bidder)
    assert match.pending == (bidder,)


def test_an_undo_is_kept_in_the_record(estates: Game) -> None:
    match = estates.new(players=3, seed=3)
    seat = match.pending[0]
    match.play(seat, {"kind": "stow_check", "args": {}})
    match.undo(seat)
    match.play(seat, {"kind": "skip_stowing", "args": {}})
    assert match.decision == 4
    again = load(match.record())
    assert (again.digest, again.decision, again.steps) == (match.digest, 4, 1)


def test_a_fork_goes_on_from_the_step_with_chance_of_its_own(estates: Game) -> None:
    match = estates.new(players=4, seed=7)
    play_at_random(match, 60, random.Random(2))
    fork = match.fork(at=12)
    assert fork.steps == 12
    assert fork.view(None).to_dict() == match.view(None, step=12).to_dict()
    play_at_random(fork, 100, random.Random(3))
    assert load(fork.record()).digest == fork.digest
    assert match.steps == 60


def test_a_fork_knows_nothing_of_what_was_taken_back_later(estates: Game) -> None:
    match = estates.new(players=4, seed=7)
    seat = match.pending[0]
    match.play(seat, {"kind": "stow_check", "args": {}})
    match.undo(seat)
    match.play(seat, {"kind": "skip_stowing", "args": {}})
    play_at_random(match, 10, random.Random(2))
    for step in range(match.steps + 1):
        assert match.fork(at=step).view(None).to_dict() == match.view(None, step=step).to_dict()


@pytest.mark.parametrize("step", [-1, 61])
def test_there_is_no_fork_beyond_the_game(estates: Game, step: int) -> None:
    match = estates.new(players=4, seed=7)
    play_at_random(match, 60, random.Random(2))
    with pytest.raises(Refused) as refused:
        match.fork(at=step)
    assert refused.value.code == "no_such_step"
