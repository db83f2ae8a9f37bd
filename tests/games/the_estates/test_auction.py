"""The auction: one round of bids, then the auctioneer decides."""

import pytest

from tabletown.rulekit.actions import BadAction
from tests.games.the_estates.table import ANN, BEN, CAT, DAN, EVE, LOWER, UPPER, Table


def auction(table: Table, piece: str = "mayor", auctioneer: int = ANN) -> None:
    """The auctioneer has put the piece up; the first of the others is to bid."""
    table.turn_of(auctioneer)
    table.skip_stowing(auctioneer)
    table.choose(auctioneer, piece)


@pytest.mark.rule("TE-A1")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_bidding_goes_once_around_from_the_auctioneers_left(players: int) -> None:
    for auctioneer in range(players):
        table = Table(players)
        auction(table, auctioneer=auctioneer)
        bidders = []
        while table.decides() != auctioneer:
            bidders.append(table.decides())
            table.play(table.decides(), "bid", amount=len(bidders))
        assert bidders == [*range(auctioneer + 1, players), *range(auctioneer)]
        assert table.kinds(auctioneer) == {"sell", "keep"}


@pytest.mark.rule("TE-A1")
def test_nobody_gets_a_second_go_and_the_auctioneer_never_bids() -> None:
    table = Table(players=3)
    auction(table)
    table.play(BEN, "bid", amount=1)
    assert table.refusal(BEN, "bid", amount=2) == "not_your_decision"
    table.play(CAT, "bid", amount=2)
    assert table.decides() == ANN
    assert table.refusal(ANN, "bid", amount=3) == "not_the_time"


@pytest.mark.rule("TE-A1")
def test_whoever_passed_is_out_of_this_auction_but_not_of_the_next() -> None:
    table = Table(players=3)
    auction(table)
    table.play(BEN, "pass")
    table.play(CAT, "pass")
    table.play(ANN, "discard")
    assert table.decides() == BEN
    auction(table, "cancel", auctioneer=CAT)
    table.play(ANN, "pass")
    assert table.kinds(BEN) == {"pass", "bid"}


@pytest.mark.rule("TE-A2")
def test_the_first_bid_may_be_any_whole_amount_from_one() -> None:
    table = Table()
    auction(table)
    assert table.allowed(BEN, "bid") == [(amount,) for amount in range(1, 13)]


@pytest.mark.rule("TE-A2")
def test_each_bid_must_top_the_highest_so_far_even_over_a_pass() -> None:
    """The rulebook's example: 2, pass, then at least 3."""
    table = Table(players=4)
    auction(table)
    table.play(BEN, "bid", amount=2)
    table.play(CAT, "pass")
    assert table.refusal(DAN, "bid", amount=1) == "bid_too_low"
    assert table.refusal(DAN, "bid", amount=2) == "bid_too_low"
    assert table.allowed(DAN, "bid")[0] == (3,)


@pytest.mark.rule("TE-A2")
def test_there_is_no_bid_of_nothing() -> None:
    with pytest.raises(BadAction, match="amount takes 1 to 100, not 0"):
        Table.action("bid", {"amount": 0})
    table = Table(players=2)
    auction(table)
    table.play(BEN, "pass")
    assert table.kinds(ANN) == {"place_mayor", "discard"}


@pytest.mark.rule("TE-A3")
def test_nobody_bids_more_than_the_cash_in_hand() -> None:
    table = Table(players=3)
    table.money(20, 5, 1, boxes=(0, 4, 6))
    auction(table)
    assert table.refusal(BEN, "bid", amount=6) == "bid_beyond_cash"
    table.play(BEN, "bid", amount=5)
    assert table.kinds(CAT) == {"pass"}


@pytest.mark.rule("TE-A3")
def test_whose_cash_only_equals_the_highest_bid_can_only_pass() -> None:
    table = Table(players=3)
    auction(table)
    table.play(BEN, "bid", amount=12)
    assert table.kinds(CAT) == {"pass"}
    table.told()
    table.play(CAT, "pass")
    assert table.told() == [("could_not_bid", {"seat": CAT, "high_bid": 12})]


@pytest.mark.rule("TE-A3")
def test_money_won_in_earlier_auctions_may_be_bid() -> None:
    table = Table(players=2)
    table.money(1, 23)
    auction(table)
    assert table.refusal(BEN, "bid", amount=23) == ""
    assert table.refusal(BEN, "bid", amount=24) == "bid_beyond_cash"


@pytest.mark.rule("TE-A4")
def test_the_auctioneer_sells_to_the_highest_bidder_who_pays_and_places() -> None:
    table = Table(players=4)
    auction(table)
    table.play(BEN, "bid", amount=2)
    table.play(CAT, "bid", amount=5)
    table.play(DAN, "pass")
    table.play(ANN, "sell")
    assert table.hands() == [17, 12, 7, 12]
    assert table.decides() == CAT
    assert table.kinds(CAT) == {"place_mayor", "discard"}


@pytest.mark.rule("TE-A5")
def test_the_auctioneer_may_keep_the_piece_and_pay_the_highest_bidder() -> None:
    """The rulebook's example: a bid of 5 costs the auctioneer 5, which the bidder pockets."""
    table = Table(players=3)
    auction(table)
    table.play(BEN, "bid", amount=3)
    table.play(CAT, "bid", amount=5)
    table.play(ANN, "keep")
    assert table.hands() == [7, 12, 17]
    assert table.decides() == ANN


@pytest.mark.rule("TE-A5")
@pytest.mark.parametrize(("cash", "refusal"), [(4, "cannot_pay_to_keep"), (5, "")])
def test_an_auctioneer_with_less_than_the_bid_has_to_sell(cash: int, refusal: str) -> None:
    table = Table(players=2)
    table.money(cash, 24 - cash)
    auction(table)
    table.play(BEN, "bid", amount=5)
    assert table.refusal(ANN, "keep") == refusal
    assert table.refusal(ANN, "sell") == ""


@pytest.mark.rule("TE-A6")
@pytest.mark.parametrize("piece", ["A6", "roof 2"])
def test_a_cube_or_roof_nobody_bids_for_is_free_and_has_to_be_placed(piece: str) -> None:
    table = Table(players=5)
    table.tower(LOWER, "B6")
    table.turn_of(EVE)
    table.gets(EVE, piece)
    assert table.kinds(EVE) == {"place_cube" if piece == "A6" else "place_roof"}
    assert table.s.cash == [12] * 5


@pytest.mark.rule("TE-A6", "TE-B1")
@pytest.mark.parametrize(("piece", "use"), [("permit 1", "place_permit"), ("mayor", "place_mayor")])
def test_a_special_piece_nobody_bids_for_may_be_used_or_discarded(piece: str, use: str) -> None:
    table = Table()
    table.gets(ANN, piece)
    assert table.kinds(ANN) == {use, "discard"}
    assert table.hands() == [12, 12, 12]


@pytest.mark.rule("TE-A4", "TE-F6")
def test_the_buyer_of_the_first_cube_of_a_colour_gets_the_certificate_not_the_auctioneer() -> None:
    table = Table(players=2)
    auction(table, "V3")
    table.play(BEN, "bid", amount=1)
    table.play(ANN, "sell")
    table.play(BEN, "place_cube", row=UPPER, lot=1)
    assert table.s.certificate == [-1, -1, -1, -1, -1, BEN]
