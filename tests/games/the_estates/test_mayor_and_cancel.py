"""Placing the mayor and using the cancel cube."""

import pytest

from tabletown.games.the_estates.rules.state import GONE
from tests.games.the_estates.table import ANN, BEN, LONGER, LOWER, MIDDLE, SHORTER, UPPER, Table


@pytest.mark.rule("TE-M1")
@pytest.mark.parametrize("row", [UPPER, MIDDLE, LOWER])
def test_the_mayor_goes_in_front_of_any_row(row: int) -> None:
    table = Table()
    table.gets(ANN, "mayor")
    table.play(ANN, "place_mayor", row=row)
    assert table.s.mayor == row


@pytest.mark.rule("TE-M1")
def test_the_mayor_may_be_discarded_and_then_doubles_no_row() -> None:
    table = Table()
    table.owns(BEN, "A")
    table.tower(UPPER, "A6")
    table.discard(ANN, "mayor")
    assert table.s.mayor == GONE
    assert table.scores() == [0, -6, 0]


@pytest.mark.rule("TE-M1")
def test_once_placed_the_mayor_never_moves() -> None:
    table = Table()
    table.gets(ANN, "mayor")
    table.play(ANN, "place_mayor", row=MIDDLE)
    table.skip_stowing(BEN)
    assert table.refusal(BEN, "choose_mayor") == "piece_used"
    table.gets(BEN, "cancel")
    assert table.kinds(BEN) == {"discard"}


@pytest.mark.rule("TE-X1")
def test_the_cancel_cube_and_the_permit_both_leave_the_game() -> None:
    table = Table()
    table.permit(2, UPPER, SHORTER)
    table.gets(ANN, "cancel")
    table.play(ANN, "remove_permit", permit=2)
    assert (table.s.cancel, table.s.permit_row[1], table.s.permit_change[1]) == (GONE, GONE, 0)
    table.skip_stowing(BEN)
    assert table.refusal(BEN, "choose_cancel") == "piece_used"
    assert table.refusal(BEN, "choose_permit", permit=2) == "piece_used"


@pytest.mark.rule("TE-X1")
def test_the_cancel_cube_may_be_discarded_though_a_permit_could_be_removed() -> None:
    table = Table()
    table.permit(2, UPPER, SHORTER)
    table.discard(ANN, "cancel")
    assert table.s.cancel == GONE
    assert table.s.requirement[UPPER] == 2


@pytest.mark.rule("TE-X1")
def test_only_a_permit_on_the_board_can_be_removed() -> None:
    table = Table()
    table.permit(2, UPPER, SHORTER)
    table.discard(ANN, "permit 3")
    table.gets(BEN, "cancel")
    assert table.refusal(BEN, "remove_permit", permit=1) == "permit_not_placed"
    assert table.refusal(BEN, "remove_permit", permit=3) == "permit_not_placed"
    assert table.allowed(BEN, "remove_permit") == [(2,)]


@pytest.mark.rule("TE-X1")
def test_if_no_permit_can_be_removed_the_cancel_cube_must_be_discarded() -> None:
    table = Table()
    table.permit(1, LOWER, LONGER)
    for name in ("A6", "B6", "F6", "P6", "S6"):
        table.tower(LOWER, name)
    table.gets(ANN, "cancel")
    assert table.kinds(ANN) == {"discard"}


@pytest.mark.rule("TE-X2")
@pytest.mark.parametrize(("removed", "requirement"), [(2, 7), (3, 2)])
def test_the_effect_of_the_removed_permit_is_undone(removed: int, requirement: int) -> None:
    """The rulebook's example: a shortening 2 and a lengthening 3 together require 5."""
    table = Table()
    table.permit(2, MIDDLE, SHORTER)
    table.permit(3, MIDDLE, LONGER)
    assert table.s.requirement[MIDDLE] == 5
    table.gets(ANN, "cancel")
    table.play(ANN, "remove_permit", permit=removed)
    assert (table.s.requirement[MIDDLE], table.permit_lot(MIDDLE)) == (requirement, requirement + 1)


@pytest.mark.rule("TE-X2")
@pytest.mark.parametrize("longer", [SHORTER, LONGER])
def test_with_no_permit_left_the_requirement_is_four_again(longer: int) -> None:
    table = Table()
    table.permit(3, MIDDLE, longer)
    table.permit(2, UPPER, SHORTER)
    table.gets(ANN, "cancel")
    table.play(ANN, "remove_permit", permit=3)
    assert table.s.requirement == [2, 4, 4]


@pytest.mark.rule("TE-X2", "TE-E1")
def test_removing_a_lengthening_permit_can_complete_a_row() -> None:
    table = Table()
    table.permit(1, LOWER, LONGER)
    for roof, name in enumerate(("A6", "B6", "F6", "P6"), 1):
        table.tower(LOWER, name, roof=roof)
    table.gets(ANN, "cancel")
    table.play(ANN, "remove_permit", permit=1)
    assert table.complete_rows() == [LOWER]
    assert table.told()[-1] == ("row_complete", {"row": LOWER})


@pytest.mark.rule("TE-X2", "TE-E1")
def test_removing_a_shortening_permit_can_open_a_complete_row_again() -> None:
    table = Table()
    table.permit(3, LOWER, SHORTER)
    table.tower(LOWER, "A6", roof=1)
    assert table.complete_rows() == [LOWER]
    table.gets(ANN, "cancel")
    table.play(ANN, "remove_permit", permit=3)
    assert table.complete_rows() == []
    assert table.told()[-1] == ("row_open_again", {"row": LOWER})


@pytest.mark.rule("TE-X3")
@pytest.mark.parametrize(("built", "refusal"), [(4, ""), (5, "built_too_far")])
def test_a_lengthening_permit_stays_while_more_is_built_than_the_row_would_require(built: int, refusal: str) -> None:
    """The rulebook's example: a row lengthened by permit 1, with four or five lots built on."""
    table = Table()
    table.permit(1, LOWER, LONGER)
    for name in ("A6", "B6", "F6", "P6", "S6")[:built]:
        table.tower(LOWER, name)
    table.gets(ANN, "cancel")
    assert table.refusal(ANN, "remove_permit", permit=1) == refusal


@pytest.mark.rule("TE-X3")
def test_a_permit_whose_removal_would_leave_less_than_nothing_stays() -> None:
    table = Table()
    table.permit(1, UPPER, LONGER)
    table.permit(3, UPPER, SHORTER)
    table.permit(2, UPPER, SHORTER)
    assert table.s.requirement[UPPER] == 0
    table.gets(ANN, "cancel")
    assert table.refusal(ANN, "remove_permit", permit=1) == "below_nothing"
    assert table.allowed(ANN, "remove_permit") == [(2,), (3,)]


@pytest.mark.rule("TE-X3")
def test_shortening_permits_can_always_be_removed() -> None:
    table = Table()
    table.permit(3, LOWER, LONGER)
    table.permit(2, LOWER, LONGER)
    table.permit(1, LOWER, SHORTER)
    for name in ("A6", "B6", "F6", "P6", "S6", "V6", "A5", "B5"):
        table.tower(LOWER, name)
    table.gets(ANN, "cancel")
    assert table.allowed(ANN, "remove_permit") == [(1,)]
    table.play(ANN, "remove_permit", permit=1)
    assert table.s.requirement[LOWER] == 9
