"""A batch of games stepped from Python."""

import numpy as np
import pytest

from tabletown.lab import Batch
from tabletown.match import game
from tabletown.rulekit.errors import TabletownError

RULES = game("the_estates").rules()


def test_a_batch_plays_to_the_end_of_every_game() -> None:
    batch = Batch("the_estates", players=3, size=50, seed=4)
    steps = 1
    while batch.step(batch.random_actions()):
        steps += 1
    endings, shares, scores = batch.results()
    assert 100 < steps < 41 * 7
    assert set(endings) <= {1, 2}
    assert (batch.seats() == -1).all()
    assert not batch.legal().any()
    assert shares.sum(axis=1) == pytest.approx(np.ones(50))
    assert (scores[np.arange(50), shares.argmax(axis=1)] == scores.max(axis=1)).all()


def test_a_batch_is_in_the_states_that_the_rules_give() -> None:
    batch = Batch("the_estates", players=4, size=8, seed=1)
    state_class = RULES.declaration.state
    for _ in range(60):
        before = [state_class.from_array(batch.states, i) for i in range(batch.size)]
        legal, seats, actions = batch.legal(), batch.seats(), batch.random_actions()
        batch.step(actions)
        for i, state in enumerate(before):
            seat = int(seats[i])
            assert RULES.pending_seats(state) == (seat,)
            assert np.flatnonzero(legal[i]).tolist() == sorted(RULES.legal_actions(state, seat))
            RULES.apply(state, seat, int(actions[i]))
            assert state == state_class.from_array(batch.states, i)


def test_a_batch_begins_anew_with_the_games_of_its_seed() -> None:
    batch = Batch("the_estates", players=2, size=20, seed=9)
    first = batch.states.copy()
    batch.step(batch.random_actions())
    assert (batch.states != first).any()
    batch.begin(9)
    assert (batch.states == first).all()
    batch.begin(10)
    assert (batch.states != first).any()


def test_unfinished_games_have_no_winner_yet() -> None:
    endings, shares, scores = Batch("the_estates", players=2, size=3).results()
    assert not endings.any()
    assert not shares.any()
    assert scores.tolist() == [[0, 0]] * 3


def test_an_illegal_action_is_refused_and_nothing_is_played() -> None:
    batch = Batch("the_estates", players=2, size=3)
    before = batch.states.copy()
    actions = batch.random_actions()
    for wrong in (RULES.PASS(), -1, batch.actions, 1 << 40):
        actions[1] = wrong
        with pytest.raises(TabletownError, match=f"The action {wrong} is not legal in game 1 of the batch"):
            batch.step(actions)
    assert (batch.states == before).all()


def test_a_step_needs_an_action_for_every_game() -> None:
    batch = Batch("the_estates", players=2, size=3)
    with pytest.raises(TabletownError, match="one action for each of the 3 games"):
        batch.step([0, 0])


@pytest.mark.parametrize(("size", "seed"), [(0, 0), (True, 0), (3, -1)])
def test_a_bad_batch_gets_a_sentence(size: int, seed: int) -> None:
    with pytest.raises(TabletownError, match="whole number from"):
        Batch("the_estates", players=2, size=size, seed=seed)
