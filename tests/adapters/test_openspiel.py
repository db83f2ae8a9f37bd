"""OpenSpiel's own tests on the games, and its players and solvers at work on them."""

import pickle

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, exploitability, ismcts, mcts
from open_spiel.python.algorithms.get_all_states import get_all_states

from tabletown.adapters import openspiel
from tabletown.match import games
from tabletown.rulekit.errors import TabletownError

TABLES = [(game.name, players) for game in games() for players in {min(game.players), max(game.players)}]
BRIEFLY: dict[str, dict[str, object]] = {"milton_keynes": {"offers": 0}}
"""Options without which random players would haggle for thousands of decisions."""


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_openspiel_finds_no_fault(game: str, players: int) -> None:
    loaded = openspiel.load(game, players, BRIEFLY.get(game))
    assert str(loaded).startswith(f"tabletown_{game}(")
    pyspiel.random_sim_test(loaded, num_sims=1, serialize=game == "the_estates", verbose=False, mask_test=False)


@pytest.mark.parametrize("game", ["kuhn_poker", "sealed_bids"])
@pytest.mark.parametrize("chance", ["explicit", "sampled"])
@pytest.mark.usefixtures("examples")
def test_small_games_too_with_either_kind_of_chance(game: str, chance: str) -> None:
    pyspiel.random_sim_test(openspiel.load(game, chance=chance), num_sims=5, serialize=True, verbose=False)


@pytest.mark.usefixtures("examples")
def test_openspiel_solves_kuhn_poker() -> None:
    """Exactly: six deals, each card as likely, and a strategy that nobody can do better against."""
    game = openspiel.load("kuhn_poker", chance="explicit")
    states = get_all_states(game, include_chance_states=True)
    deals = {str(state) for state in states.values() if not state.is_chance_node() and len(state.history()) == 2}
    assert len(deals) == 6
    solver = cfr.CFRSolver(game)
    for _ in range(60):
        solver.evaluate_and_update_policy()
    assert exploitability.nash_conv(game, solver.average_policy()) < 0.02
    assert len(solver.average_policy().state_lookup) == 12


def test_openspiel_solves_a_small_edition_of_the_estates() -> None:
    """Every way in which it can go: who begins, how the cubes lie, and all that two players can do about it."""
    game = openspiel.load("the_estates", 2, edition="one_lot", chance="explicit")
    solver = cfr.CFRPlusSolver(game)
    for _ in range(6):
        solver.evaluate_and_update_policy()
    solved = solver.average_policy()
    assert len(solved.state_lookup) == 816
    assert exploitability.nash_conv(game, solved) < 0.05


def test_openspiels_own_player_searches_a_small_edition() -> None:
    game = openspiel.load("the_estates", 2, edition="one_lot", chance="explicit")
    chance = np.random.RandomState(3)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, chance), 2.0, 40, random_state=chance)
    state = game.new_initial_state()
    while not state.is_terminal():
        action = bot.step(state) if state.current_player() >= 0 else chance.choice(state.legal_actions())
        assert action in state.legal_actions()
        state.apply_action(action)
    assert sum(state.returns()) == 1.0


@pytest.mark.usefixtures("examples")
def test_explicit_chance_and_a_seed_give_the_same_odds() -> None:
    game = openspiel.load("kuhn_poker", chance="sampled", seeds=3000)
    counted = np.zeros((3, 3))
    for seed in range(3000):
        state = game.new_initial_state()
        state.apply_action(seed)
        first, second = state.view(0).card[0], state.view(1).card[1]
        counted[first, second] += 1
    assert not counted.diagonal().any()
    assert counted[counted > 0] == pytest.approx(np.full(6, 500), rel=0.15)


def test_openspiels_own_player_plays_a_hidden_game() -> None:
    game = openspiel.load("square_mile", players=2)
    rollouts = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(game, rollouts, 2.0, 15, random_state=np.random.RandomState(2))
    state = game.new_initial_state()
    state.apply_action(5)
    for _ in range(12):
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


def test_a_redealt_state_looks_the_same_to_its_player_and_goes_on() -> None:
    game, chance = openspiel.load("milton_keynes", players=3), np.random.default_rng(1)
    state = game.new_initial_state()
    state.apply_action(7)
    differed = 0
    for _ in range(60):
        player = state.current_player()
        other = state.resample_from_infostate(player, chance.random)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.information_state_tensor(player) == state.information_state_tensor(player)
        assert other.legal_actions() == state.legal_actions()
        differed += other.position.states[0] != state.position.states[0]
        state.apply_action(int(chance.choice(state.legal_actions())))
    assert differed > 50


def test_a_sealed_answer_is_in_nobody_elses_information_state() -> None:
    game = openspiel.load("square_mile", players=3)
    state = game.new_initial_state()
    state.apply_action(3)
    while len(state.position.everybody_asked) < 3:
        state.apply_action(state.legal_actions()[0])
    children = [child for child in map(state.child, state.legal_actions()) if child.current_player() == 0][:2]
    for player in (1, 2):
        assert len({child.information_state_string(player) for child in children}) == 1
        assert len({tuple(child.information_state_tensor(player)) for child in children}) == 1
    assert len({child.information_state_string(0) for child in children}) == 2


def test_games_and_states_survive_pickling_with_their_options() -> None:
    game = openspiel.load("the_estates", 3, options={"rounds": 2, "money": "open"})
    again = pickle.loads(pickle.dumps(game))
    assert str(again) == str(game)
    assert again.desk.setting.options == {"rounds": 2, "money": 1, "lowest_requirement": 0}
    state = game.new_initial_state()
    state.apply_action(3)
    assert str(pickle.loads(pickle.dumps(state))) == str(state)


def test_what_cannot_be_gets_a_sentence() -> None:
    with pytest.raises(TabletownError, match="Chance is sampled or explicit"):
        openspiel.load("the_estates", chance="both")
    with pytest.raises(TabletownError, match="2, 3, 4, 5 players, not 9"):
        openspiel.load("the_estates", players=9)
