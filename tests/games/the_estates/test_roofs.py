"""Placing a rooftop: it closes a building for good."""

import pytest

from tests.games.the_estates.table import ANN, BEN, LOWER, MIDDLE, UPPER, Table


@pytest.mark.rule("TE-R1")
def test_a_roof_goes_on_any_building_without_one_whoever_owns_it() -> None:
    table = Table()
    table.owns(BEN, "AB")
    table.tower(UPPER, "A6")
    table.tower(UPPER, "B6 B5", roof=4)
    table.tower(MIDDLE, "A5 B3 A1")
    table.tower(LOWER, "F2")
    table.gets(ANN, "roof 6")
    assert table.allowed(ANN, "place_roof") == [(UPPER, 1), (MIDDLE, 1), (LOWER, 1)]
    table.play(ANN, "place_roof", row=UPPER, lot=1)
    assert table.s.roof[UPPER][0] == 6
    assert table.s.roofless == [0, 1, 1]


@pytest.mark.rule("TE-R1")
def test_a_roof_needs_a_building_beneath_it() -> None:
    table = Table()
    table.tower(UPPER, "A6")
    table.gets(ANN, "roof 1")
    assert table.refusal(ANN, "place_roof", row=UPPER, lot=2) == "no_building"
    assert table.refusal(ANN, "place_roof", row=LOWER, lot=1) == "no_building"


@pytest.mark.rule("TE-R1")
def test_a_roof_cannot_be_discarded() -> None:
    table = Table()
    table.tower(UPPER, "A6")
    table.gets(ANN, "roof 1")
    assert table.refusal(ANN, "discard") == "roof_must_be_placed"


@pytest.mark.rule("TE-R2")
def test_a_finished_building_takes_neither_cube_nor_second_roof() -> None:
    table = Table()
    table.tower(MIDDLE, "A6", roof=2)
    table.tower(MIDDLE, "B6")
    table.gets(ANN, "V1")
    assert table.refusal(ANN, "place_cube", row=MIDDLE, lot=1) == "roofed"
    table.play(ANN, "place_cube", row=MIDDLE, lot=2)
    table.gets(BEN, "roof 3")
    assert table.refusal(BEN, "place_roof", row=MIDDLE, lot=1) == "roofed"


@pytest.mark.rule("TE-R2", "TE-F5")
def test_of_two_refusals_a_roofed_building_on_white_dirt_gives_the_roof_as_the_reason() -> None:
    table = Table()
    table.tower(UPPER, "A6", roof=2)
    table.gets(ANN, "V1")
    assert table.refusal(ANN, "place_cube", row=UPPER, lot=1) == "roofed"
