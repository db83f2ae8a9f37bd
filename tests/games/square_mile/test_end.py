"""The end, scoring and the options (SM-G1, SM-E, SM-O)."""

import pytest

from tabletown.games.square_mile import GAME
from tabletown.games.square_mile.rules.state import (
    APARTMENTS,
    HOUSES,
    INDUSTRY,
    LAST_NEW_TRACT_BOUGHT,
    LAST_TRACT_BOUGHT,
    STANDSTILL,
)
from tabletown.games.square_mile.telling.report import score_sheet, sees_cash
from tabletown.rulekit.language import say
from tabletown.rulekit.loops import Sheet
from tests.games.square_mile.table import ANN, BEN, BUILDINGS, CAT, DAN, RULES, Table, tract
from tests.looking import look

NAMES = ["Ann", "Ben", "Cat", "Dan"]


def buy(table: Table, letter: str, thousands: int) -> None:
    """ANN buys; nobody bids against them."""
    table.to_buying(ANN)
    table.play(ANN, "put_up", tract=letter)
    table.play(ANN, "bid", thousands=thousands)
    while not table.s.ended and table.s.lot >= 0:
        table.play(table.s.seat, "drop_out")


def nearly_sold_out(**options: int) -> Table:
    table = Table(players=4, **options)
    table.owns(ANN, "ABCD")
    table.owns(BEN, "EFGH")
    table.owns(CAT, "IJKL")
    table.owns(DAN, "MN")
    return table


@pytest.mark.rule("SM-E1")
def test_the_game_ends_at_once_when_the_last_unowned_tract_is_bought() -> None:
    table = nearly_sold_out()
    buy(table, "O", 8)
    assert (table.s.ended, table.s.active) == (0, BEN), "P is left"
    table = nearly_sold_out()
    table.owns(DAN, "O")
    buy(table, "P", 8)
    assert table.s.ended == LAST_TRACT_BOUGHT
    assert RULES.pending(table.s) == 0
    assert table.refused(BEN, "stop_selling") == ("game_is_over", "SM-G3")


@pytest.mark.rule("SM-E1")
def test_a_tract_sold_back_counts_as_unowned_and_one_out_of_the_game_does_not() -> None:
    table = nearly_sold_out()
    table.owns(DAN, "O")
    table.play(ANN, "sell", tract="A")
    buy(table, "P", 8)
    assert table.s.ended == 0
    table = nearly_sold_out()
    table.owns(DAN, "O")
    table.built("A", HOUSES)
    table.play(ANN, "sell", tract="A")
    buy(table, "P", 8)
    assert table.s.ended == LAST_TRACT_BOUGHT


@pytest.mark.rule("SM-E1")
def test_an_opponent_who_outbids_the_opener_ends_the_game_too() -> None:
    table = nearly_sold_out()
    table.owns(DAN, "O")
    table.to_buying(ANN)
    table.play(ANN, "put_up", tract="P")
    table.play(ANN, "bid", thousands=8)
    table.play(BEN, "bid", thousands=9)
    for seat in (CAT, DAN, ANN):
        table.play(seat, "drop_out")
    assert table.s.ended == LAST_TRACT_BOUGHT
    assert table.s.owner[tract("P")] == BEN


@pytest.mark.rule("SM-O1")
def test_with_first_pass_the_last_new_tract_ends_the_game_whatever_was_sold_back() -> None:
    table = nearly_sold_out(end=1)
    table.owns(DAN, "O")
    table.play(ANN, "sell", tract="A")
    buy(table, "P", 8)
    assert table.s.ended == LAST_NEW_TRACT_BOUGHT
    table = nearly_sold_out(end=1)
    table.owns(DAN, "O")
    table.play(ANN, "sell", tract="A")
    buy(table, "A", 8)
    assert table.s.ended == 0, "A had an owner before"


@pytest.mark.rule("SM-E2")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_three_quiet_rounds_end_the_game(players: int) -> None:
    table = Table(players)
    for turn in range(3 * players):
        assert table.s.ended == 0
        table.skip_turn(turn % players)
    assert table.s.ended == STANDSTILL


