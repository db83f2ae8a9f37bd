"""The end of the game."""

import pytest

from tests.games.the_estates.table import ANN, BEN, LONGER, LOWER, MIDDLE, SHORTER, UPPER, Table

TWENTY_FOUR = (
    (UPPER, "S3"),
    (UPPER, "A6 A5 A4 A3 A2 A1"),
    (UPPER, "B6 B5 B4 B3 B2 B1"),
    (MIDDLE, "F6 F5 F4 F3 F2 F1"),
    (MIDDLE, "P6 P5 P4 P3 P2"),
)
"""Buildings that use up all cubes of a round and complete no row."""


def one_complete_row(table: Table, row: int = UPPER) -> None:
    table.permit(3, row, SHORTER)
    table.tower(row, "A6", roof=1)
    assert table.complete_rows() == [row]


@pytest.mark.rule("TE-E1")
def test_a_row_is_complete_when_it_is_filled_and_every_building_has_a_roof() -> None:
    table = Table()
    for roof, name in enumerate(("A6", "B6", "F6"), 1):
        table.tower(LOWER, name, roof=roof)
    assert not table.complete(LOWER)
    table.tower(LOWER, "P6")
    assert not table.complete(LOWER)
    table.gets(ANN, "roof 4")
    table.play(ANN, "place_roof", row=LOWER, lot=4)
    assert table.complete(LOWER)
    assert table.told()[-1] == ("row_complete", {"row": LOWER})


@pytest.mark.rule("TE-E1")
@pytest.mark.parametrize("bare", [1, 2, 3, 4])
def test_one_missing_roof_anywhere_keeps_a_filled_row_incomplete(bare: int) -> None:
    table = Table()
    for lot, name in enumerate(("A6", "B6", "F6", "P6"), 1):
        table.tower(MIDDLE, name, roof=0 if lot == bare else lot)
    assert not table.complete(MIDDLE)


@pytest.mark.rule("TE-E2")
def test_the_game_ends_the_moment_a_roof_completes_the_second_row() -> None:
    table = Table()
    one_complete_row(table)
    table.permit(2, LOWER, SHORTER)
    table.tower(LOWER, "B6", roof=2)
    table.tower(LOWER, "F6")
    table.gets(ANN, "roof 3")
    assert table.ending == ""
    table.play(ANN, "place_roof", row=LOWER, lot=2)
    assert table.over
    assert table.ending == "two_rows_complete"
    assert table.complete_rows() == [UPPER, LOWER]
    assert table.refusal(BEN, "skip_stowing") == "game_is_over"


@pytest.mark.rule("TE-E2", "TE-B5")
def test_the_game_ends_when_a_permit_shortens_the_second_row_to_what_is_roofed() -> None:
    table = Table()
    one_complete_row(table)
    table.tower(LOWER, "B6", roof=2)
    table.tower(LOWER, "F6", roof=3)
    table.gets(ANN, "permit 2")
    table.play(ANN, "place_permit", row=LOWER, longer=SHORTER)
    assert table.ending == "two_rows_complete"


@pytest.mark.rule("TE-E2", "TE-X2")
def test_the_game_ends_when_the_cancel_cube_makes_the_second_row_fit() -> None:
    table = Table()
    one_complete_row(table)
    table.permit(1, LOWER, LONGER)
    for roof, name in enumerate(("B6", "F6", "P6", "S6"), 2):
        table.tower(LOWER, name, roof=roof)
    table.gets(ANN, "cancel")
    table.play(ANN, "remove_permit", permit=1)
    assert table.ending == "two_rows_complete"


@pytest.mark.rule("TE-E2", "TE-B7")
def test_a_row_of_nothing_counts_towards_the_two() -> None:
    table = Table()
    table.permit(3, LOWER, SHORTER)
    for roof, name in enumerate(("B6", "F6", "P6", "S6"), 2):
        table.tower(MIDDLE, name, roof=roof)
    table.gets(ANN, "permit 1")
    table.play(ANN, "place_permit", row=LOWER, longer=SHORTER)
    assert table.ending == "two_rows_complete"


@pytest.mark.rule("TE-E2")
def test_one_complete_row_ends_nothing() -> None:
    table = Table()
    one_complete_row(table)
    table.discard(ANN, "mayor")
    assert not table.over
    assert table.ending == ""


@pytest.mark.rule("TE-E3", "TE-V1")
def test_the_twelfth_roof_ends_the_game_even_without_a_complete_row() -> None:
    table = Table()
    table.permit(3, UPPER, LONGER)
    table.permit(2, MIDDLE, LONGER)
    roofs = iter((1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6))
    for name in ("A6", "B6", "F6", "P6", "S6", "V6"):
        table.tower(UPPER, name, roof=next(roofs))
    for name in ("A5", "B5", "F5", "P5", "S5"):
        table.tower(MIDDLE, name, roof=next(roofs))
    table.tower(LOWER, "V5")
    table.gets(ANN, "roof 6")
    assert not table.over
    table.play(ANN, "place_roof", row=LOWER, lot=1)
    assert table.ending == "no_more_buildings"
    assert table.complete_rows() == []


