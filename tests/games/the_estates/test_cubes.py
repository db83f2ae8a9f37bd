"""Placing a floor cube: where buildings begin and how they grow."""

import pytest

from tests.games.the_estates.table import ANN, BEN, LONGER, LOWER, MIDDLE, SHORTER, UPPER, Table, cubes


@pytest.mark.rule("TE-F1")
def test_a_cube_cannot_be_discarded() -> None:
    table = Table()
    table.gets(ANN, "A6")
    assert table.refusal(ANN, "discard") == "must_be_placed"


@pytest.mark.rule("TE-F1")
def test_a_cube_is_placed_at_once_and_the_turn_is_over() -> None:
    table = Table()
    table.gets(ANN, "A6")
    table.play(ANN, "place_cube", row=MIDDLE, lot=1)
    assert table.building(MIDDLE, 1) == cubes("A6")
    assert table.decides() == BEN


@pytest.mark.rule("TE-F1")
def test_nothing_but_the_cube_is_placed_when_a_cube_was_won() -> None:
    table = Table()
    table.tower(UPPER, "B6")
    table.gets(ANN, "A6")
    assert table.refusal(ANN, "place_roof", row=UPPER, lot=1) == "another_piece"
    assert table.refusal(ANN, "place_mayor", row=UPPER) == "another_piece"
    assert table.refusal(ANN, "place_permit", row=UPPER, longer=LONGER) == "another_piece"
    assert table.refusal(ANN, "remove_permit", permit=1) == "another_piece"


@pytest.mark.rule("TE-F2")
def test_a_row_begins_beside_the_street_and_any_row_may_be_begun() -> None:
    table = Table()
    table.gets(ANN, "A6")
    assert table.allowed(ANN, "place_cube") == [(UPPER, 1), (MIDDLE, 1), (LOWER, 1)]
    assert table.refusal(ANN, "place_cube", row=UPPER, lot=2) == "leaves_a_gap"


@pytest.mark.rule("TE-F2")
def test_a_new_building_stands_directly_beyond_the_last_one() -> None:
    table = Table()
    table.tower(LOWER, "A2")
    table.tower(LOWER, "A3")
    table.gets(ANN, "A6")
    assert table.refusal(ANN, "place_cube", row=LOWER, lot=4) == "leaves_a_gap"
    table.play(ANN, "place_cube", row=LOWER, lot=3)
    assert table.s.built[LOWER] == 3


@pytest.mark.rule("TE-F2", "TE-F4")
def test_a_cube_may_go_on_top_of_any_building_of_the_row_not_only_the_last() -> None:
    table = Table()
    for name in ("A6", "B6", "F6"):
        table.tower(MIDDLE, name)
    table.gets(ANN, "V5")
    assert table.allowed(ANN, "place_cube") == [(UPPER, 1), (MIDDLE, 1), (MIDDLE, 2), (MIDDLE, 4), (LOWER, 1)]


@pytest.mark.rule("TE-F3")
def test_without_a_permit_the_river_ends_the_row() -> None:
    table = Table()
    for name in ("A1", "B1", "F1", "P1"):
        table.tower(LOWER, name)
    table.gets(ANN, "A6")
    assert table.refusal(ANN, "place_cube", row=LOWER, lot=5) == "beyond_requirement"
    assert table.refusal(ANN, "place_cube", row=LOWER, lot=10) == "beyond_requirement"
    assert table.refusal(ANN, "place_cube", row=UPPER, lot=5) == "beyond_requirement"


@pytest.mark.rule("TE-F3", "TE-B2")
def test_the_lot_with_a_permit_and_all_lots_past_it_are_closed() -> None:
    table = Table()
    table.permit(2, UPPER, SHORTER)
    table.tower(UPPER, "A1")
    table.tower(UPPER, "B1")
    table.gets(ANN, "A6")
    assert table.permit_lot(UPPER) == 3
    assert table.refusal(ANN, "place_cube", row=UPPER, lot=3) == "beyond_requirement"
    assert table.refusal(ANN, "place_cube", row=UPPER, lot=4) == "beyond_requirement"


@pytest.mark.rule("TE-F3")
def test_a_lengthened_row_goes_on_beyond_the_river() -> None:
    table = Table()
    table.permit(1, LOWER, LONGER)
    for name in ("A1", "B1", "F1", "P1"):
        table.tower(LOWER, name)
    table.gets(ANN, "A6")
    table.play(ANN, "place_cube", row=LOWER, lot=5)
    table.gets(BEN, "B6")
    assert table.refusal(BEN, "place_cube", row=LOWER, lot=6) == "beyond_requirement"


