"""Public auctions (SM-D5)."""

import pytest

from tabletown.games.square_mile.rules.state import APARTMENTS, BUY_PART, HOUSES, NO_SEAT, SELL_PART
from tests.games.square_mile.table import ANN, BEN, CAT, RULES, Table, tract


def auction(players: int = 3, letter: str = "K", *cash: int) -> Table:
    table = Table(players)
    table.cash(*(cash or [100] * players))
    table.to_buying(ANN)
    table.play(ANN, "put_up", tract=letter)
    return table


@pytest.mark.rule("SM-D5a")
def test_any_unowned_tract_that_is_not_built_up_can_be_put_up() -> None:
    table = Table()
    table.owns(BEN, "C")
    table.enclosed("A")
    table.subdivided("D")
    table.owns(ANN, "P")
    table.built("P", HOUSES)
    table.play(ANN, "sell", tract="P")
    assert table.s.phase == BUY_PART
    assert table.can(ANN, "put_up") == set(range(16)) - {tract("C"), tract("P")}
    assert table.refused(ANN, "put_up", tract="C") == ("owned_already", "SM-D5a")


@pytest.mark.rule("SM-D5a")
def test_a_tract_is_put_up_before_anybody_bids_and_one_at_a_time() -> None:
    table = Table()
    table.to_buying(ANN)
    assert table.refused(ANN, "bid", thousands=50) == ("nothing_put_up", "SM-D5a")
    assert table.refused(ANN, "drop_out") == ("nothing_put_up", "SM-D5a")
    table.play(ANN, "put_up", tract="K")
    assert table.refused(ANN, "put_up", tract="L") == ("under_the_hammer", "SM-D5a")
    table.play(ANN, "bid", thousands=8)
    assert table.refused(BEN, "put_up", tract="L") == ("under_the_hammer", "SM-D5a")
    assert table.refused(BEN, "end_turn") == ("under_the_hammer", "SM-D5a")
    assert table.refused(BEN, "sell", tract="A") == ("not_now", "SM-D2")


@pytest.mark.rule("SM-D5b")
def test_the_opener_bids_at_least_the_market_value() -> None:
    table = Table()
    table.zoned("K", APARTMENTS)
    table.cash(15, 100, 100)
    table.to_buying(ANN)
    table.play(ANN, "put_up", tract="K")
    assert table.refused(ANN, "bid", thousands=14) == ("under_market_value", "SM-D5b")
    assert table.refused(ANN, "drop_out") == ("opener_must_bid", "SM-D5b")
    assert table.refused(ANN, "end_turn") == ("opener_must_bid", "SM-D5b")
    assert table.can(ANN, "bid") == {14}


@pytest.mark.rule("SM-D5b")
def test_who_has_less_than_the_market_value_cannot_put_the_tract_up() -> None:
    table = Table()
    table.zoned("K", APARTMENTS)
    table.cash(14, 100, 100)
    table.to_buying(ANN)
    assert table.refused(ANN, "put_up", tract="K") == ("cannot_open", "SM-D5b")


@pytest.mark.rule("SM-D5c")
def test_bids_go_round_clockwise_and_a_drop_is_final() -> None:
    table = auction()
    table.play(ANN, "bid", thousands=10)
    assert RULES.pending_seats(table.s) == (BEN,)
    assert table.refused(BEN, "bid", thousands=10) == ("not_a_raise", "SM-D5c")
    table.play(BEN, "bid", thousands=11)
    table.play(CAT, "drop_out")
    table.play(ANN, "bid", thousands=12)
    assert RULES.pending_seats(table.s) == (BEN,), "CAT is out"
    table.play(BEN, "bid", thousands=20)
    assert RULES.pending_seats(table.s) == (ANN,)
    table.play(ANN, "drop_out")
    assert table.s.owner[tract("K")] == BEN


@pytest.mark.rule("SM-D5d")
def test_who_lacks_cash_or_pawn_is_passed_over() -> None:
    table = Table(players=4)
    table.cash(100, 10, 100, 100)
    table.owns(CAT, "ABCDE")
    table.to_buying(ANN)
    table.play(ANN, "put_up", tract="K")
    table.play(ANN, "bid", thousands=10)
    assert RULES.pending_seats(table.s) == (3,), "BEN cannot top 10, CAT has no pawn"
    assert [told["seat"] for told in table.told("passed_over")] == [BEN]
    assert table.refused(3, "bid", thousands=101) == ("more_than_you_have", "SM-D5d")


@pytest.mark.rule("SM-D5e", "SM-D5h")
def test_the_highest_bidder_pays_and_the_turn_of_a_buyer_ends() -> None:
    table = auction()
    table.play(ANN, "bid", thousands=30)
    table.play(BEN, "drop_out")
    table.play(CAT, "drop_out")
    assert (table.s.owner[tract("K")], table.s.cash[ANN], table.s.owned[ANN]) == (ANN, 70, 1)
    assert table.s.active == BEN


@pytest.mark.rule("SM-D5f", "SM-D5g")
def test_outbid_the_opener_puts_up_another_and_the_buyer_is_barred() -> None:
    table = auction()
    table.play(ANN, "bid", thousands=8)
    table.play(BEN, "bid", thousands=9)
    table.play(CAT, "bid", thousands=10)
    table.play(ANN, "drop_out")
    table.play(BEN, "drop_out")
    assert table.s.owner[tract("K")] == CAT
    assert (table.s.active, table.s.phase) == (ANN, BUY_PART)
    table.play(ANN, "put_up", tract="L")
    table.play(ANN, "bid", thousands=8)
    assert RULES.pending_seats(table.s) == (BEN,), "BEN only raised and lost; CAT has bought"
    table.play(BEN, "bid", thousands=9)
    table.play(ANN, "drop_out")
    assert table.s.owner[tract("L")] == BEN
    table.play(ANN, "put_up", tract="M")
    table.play(ANN, "bid", thousands=8)
    assert table.s.owner[tract("M")] == ANN, "all others are barred"
    assert table.s.active == BEN


@pytest.mark.rule("SM-D5g")
def test_the_bar_ends_with_the_turn() -> None:
    table = auction(2)
    table.play(ANN, "bid", thousands=8)
    table.play(BEN, "bid", thousands=9)
    table.play(ANN, "drop_out")
    table.play(ANN, "end_turn")
    assert (table.s.active, table.s.phase, table.s.barred) == (BEN, SELL_PART, 0)


@pytest.mark.rule("SM-D5i")
def test_a_bid_is_at_most_a_million() -> None:
    table = auction(2, "K", 1500, 1500)
    assert max(table.can(ANN, "bid")) + 1 == 1000
    table.play(ANN, "bid", thousands=1000)
    assert table.s.owner[tract("K")] == ANN, "nobody can bid more"


def test_a_tract_that_nobody_buys_stays_with_the_bank() -> None:
    table = Table()
    table.skip_turn(ANN)
    assert all(table.s.owner[place] == NO_SEAT for place in range(16))
