"""Law 1: interpreted and compiled play agree."""

import random

import numpy as np

from tabletown.rulekit.loops import Seeds, Sheet, States, Tally
from tabletown.rulekit.runs import Runs
from tests.contract.playing import Case

GAMES = 1000
CHUNKS = 40
ENOUGH = 1_600_000
"""Decisions after which a title with very long games is compared by the last game of each chunk only.

All thousand games are compared but in Milton Keynes with three and more players, whose haggling would take minutes.
"""
TRACED = 8


def test_a_thousand_random_games_come_out_the_same_in_both_modes(case: Case) -> None:
    rules, twin = case.rules, case.rules.twin
    rng = random.Random(f"twin {case}")
    width = 2 + 2 * case.players
    limit = case.declaration.max_decisions
    decisions = 0
    for chunk in range(CHUNKS):
        options = case.options(rng) if chunk else case.declaration.read_options({})
        seeds = [rng.getrandbits(40) for _ in range(GAMES // CHUNKS)]
        compiled = np.zeros((len(seeds), width), np.int32)
        sheet = np.zeros(case.players, np.int32)
        batch = twin.states(2, options)
        decisions += twin.random_games(batch, case.players, np.array(seeds), twin.runs(), sheet, limit, compiled)
        assert compiled[:, 0].min() > 0, "a game did not end within its declared length"
        if decisions > ENOUGH:
            seeds = seeds[-1:]
            compiled = compiled[-1:]
        plain = Tally([[0] * width for _ in seeds])
        states = States([rules.new_state(options), None])
        room = Runs([0] * len(twin.runs()))
        rules.call.random_games(states, case.players, Seeds(seeds), room, Sheet([0] * case.players), limit, plain)
        assert compiled.tolist() == plain
        assert case.declaration.state.from_array(batch, 1) == states[1]


def test_every_single_position_is_the_same_in_both_modes(case: Case) -> None:
    rules, twin = case.rules, case.rules.twin
    rng = random.Random(f"trace {case}")
    state_class = case.declaration.state
    for _ in range(TRACED):
        options, seed = case.options(rng), rng.getrandbits(40)
        batch, template = twin.states(1), twin.states(1, options)
        twin.begin_batch(batch, template, case.players, np.array([seed]))
        plain = States([None])
        rules.call.begin_batch(plain, States([rules.new_state(options)]), case.players, Seeds([seed]))
        masks = np.zeros((1, case.declaration.actions.count), np.int32)
        while seats := rules.pending_seats(plain[0]):
            assert state_class.from_array(batch, 0) == plain[0]
            twin.legal_masks(batch, twin.runs(), masks)
            actions = rules.legal_actions(plain[0], seats[0])
            assert np.flatnonzero(masks[0]).tolist() == sorted(actions)
            action = rng.choice(actions)
            rules.call.step_batch(plain, Seeds([action]))
            twin.step_batch(batch, np.array([action]))
        assert state_class.from_array(batch, 0) == plain[0]
