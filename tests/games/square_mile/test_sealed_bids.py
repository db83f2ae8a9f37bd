"""Sealed bids and ties (SM-B)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletown.games.square_mile.rules.state import FIRST_ROAD, NO_SEAT, SEALED_BIDS_DUE, TIED_BIDS_DUE
from tests.games.square_mile.table import ANN, BEN, CAT, DAN, RULES, Planning, tract


@pytest.mark.rule("SM-B1")
@pytest.mark.parametrize(("players", "most"), [(2, 4), (3, 2), (4, 1)])
def test_how_many_bids_depends_on_the_players(players: int, most: int) -> None:
    table = Planning(players)
    for n, letter in enumerate(table.unowned()[:most], 1):
        table.play(ANN, "bid_for", tract=letter)
        table.play(ANN, "sealed_sum", thousands=1)
        assert bool(table.s.decided & 1) == (n == most)
    assert table.refused(ANN, "bid_for", tract=table.unowned()[most]) == ("handed_in_already", "SM-B4")


@pytest.mark.rule("SM-B2")
def test_bids_are_for_different_tracts_without_an_owner() -> None:
    table = Planning(players=2)
    one, *_ = table.unowned()
    table.play(ANN, "bid_for", tract=one)
    table.play(ANN, "sealed_sum", thousands=5)
    assert table.refused(ANN, "bid_for", tract=one) == ("bid_there_already", "SM-B2")
    owned = next(place for place in range(16) if table.s.owner[place] == BEN)
    assert table.refused(ANN, "bid_for", tract=owned) == ("tract_has_owner", "SM-B2")


@pytest.mark.rule("SM-B2", "SM-B8")
def test_nobody_has_to_bid_and_a_tract_without_bids_stays_unowned() -> None:
    table = Planning(players=3)
    unowned = table.unowned()
    for seat in (CAT, ANN, BEN):
        assert table.s.phase == SEALED_BIDS_DUE
        table.play(seat, "no_more_bids")
    assert table.s.phase == FIRST_ROAD
    assert table.unowned() == unowned
    assert [table.s.cash[seat] for seat in range(3)] == [100, 100, 100]


@pytest.mark.rule("SM-B3")
def test_a_bid_may_lie_under_the_market_value_and_all_bids_within_the_cash() -> None:
    table = Planning(players=2)
    first, second, *_ = table.unowned()
    table.play(ANN, "bid_for", tract=first)
    assert table.can(ANN, "sealed_sum") == set(range(100))
    table.play(ANN, "sealed_sum", thousands=96)
    table.play(ANN, "bid_for", tract=second)
    assert table.refused(ANN, "sealed_sum", thousands=5) == ("more_than_your_cash", "SM-B3")
    table.play(ANN, "sealed_sum", thousands=4)
    assert table.refused(ANN, "bid_for", tract=table.unowned()[2]) == ("nothing_left_to_bid", "SM-B3")


@pytest.mark.rule("SM-B4")
def test_the_highest_bid_pays_and_the_lower_pay_nothing() -> None:
    table = Planning(players=3, seed=4)
    c, k = table.unowned()[:2]
    table.bids(ANN, **{c: 4, k: 5})
    table.bids(BEN, **{c: 7})
    table.bids(CAT)
    assert (table.s.owner[tract(c)], table.s.owner[tract(k)]) == (BEN, ANN)
    assert [table.s.cash[seat] for seat in range(3)] == [95, 93, 100]
    assert [(told["seat"], told["thousands"]) for told in table.told("bid_shown")] == [(ANN, 4), (BEN, 7), (ANN, 5)]


@pytest.mark.rule("SM-B4")
def test_bids_are_opened_in_the_order_of_the_letters() -> None:
    table = Planning(players=2, seed=3)
    low, *_, high = table.unowned()
    table.bids(ANN, **{high: 3})
    table.bids(BEN, **{low: 2})
    assert [told["tract"] % 16 for told in table.told("bought")] == [tract(low), tract(high)]


def test_others_see_nothing_of_a_bid_before_all_have_handed_in() -> None:
    table = Planning(players=2)
    first, second, *_ = table.unowned()
    table.play(ANN, "bid_for", tract=first)
    before = RULES.concealed(table.s, BEN)
    table.play(ANN, "sealed_sum", thousands=42)
    table.play(ANN, "bid_for", tract=second)
    assert RULES.concealed(table.s, BEN) == before
    assert RULES.concealed(table.s, -1).to_dict()["bid_sum"][ANN] == [None] * 4


@pytest.mark.rule("SM-B5")
def test_the_tied_and_only_they_bid_again_after_all_others_are_settled() -> None:
    table = Planning(players=3, seed=4)
    c, k, o = table.unowned()[:3]
    table.bids(ANN, **{c: 9, k: 5})
    table.bids(BEN, **{c: 9})
    table.bids(CAT, **{c: 3, o: 8})
    assert table.s.phase == TIED_BIDS_DUE
    assert RULES.pending_seats(table.s) == (ANN, BEN)
    assert table.refused(CAT, "sealed_sum", thousands=9) == ("not_tied", "SM-B5")
    assert (table.s.owner[tract(c)], table.s.owner[tract(k)], table.s.owner[tract(o)]) == (NO_SEAT, ANN, CAT)
    table.play(BEN, "sealed_sum", thousands=9)
    assert table.refused(BEN, "sealed_sum", thousands=11) == ("handed_in_already", "SM-B4")
    table.play(ANN, "sealed_sum", thousands=10)
    assert table.s.owner[tract(c)] == ANN
    assert [table.s.cash[seat] for seat in range(3)] == [85, 100, 92]


@pytest.mark.rule("SM-B5", "SM-B6")
def test_two_tied_tracts_are_bid_for_at_once_within_the_cash_left() -> None:
    table = Planning(players=2, seed=3)
    a, b, c = table.unowned()[:3]
    table.bids(ANN, **{a: 40, b: 30, c: 20})
    table.bids(BEN, **{a: 40, b: 30, c: 10})
    assert table.s.cash[ANN] == 80
    assert table.can(ANN, "sealed_sum") == set(range(39, 50)), "80 less the 30 of the other tie"
    assert table.refused(ANN, "sealed_sum", thousands=39) == ("under_the_tied_sum", "SM-B6")
    assert table.refused(ANN, "sealed_sum", thousands=51) == ("cash_is_pledged", "SM-B6")
    table.play(ANN, "sealed_sum", thousands=45)
    assert table.can(ANN, "sealed_sum") == set(range(29, 35))
    table.play(ANN, "sealed_sum", thousands=30)
    table.play(BEN, "sealed_sum", thousands=41)
    table.play(BEN, "sealed_sum", thousands=31)
    assert (table.s.owner[tract(a)], table.s.owner[tract(b)]) == (ANN, BEN)
    assert (table.s.cash[ANN], table.s.cash[BEN]) == (35, 69)


@pytest.mark.rule("SM-B7")
def test_after_the_third_tie_the_lot_decides_at_that_sum() -> None:
    winners = set()
    for seed in range(30):
        table = Planning(players=4, seed=seed)
        (c, *_) = table.unowned()
        for seat in (ANN, BEN, CAT, DAN):
            table.bids(seat, **{c: 6})
        for seat, thousands in ((ANN, 8), (BEN, 8), (CAT, 8), (DAN, 7)):
            table.play(seat, "sealed_sum", thousands=thousands)
        assert RULES.pending_seats(table.s) == (ANN, BEN, CAT), "who was outbid is out"
        for seat in (CAT, BEN, ANN):
            table.play(seat, "sealed_sum", thousands=11)
        winner = table.s.owner[tract(c)]
        winners.add(winner)
        assert table.s.cash[winner] == 89
        assert table.s.phase == FIRST_ROAD
    assert winners == {ANN, BEN, CAT}


@settings(max_examples=40)
@given(st.data())
def test_the_order_in_which_players_hand_in_does_not_matter(data: st.DataObject) -> None:
    sums = data.draw(st.lists(st.tuples(st.integers(0, 5), st.integers(1, 4)), min_size=4, max_size=4))
    order = data.draw(st.permutations(range(4)))
    ends = []
    for seats in (range(4), order):
        table = Planning(players=4, seed=9)
        letters = table.unowned()
        for seat in seats:
            table.bids(seat, **{letters[sums[seat][0]]: sums[seat][1]})
        ends.append(table.s)
    assert ends[0] == ends[1]
