"""Placing a building permit: a row becomes longer or shorter."""

from itertools import permutations, product

import pytest

from tests.games.the_estates.table import ANN, BEN, LONGER, LOWER, MIDDLE, SHORTER, UPPER, Table


def place(table: Table, seat: int, value: int, row: int, longer: int) -> None:
    table.gets(seat, f"permit {value}")
    table.play(seat, "place_permit", row=row, longer=longer)


@pytest.mark.rule("TE-B1")
@pytest.mark.parametrize("value", [1, 2, 3])
def test_a_permit_may_be_discarded_even_if_it_could_be_placed(value: int) -> None:
    table = Table()
    table.gets(ANN, f"permit {value}")
    assert "place_permit" in table.kinds(ANN)
    table.play(ANN, "discard")
    assert table.s.requirement == [4, 4, 4]
    assert table.told()[-1] == ("discarded", {"seat": ANN, "piece": 3, "face": value - 1})


@pytest.mark.rule("TE-B1")
def test_whatever_the_other_permits_do_some_row_can_be_lengthened() -> None:
    for order in permutations((1, 2, 3)):
        for rows in product(range(3), repeat=2):
            table = Table()
            for value, row in zip(order[:2], rows, strict=True):
                table.permit(value, row, LONGER)
            table.gets(ANN, f"permit {order[2]}")
            assert any(longer == LONGER for _, longer in table.allowed(ANN, "place_permit"))


@pytest.mark.rule("TE-B2")
def test_a_permit_stands_on_the_first_lot_that_may_not_be_built_on() -> None:
    table = Table()
    place(table, ANN, 1, MIDDLE, LONGER)
    assert (table.s.requirement[MIDDLE], table.permit_lot(MIDDLE)) == (5, 6)


@pytest.mark.rule("TE-B2")
def test_a_permit_may_stand_on_white_dirt() -> None:
    table = Table()
    place(table, ANN, 2, MIDDLE, SHORTER)
    assert table.permit_lot(MIDDLE) == 3


@pytest.mark.rule("TE-B3")
@pytest.mark.parametrize(
    ("value", "row", "longer", "requirement"), [(2, UPPER, SHORTER, 2), (1, MIDDLE, LONGER, 5), (3, LOWER, LONGER, 7)]
)
def test_a_permit_changes_the_requirement_by_exactly_its_value(
    value: int, row: int, longer: int, requirement: int
) -> None:
    """The rulebook's examples: a shortening 2 above, a lengthening 1 in the middle, a lengthening 3 below."""
    table = Table()
    place(table, ANN, value, row, longer)
    assert table.s.requirement == [requirement if each == row else 4 for each in range(3)]


@pytest.mark.rule("TE-B3")
def test_all_rows_and_both_directions_are_open_to_a_permit_on_an_empty_board() -> None:
    table = Table()
    table.gets(ANN, "permit 3")
    assert table.allowed(ANN, "place_permit") == [(row, longer) for row in range(3) for longer in (SHORTER, LONGER)]


@pytest.mark.rule("TE-B3")
def test_a_complete_row_that_is_lengthened_becomes_incomplete() -> None:
    table = Table()
    for name in ("A6", "B6", "F6", "P6"):
        table.tower(LOWER, name, roof=int(name[1]) - "ABFP".index(name[0]))
    assert table.complete(LOWER)
    place(table, ANN, 1, LOWER, LONGER)
    assert not table.complete(LOWER)
    assert table.told()[-1] == ("row_open_again", {"row": LOWER})


@pytest.mark.rule("TE-B4")
def test_a_shortened_row_is_lengthened_from_where_it_stands_now() -> None:
    """The rulebook's example: the 2 has shortened the middle row, the 3 lengthens it, and 5 are required."""
    table = Table()
    place(table, ANN, 2, MIDDLE, SHORTER)
    place(table, BEN, 3, MIDDLE, LONGER)
    assert (table.s.requirement[MIDDLE], table.permit_lot(MIDDLE)) == (5, 6)


@pytest.mark.rule("TE-B4")
def test_each_permit_of_a_row_keeps_its_own_direction() -> None:
    table = Table()
    place(table, ANN, 2, MIDDLE, SHORTER)
    place(table, BEN, 3, MIDDLE, LONGER)
    assert table.s.permit_row == [-1, MIDDLE, MIDDLE]
    assert table.s.permit_change == [0, -2, 3]


@pytest.mark.rule("TE-B4")
def test_the_order_in_which_permits_come_makes_no_difference_to_their_sum() -> None:
    for order in permutations((1, 2, 3)):
        table = Table()
        for value in order:
            place(table, ANN, value, LOWER, SHORTER if value == 1 else LONGER)
        assert table.s.requirement[LOWER] == 8


