"""Law 1: the interpreted and the compiled engine agree."""

import random

import numpy as np

from tabletown.laws.law import fewer, law
from tabletown.laws.playing import Case, positions, told_apart
from tabletown.rulekit.engine import Compiled, Interpreted
from tabletown.rulekit.loops import ENDING, LENGTH

GAMES = fewer(1000)
CHUNKS = fewer(40)
ENOUGH = fewer(300_000)
"""Decisions up to which all games are compared.

Of a title with more, games at even distances are, as many as come to about that, and one at least of each choice of
options: a step that differs shows in whatever game it comes up.
"""
TRACED = fewer(8)
LONG_TRACED = fewer(5_000)
"""Decisions after which no further game is traced."""
SPECTATOR = -1


@law
def a_thousand_random_games_come_out_the_same_in_both_modes(case: Case) -> None:
    compiled, interpreted = Compiled(case.rules), Interpreted(case.rules)
    rng = random.Random(f"twin {case}")
    chunks = []
    for chunk in range(CHUNKS):
        options = case.options(rng) if chunk else case.declaration.read_options({})
        seeds = [rng.getrandbits(40) for _ in range(GAMES // CHUNKS)]
        room = compiled.states(2, options)
        tally = np.asarray(compiled.random_games(room, case.players, compiled.numbers(seeds)))
        assert tally[:, ENDING].min() > 0, "a game did not end within its declared length"
        chunks.append((options, seeds, tally, compiled.get(room, 1)))
    decisions = sum(int(tally[:, LENGTH].sum()) for _options, _seeds, tally, _last in chunks)
    step = min(max(1, decisions // ENOUGH), GAMES // CHUNKS)
    for options, seeds, tally, last in chunks:
        room = interpreted.states(2, options)
        compared = range(len(seeds) - 1, -1, -step)[::-1]
        plain = interpreted.random_games(room, case.players, interpreted.numbers([seeds[game] for game in compared]))
        assert tally[compared].tolist() == plain, "a random game ends otherwise compiled than interpreted"
        other = interpreted.get(room, 1)
        assert last == other, f"{told_apart(last, other)} after the last game, compiled and interpreted"


@law
def every_single_position_is_the_same_in_both_modes(case: Case) -> None:
    engines = (Compiled(case.rules), Interpreted(case.rules))
    rng = random.Random(f"trace {case}")
    decisions = 0
    for _ in range(TRACED):
        if decisions > LONG_TRACED:
            break
        options, seed = case.options(rng), rng.getrandbits(40)
        batches = [engine.states(1) for engine in engines]
        masks = [engine.rows(1, case.declaration.actions.count) for engine in engines]
        for engine, batch in zip(engines, batches, strict=True):
            engine.begin(batch, case.players, engine.numbers([seed]), options)
        going = True
        while going:
            decisions += 1
            state, plain = (engine.get(batch, 0) for engine, batch in zip(engines, batches, strict=True))
            assert state == plain, f"{told_apart(state, plain)}, compiled and interpreted"
            for engine, batch, mask in zip(engines, batches, masks, strict=True):
                engine.legal_masks(batch, mask)
            masked = np.asarray(masks[0])[0].tolist() == masks[1][0]
            assert masked, "what is allowed is something else compiled than interpreted"
            actions = np.flatnonzero(masks[0][0]).tolist()
            assert actions == sorted(case.rules.legal_actions(plain, case.rules.pending_seats(plain)[0]))
            action = rng.choice(actions)
            steps = [
                engine.step(batch, engine.numbers([action])) for engine, batch in zip(engines, batches, strict=True)
            ]
            assert steps in ([0, 0], [1, 1])
            going = steps == [1, 1]
        state, plain = (engine.get(batch, 0) for engine, batch in zip(engines, batches, strict=True))
        assert state == plain, f"{told_apart(state, plain)} in the end, compiled and interpreted"


@law
def views_redealt_worlds_and_their_worth_are_the_same_in_both_modes(case: Case) -> None:
    engines = (Compiled(case.rules), Interpreted(case.rules))
    found = positions(case, 60)
    rng = random.Random(f"views {case}")
    seats = [rng.randrange(SPECTATOR, case.players) for _ in found]
    seeds = [rng.getrandbits(40) for _ in found]
    outcomes = []
    for engine in engines:
        states = engine.states(len(found))
        for place, state in enumerate(found):
            engine.put(states, place, state)
        engine.conceal(states, engine.numbers(seats))
        views = [engine.get(states, place) for place in range(len(found))]
        engine.redeal(states, engine.numbers(seats), engine.numbers(seeds))
        worlds = [engine.get(states, place) for place in range(len(found))]
        worth = engine.evaluate(states, case.players) if case.rules.thinks else []
        outcomes.append((views, worlds, worth))
    for what, one, other in zip(("views", "redealt worlds", "the worth of positions"), *outcomes, strict=True):
        assert one == other, f"{what} are not the same compiled and interpreted"
    _, interpreted = outcomes
    views, worlds, _ = interpreted
    for state, seat, seed, view, world in zip(found, seats, seeds, views, worlds, strict=True):
        assert view == case.rules.concealed(state, seat)
        assert world == case.rules.redealt(view, seat, seed)