@pytest.mark.rule("SM-E2")
def test_a_piece_or_new_land_starts_the_count_anew_but_rebuying_does_not() -> None:
    table = Table(players=2)
    table.owns(ANN, "A")
    table.skip_turn(ANN)
    table.skip_turn(BEN)
    assert table.s.quiet_turns == 2
    table.play(ANN, "sell", tract="A")
    buy(table, "A", 8)
    assert table.s.quiet_turns == 3
    table.skip_turn(BEN)
    table.play(ANN, "stop_selling")
    table.play(ANN, "name_step", step=0)
    table.play(ANN, "lay_section", edge="A north")
    table.play(ANN, "stop_building")
    table.play(ANN, "end_turn")
    assert table.s.quiet_turns == 0
    table.skip_turn(BEN)
    assert table.s.quiet_turns == 1
    buy(table, "B", 8)
    assert table.s.quiet_turns == 0


@pytest.mark.rule("SM-E3", "SM-G1")
def test_cash_and_land_at_market_value_make_the_score() -> None:
    table = Table()
    table.owns(ANN, "AB")
    table.built("A", INDUSTRY)
    table.owns(BEN, "C")
    table.zoned("C", HOUSES)
    table.cash(5, 60, 70)
    scores, shares = Sheet([0] * 3), Sheet([0] * 3)
    RULES.scores(table.s, scores)
    RULES.returns(table.s, shares)
    assert scores == [(5 + 240 + 8 + 15) * 1000, 70_000, 70_000]
    assert shares == [60, 0, 0]


@pytest.mark.rule("SM-E4")
def test_equal_totals_share_the_win() -> None:
    table = Table(players=3)
    table.cash(90, 90, 10)
    shares = Sheet([0] * 3)
    RULES.returns(table.s, shares)
    assert shares == [30, 30, 0]
    table.cash(90, 90, 90)
    RULES.returns(table.s, shares)
    assert shares == [20, 20, 20]


@pytest.mark.rule("SM-O2")
@pytest.mark.parametrize(("building", "fee"), [(HOUSES, 2), (INDUSTRY, 4), (APARTMENTS, 7)])
def test_the_fee_is_the_difference_of_the_raw_values_and_adds_no_value(building: int, fee: int) -> None:
    paid = []
    for option in (0, 1):
        table = Table(unzoned_fee=option)
        table.cash(300, 100, 100)
        table.owns(ANN, "AB")
        table.subdivided("AB")
        table.zoned("B", building)
        table.step(ANN, BUILDINGS)
        table.play(ANN, "construct", tract="A", building=building)
        table.play(ANN, "construct", tract="B", building=building)
        paid.append(300 - table.s.cash[ANN])
        assert table.value("A") == table.value("B")
    assert paid[1] - paid[0] == fee, "once: the zoned tract costs nothing extra"


@pytest.mark.rule("SM-O2", "SM-V6")
def test_who_could_pay_the_building_but_not_the_fee_is_told_of_the_fee() -> None:
    table = Table(unzoned_fee=1)
    table.owns(ANN, "A")
    table.subdivided("A")
    table.cash(53, 100, 100)
    table.step(ANN, BUILDINGS)
    assert table.refused(ANN, "construct", tract="A", building=INDUSTRY) == ("cannot_pay_fee", "SM-O2")
    assert table.refused(ANN, "construct", tract="A", building=APARTMENTS) == ("cannot_pay_building", "SM-V6")


@pytest.mark.rule("SM-G10", "SM-O3")
def test_cash_of_others_is_shown_only_with_open_money_or_at_the_end() -> None:
    for money, seen in ((0, False), (1, True)):
        table = Table(money=money)
        table.cash(11, 22, 33)
        seat = look(say("en", GAME), RULES, table.s, ANN, NAMES[:3])
        assert sees_cash(seat, ANN)
        assert sees_cash(seat, BEN) is seen
        _headers, lines = score_sheet(seat)
        assert lines[0][2] == "$11,000"
        assert lines[1][2] == ("$22,000" if seen else "hidden")
        assert ("$22,000" in lines[1][3]) is seen
        table.s.phase = RULES.OVER
        assert sees_cash(seat, BEN)
