"""Scoring: finished rows pay, unfinished ones hurt."""

from random import Random
from typing import Any

import pytest

from tests.games.the_estates.table import ANN, BEN, CAT, LOWER, MIDDLE, RULES, SHORTER, UPPER, Table


def finished(table: Table) -> Table:
    """Two rows of one Vesper building each end the game; they are worth 5 to the owner of Vesper."""
    table.permit(3, UPPER, SHORTER)
    table.permit(2, LOWER, SHORTER)
    table.permit(1, LOWER, SHORTER)
    table.tower(UPPER, "V2", roof=1)
    table.tower(LOWER, "V1")
    table.gets(ANN, "roof 1")
    table.play(ANN, "place_roof", row=LOWER, lot=1)
    assert table.ending == "two_rows_complete"
    return table


def blue_building(table: Table, row: int) -> None:
    """Worth 9: Fernhill 4, Azimuth 2, roof 3. The owner of blue is BEN."""
    table.owns(BEN, "A")
    table.owns(CAT, "F")
    table.tower(row, "F4 A2", roof=3)


@pytest.mark.rule("TE-V1", "TE-V3")
def test_a_building_of_nine_scores_nine_for_the_owner_of_blue_in_a_complete_row() -> None:
    table = Table()
    table.permit(3, MIDDLE, SHORTER)
    blue_building(table, MIDDLE)
    assert table.complete(MIDDLE)
    assert table.scores() == [0, 9, 0]


@pytest.mark.rule("TE-V1", "TE-V3")
def test_a_building_of_nine_costs_the_owner_of_blue_nine_in_an_incomplete_row() -> None:
    table = Table()
    blue_building(table, MIDDLE)
    assert table.scores() == [0, -9, 0]


@pytest.mark.rule("TE-V5")
def test_the_mayor_doubles_a_building_for_better_or_worse() -> None:
    incomplete = Table()
    blue_building(incomplete, MIDDLE)
    incomplete.mayor(MIDDLE)
    complete = Table()
    complete.permit(3, MIDDLE, SHORTER)
    blue_building(complete, MIDDLE)
    complete.mayor(MIDDLE)
    assert (incomplete.scores(), complete.scores()) == ([0, -18, 0], [0, 18, 0])


@pytest.mark.rule("TE-V5")
def test_the_mayor_doubles_all_buildings_of_its_own_row_and_no_others() -> None:
    table = Table()
    table.owns(ANN, "A")
    table.owns(BEN, "B")
    table.tower(LOWER, "A6")
    table.tower(LOWER, "B5")
    table.tower(UPPER, "B3")
    table.mayor(LOWER)
    assert table.scores() == [-12, -10 - 3, 0]


@pytest.mark.rule("TE-V2")
def test_a_building_is_worth_all_its_cubes_and_its_roof() -> None:
    """The rulebook's example: Azimuth 6, Brickfield 4, Saffron 1 and a roof of 3 make 14."""
    table = Table()
    table.tower(MIDDLE, "A6 B4 S1", roof=3)
    assert RULES.building_value(table.s, MIDDLE, 0) == 14


@pytest.mark.rule("TE-V3")
def test_the_whole_building_belongs_to_the_company_of_its_topmost_cube() -> None:
    table = Table()
    table.owns(ANN, "A")
    table.owns(BEN, "B")
    table.owns(CAT, "S")
    table.tower(MIDDLE, "A6 B4 S1", roof=3)
    assert table.scores() == [0, 0, -14]


@pytest.mark.rule("TE-V3")
def test_a_cube_on_top_takes_the_building_over() -> None:
    table = Table()
    table.owns(BEN, "A")
    table.owns(CAT, "P")
    table.tower(MIDDLE, "A6")
    table.tower(LOWER, "P6", roof=1)
    assert table.scores() == [0, -6, -7]
    table.gets(ANN, "P2")
    table.play(ANN, "place_cube", row=MIDDLE, lot=1)
    assert table.scores() == [0, 0, -7 - 8]


@pytest.mark.rule("TE-V4")
def test_a_building_without_a_roof_counts_with_its_cubes_and_always_against_its_owner() -> None:
    table = Table()
    table.owns(BEN, "A")
    table.permit(3, MIDDLE, SHORTER)
    table.tower(MIDDLE, "A6 A5")
    assert table.scores() == [0, -11, 0]


