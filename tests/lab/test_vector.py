"""Many games stepped together from NumPy."""

import numpy as np
import pytest

import tabletown
from tabletown.lab import Vector, simulate
from tabletown.match import game
from tabletown.rulekit.engine import ENGINES
from tabletown.rulekit.errors import TabletownError
from tabletown.rulekit.observing import Observation, number, places, seat_of

ESTATES = game("the_estates").declaration


def test_random_steps_play_the_games_of_random_self_play_each_followed_by_the_next() -> None:
    vector = tabletown.vector("the_estates", 7, players=3, seed=5, observations=False, masks=False)
    lengths: dict[int, int] = {}
    wins = np.zeros(3)
    while len(lengths) < 21:
        seeds = vector.seeds.copy()
        vector.step(vector.random_actions())
        for i in np.flatnonzero(vector.over):
            assert vector.seeds[i] == seeds[i] + 7
            lengths[int(seeds[i]) - (5 << 32)] = int(vector.lengths[i])
            if seeds[i] - (5 << 32) < 7:
                wins += vector.rewards[i]
        assert vector.rewards.sum() == pytest.approx(vector.over.sum())
    first = simulate("the_estates", 3, 7, seed=5)
    assert sum(lengths[number] for number in range(7)) == first.decisions
    assert wins == pytest.approx([7 * seat.share for seat in first.seats])


@pytest.mark.parametrize("name", ["square_mile", "the_estates"])
def test_both_engines_fill_the_same_arrays(name: str) -> None:
    seen = ("declared", "plain")
    kinds = [Vector(name, 3, seed=2, observations=kind, mode=mode) for mode in ENGINES for kind in seen]
    for _ in range(60):
        compiled, plain, other, other_plain = kinds
        drawn = [vector.random_actions().tolist() for vector in kinds]
        actions = drawn[0]
        assert drawn == [actions] * 4
        for vector in kinds:
            vector.step(actions)
        for part in ("seats", "asked", "masks", "rewards", "over", "lengths", "seeds", "observations"):
            assert (getattr(compiled, part) == getattr(other, part)).all(), part
        assert (plain.observations == other_plain.observations).all()


def test_threads_make_no_difference() -> None:
    alone = Vector("square_mile", 10, players=4, seed=1, keys=True)
    with Vector("square_mile", 10, players=4, seed=1, keys=True, threads=3) as shared:
        for _ in range(40):
            actions = alone.random_actions()
            assert alone.step(actions) == shared.step(actions)
            for part in ("seats", "masks", "observations", "rewards", "keys"):
                assert (getattr(alone, part) == getattr(shared, part)).all()


def test_masks_and_runs_are_the_legal_actions_and_an_observation_is_the_view_of_who_moves() -> None:
    vector = Vector("the_estates", 4, players=4, seed=3)
    rules = game("the_estates").rules()
    for _ in range(50):
        vector.step(vector.random_actions())
        for i in range(4):
            state, seat = ESTATES.state.from_array(vector.states, i), int(vector.seats[i])
            legal = sorted(rules.legal_actions(state, seat))
            assert np.flatnonzero(vector.masks[i]).tolist() == legal
            assert vector.runs[i, 1] == len(legal)
            view = rules.concealed(state, seat)
            cash = [view.cash[(seat + k) % 4] / 20 for k in range(4)]  # type: ignore[attr-defined]
            assert vector.observed("cash")[i, :4] == pytest.approx(cash)
            assert vector.observed("auctioneer")[i].argmax() == (view.auctioneer - seat) % 4  # type: ignore[attr-defined]


def test_a_seat_is_not_shown_how_the_others_have_answered() -> None:
    vector = Vector("square_mile", 20, players=3, seed=9, observations="plain")
    bids = vector.observed("bids")
    seen = 0
    for _ in range(40):
        vector.step(vector.random_actions())
        for i in np.flatnonzero((vector.asked & 4 > 0) & (vector.seats > 0)):
            value, known = bids[i]
            own = vector.seats[i]
            assert known[own] == 1
            assert not known[:own].any() or vector.states["phase"][i] not in {4, 5}
            assert not value[known == 0].any()
            seen += not known[:own].any()
    assert seen


def test_a_game_without_an_observation_of_its_own_is_seen_plainly_and_exactly() -> None:
    vector = Vector("square_mile", 2, players=2, observations="plain")
    fields = game("square_mile").declaration.state.fields
    assert set(vector.layout) == set(fields) - {"rng"}
    vector.states["asked_for"] = (1 << 39) + 5
    vector.step(vector.random_actions())
    state, seat = fields["asked_for"], vector.layout["asked_for"]
    assert (state.bits, seat.shape) == (64, (4,))
    limbs = vector.observed("asked_for")[0].astype(int)
    kept = int(vector.states["asked_for"][0])
    assert sum(int(limb) << 16 * k for k, limb in enumerate(limbs)) == kept


def test_seeds_can_be_given_one_by_one() -> None:
    vector = Vector("the_estates", 3, players=2, seeds=[4, 4, 5])
    assert (vector.observations[0] == vector.observations[1]).all()
    assert (vector.observations[0] != vector.observations[2]).any()
    with pytest.raises(TabletownError, match="3 games take 3 seeds"):
        vector.reset(seeds=[1, 2])


def test_an_illegal_action_is_refused_and_nothing_is_played() -> None:
    vector = Vector("the_estates", 3, players=2)
    before, actions = vector.states.copy(), vector.random_actions().copy()
    for wrong in (-1, vector.actions, int(np.flatnonzero(~vector.masks[1])[0])):
        actions[1] = wrong
        with pytest.raises(TabletownError, match=f"The action {wrong} is not legal in game 1"):
            vector.step(actions)
    with pytest.raises(TabletownError, match="one action for each of the 3 games"):
        vector.step([0])
    assert (vector.states == before).all()


def test_what_was_not_asked_for_is_said() -> None:
    vector = Vector("the_estates", 1, observations=False, masks=False)
    with pytest.raises(TabletownError, match="made without masks"):
        _ = vector.masks
    with pytest.raises(TabletownError, match="no part 'cash'"):
        vector.observed("cash")
    with pytest.raises(TabletownError, match="Observations are declared or plain"):
        Vector("the_estates", 1, observations="round")


@pytest.mark.parametrize(
    ("seen", "complaint"),
    [
        (Observation(number("cahs")), "'cahs' that is no field"),
        (Observation(number("rng")), "'rng' that is no field"),
        (Observation(number("phase", by_seat=True)), "by seats, but it has no rows"),
        (Observation(number("cash"), seat_of("cash")), "two parts of one name"),
    ],
)
def test_an_observation_that_does_not_fit_its_game_is_refused(seen: Observation, complaint: str) -> None:
    with pytest.raises(TabletownError, match=complaint):
        places("the_estates", ESTATES.state, 5, seen)
