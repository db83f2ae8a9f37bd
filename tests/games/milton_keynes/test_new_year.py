"""MK-Y, MK-D, MK-Q, MK-I, MK-R, MK-C5: Demolish, Inquiry, cash and Redevelop."""

import pytest

from tests.games.milton_keynes.table import (
    AIR_BASE,
    ANN,
    BEN,
    CAT,
    COMMONS,
    DEMOLISH,
    ESTATE,
    INQUIRY,
    REDEVELOP,
    RULES,
    SEWAGE_REPROCESSOR,
    Table,
    plot,
    seen,
)


def town() -> Table:
    """ANN has a line of three, BEN two plots."""
    table = Table(3)
    table.builds(ANN, ESTATE, "H3 H4 H5")
    table.builds(BEN, ESTATE, "B2 B3")
    return table


@pytest.mark.rule("MK-Y1", "MK-Y2")
def test_a_year_runs_from_demolish_to_building() -> None:
    table = town()
    table.s.offers = 0
    table.holds(CAT, permits=[DEMOLISH, REDEVELOP])
    table.new_year()
    phases = [table.s.phase]
    while table.s.year == 2 and table.pending:
        seat = table.pending[0]
        table.rules.apply(table.s, seat, table.rules.default_action(table.s, seat))
        if table.s.phase != phases[-1]:
            phases.append(table.s.phase)
    sale = [RULES.BRIBE, RULES.LOBBY_FOR_LOTS, RULES.BUY_LOTS]
    start = [RULES.PLAY_DEMOLISH, RULES.PLAY_INQUIRY, RULES.PLAY_REDEVELOP]
    assert phases[:9] == [*start, *sale, *sale]
    assert phases[9:11] == [RULES.BID, RULES.LOBBY_FOR_PERMITS]
    assert RULES.FILL_POUCHES in phases
    assert table.s.year == 3


@pytest.mark.rule("MK-Y3")
def test_everybody_is_asked_in_turn_until_all_decline_in_a_row() -> None:
    table = town()
    table.holds(CAT, permits=[DEMOLISH])
    table.new_year()
    assert table.pending == (ANN,)
    assert RULES.legal_actions(table.s, ANN) == [RULES.DECLINE()]
    table.play(ANN, "decline")
    table.play(BEN, "decline")
    table.play(CAT, "demolish", plot="H5")
    table.play(CAT, "leave_deed")
    for seat in (ANN, BEN, CAT):
        assert table.pending == (seat,)
        table.play(seat, "decline")
    assert table.s.phase == RULES.PLAY_INQUIRY


@pytest.mark.rule("MK-Y3")
def test_without_a_building_nobody_is_asked() -> None:
    table = Table(3)
    table.new_year()
    assert table.s.phase == RULES.PLAY_INQUIRY


@pytest.mark.rule("MK-D1", "MK-C5")
def test_demolish_removes_one_block_and_goes_under_the_deck() -> None:
    table = town()
    table.holds(ANN, permits=[DEMOLISH])
    table.new_year()
    table.play(ANN, "demolish", plot="B3")
    assert table.s.building[plot("B3")] == 0
    assert table.s.size[table.s.building[plot("B2")]] == 1
    assert table.bottom(1) == [DEMOLISH]
    assert seen(table.s, CAT).permit_deck[0] == table.s.permit_deck[0]


@pytest.mark.rule("MK-D1")
def test_a_building_of_one_block_disappears() -> None:
    table = town()
    number = table.builds(CAT, COMMONS, "D5")
    table.holds(ANN, permits=[DEMOLISH])
    table.new_year()
    table.play(ANN, "demolish", plot="D5")
    assert table.s.size[number] == 0


@pytest.mark.rule("MK-D2")
def test_only_a_block_with_at_most_one_internal_wall_can_be_hit() -> None:
    table = town()
    table.builds(BEN, ESTATE, "D5 D6 E5 E6")
    table.holds(ANN, permits=[DEMOLISH])
    table.new_year()
    assert table.refusal(ANN, "demolish", plot="H4") == "not_on_the_edge"
    for name in ("D5", "D6", "E5", "E6"):
        assert table.refusal(ANN, "demolish", plot=name) == "not_on_the_edge"
    assert table.refusal(ANN, "demolish", plot="A1") == "no_building_there"
    assert table.refusal(ANN, "demolish", plot="H3") == ""