@pytest.mark.rule("TE-V1")
def test_all_buildings_of_a_row_have_one_sign() -> None:
    table = Table()
    table.owns(BEN, "A")
    for roof, name in enumerate(("A6", "A5", "A4"), 1):
        table.tower(LOWER, name, roof=roof)
    assert table.scores()[BEN] == -(6 + 1 + 5 + 2 + 4 + 3)
    table.tower(LOWER, "A3", roof=4)
    assert table.scores()[BEN] == 6 + 1 + 5 + 2 + 4 + 3 + 3 + 4


@pytest.mark.rule("TE-V6")
def test_stowed_checks_score_a_point_each_and_money_in_hand_none() -> None:
    table = Table()
    table.money(0, 20, 5, boxes=(7, 0, 4))
    assert table.scores() == [7, 0, 4]


@pytest.mark.rule("TE-V7")
def test_the_highest_score_wins() -> None:
    table = Table()
    table.owns(BEN, "V")
    finished(table)
    assert table.scores() == [0, 5, 0]
    assert table.shares() == [0, 60, 0]


@pytest.mark.rule("TE-V7", "TE-V6")
def test_buildings_and_cash_box_are_added_for_the_winner() -> None:
    table = Table()
    table.owns(BEN, "V")
    table.money(0, 20, 10, boxes=(6, 0, 0))
    finished(table)
    assert table.scores() == [6, 5, 0]
    assert table.shares() == [60, 0, 0]


@pytest.mark.rule("TE-V7")
def test_when_all_are_below_zero_the_one_who_lost_least_wins() -> None:
    table = Table()
    table.owns(ANN, "AV")
    table.owns(BEN, "B")
    table.owns(CAT, "F")
    table.tower(MIDDLE, "A6 A5")
    table.tower(MIDDLE, "B4")
    table.tower(MIDDLE, "F6")
    finished(table)
    assert table.scores() == [5 - 11, -4, -6]
    assert table.shares() == [0, 60, 0]


@pytest.mark.rule("TE-V8")
def test_among_the_tied_the_one_with_the_most_checks_wins_hand_and_cash_box_together() -> None:
    table = Table()
    table.owns(CAT, "V")
    table.money(8, 11, 12, boxes=(5, 0, 0))
    finished(table)
    assert table.scores() == [5, 0, 5]
    assert table.shares() == [60, 0, 0]


@pytest.mark.rule("TE-V8")
def test_whoever_is_not_among_the_tied_gains_nothing_by_having_the_most_checks() -> None:
    table = Table()
    table.owns(CAT, "V")
    table.money(4, 17, 10, boxes=(5, 0, 0))
    finished(table)
    assert table.scores() == [5, 0, 5]
    assert table.shares() == [0, 0, 60]


@pytest.mark.rule("TE-V8")
@pytest.mark.parametrize(("players", "shorter", "share"), [(2, (1, 2), 30), (3, (2,), 20), (4, (1,), 15), (5, (), 12)])
def test_players_who_are_level_in_checks_too_share_the_win(players: int, shorter: tuple[int, ...], share: int) -> None:
    table = Table(players)
    table.permit(3, UPPER, SHORTER)
    for value in shorter:
        table.permit(value, LOWER, SHORTER)
    for seat in range(players):
        table.owns(seat, "ABFPS"[seat])
        table.tower(LOWER if seat else UPPER, f"{'ABFPS'[seat]}{6 - seat}", roof=0 if seat == players - 1 else seat + 1)
    table.gets(ANN, f"roof {players}")
    table.play(ANN, "place_roof", row=LOWER, lot=players - 1)
    assert table.ending == "two_rows_complete"
    assert table.scores() == [7] * players
    assert table.shares() == [share] * players


@pytest.mark.rule("TE-V1", "TE-V6")
@pytest.mark.parametrize("seed", range(8))
def test_what_is_written_down_is_what_the_board_shows(seed: int) -> None:
    state: Any = RULES.new_state(RULES.declaration.read_options(None))
    RULES.seed_dice(state, seed)
    RULES.setup(state, 4)
    rng = Random(seed)
    while seats := RULES.pending_seats(state):
        RULES.apply(state, seats[0], rng.choice(RULES.legal_actions(state, seats[0])))
    shown = [RULES.round_score(state, seat) for seat in range(4)]
    assert state.score[:4] == state.total[:4] == shown
    assert any(shown)
