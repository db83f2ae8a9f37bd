"""Instinct that is learned: what a seat's features are worth, by weights that stand behind the sums of `evaluate`.

A game says what a seat's prospects are judged by (`FEATURES`, `write_features`), and its `evaluate` asks `is_learned`.
Weights are handed in with the sums, not compiled in: whoever gives none has the instinct that was written by hand.
"""

from tabletown.rulekit.thinking import MIND, Sums

LAYER = MIND + 1
WEIGHTS = MIND + 2
FIRST_FEATURE = MIND + 3
"""Places in the sums: how many features a seat has (0: nothing is learned), how many units there are, where the weights
begin; then every seat's features, then the weights. The first unit is the worth itself, the others are what lies in
between: first the units' constants, then for each feature its weight in every unit, then what a lit unit adds; and at
last room for how bright they are."""


def is_learned(out: Sums) -> bool:
    return out[MIND] > 0.0


def first_feature(out: Sums, seat: int) -> int:
    """Where the seat's features stand."""
    return FIRST_FEATURE + int(out[MIND]) * seat


def learned_worth(out: Sums, seat: int) -> float:
    """What the seat's features, written before, are worth: a sum, and a layer of units that are lit or not.

    Feature by feature, not unit by unit: sums that do not wait for each other are quicker, and many features are 0.
    """
    count = int(out[MIND])
    units = int(out[LAYER])
    constants = int(out[WEIGHTS])
    gains = constants + units * (count + 1)
    light = gains + units
    for unit in range(units):
        out[light + unit] = out[constants + unit]
    first = FIRST_FEATURE + count * seat
    for k in range(count):
        feature = out[first + k] + 0.0
        if feature != 0.0:
            weights = constants + units * (k + 1)
            for unit in range(units):
                out[light + unit] += feature * out[weights + unit]
    worth = out[light] + 0.0
    for unit in range(1, units):
        if out[light + unit] > 0.0:
            worth += out[light + unit] * out[gains + unit]
    return worth
