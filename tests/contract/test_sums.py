"""The law of sums notices a game whose figures have outgrown what its players can name."""

from dataclasses import replace

import pytest

import tabletown
from tabletown.laws.playing import Case
from tabletown.laws.sums import the_most_that_can_be_named_is_the_most_that_the_rules_allow
from tabletown.rulekit.declare import Declaration
from tabletown.rulekit.editions import figure


def square_mile_with(most: int) -> Declaration:
    """Square Mile with this bound on the starting money, and no other figure to be tried."""
    game = replace(tabletown.game("square_mile").declaration)
    figures = [replace(each, bounds=None) for each in game.figures if each.key != "money.start"]
    vars(game)["figures"] = [figure("money.start", 1, most), *figures]
    return game


def test_starting_money_above_the_highest_sealed_bid_is_noticed() -> None:
    told = r"sealed_sum\(thousands\) ends at 100, and more is allowed with money\.start = 101"
    with pytest.raises(AssertionError, match=told):
        the_most_that_can_be_named_is_the_most_that_the_rules_allow(Case(square_mile_with(150), 2))


def test_starting_money_up_to_the_highest_sealed_bid_is_in_order() -> None:
    the_most_that_can_be_named_is_the_most_that_the_rules_allow(Case(square_mile_with(100), 2))
