"""Instinct that is learned: what a seat's features are worth, by weights that stand behind the sums of `evaluate`.

A game says what a seat's prospects are judged by (`FEATURES`, `write_features`), and its `evaluate` asks `is_learned`.
Weights are handed in with the sums, not compiled in: whoever gives none has the instinct that was written by hand.
"""

from tabletown.rulekit.thinking import MIND, Sums

LAYER = MIND + 1
WEIGHTS = MIND + 2
FIRST_FEATURE = MIND + 3
"""Places in the sums: how many features a seat has (0: nothing is learned), how many units lie between them and the
worth, where the weights begin; then every seat's features, then the weights."""


def is_learned(out: Sums) -> bool:
    return out[MIND] > 0.0


def first_feature(out: Sums, seat: int) -> int:
    """Where the seat's features stand."""
    return FIRST_FEATURE + int(out[MIND]) * seat


def learned_worth(out: Sums, seat: int) -> float:
    """What the seat's features, written before, are worth: a sum, and a layer of units that are lit or not."""
    count = int(out[MIND])
    at = int(out[WEIGHTS])
    first = FIRST_FEATURE + count * seat
    worth = weighed(out, first, at, count)
    at += count + 1
    for _ in range(int(out[LAYER])):
        light = weighed(out, first, at, count)
        if light > 0.0:
            worth += light * out[at + count + 1]
        at += count + 2
    return worth


def weighed(out: Sums, first: int, at: int, count: int) -> float:
    """The weight at out[at], and each feature times the weight that is its own."""
    total = out[at] + 0.0
    for k in range(count):
        total += out[first + k] * out[at + 1 + k]
    return total
