"""Order of play, and selling (SM-D1 to SM-D3)."""

import pytest

from tabletown.games.square_mile.rules.state import (
    APARTMENTS,
    BUY_PART,
    HOUSES,
    NO_SEAT,
    OUT_OF_THE_GAME,
    SELL_PART,
    STEP_TO_NAME,
)
from tests.games.square_mile.table import ANN, BEN, CAT, ROADS, RULES, Planning, Table, edge, tract


def played_to_the_first_turn(players: int, seed: int) -> Planning:
    table = Planning(players, seed)
    for seat in range(players):
        table.play(seat, "no_more_bids")
    while table.s.phase != SELL_PART:
        place = min(table.can(table.s.seat, "lay_section"))
        table.play(table.s.seat, "lay_section", edge=place)
    return table


@pytest.mark.rule("SM-D1a")
@pytest.mark.parametrize("seed", range(40))
def test_the_highest_card_starts_and_no_two_players_draw_the_same(seed: int) -> None:
    table = played_to_the_first_turn(4, seed)
    cards = [table.s.start_cards[seat] for seat in range(4)]
    assert len(set(cards)) == 4
    assert table.s.active == table.s.first == cards.index(max(cards))


@pytest.mark.rule("SM-D1a")
def test_a_shuffle_in_the_middle_leaves_out_the_cards_drawn_for_this() -> None:
    table = Planning(4, 1)
    for seed in range(200):
        RULES.seed_dice(table.s, seed)
        table.s.active = ANN
        table.s.planning_drawn = 0b1111_1111_1111_1100
        RULES.draw_for_first_turn(table.s)
        assert len({table.s.start_cards[seat] for seat in range(4)}) == 4


@pytest.mark.rule("SM-D1b")
def test_turns_go_round_clockwise() -> None:
    table = Table(players=3)
    for seat in (ANN, BEN, CAT, ANN, BEN):
        assert table.s.active == seat
        table.skip_turn(seat)
    assert table.refused(ANN, "end_turn") == ("not_yours_to_decide", "SM-D1b")


@pytest.mark.rule("SM-D2")
def test_a_turn_goes_sell_build_buy_and_any_part_may_be_left_out() -> None:
    table = Table()
    table.owns(ANN, "A")
    assert table.s.phase == SELL_PART
    assert table.refused(ANN, "name_step", step=ROADS) == ("not_now", "SM-D2")
    table.play(ANN, "stop_selling")
    assert table.s.phase == STEP_TO_NAME
    assert table.refused(ANN, "sell", tract="A") == ("not_now", "SM-D2")
    assert table.refused(ANN, "put_up", tract="B") == ("not_now", "SM-D2")
    table.play(ANN, "stop_building")
    assert table.s.phase == BUY_PART
    assert table.refused(ANN, "name_step", step=ROADS) == ("not_now", "SM-D2")
    table.play(ANN, "end_turn")
    assert table.s.active == BEN


@pytest.mark.rule("SM-G3")
def test_what_belongs_to_planning_is_refused_as_such_in_every_part_of_a_turn() -> None:
    for phase in (SELL_PART, STEP_TO_NAME, RULES.ROADS, BUY_PART, RULES.OPENING_BID):
        table = Table()
        table.owns(ANN, "A")
        table.s.lot = tract("B")
        table.s.phase = phase
        assert table.refused(ANN, "bid_for", tract="C") == ("not_at_this_stage", "SM-G3")
        assert table.refused(ANN, "sealed_sum", thousands=4) == ("not_at_this_stage", "SM-G3")
        assert table.refused(ANN, "agree") == ("not_at_this_stage", "SM-G3")


@pytest.mark.rule("SM-D2")
def test_a_part_in_which_nothing_can_be_done_is_over_at_once() -> None:
    table = Table()
    table.cash(0, 100, 100)
    table.owns(ANN, "A")
    table.play(ANN, "stop_selling")
    assert table.s.active == BEN
    assert table.s.phase == BUY_PART, "BEN owns nothing: they can only buy"


@pytest.mark.rule("SM-D3a")
def test_any_number_of_own_tracts_may_be_sold() -> None:
    table = Table()
    table.owns(ANN, "ABC")
    table.owns(BEN, "D")
    assert table.can(ANN, "sell") == {tract(letter) for letter in "ABC"}
    assert table.refused(ANN, "sell", tract="D") == ("not_your_tract", "SM-D3a")
    assert table.refused(ANN, "sell", tract="E") == ("not_your_tract", "SM-D3a")
    for letter in "ABC":
        table.play(ANN, "sell", tract=letter)
    assert table.s.owned[ANN] == 0


@pytest.mark.rule("SM-D3b")
def test_the_bank_pays_the_market_value() -> None:
    table = Table()
    table.owns(ANN, "CG")
    table.zoned("C", HOUSES)
    table.roads("C north", "C-D")
    table.subdivided("G")
    worth = table.value("C")
    table.play(ANN, "sell", tract="C")
    table.play(ANN, "sell", tract="G")
    assert worth == 55, "the road C-G around G counts too"
    assert table.s.cash[ANN] == 100 + 55 + 125


@pytest.mark.rule("SM-D3c")
def test_a_sold_tract_keeps_what_was_built_and_can_be_bought_back_in_the_same_turn() -> None:
    table = Table()
    table.owns(ANN, "C")
    table.zoned("C", APARTMENTS)
    table.subdivided("C")
    table.play(ANN, "sell", tract="C")
    place = tract("C")
    assert (table.s.owner[place], table.s.owned[ANN]) == (NO_SEAT, 0)
    assert (table.s.zone[place], table.s.subdivided[place], table.s.section[edge("C-D")]) == (APARTMENTS, 1, 1)
    table.play(ANN, "put_up", tract="C")
    table.play(ANN, "bid", thousands=125)
    assert table.s.owner[place] == ANN


@pytest.mark.rule("SM-D3d")
def test_a_tract_sold_built_up_is_out_of_the_game_but_its_roads_count() -> None:
    table = Table()
    table.owns(ANN, "C")
    table.owns(BEN, "G")
    table.built("C", HOUSES)
    table.play(ANN, "sell", tract="C")
    assert table.s.owner[tract("C")] == OUT_OF_THE_GAME
    assert table.s.cash[ANN] == 300
    assert table.value("G") == 8 + 15
    assert table.refused(ANN, "put_up", tract="C") == ("is_out_of_the_game", "SM-D3d")