@pytest.mark.rule("TE-F4")
def test_only_a_lower_number_goes_on_top() -> None:
    """The rulebook's example: on Pewter 3 only a 1 or a 2 can follow, of whatever company."""
    table = Table()
    table.tower(MIDDLE, "F5 P3")
    refusals = {}
    for name in ("A1", "S2", "F2", "P4", "A3", "V6"):
        trial = Table()
        trial.s = table.s.copy()
        trial.gets(ANN, name)
        refusals[name] = trial.refusal(ANN, "place_cube", row=MIDDLE, lot=1)
    assert refusals == {"A1": "", "S2": "", "F2": "", "P4": "not_lower", "A3": "not_lower", "V6": "not_lower"}


@pytest.mark.rule("TE-F4")
def test_a_building_can_be_six_cubes_tall_and_then_takes_no_more() -> None:
    table = Table()
    table.tower(MIDDLE, "A6 B5 F4 P3 S2")
    table.gets(ANN, "V1")
    table.play(ANN, "place_cube", row=MIDDLE, lot=1)
    assert table.building(MIDDLE, 1) == cubes("A6 B5 F4 P3 S2 V1")
    table.gets(BEN, "A1")
    assert table.refusal(BEN, "place_cube", row=MIDDLE, lot=1) == "not_lower"


@pytest.mark.rule("TE-F4")
def test_building_higher_develops_no_further_lot() -> None:
    table = Table()
    table.tower(MIDDLE, "A6")
    table.gets(ANN, "B2")
    table.play(ANN, "place_cube", row=MIDDLE, lot=1)
    assert (table.s.built[MIDDLE], table.s.roofless[MIDDLE]) == (1, 1)


@pytest.mark.rule("TE-F5", "TE-C3")
@pytest.mark.parametrize(("row", "lot"), [(UPPER, 1), (UPPER, 7), (MIDDLE, 3), (MIDDLE, 5), (LOWER, 2)])
def test_white_dirt_takes_one_cube_and_then_only_a_roof(row: int, lot: int) -> None:
    table = Table()
    table.permit(3, row, LONGER)
    for name in ("A6", "B6", "F6", "P6", "S6", "V6", "A5")[:lot]:
        table.tower(row, name)
    table.gets(ANN, "V1")
    assert table.refusal(ANN, "place_cube", row=row, lot=lot) == "white_dirt_full"
    for other in range(1, lot):
        white = (row, other) in {(UPPER, 1), (MIDDLE, 3)}
        assert table.refusal(ANN, "place_cube", row=row, lot=other) == ("white_dirt_full" if white else "")
    table.play(ANN, "place_cube", row=(row + 1) % 3, lot=1)
    table.gets(BEN, "roof 1")
    table.play(BEN, "place_roof", row=row, lot=lot)
    assert table.s.roof[row][lot - 1] == 1


@pytest.mark.rule("TE-F5")
def test_lots_behind_the_river_without_white_dirt_carry_towers() -> None:
    table = Table()
    table.permit(3, LOWER, LONGER)
    for name in ("A6", "B6", "F6", "P6", "S6"):
        table.tower(LOWER, name)
    table.gets(ANN, "V1")
    table.play(ANN, "place_cube", row=LOWER, lot=5)
    assert table.building(LOWER, 5) == cubes("S6 V1")


@pytest.mark.rule("TE-F6")
def test_the_first_cube_of_a_colour_brings_its_certificate_and_later_ones_do_not_move_it() -> None:
    table = Table()
    table.gets(ANN, "A6")
    table.play(ANN, "place_cube", row=MIDDLE, lot=1)
    assert table.s.certificate[0] == ANN
    assert ("certificate_taken", {"seat": ANN, "colour": 0}) in table.told()
    table.gets(BEN, "A5")
    table.play(BEN, "place_cube", row=LOWER, lot=1)
    assert table.s.certificate[0] == ANN
    assert "certificate_taken" not in dict(table.told())


@pytest.mark.rule("TE-F6")
def test_a_player_may_own_several_companies_and_others_none() -> None:
    table = Table()
    for lot, name in enumerate(("A1", "B1", "F1"), 1):
        table.gets(ANN, name)
        table.play(ANN, "place_cube", row=UPPER, lot=lot)
    assert table.s.certificate == [ANN, ANN, ANN, -1, -1, -1]


@pytest.mark.rule("TE-F6")
def test_a_covered_colour_keeps_its_owner() -> None:
    table = Table()
    table.gets(ANN, "A6")
    table.play(ANN, "place_cube", row=MIDDLE, lot=1)
    table.gets(BEN, "B5")
    table.play(BEN, "place_cube", row=MIDDLE, lot=1)
    assert table.s.certificate == [ANN, BEN, -1, -1, -1, -1]