@pytest.mark.rule("MK-D3")
def test_the_deed_can_be_bought_for_ten_or_goes_back() -> None:
    for choice, holder, ann, ben in (("buy_deed", ANN, 2, 10), ("leave_deed", BEN, 12, 0)):
        table = town()
        table.holds(ANN, permits=[DEMOLISH], cash=12)
        table.new_year()
        table.play(ANN, "demolish", plot="B3")
        table.play(ANN, choice)
        assert table.s.place[plot("B3")] == holder
        assert (table.s.cash[ANN], table.s.cash[BEN]) == (ann, ben)


@pytest.mark.rule("MK-D3")
def test_without_ten_the_deed_cannot_be_bought() -> None:
    table = town()
    table.holds(ANN, permits=[DEMOLISH], cash=9)
    table.new_year()
    table.play(ANN, "demolish", plot="B3")
    assert table.refusal(ANN, "buy_deed") == "too_little_cash"


@pytest.mark.rule("MK-D4")
def test_ones_own_block_comes_back_to_the_hand_for_nothing() -> None:
    table = town()
    table.holds(ANN, permits=[DEMOLISH], cash=12)
    table.new_year()
    table.play(ANN, "demolish", plot="H3")
    assert table.s.place[plot("H3")] == ANN
    assert table.s.cash[ANN] == 12
    assert table.s.phase == RULES.PLAY_DEMOLISH


@pytest.mark.rule("MK-D5", "MK-N9")
def test_on_the_river_the_tile_returns_and_nobody_gets_a_deed() -> None:
    table = Table(3)
    table.builds(BEN, SEWAGE_REPROCESSOR, "G4 G5")
    assert RULES.is_free_river(table.s, plot("G5")) is False
    table.holds(ANN, permits=[DEMOLISH], cash=12)
    table.new_year()
    table.play(ANN, "demolish", plot="G5")
    assert table.s.place[plot("G5")] == RULES.OUT_OF_GAME
    assert RULES.is_free_river(table.s, plot("G5"))
    assert table.hand(ANN) == table.hand(BEN) == set()


@pytest.mark.rule("MK-D6")
def test_blocks_change_at_once_and_markers_later() -> None:
    table = town()
    table.s.marker[ANN] = 14
    table.holds(BEN, permits=[DEMOLISH])
    table.new_year()
    before = table.blocks()[ANN]
    table.play(ANN, "decline")
    table.play(BEN, "demolish", plot="H3")
    assert table.blocks()[ANN] == before - 1
    assert table.s.marker[ANN] == 14


@pytest.mark.rule("MK-Q1")
def test_inquiries_are_sealed_shown_together_and_move_the_marker_by_five_each() -> None:
    table = Table(3)
    table.holds(ANN, permits=[INQUIRY, INQUIRY])
    table.holds(BEN, permits=[INQUIRY])
    table.new_year()
    assert table.pending == (ANN, BEN, CAT)
    table.play(ANN, "inquire", times=2)
    assert table.s.marker[ANN] == 10
    assert seen(table.s, BEN).sealed[ANN][0] == -(1 << 15)
    assert table.refusal(BEN, "inquire", times=2) == "no_such_permit"
    table.play(BEN, "inquire", times=0)
    table.play(CAT, "inquire", times=0)
    assert (table.s.marker[ANN], table.s.cash[ANN], table.s.cash[BEN]) == (20, 20, 10)


@pytest.mark.rule("MK-Q1")
def test_an_inquiry_never_leads_past_fifty() -> None:
    table = Table(3)
    table.s.marker[ANN] = 48
    table.holds(ANN, permits=[INQUIRY])
    table.new_year()
    table.play(ANN, "inquire", times=1)
    table.play(BEN, "inquire", times=0)
    table.play(CAT, "inquire", times=0)
    assert table.s.marker[ANN] == 50


@pytest.mark.rule("MK-Q2", "MK-M2")
def test_a_roundabout_reached_by_an_inquiry_is_kept() -> None:
    table = Table(3)
    table.s.marker[ANN] = 12
    table.holds(ANN, permits=[INQUIRY])
    table.new_year()
    table.play(ANN, "inquire", times=1)
    table.play(BEN, "inquire", times=0)
    table.play(CAT, "inquire", times=0)
    assert table.s.marker[ANN] == 17
    table.to_pouches()
    table.seal(ANN, BEN, CAT)
    assert table.s.marker[ANN] == 15


