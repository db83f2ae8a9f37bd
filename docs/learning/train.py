"""`python docs/learning/train.py GAME`: a small policy learns from random self-play, with nothing but NumPy.

It reads a dataset, learns which actions those who won took (a linear policy, weighted by what came of them), and plays
against random players. `docs/research.md` says more.
"""

import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

import tabletown
from tabletown.lab.dataset import read_dataset, write_dataset

ROUNDS, BATCH, RATE = 3, 256, 0.05


def features(observations: Any) -> Any:
    return np.hstack([observations, np.ones((len(observations), 1), np.float32)])


def chances(weights: Any, seen: Any, masks: Any) -> Any:
    """How likely the policy takes each legal action."""
    likings = np.where(masks, seen @ weights, -np.inf)
    raised = np.exp(likings - likings.max(axis=1, keepdims=True))
    return raised / raised.sum(axis=1, keepdims=True)


def learned(data: dict[str, Any], players: int, seed: int = 0) -> Any:
    """Weights that make likelier what was done by those who won, and less likely what was done by the others."""
    seen, masks, actions = features(data["observation"]), data["mask"], data["action"]
    gained = data["return"] - 1 / players
    weights = np.zeros((seen.shape[1], masks.shape[1]), np.float32)
    chance = np.random.default_rng(seed)
    for _ in range(ROUNDS):
        for rows in np.array_split(chance.permutation(len(actions)), max(1, len(actions) // BATCH)):
            pull = -chances(weights, seen[rows], masks[rows])
            pull[np.arange(len(rows)), actions[rows]] += 1
            weights += RATE * seen[rows].T @ (pull * gained[rows, None])
    return weights


def share_of_wins(game: str, players: int, weights: Any, games: int, seed: int = 1) -> float:
    """How much of the wins the policy takes in one seat against random players; its seat goes round."""
    vector = tabletown.vector(game, games, players=players, seed=seed)
    own = np.arange(games) % players
    going, won = np.ones(games, np.bool_), 0.0
    while going.any():
        actions = vector.random_actions().copy()
        mine = np.flatnonzero(vector.seats == own)
        actions[mine] = chances(weights, features(vector.observations[mine]), vector.masks[mine]).argmax(axis=1)
        vector.step(actions)
        ended = np.flatnonzero(going & vector.over)
        won += float(vector.rewards[ended, own[ended]].sum())
        going[ended] = False
    return won / games


def main(game: str, games: int = 3000, tried: int = 1000) -> float:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "games.parquet"
        rows = write_dataset(game, file, games)
        data, told = read_dataset(file)
    weights = learned(data, told["players"])
    share = share_of_wins(game, told["players"], weights, tried)
    print(f"{rows:,} decisions; the policy wins {share:.1%}, a random player {1 / told['players']:.1%}.")  # noqa: T201
    return share


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
