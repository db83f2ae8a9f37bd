"""Sums of money as a page offers them."""

import random

import pytest

import tabletown
from tabletown.match.orders import Order
from tabletown.rulekit.language import say
from tabletown.web.amounts import Amounts
from tabletown.web.parts import order_text
from tabletown.web.scene import Scene


def first_sums(name: str) -> Amounts:
    """The first choice of a sum in a game that is played at random."""
    match = tabletown.game(name).new(seed=1)
    rng = random.Random(1)
    while True:
        seat = match.pending[0]
        choices = Scene(match, seat, "en").choices
        if choices.amounts:
            return choices.amounts[0]
        match.play(seat, rng.choice(match.legal(seat)))


@pytest.mark.parametrize(("name", "unit"), [("square_mile", "k"), ("the_estates", ""), ("milton_keynes", "")])
def test_a_sum_carries_the_unit_that_its_verb_declares(name: str, unit: str) -> None:
    assert first_sums(name).unit == unit


def test_a_standing_order_names_its_limit_in_the_unit_of_the_bid() -> None:
    for name, told in (("square_mile", "Bid up to 7k in this auction"), ("the_estates", "Bid up to 7 in this auction")):
        declared = tabletown.game(name).declaration
        order = Order("bid_up_to", limit=7)
        assert order_text(say("en"), declared, order) == told
