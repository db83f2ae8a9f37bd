"""The dice: good enough for cards, the same interpreted and compiled. All seeds are fixed, so nothing here is luck."""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise, permutations
from typing import Any

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletown.rulekit import dice
from tabletown.rulekit.compiled import IN_THE_TWIN, NAMES
from tabletown.rulekit.dice import MASK63, roll, seed_dice, shuffle, stirred
from tabletown.rulekit.namespace import rehomed

FIVE_SIGMA = 5.0
MOST = (1 << 31) - 1
"""The most sides that a die can have."""


class Cup:
    """Something that dice can be rolled from."""

    def __init__(self, seed: int) -> None:
        self.rng = 0
        seed_dice(self, seed)

    def rolls(self, sides: int, times: int) -> list[int]:
        return [roll(self, sides) for _ in range(times)]


def chi_square(found: Iterable[Any], outcomes: Sequence[Any]) -> float:
    """How many standard deviations the counts are off evenness (Wilson and Hilferty's approximation)."""
    counts = Counter(found)
    assert set(counts) <= set(outcomes)
    expected = counts.total() / len(outcomes)
    assert expected >= 20
    statistic = sum((counts[outcome] - expected) ** 2 / expected for outcome in outcomes)
    freedom = len(outcomes) - 1
    spread = 2 / (9 * freedom)
    return float(((statistic / freedom) ** (1 / 3) - (1 - spread)) / math.sqrt(spread))


def correlation(one: Sequence[int], other: Sequence[int]) -> float:
    """In standard deviations from none at all."""
    return float(np.corrcoef(one, other)[0, 1]) * math.sqrt(len(one))


@pytest.mark.parametrize("sides", [2, 3, 5, 6, 7, 12, 36, 60, 100])
def test_every_side_comes_up_equally_often(sides: int) -> None:
    assert chi_square(Cup(1).rolls(sides, 20_000), range(sides)) < FIVE_SIGMA


