"""MK-M, MK-E: the income rail and the end."""

import pytest

from tabletown.rulekit.loops import Sheet
from tests.games.milton_keynes.table import ANN, BEN, CAT, LOBBY, REDEVELOP, RULES, Table, pouches

# ---------------------------------------------------------------- the rail


@pytest.mark.rule("MK-M1")
def test_the_marker_goes_to_ten_and_the_blocks_and_no_further_than_fifty() -> None:
    table = pouches("H3 H4", (LOBBY,))
    table.to_pouches()
    table.fill(ANN, (LOBBY, "H3 H4"))
    table.seal(ANN, BEN, CAT)
    assert table.s.marker[ANN] == 10 + table.blocks()[ANN]
    rich = Table(3)
    rich.s.blocks[ANN] = 60
    RULES.move_marker(rich.s, ANN)
    assert rich.s.marker[ANN] == 50


@pytest.mark.rule("MK-M2")
def test_the_marker_stays_on_the_highest_roundabout_ever_reached() -> None:
    table = Table(3)
    table.s.blocks[ANN] = 12
    RULES.move_marker(table.s, ANN)
    assert table.s.marker[ANN] == 22
    table.s.blocks[ANN] = 3
    RULES.move_marker(table.s, ANN)
    assert table.s.marker[ANN] == 20


@pytest.mark.rule("MK-M3")
def test_a_briefcase_for_every_roundabout_reached_going_up() -> None:
    table = Table(3)
    for blocks, cash in ((4, 0), (5, 5), (4, 5), (6, 5), (17, 15)):
        table.s.blocks[ANN] = blocks
        RULES.move_marker(table.s, ANN)
        assert table.s.cash[ANN] == cash, blocks


@pytest.mark.rule("MK-M3")
def test_no_briefcase_for_what_an_inquiry_passed_or_from_an_empty_bank() -> None:
    table = Table(3)
    table.s.marker[ANN] = 17
    table.s.highest_roundabout[ANN] = 15
    table.s.blocks[ANN] = 8
    RULES.move_marker(table.s, ANN)
    assert (table.s.marker[ANN], table.s.cash[ANN]) == (18, 0)
    table.holds(BEN, cash=186)
    table.s.blocks[ANN] = 20
    RULES.move_marker(table.s, ANN)
    assert table.s.cash[ANN] == 0


# ---------------------------------------------------------------- the end


@pytest.mark.rule("MK-E1")
def test_the_game_ends_when_the_deck_is_empty_after_building() -> None:
    table = pouches("H3 H4", (LOBBY,))
    table.leaves_in_deck(0)
    table.to_pouches()
    table.fill(ANN, (LOBBY, "H3 H4"))
    table.seal(ANN, BEN, CAT)
    assert RULES.ending(table.s) == 1
    assert table.pending == ()
    assert table.refusal(ANN, "seal") == "game_is_over"


@pytest.mark.rule("MK-E1")
def test_one_deed_in_the_deck_is_enough_to_go_on() -> None:
    table = Table(3)
    table.leaves_in_deck(1)
    table.to_pouches()
    table.seal(ANN, BEN, CAT)
    assert RULES.ending(table.s) == 0


@pytest.mark.rule("MK-E1")
def test_unsold_deeds_keep_the_game_going() -> None:
    table = Table(3, offers=0)
    table.stacks("A1 D5")
    while table.s.deeds_left > 2:
        table.take_out(table.s.deed_deck[0])
    table.to_sale()
    while table.s.year == 2 and table.pending:
        table.rules.apply(table.s, table.pending[0], table.rules.default_action(table.s, table.pending[0]))
    assert RULES.ending(table.s) == 0
    assert table.s.deeds_left == 2


@pytest.mark.rule("MK-E2")
def test_two_years_in_which_no_deed_leaves_the_deck_end_the_game() -> None:
    table = Table(3, offers=0)
    table.new_year()
    years = set()
    while table.pending:
        years.add(table.s.year)
        table.rules.apply(table.s, table.pending[0], table.rules.default_action(table.s, table.pending[0]))
    assert RULES.ending(table.s) == 2
    assert years == {2, 3}


@pytest.mark.rule("MK-E2")
def test_a_year_with_a_sale_counts_anew() -> None:
    table = Table(3)
    table.s.stalled = 1
    table.holds(ANN, permits=[REDEVELOP])
    table.s.deeds_left_at_new_year = table.s.deeds_left + 1
    RULES.end_year(table.s)
    assert (table.s.stalled, table.s.phase) == (0, RULES.NEW_YEAR)


def shares(table: Table) -> list[int]:
    out = Sheet([0] * table.s.players)
    RULES.returns(table.s, out)
    return list(out)


@pytest.mark.rule("MK-E3")
def test_most_blocks_win_beyond_the_rail() -> None:
    table = Table(3)
    for seat, blocks in enumerate((41, 45, 40)):
        table.s.blocks[seat] = blocks
    table.s.cash[ANN] = 90
    assert shares(table) == [0, 60, 0]
    out = Sheet([0] * 3)
    RULES.scores(table.s, out)
    assert list(out) == [41, 45, 40]


@pytest.mark.rule("MK-E4")
def test_ties_go_to_the_most_cash_and_then_are_shared() -> None:
    table = Table(3)
    for seat, (blocks, cash) in enumerate(((12, 5), (12, 9), (12, 9))):
        table.s.blocks[seat], table.s.cash[seat] = blocks, cash
    assert shares(table) == [0, 30, 30]
    table.s.cash[CAT] = 10
    assert shares(table) == [0, 0, 60]
