"""PettingZoo's own tests for every game and number of players, and that sealed answers are given at once."""

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, seed_test

from tabletown.adapters.pettingzoo import aec_env, parallel_env
from tabletown.lab import simulate
from tabletown.lab.position import Position
from tabletown.match import games
from tabletown.rulekit.errors import TabletownError

TABLES = [(game.name, players) for game in games() for players in game.players]

# PettingZoo says so of every environment whose observations have an action mask, its own card games included.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
]


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_pettingzoo_finds_no_fault(game: str, players: int) -> None:
    api_test(aec_env(game, players), num_cycles=25)
    seed_test(lambda: aec_env(game, players), num_cycles=25)
    parallel_api_test(parallel_env(game, players), num_cycles=25)


def test_an_environment_plays_whole_games_and_shares_out_the_win() -> None:
    env = aec_env("the_estates", 3)
    for seed in range(5):
        env.reset(seed=seed)
        env.action_space("seat_0").seed(seed)
        won, decisions = {}, 0
        for name in env.agent_iter():
            seen, reward, over, cut, _info = env.last()
            assert not cut
            if over:
                won[name] = reward
            decisions += not over
            env.step(None if over else env.action_space(name).sample(seen["action_mask"]))
        assert sum(won.values()) == pytest.approx(1)
        assert len(won) == 3
        assert decisions < simulate("the_estates", 3, 200).longest * 2


def test_in_a_sealed_phase_everybody_answers_in_one_step() -> None:
    env = parallel_env("square_mile", 3)
    seen, _infos = env.reset(seed=4)
    together = 0
    while env.agents:
        asked = [name for name in env.agents if seen[name]["action_mask"].any()]
        together = max(together, len(asked))
        actions = {name: env.action_space(name).sample(seen[name]["action_mask"]) for name in env.agents}
        seen, rewards, _over, _cut, _infos = env.step(actions)
    assert together == 3
    assert sum(rewards.values()) == pytest.approx(1)


def test_what_one_seat_answers_sealed_no_other_seat_sees() -> None:
    """Two tables that differ in what seat 0 has sealed look the same from the other seats."""
    tables = [aec_env("square_mile", 3) for _ in range(2)]
    for env in tables:
        env.reset(seed=4)
    while len(tables[0]._table.position.everybody_asked) < 3:
        for env in tables:
            env.step(np.flatnonzero(env.last()[0]["action_mask"])[0])
    position = tables[0]._table.position
    parts = [action for action in position.legal() if _is_asked_after(position, action)]
    for env, action in zip(tables, parts[:2], strict=True):
        env.step(action)
    first, second = ({name: env._table.seen(name) for name in ("seat_1", "seat_2")} for env in tables)
    for name, seen in first.items():
        for part in ("observation", "action_mask"):
            assert (seen[part] == second[name][part]).all()


def _is_asked_after(position: Position, action: int) -> bool:
    """Whether the seat has then answered in part only: that it has answered everybody may know."""
    after = position.copy()
    after.play(action)
    return after.seat == position.seat


def test_an_illegal_action_gets_a_sentence_and_nothing_is_played() -> None:
    env = aec_env("the_estates", 2, render_mode="ansi")
    env.reset(seed=1)
    before = env.render()
    for wrong in (-1, 10**6, int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0])):
        with pytest.raises(TabletownError, match=r"seat_\d may not take the action"):
            env.step(wrong)
    assert env.render() == before