def test_the_chi_square_test_itself_notices_a_loaded_die() -> None:
    rolls = [max(side, roll(Cup(seed), 20) // 19 * 5) for seed, side in enumerate(Cup(1).rolls(6, 20_000))]
    assert chi_square(rolls, range(6)) > FIVE_SIGMA


@pytest.mark.parametrize("sides", [3 << 29, 5 << 28, MOST])
def test_awkward_numbers_of_sides_favour_none(sides: int) -> None:
    """With 3 << 29 sides, cutting 32 bits down without drawing again would favour every third side, or the low ones."""
    rolls = Cup(2).rolls(sides, 30_000)
    assert all(0 <= each < sides for each in rolls)
    assert chi_square((each % 3 for each in rolls), range(3)) < FIVE_SIGMA
    assert chi_square((each * 9 // sides for each in rolls), range(9)) < FIVE_SIGMA


def test_a_die_with_one_side_shows_it() -> None:
    assert Cup(3).rolls(1, 50) == [0] * 50


@pytest.mark.parametrize("lag", [1, 2, 3, 5, 10])
def test_a_roll_says_nothing_about_later_ones(lag: int) -> None:
    rolls = Cup(4).rolls(1000, 20_000)
    assert abs(correlation(rolls[:-lag], rolls[lag:])) < FIVE_SIGMA


def test_all_pairs_of_consecutive_rolls_come_up_equally_often() -> None:
    pairs = [(one, other) for one in range(6) for other in range(6)]
    assert chi_square(pairwise(Cup(5).rolls(6, 20_000)), pairs) < FIVE_SIGMA


def test_neighbouring_seeds_have_nothing_in_common() -> None:
    firsts = [roll(Cup(seed), 1000) for seed in range(20_000)]
    assert abs(correlation(firsts[:-1], firsts[1:])) < FIVE_SIGMA
    assert chi_square((first // 100 for first in firsts), range(10)) < FIVE_SIGMA


def test_one_bit_of_the_seed_changes_half_of_the_generator() -> None:
    changed = [
        (stirred(seed) ^ stirred(seed ^ 1 << bit)).bit_count() for seed in range(0, 3_000, 7) for bit in range(63)
    ]
    assert 30 < sum(changed) / len(changed) < 33  # of 63
    assert min(changed) > 5


def test_games_with_neighbouring_seeds_roll_independently() -> None:
    one, other = Cup(1000).rolls(1000, 20_000), Cup(1001).rolls(1000, 20_000)
    assert abs(correlation(one, other)) < FIVE_SIGMA


@given(st.integers(-(1 << 63), (1 << 63) - 1))
def test_any_seed_will_do(seed: int) -> None:
    assert 0 <= stirred(seed) <= MASK63
    assert Cup(seed).rolls(6, 5) == Cup(seed).rolls(6, 5)


def deal(seed: int, cards: int) -> list[int]:
    hand = list(range(cards))
    shuffle(Cup(seed), hand, cards)
    return hand


def test_every_order_of_four_cards_is_dealt_equally_often() -> None:
    deals = (tuple(deal(seed, 4)) for seed in range(10_000))
    assert chi_square(deals, list(permutations(range(4)))) < FIVE_SIGMA


def test_every_card_lies_in_every_place_equally_often() -> None:
    places = ((place, card) for seed in range(3_000) for place, card in enumerate(deal(seed, 12)))
    assert chi_square(places, [(place, card) for place in range(12) for card in range(12)]) < FIVE_SIGMA


def test_a_shuffle_keeps_the_cards_and_leaves_those_beyond_the_count_alone() -> None:
    cards = list(range(10))
    shuffle(Cup(1), cards, 6)
    assert sorted(cards[:6]) == [0, 1, 2, 3, 4, 5] != cards[:6]
    assert cards[6:] == [6, 7, 8, 9]


# ---------------------------------------------------------------- compiled


@pytest.fixture(scope="module")
def compiled() -> dict[str, Callable[..., Any]]:
    """The dice as the twin compiles them."""
    home = vars(dice) | NAMES
    for name in ("wrapped", "stirred", "stepped", "drawn", "seed_dice", "roll", "shuffle"):
        home[name] = numba.njit(rehomed(IN_THE_TWIN.get(name, getattr(dice, name)), home))
    return home


def test_the_arithmetic_is_the_same_compiled(compiled: dict[str, Callable[..., Any]]) -> None:
    ends = [0, 1, MASK63, MASK63 - 1, 1 << 62, (1 << 32) - 1, 1 << 31]
    middle = [stirred(seed) for seed in range(500)]
    for x in ends + middle:
        for name in ("stirred", "stepped", "drawn"):
            assert compiled[name](x) == getattr(dice, name)(x)
        assert compiled["wrapped"](x, MASK63, x) == dice.wrapped(x, MASK63, x)
    assert compiled["stirred"](-5) == stirred(-5)


@pytest.mark.parametrize("sides", [1, 2, 6, 7, 60, 3 << 29, MOST])
def test_the_same_numbers_are_rolled_compiled(compiled: dict[str, Callable[..., Any]], sides: int) -> None:
    cup = Cup(77)
    record = np.zeros(1, [("rng", np.int64)])[0]
    compiled["seed_dice"](record, 77)
    for _ in range(200):
        assert compiled["roll"](record, sides) == roll(cup, sides)
    assert record["rng"] == cup.rng


def test_the_same_cards_are_dealt_compiled(compiled: dict[str, Callable[..., Any]]) -> None:
    record = np.zeros(1, [("rng", np.int64)])[0]
    for seed in range(50):
        compiled["seed_dice"](record, seed)
        cards = np.arange(36)
        compiled["shuffle"](record, cards, 36)
        assert cards.tolist() == deal(seed, 36)


def test_the_first_numbers_are_the_same_for_ever() -> None:
    """Records of games replay only while these stand."""
    assert Cup(1).rolls(6, 12) == [5, 0, 5, 2, 2, 5, 1, 3, 2, 3, 0, 1]
    assert deal(1, 10) == [5, 0, 3, 8, 4, 6, 2, 7, 1, 9]