@pytest.mark.rule("TE-B5")
@pytest.mark.parametrize(("value", "refusal"), [(1, ""), (2, "already_built"), (3, "already_built")])
def test_a_row_is_not_shortened_below_what_is_built(value: int, refusal: str) -> None:
    """The rulebook's example: three lots of four are built on."""
    table = Table()
    for name in ("A6", "B6", "F6"):
        table.tower(MIDDLE, name)
    table.gets(ANN, f"permit {value}")
    assert table.refusal(ANN, "place_permit", row=MIDDLE, longer=SHORTER) == refusal
    assert table.refusal(ANN, "place_permit", row=MIDDLE, longer=LONGER) == ""


@pytest.mark.rule("TE-B5", "TE-E1")
def test_shortening_a_row_to_exactly_what_is_roofed_completes_it() -> None:
    table = Table()
    for roof, name in enumerate(("A6", "B6", "F6"), 1):
        table.tower(MIDDLE, name, roof=roof)
    assert not table.complete(MIDDLE)
    place(table, ANN, 1, MIDDLE, SHORTER)
    assert table.complete(MIDDLE)
    assert table.told()[-1] == ("row_complete", {"row": MIDDLE})


@pytest.mark.rule("TE-B5")
def test_shortening_to_what_is_built_completes_nothing_while_a_roof_is_missing() -> None:
    table = Table()
    table.tower(MIDDLE, "A6", roof=1)
    table.tower(MIDDLE, "B6")
    place(table, ANN, 2, MIDDLE, SHORTER)
    assert not table.complete(MIDDLE)


@pytest.mark.rule("TE-B6")
def test_only_the_third_of_three_lengthening_permits_in_one_row_runs_off_the_board() -> None:
    off_the_board = []
    for values, directions in product(permutations((1, 2, 3)), product((SHORTER, LONGER), repeat=3)):
        table = Table()
        for number, (value, longer) in enumerate(zip(values, directions, strict=True), 1):
            table.gets(ANN, f"permit {value}")
            if refusal := table.refusal(ANN, "place_permit", row=UPPER, longer=longer):
                off_the_board += [(number, directions)] * (refusal == "off_the_board")
                break
            table.play(ANN, "place_permit", row=UPPER, longer=longer)
    assert off_the_board == [(3, (LONGER, LONGER, LONGER))] * 6


@pytest.mark.rule("TE-B6", "TE-F3")
def test_with_the_highest_requirement_of_nine_lot_ten_holds_the_permits_and_is_never_built_on() -> None:
    table = Table()
    place(table, ANN, 3, LOWER, LONGER)
    place(table, ANN, 2, LOWER, LONGER)
    assert (table.s.requirement[LOWER], table.permit_lot(LOWER)) == (9, 10)
    for name in ("A6", "B6", "F6", "P6", "S6", "V6", "A5", "B5", "F5"):
        table.tower(LOWER, name)
    table.gets(ANN, "P5")
    assert table.refusal(ANN, "place_cube", row=LOWER, lot=10) == "beyond_requirement"


@pytest.mark.rule("TE-B6", "TE-B7")
def test_permits_can_bring_a_row_to_every_requirement_from_nothing_to_nine() -> None:
    reached = set()
    for values in permutations((1, 2, 3)):
        for directions in product((SHORTER, LONGER), repeat=3):
            table = Table()
            for value, longer in zip(values, directions, strict=True):
                table.gets(ANN, f"permit {value}")
                if table.refusal(ANN, "place_permit", row=MIDDLE, longer=longer):
                    break
                table.play(ANN, "place_permit", row=MIDDLE, longer=longer)
                reached.add(table.s.requirement[MIDDLE])
    assert reached == set(range(10))


@pytest.mark.rule("TE-B7")
def test_an_empty_row_shortened_to_nothing_counts_as_complete() -> None:
    """The rulebook's example: permits 3 and 1 both shorten an empty row."""
    table = Table()
    place(table, ANN, 3, UPPER, SHORTER)
    assert not table.complete(UPPER)
    place(table, BEN, 1, UPPER, SHORTER)
    assert (table.s.requirement[UPPER], table.permit_lot(UPPER)) == (0, 1)
    assert table.complete_rows() == [UPPER]
    assert not table.over


@pytest.mark.rule("TE-B7")
def test_less_than_nothing_is_impossible() -> None:
    table = Table()
    place(table, ANN, 3, UPPER, SHORTER)
    table.gets(BEN, "permit 2")
    assert table.refusal(BEN, "place_permit", row=UPPER, longer=SHORTER) == "below_nothing"
