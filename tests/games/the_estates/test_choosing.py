"""Choosing a piece: what the auctioneer may put up for auction."""

from collections import Counter

import pytest

from tests.games.the_estates.table import ANN, BEN, LEFT, LONGER, LOWER, MIDDLE, RIGHT, RULES, UPPER, Table, cube

FULL_UPPER = ("A5", "B5", "F5", "P5")
FULL_MIDDLE = ("A4", "B4", "F4", "P4")
FULL_LOWER = ("S4", "S5", "S6", "V6")


def full_rows(table: Table, growing: dict[tuple[int, int], str]) -> None:
    """Every lot within the three rows built on; only the buildings in `growing` have no roof."""
    roofs = iter((1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6))
    for row, names in enumerate((FULL_UPPER, FULL_MIDDLE, FULL_LOWER)):
        for lot, name in enumerate(names, 1):
            if (row, lot) in growing:
                table.tower(row, growing[row, lot])
            else:
                table.tower(row, name, roof=next(roofs))


@pytest.mark.rule("TE-P1")
def test_permits_mayor_and_cancel_cube_may_be_chosen_at_any_time() -> None:
    table = Table()
    table.play(ANN, "skip_stowing")
    assert table.allowed(ANN, "choose_permit") == [(1,), (2,), (3,)]
    assert {"choose_mayor", "choose_cancel"} <= table.kinds(ANN)


@pytest.mark.rule("TE-P1")
@pytest.mark.parametrize("piece", ["permit 2", "mayor", "cancel"])
def test_a_discarded_piece_is_no_longer_available(piece: str) -> None:
    table = Table()
    table.discard(ANN, piece)
    table.skip_stowing(BEN)
    kind, _, value = piece.partition(" ")
    args = {"permit": int(value)} if value else {}
    assert table.refusal(BEN, f"choose_{kind}", **args) == "piece_used"


@pytest.mark.rule("TE-P1")
def test_a_piece_on_the_board_is_no_longer_available() -> None:
    table = Table()
    table.gets(ANN, "permit 2")
    table.play(ANN, "place_permit", row=UPPER, longer=LONGER)
    table.skip_stowing(BEN)
    assert table.refusal(BEN, "choose_permit", permit=2) == "piece_used"
    assert table.allowed(BEN, "choose_permit") == [(1,), (3,)]
    table.play(BEN, "choose_mayor")
    table.all_pass()
    table.play(BEN, "place_mayor", row=LOWER)
    table.skip_stowing(table.decides())
    assert table.refusal(table.decides(), "choose_mayor") == "piece_used"


@pytest.mark.rule("TE-P1", "TE-X1")
def test_the_cancel_cube_may_be_auctioned_without_a_permit_on_the_board_and_is_then_only_to_be_discarded() -> None:
    table = Table()
    table.gets(ANN, "cancel")
    assert table.kinds(ANN) == {"discard"}


@pytest.mark.rule("TE-P2")
def test_only_the_first_and_the_last_cube_of_each_line_may_be_chosen() -> None:
    table = Table()
    table.play(ANN, "skip_stowing")
    assert table.allowed(ANN, "choose_cube") == [(line, end) for line in range(3) for end in (LEFT, RIGHT)]


@pytest.mark.rule("TE-P2")
@pytest.mark.parametrize("line", [0, 1, 2])
@pytest.mark.parametrize("end", [LEFT, RIGHT])
def test_the_chosen_cube_leaves_its_end_of_the_line(line: int, end: int) -> None:
    table = Table()
    before = table.display()
    table.play(ANN, "skip_stowing")
    table.play(ANN, "choose_cube", row=line, end=end)
    assert table.s.face == before[line][-end]
    rest = before[line][:-1] if end == RIGHT else before[line][1:]
    assert table.display() == [*before[:line], rest, *before[line + 1 :]]


@pytest.mark.rule("TE-P2")
def test_a_line_with_one_cube_left_offers_it_once_and_an_empty_line_nothing() -> None:
    table = Table(players=2)
    table.show("A1 A2 A3 A4 A5 A6 B1 B2", "B3 B4 B5 B6 F1 F2 F3 F4", "F5 F6 P1 P2 P3 P4 P5 P6")
    table.tower(MIDDLE, "A6 A5 A4 A3 A2 A1")
    table.tower(MIDDLE, "B2")
    table.play(ANN, "skip_stowing")
    assert table.refusal(ANN, "choose_cube", row=0, end=RIGHT) == "same_cube"
    table.play(ANN, "choose_cube", row=0, end=LEFT)
    assert table.s.face == cube("B1")
    table.all_pass()
    table.play(ANN, "place_cube", row=UPPER, lot=1)
    table.play(BEN, "skip_stowing")
    assert table.refusal(BEN, "choose_cube", row=0, end=LEFT) == "no_cube_there"
    assert table.refusal(BEN, "choose_cube", row=0, end=RIGHT) == "no_cube_there"


