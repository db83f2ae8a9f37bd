"""Standing orders: they answer for a seat, privately, until their auction is over."""

from random import Random

import pytest

from tabletown.match import Game, Match, Refused, game
from tabletown.match.orders import Order, answer_for, bid_up_to, has_lapsed, never_ask, pass_auction

CUBE = {"kind": "choose_cube", "args": {"row": 0, "end": 0}}


@pytest.fixture
def bidding(estates: Game) -> Match:
    """The auction of the first cube; the seat left of the auctioneer is asked."""
    match = estates.new(players=3, seed=3)
    match.play(match.pending[0], [{"kind": "skip_stowing", "args": {}}, CUBE])
    return match


def kind_and_args(match: Match, number: int | None) -> tuple[str, dict[str, int]]:
    assert number is not None
    return match.game.declaration.actions.decode(number)


def test_bid_up_to_bids_the_least_that_is_allowed(bidding: Match) -> None:
    first = bidding.pending[0]
    order = bid_up_to(bidding, first, 5)
    assert kind_and_args(bidding, answer_for(bidding, first, [order])) == ("bid", {"amount": 1})
    bidding.play(first, {"kind": "bid", "args": {"amount": 4}})
    second = bidding.pending[0]
    order = bid_up_to(bidding, second, 5)
    assert kind_and_args(bidding, answer_for(bidding, second, [order])) == ("bid", {"amount": 5})


def test_bid_up_to_gives_up_beyond_its_limit(bidding: Match) -> None:
    bidding.play(bidding.pending[0], {"kind": "bid", "args": {"amount": 5}})
    seat = bidding.pending[0]
    assert kind_and_args(bidding, answer_for(bidding, seat, [bid_up_to(bidding, seat, 5)])) == ("pass", {})


def test_pass_this_auction_passes_and_lapses_with_it(bidding: Match) -> None:
    seat = bidding.pending[0]
    order = pass_auction(bidding, seat)
    assert kind_and_args(bidding, answer_for(bidding, seat, [order])) == ("pass", {})
    while bidding.view(None).turn == 1:  # type: ignore[attr-defined]
        bidding.play(bidding.pending[0], bidding.rules.call.default_action(bidding.state, bidding.pending[0]))
    assert has_lapsed(bidding, seat, order)
    assert answer_for(bidding, seat, [order]) is None


def test_an_order_never_answers_for_a_seat_that_is_not_asked(bidding: Match) -> None:
    other = (bidding.pending[0] + 1) % 3
    assert answer_for(bidding, other, [pass_auction(bidding, other)]) is None


def test_never_ask_me_answers_only_that_question(estates: Game) -> None:
    match = estates.new(players=3, seed=3)
    seat = match.pending[0]
    order = never_ask(match, "skip_stowing")
    assert kind_and_args(match, answer_for(match, seat, [order])) == ("skip_stowing", {})
    match.play(seat, {"kind": "skip_stowing", "args": {}})
    assert answer_for(match, seat, [order]) is None


def test_an_order_survives_json(bidding: Match) -> None:
    order = bid_up_to(bidding, bidding.pending[0], 7)
    assert Order.from_dict(order.to_dict()) == order


def test_orders_that_make_no_sense_are_refused(bidding: Match, sealed: Game) -> None:
    with pytest.raises(Refused, match="at least 1"):
        bid_up_to(bidding, 0, 0)
    with pytest.raises(Refused, match="no standing answer 'pass'; there are skip_stowing"):
        never_ask(bidding, "pass")
    with pytest.raises(Refused, match="no auction"):
        pass_auction(sealed.new(players=2, seed=1), 0)
    with pytest.raises(Refused, match="no auction"):
        bid_up_to(sealed.new(players=2, seed=1), 0, 3)


@pytest.fixture
def raising() -> Match:
    """An auction of Square Mile in which somebody may raise or drop out."""
    match, rng = game("square_mile").new(players=3, seed=4), Random(4)
    while "drop_out" not in {action.kind for action in match.legal(match.pending[0])}:
        seat = match.pending[0]
        actions = [action for action in match.legal(seat) if action.kind != "end_turn"] or match.legal(seat)
        match.play(seat, rng.choice(actions).id)
    return match


def lot_of(match: Match) -> int:
    """The tract under the hammer, or a negative number."""
    lot: int = match.view(None).to_dict()["lot"]
    return lot


def test_a_tract_is_bid_for_up_to_a_sum_and_the_order_lapses_with_its_auction(raising: Match) -> None:
    seat = raising.pending[0]
    least = min(action.args["thousands"] for action in raising.legal(seat) if action.kind == "bid")
    order = bid_up_to(raising, seat, least)
    assert kind_and_args(raising, answer_for(raising, seat, [order])) == ("bid", {"thousands": least})
    too_low = bid_up_to(raising, seat, least - 1)
    assert kind_and_args(raising, answer_for(raising, seat, [too_low])) == ("drop_out", {})
    lot = lot_of(raising)
    while lot_of(raising) == lot:
        assert not has_lapsed(raising, seat, order)
        raising.play(raising.pending[0], {"kind": "drop_out", "args": {}})
    assert has_lapsed(raising, seat, order)


def test_an_order_for_an_auction_needs_one(raising: Match) -> None:
    while lot_of(raising) >= 0:
        raising.play(raising.pending[0], {"kind": "drop_out", "args": {}})
    with pytest.raises(Refused, match="There is no auction now"):
        bid_up_to(raising, 0, 50)
    with pytest.raises(Refused, match="There is no auction now"):
        pass_auction(raising, 0)
