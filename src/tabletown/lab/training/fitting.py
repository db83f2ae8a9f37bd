"""What features are worth, by how games ended: a sum of weights, and a small layer for what the sum leaves over.

Sums are made in one order and without a library that shares them out among processors, and weights are rounded: the
same notes give the same weights to the last digit.
"""

from dataclasses import replace
from typing import Any

import numpy as np

from tabletown.rulekit.minds import Mind
from tabletown.rulekit.practising import NOTED_SCORE, NOTED_SHARE, NOTED_SIZE

Numbers = np.ndarray[Any, np.dtype[np.float64]]

DIGITS = 6
SHRINKING = 1e-3
"""How much a weight has to earn, as a part of what its feature varies by."""
SCALES = [1.1**n for n in range(-60, 100)]
PASSES, STEPS, AT_ONCE, PACE = 6, 600, 1024, 2e-3
"""Of a layer: passes over all rows, steps at least, rows a step, and how far it goes."""
MOMENTUM, MEMORY = 0.9, 0.999


class Notes:
    """What was noted in games: features, and how it ended for whoever had them. A row a seat, position by position."""

    def __init__(self, rows: Any, players: int, sides: int = 0) -> None:
        """With sides a seat's score is whether its side wins: escapes and captures are different things."""
        found: Numbers = np.asarray(rows, np.float64)
        count = found.shape[1] - NOTED_SIZE
        self.players = players
        self.features = found[:, :count]
        self.shares = found[:, count + NOTED_SHARE]
        self.scores = self.shares * (players / sides) if sides else found[:, count + NOTED_SCORE]

    def __len__(self) -> int:
        return len(self.scores)


def fitted(notes: Notes, units: int, seed: int) -> Mind:
    """The mind that tells best from the features how many points a seat will have."""
    mind = _fitted_sum(notes)
    if units:
        mind = replace(mind, layer=_fitted_layer(notes, mind, units, seed))
    mind = rounded(mind)
    return replace(mind, scale=fitted_scale(notes, mind))


def _fitted_sum(notes: Notes) -> Mind:
    """Ridge regression: features that never vary weigh nothing."""
    middle, spread = _spread(notes.features)
    even = (notes.features - middle) / spread
    mean = float(notes.scores.sum() / len(notes))
    products = np.einsum("ri,rj->ij", even, even) + SHRINKING * len(notes) * np.eye(even.shape[1])
    weights = np.linalg.solve(products, np.einsum("ri,r->i", even, notes.scores - mean)) / spread
    return Mind(mean - float((weights * middle).sum()), tuple(map(float, weights)))


def _spread(features: Numbers) -> tuple[Numbers, Numbers]:
    middle = features.sum(axis=0) / len(features)
    spread = np.sqrt(((features - middle) ** 2).sum(axis=0) / len(features))
    return middle, np.where(spread > 1e-9, spread, np.inf)


def _fitted_layer(notes: Notes, mind: Mind, units: int, seed: int) -> tuple[tuple[float, ...], ...]:
    """Units that are lit above a threshold learn what the sum gets wrong, by Adam's rule."""
    chance = np.random.default_rng(seed)
    middle, spread = _spread(notes.features)
    even = (notes.features - middle) / spread
    wrong = notes.scores - told_by(mind, notes.features)
    size = float(np.sqrt((wrong**2).sum() / len(wrong))) or 1.0
    parts = [
        chance.normal(0.0, 0.3, (even.shape[1], units)),
        np.zeros(units),
        np.zeros(units),
    ]
    slopes, squares = ([np.zeros_like(part) for part in parts] for _ in range(2))
    steps = 0
    for _ in range(max(PASSES, -(-STEPS * AT_ONCE // len(even)))):
        order = chance.permutation(len(even))
        for start in range(0, len(order), AT_ONCE):
            chosen = order[start : start + AT_ONCE]
            steps += 1
            for k, slope in enumerate(_slopes(parts, even[chosen], wrong[chosen] / size)):
                slopes[k] = MOMENTUM * slopes[k] + (1 - MOMENTUM) * slope
                squares[k] = MEMORY * squares[k] + (1 - MEMORY) * slope**2
                way = slopes[k] / (1 - MOMENTUM**steps)
                parts[k] -= PACE * way / (np.sqrt(squares[k] / (1 - MEMORY**steps)) + 1e-8)
    weights, thresholds, gains = parts
    plain = weights / spread[:, None]
    constants = thresholds - (middle[:, None] * plain).sum(axis=0)
    return tuple(
        (float(constants[unit]), *map(float, plain[:, unit]), float(gains[unit] * size)) for unit in range(units)
    )


def _slopes(parts: list[Numbers], even: Numbers, wrong: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    weights, thresholds, gains = parts
    light = np.einsum("ri,iu->ru", even, weights) + thresholds
    lit = np.maximum(light, 0.0)
    error = (np.einsum("ru,u->r", lit, gains) - wrong) / len(even)
    through = error[:, None] * gains * (light > 0)
    return np.einsum("ri,ru->iu", even, through), through.sum(axis=0), np.einsum("ru,r->u", lit, error)


def told_by(mind: Mind, features: Numbers) -> Numbers:
    """What the mind says of many rows."""
    told: Numbers = mind.constant + np.einsum("ri,i->r", features, np.array(mind.weights))
    for unit in mind.layer:
        light = unit[0] + np.einsum("ri,i->r", features, np.array(unit[1:-1]))
        told = told + np.maximum(light, 0.0) * unit[-1]
    return told


def explained(notes: Notes, mind: Mind) -> float:
    """Which part of the variance of scores the mind tells."""
    mean = notes.scores.sum() / len(notes)
    left = ((notes.scores - told_by(mind, notes.features)) ** 2).sum()
    return 1.0 - float(left / max(1e-12, ((notes.scores - mean) ** 2).sum()))


def fitted_scale(notes: Notes, mind: Mind) -> float:
    """The lead by which it is least surprising who won."""
    told = told_by(mind, notes.features).reshape(-1, notes.players)
    shares = notes.shares.reshape(-1, notes.players)
    ahead = told - told.max(axis=1, keepdims=True)

    def surprise(scale: float) -> float:
        powers = np.exp(np.maximum(ahead / scale, -50.0))
        chances = powers / powers.sum(axis=1, keepdims=True)
        return -float((shares * np.log(np.maximum(chances, 1e-6))).sum())

    return significant(min(SCALES, key=surprise))


def significant(value: float) -> float:
    return float(f"{value:.{DIGITS}g}")


def rounded(mind: Mind) -> Mind:
    weights = tuple(map(significant, mind.weights))
    layer = tuple(tuple(map(significant, unit)) for unit in mind.layer)
    return replace(mind, constant=significant(mind.constant), weights=weights, layer=layer)