@pytest.mark.rule("MK-I1", "MK-I2")
def test_thirty_in_the_first_year_then_what_the_marker_shows() -> None:
    table = Table(3)
    table.holds(ANN, permits=[INQUIRY])
    table.new_year(1)
    table.play(ANN, "inquire", times=1)
    table.play(BEN, "inquire", times=0)
    table.play(CAT, "inquire", times=0)
    assert [*table.s.cash][:3] == [35, 30, 30]
    later = Table(3)
    later.s.marker[BEN] = 23
    later.new_year(2)
    later.all_play("inquire", times=0)
    assert [*later.s.cash][:3] == [10, 23, 10]


@pytest.mark.rule("MK-I3")
def test_a_credit_crunch_costs_everybody_the_same_until_the_bank_can_pay() -> None:
    table = Table(3)
    for seat, marker, cash in ((ANN, 30, 50), (BEN, 20, 50), (CAT, 10, 50)):
        table.s.marker[seat] = marker
        table.holds(seat, cash=cash)
    assert table.s.bank == 40
    table.new_year()
    table.all_play("inquire", times=0)
    assert [*table.s.cash][:3] == [50 + 20, 50 + 10, 50]
    assert table.s.bank == 10


@pytest.mark.rule("MK-I3")
def test_who_is_owed_nothing_more_puts_cash_back_as_far_as_there_is_some() -> None:
    table = Table(3)
    for seat, marker, cash in ((ANN, 50, 90), (BEN, 50, 90), (CAT, 10, 3)):
        table.s.marker[seat] = marker
        table.holds(seat, cash=cash)
    assert table.s.bank == 7
    table.new_year()
    table.all_play("inquire", times=0)
    assert [*table.s.cash][:3] == [95, 95, 0]
    assert table.s.bank == 0


@pytest.mark.rule("MK-R1", "MK-R2")
def test_redevelop_takes_a_building_back_but_not_its_permit_or_the_river() -> None:
    table = Table(3)
    table.builds(ANN, SEWAGE_REPROCESSOR, "G4 G5 H5")
    table.builds(BEN, AIR_BASE, "B2 B3")
    table.s.marker[ANN] = 14
    table.holds(ANN, permits=[REDEVELOP])
    table.go(RULES.BEGIN_REDEVELOP)
    table.s.seat = ANN
    assert table.refusal(ANN, "redevelop", plot="B2") == "not_your_building"
    assert table.refusal(ANN, "redevelop", plot="G5") == "not_by_this_plot"
    table.play(ANN, "redevelop", plot="G4")
    assert table.hand(ANN) == {plot("G4"), plot("H5")}
    assert RULES.is_free_river(table.s, plot("G5"))
    assert table.blocks()[ANN] == 0
    assert table.s.marker[ANN] == 14
    assert table.s.permits_held[ANN] == 0
    assert table.bottom(1) == [REDEVELOP]


@pytest.mark.rule("MK-R1")
def test_redevelop_needs_the_permit() -> None:
    table = town()
    table.go(RULES.BEGIN_REDEVELOP)
    table.s.seat = ANN
    assert table.refusal(ANN, "redevelop", plot="H3") == "no_such_permit"


@pytest.mark.rule("MK-D3", "MK-Q1", "MK-R1")
def test_a_permit_or_money_that_is_missing_is_refused_by_the_clause_of_what_it_is_for() -> None:
    table = Table(3)
    table.builds(BEN, ESTATE, "H3")
    table.holds(ANN, permits=[DEMOLISH], cash=9)
    table.new_year()
    table.play(ANN, "demolish", plot="H3")
    assert table.clause(ANN, "buy_deed") == "MK-D3"
    other = Table(3)
    other.builds(ANN, ESTATE, "H3")
    other.new_year()
    assert other.clause(ANN, "demolish", plot="H3") == "MK-D1"
    other.all_play("decline")
    while other.s.phase == RULES.PLAY_DEMOLISH:
        other.all_play("decline")
    assert other.clause(ANN, "inquire", times=1) == "MK-Q1"
    other.all_play("inquire", times=0)
    assert other.clause(ANN, "redevelop", plot="H3") == "MK-R1"


@pytest.mark.rule("MK-Y3")
def test_everybody_is_asked_as_soon_as_a_building_stands_even_if_nothing_can_be_touched() -> None:
    table = Table(3)
    table.builds(BEN, ESTATE, "C3 C4 D3 D4")
    table.new_year()
    assert table.s.phase == RULES.PLAY_DEMOLISH
    assert all(table.refusal(seat, "decline") == "" for seat in table.pending)
    bare = Table(3)
    bare.new_year()
    assert bare.s.phase == RULES.PLAY_INQUIRY
