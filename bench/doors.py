"""What stepping from Python costs, beside pgx and PettingZoo's own games: the same game, connect four, on both sides.

Our connect four is `docs/examples/connect_four.py`, written like any game of the house.
"""

import importlib
import os
import sys
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from time import process_time
from typing import Any

from bench.measure import Figure, Run, best_of_alternating, games_for
from tabletown.lab import Vector
from tabletown.rulekit.registry import declarations

os.environ.setdefault("JAX_PLATFORMS", "cpu")

TIMES_PGX = "vector: times pgx's best batch, per CPU s"
TIMES_PETTINGZOO = "PettingZoo door: times connect_four_v3, per CPU s"
PGX_BATCHES = (1024, 4096, 16384, 65536)
OUR_BATCH = 4096
SCAN = 50
"""Steps that pgx makes in one call, compiled as a whole: the way it is fastest."""


def with_connect_four() -> None:
    sys.path.insert(0, str(Path(__file__).parents[1] / "docs" / "examples"))
    declarations()["connect_four"] = importlib.import_module("connect_four").GAME


def stepped(vector: Vector, steps: int) -> Run:
    start = process_time()
    for _ in range(steps):
        vector.step(vector.random_actions(), check=False)  # they are legal, as pgx's are
    return Run(steps * vector.n, 0, process_time() - start)


def vector_side(game: str, players: int, seconds: float, **parts: Any) -> Callable[[], Run]:
    vector = Vector(game, OUR_BATCH, players, **parts)
    return partial(stepped, vector, games_for(seconds, partial(stepped, vector)))


def pgx_side(batch: int, seconds: float) -> Callable[[], Run]:
    """Random play with auto-reset: the choice, the step, observation and mask, many steps in one compiled call."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make("connect_four")
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(carried: Any, _nothing: Any) -> Any:
        state, key = carried
        key, choosing, resetting = jax.random.split(key, 3)
        likings = jnp.log(state.legal_action_mask.astype(jnp.float32))
        state = step(state, jax.random.categorical(choosing, likings, axis=-1), jax.random.split(resetting, batch))
        return (state, key), None

    @jax.jit  # type: ignore[untyped-decorator, unused-ignore]
    def many(state: Any, key: Any) -> Any:
        return jax.lax.scan(one, (state, key), None, length=SCAN)[0]

    key = jax.random.PRNGKey(0)
    held = [jax.jit(jax.vmap(env.init))(jax.random.split(key, batch)), key]

    def play(calls: int) -> Run:
        start = process_time()
        for _ in range(calls):
            held[:] = many(*held)
        jax.block_until_ready(held[0])
        return Run(calls * batch * SCAN, 0, process_time() - start)

    return partial(play, games_for(seconds, play))


def pettingzoo_side(make: Callable[[], Any], seconds: float) -> Callable[[], Run]:
    """The loop of PettingZoo's documentation, word for word, with its usual random policy."""
    env = make()

    def play(games: int) -> Run:
        decisions, start = 0, process_time()
        for number in range(games):
            env.reset(seed=number)
            for agent in env.agent_iter():
                observation, _reward, termination, truncation, _info = env.last()
                if termination or truncation:
                    action = None
                else:
                    action = env.action_space(agent).sample(observation["action_mask"])
                    decisions += 1
                env.step(action)
        return Run(decisions, games, process_time() - start)

    return partial(play, games_for(seconds, play))


def their_connect_four() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of an older way to make it, which all its documentation still shows
        from pettingzoo.classic import connect_four_v3

        return connect_four_v3.env()


def doors(seconds: float) -> Iterator[Figure]:
    """Connect four from Python: ours, pgx's, PettingZoo's."""
    from tabletown.adapters.pettingzoo import aec_env

    with_connect_four()
    ours, *theirs = best_of_alternating(
        [vector_side("connect_four", 2, seconds), *(pgx_side(batch, seconds) for batch in PGX_BATCHES)]
    )
    best = max(run.decisions_per_second for run in theirs)
    yield Figure("pgx, steps per CPU s", best, f"{best:,.0f}")
    yield Figure("vector, steps per CPU s", ours.decisions_per_second, f"{ours.decisions_per_second:,.0f}")
    yield Figure(TIMES_PGX, ours.decisions_per_second / best, f"{ours.decisions_per_second / best:.1f}")
    one, other = best_of_alternating(
        [
            pettingzoo_side(partial(aec_env, "connect_four", 2), seconds),
            pettingzoo_side(their_connect_four, seconds),
        ]
    )
    mine, their = one.decisions_per_second, other.decisions_per_second
    yield Figure("connect_four_v3, decisions per CPU s", their, f"{their:,.0f}")
    yield Figure("PettingZoo door, decisions per CPU s", mine, f"{mine:,.0f}")
    yield Figure(TIMES_PETTINGZOO, mine / their, f"{mine / their:.1f}")


PARTS: dict[str, dict[str, Any]] = {
    "steps and runs alone": {"observations": False, "masks": False},
    "with masks": {"observations": False},
    "with observations": {"masks": False},
    "with plain observations": {"masks": False, "observations": "plain"},
    "with both": {},
}


def parts_of_a_vector(game: str, players: int, seconds: float, options: dict[str, int] | None) -> Iterator[Figure]:
    """What each part of a vector costs, in one run."""
    sides = [vector_side(game, players, seconds, options=options, **parts) for parts in PARTS.values()]
    for name, run in zip(PARTS, best_of_alternating(sides), strict=True):
        yield Figure(f"vector, {name}, steps per CPU s", run.decisions_per_second, f"{run.decisions_per_second:,.0f}")