@pytest.mark.rule("TE-E3")
def test_if_the_twelfth_roof_also_completes_the_second_row_the_complete_rows_name_the_ending() -> None:
    table = Table()
    roofs = iter((1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6))
    table.permit(1, UPPER, LONGER)
    for row, names in ((UPPER, "A6 B6 F6 P6"), (MIDDLE, "A5 B5 F5 P5"), (LOWER, "A4 B4 F4")):
        for name in names.split():
            table.tower(row, name, roof=next(roofs))
    table.tower(LOWER, "P4")
    table.gets(ANN, "roof 6")
    table.play(ANN, "place_roof", row=LOWER, lot=4)
    assert (table.s.roofs_left, table.complete_rows()) == (0, [MIDDLE, LOWER])
    assert table.ending == "two_rows_complete"


@pytest.mark.rule("TE-E4")
def test_without_cubes_the_game_ends_with_the_last_missing_roof() -> None:
    table = Table()
    for roof, (row, names) in enumerate(TWENTY_FOUR):
        table.tower(row, names, roof=roof)
    assert table.s.cubes_left == 0
    table.gets(ANN, "roof 5")
    table.play(ANN, "place_roof", row=UPPER, lot=1)
    assert table.ending == "no_more_buildings"
    assert table.s.roofs_left == 7


@pytest.mark.rule("TE-E4")
def test_without_cubes_play_goes_on_while_a_building_lacks_its_roof() -> None:
    table = Table()
    for roof, (row, names) in enumerate(TWENTY_FOUR):
        table.tower(row, names, roof=roof)
    table.discard(ANN, "cancel")
    assert not table.over
    table.skip_stowing(BEN)
    assert table.kinds(BEN) == {"choose_roof", "choose_permit", "choose_mayor"}


@pytest.mark.rule("TE-E4")
def test_the_last_cube_ends_nothing_because_its_building_has_no_roof_yet() -> None:
    table = Table()
    for roof, (row, names) in enumerate(TWENTY_FOUR[:-1], 1):
        table.tower(row, names, roof=roof)
    table.tower(MIDDLE, "P6 P5 P4 P3")
    table.gets(ANN, "P2")
    assert table.s.cubes_left == 0
    table.play(ANN, "place_cube", row=MIDDLE, lot=2)
    assert not table.over


@pytest.mark.rule("TE-E4", "TE-E2")
def test_with_cubes_in_the_display_a_board_full_of_roofs_ends_nothing() -> None:
    table = Table()
    one_complete_row(table)
    table.tower(LOWER, "B6")
    table.gets(ANN, "roof 2")
    table.play(ANN, "place_roof", row=LOWER, lot=1)
    assert not table.over
    table.skip_stowing(BEN)
    assert len(table.allowed(BEN, "choose_cube")) == 6


@pytest.mark.rule("TE-E1", "TE-B3", "TE-V5")
def test_the_rulebooks_final_board() -> None:
    """The upper row is 2 shorter, the middle 1 longer, the lower 3 longer; the mayor doubles the upper row."""
    table = Table(players=3)
    for value, row, longer in ((2, UPPER, SHORTER), (1, MIDDLE, LONGER), (3, LOWER, LONGER)):
        table.gets(ANN, f"permit {value}")
        table.play(ANN, "place_permit", row=row, longer=longer)
    assert table.s.requirement == [2, 5, 7]
    table.gets(ANN, "mayor")
    table.play(ANN, "place_mayor", row=UPPER)
    table.owns(ANN, "A")
    table.owns(BEN, "B")
    table.tower(UPPER, "A6", roof=3)
    table.tower(UPPER, "B5", roof=4)
    for roof, names in enumerate(("A5", "A4", "B6", "A3"), 1):
        table.tower(MIDDLE, names, roof=roof)
    table.tower(MIDDLE, "B4")
    table.tower(LOWER, "A2")
    table.gets(ANN, "roof 6")
    table.play(ANN, "place_roof", row=MIDDLE, lot=5)
    assert table.complete_rows() == [UPPER, MIDDLE]
    assert table.ending == "two_rows_complete"
    ann = 2 * (6 + 3) + (5 + 1) + (4 + 2) + (3 + 4) - 2
    ben = 2 * (5 + 4) + (6 + 3) + (4 + 6)
    assert table.scores() == [ann, ben, 0]