@pytest.mark.rule("TE-P2")
def test_colours_restrict_nobody() -> None:
    table = Table(players=2)
    table.owns(ANN, "A")
    table.tower(MIDDLE, "A6")
    table.turn_of(BEN)
    table.play(BEN, "skip_stowing")
    table.choose(BEN, "A5")
    table.play(ANN, "bid", amount=1)
    table.play(BEN, "keep")
    table.play(BEN, "place_cube", row=LOWER, lot=1)
    assert table.building(LOWER, 1) == [cube("A5")]


@pytest.mark.rule("TE-P3")
def test_with_every_lot_built_on_a_cube_needs_a_tower_with_a_higher_top() -> None:
    """The rulebook's example: only a 4 and a 5 can still grow."""
    table = Table()
    full_rows(table, {(UPPER, 2): "B5", (MIDDLE, 2): "B4"})
    table.put_at_end(0, LEFT, "V5")
    table.put_at_end(0, RIGHT, "P6")
    table.put_at_end(1, LEFT, "V4")
    table.put_at_end(1, RIGHT, "V3")
    table.play(ANN, "skip_stowing")
    assert table.refusal(ANN, "choose_cube", row=0, end=LEFT) == "cube_blocked"
    assert table.refusal(ANN, "choose_cube", row=0, end=RIGHT) == "cube_blocked"
    assert table.refusal(ANN, "choose_cube", row=1, end=LEFT) == ""
    table.play(ANN, "choose_cube", row=1, end=RIGHT)
    table.all_pass()
    assert table.allowed(ANN, "place_cube") == [(UPPER, 2), (MIDDLE, 2)]


@pytest.mark.rule("TE-P3", "TE-F5")
def test_a_roofless_building_on_white_dirt_unblocks_nothing() -> None:
    table = Table()
    full_rows(table, {(UPPER, 1): "A5", (MIDDLE, 3): "F4", (LOWER, 2): "S5"})
    for line in range(3):
        table.put_at_end(line, LEFT, f"V{line + 1}")
    table.play(ANN, "skip_stowing")
    assert [table.refusal(ANN, "choose_cube", row=line, end=LEFT) for line in range(3)] == ["cube_blocked"] * 3
    assert table.refusal(ANN, "choose_roof") == ""


@pytest.mark.rule("TE-P3")
def test_a_blocked_cube_bars_the_way_until_the_board_has_a_place_for_it() -> None:
    table = Table(players=2)
    full_rows(table, {(UPPER, 2): "B5", (MIDDLE, 2): "B4"})
    table.put_at_end(0, LEFT, "V5")
    table.play(ANN, "skip_stowing")
    assert table.refusal(ANN, "choose_cube", row=0, end=LEFT) == "cube_blocked"
    table.choose(ANN, "permit 1")
    table.all_pass()
    table.play(ANN, "place_permit", row=LOWER, longer=LONGER)
    table.play(BEN, "skip_stowing")
    assert table.refusal(BEN, "choose_cube", row=0, end=LEFT) == ""


@pytest.mark.rule("TE-P4")
def test_a_roof_needs_a_building_without_one() -> None:
    table = Table()
    table.play(ANN, "skip_stowing")
    assert table.refusal(ANN, "choose_roof") == "nothing_to_roof"
    table.tower(UPPER, "A6", roof=2)
    assert table.refusal(ANN, "choose_roof") == "nothing_to_roof"
    table.tower(LOWER, "A5")
    assert table.refusal(ANN, "choose_roof") == ""


@pytest.mark.rule("TE-P5")
def test_the_roof_is_turned_over_before_anybody_bids() -> None:
    table = Table()
    table.tower(UPPER, "A6")
    table.play(ANN, "skip_stowing")
    table.choose(ANN, "roof 4")
    assert (table.s.face, table.s.roofs[4], table.s.roofs_left) == (4, 1, 11)
    assert table.told()[-1] == ("put_up", {"seat": ANN, "piece": RULES.ROOF, "face": 4})
    assert table.kinds(BEN) == {"pass", "bid"}


@pytest.mark.rule("TE-P5")
def test_the_choice_of_a_roof_cannot_be_taken_back() -> None:
    table = Table(players=2)
    table.tower(UPPER, "A6")
    table.gets(ANN, "roof 1")
    assert table.kinds(ANN) == {"place_roof"}


@pytest.mark.rule("TE-P5")
def test_every_roof_that_is_left_is_equally_likely_to_be_turned_over() -> None:
    table = Table()
    table.tower(UPPER, "A6", roof=6)
    table.tower(UPPER, "B6", roof=6)
    table.tower(UPPER, "F6", roof=5)
    turned = Counter[int]()
    for seed in range(900):
        world = table.s.copy()
        RULES.seed_dice(world, seed)
        turned[RULES.turn_over_roof(world)] += 1
    assert set(turned) == {1, 2, 3, 4, 5}
    assert all(150 < turned[value] < 250 for value in (1, 2, 3, 4))  # 200 expected, 12.5 the standard deviation
    assert 65 < turned[5] < 135  # 100 expected, 9.4
