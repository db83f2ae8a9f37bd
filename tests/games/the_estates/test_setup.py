"""Components and set-up."""

from collections import Counter
from itertools import chain

import pytest

from tabletown.games.the_estates import GAME
from tabletown.games.the_estates.rules.state import AVAILABLE, NO_SEAT
from tabletown.rulekit.errors import BadOption
from tests.games.the_estates.table import LOWER, MIDDLE, RULES, UPPER, Table

ALL_CUBES = {RULES.make_cube(colour, value) for colour in range(6) for value in range(1, 7)}


def drawn_cubes(table: Table) -> list[int]:
    return list(chain.from_iterable(table.display()))


@pytest.mark.rule("TE-C1", "TE-S3")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_two_to_five_players_begin_with_twelve_checks_each(players: int) -> None:
    table = Table(players)
    assert table.s.cash == [12] * players + [0] * (5 - players)
    assert table.s.stowed == [0] * 5


@pytest.mark.rule("TE-C1")
@pytest.mark.parametrize("players", [0, 1, 6, True, "4"])
def test_any_other_number_of_players_is_refused(players: object) -> None:
    with pytest.raises(BadOption, match="The Estates is for 2, 3, 4, 5 players"):
        GAME.check_players(players)


@pytest.mark.rule("TE-C1")
def test_the_box_holds_twelve_roofs_three_permits_a_mayor_and_a_cancel_cube_beside_the_cubes() -> None:
    table = Table()
    assert table.s.roofs_left == 12
    assert sorted(RULES.PERMIT_VALUES) == [1, 2, 3]
    assert (table.s.permit_row, table.s.mayor, table.s.cancel) == ([AVAILABLE] * 3, AVAILABLE, AVAILABLE)
    assert len(RULES.COMPANY_NAMES) == len(table.s.certificate) == 6


@pytest.mark.rule("TE-C2")
def test_every_company_has_the_cubes_one_to_six_and_each_of_these_numbers_is_on_two_roofs() -> None:
    seen = set(chain.from_iterable(drawn_cubes(Table(seed=seed)) for seed in range(30)))
    assert seen == ALL_CUBES
    assert Table().s.roofs == [0, 2, 2, 2, 2, 2, 2]


@pytest.mark.rule("TE-C2")
def test_companies_are_told_apart_by_letter_as_well_as_by_name() -> None:
    assert tuple(name[0] for name in RULES.COMPANY_NAMES) == RULES.COMPANY_LETTERS
    assert len(set(RULES.COMPANY_LETTERS)) == 6


@pytest.mark.rule("TE-C3")
def test_three_rows_of_ten_lots_have_white_dirt_on_five_of_them() -> None:
    white = {(row, lot + 1) for row in range(3) for lot in range(10) if RULES.WHITE_DIRT[row][lot]}
    assert white == {(UPPER, 1), (UPPER, 7), (MIDDLE, 3), (MIDDLE, 5), (LOWER, 2)}
    assert [len(row) for row in RULES.WHITE_DIRT] == [10, 10, 10]


@pytest.mark.rule("TE-C3")
def test_the_river_follows_the_fourth_lot() -> None:
    assert Table().s.requirement == [4, 4, 4]


@pytest.mark.rule("TE-S1")
def test_at_the_start_the_board_is_empty_and_nobody_owns_a_company() -> None:
    table = Table()
    assert table.s.built == [0, 0, 0]
    assert table.s.certificate == [NO_SEAT] * 6
    assert all(height == 0 for row in table.s.height for height in row)


@pytest.mark.rule("TE-S1")
def test_any_roof_can_be_the_first_to_be_turned_over() -> None:
    first = Counter(RULES.turn_over_roof(Table(seed=seed).s) for seed in range(240))
    assert set(first) == {1, 2, 3, 4, 5, 6}
    assert max(first.values()) < 2 * min(first.values()) + 20


@pytest.mark.rule("TE-S2")
def test_the_display_is_three_lines_of_eight_different_cubes() -> None:
    table = Table(seed=5)
    assert [len(line) for line in table.display()] == [8, 8, 8]
    assert len(set(drawn_cubes(table))) == 24 == table.s.cubes_left
    assert set(drawn_cubes(table)) < ALL_CUBES


@pytest.mark.rule("TE-S2")
def test_every_cube_is_as_likely_as_another_to_stay_out_of_the_round() -> None:
    drawn = Counter(chain.from_iterable(drawn_cubes(Table(seed=seed)) for seed in range(300)))
    assert len(drawn) == 36
    assert all(160 < count < 240 for count in drawn.values())  # 200 expected, 8.2 the standard deviation


@pytest.mark.rule("TE-S3")
def test_money_moves_between_hands_and_boxes_and_never_comes_from_a_bank() -> None:
    table = Table(players=2)
    table.play(0, "stow_check")
    table.choose(0, "mayor")
    table.play(1, "bid", amount=7)
    table.play(0, "sell")
    assert (table.hands(), table.boxes()) == ([18, 5], [1, 0])


@pytest.mark.rule("TE-S4")
def test_chance_decides_who_begins() -> None:
    first = Counter[int]()
    for seed in range(400):
        state = RULES.new_state(GAME.read_options({}))
        RULES.seed_dice(state, seed)
        RULES.setup(state, 4)
        first[RULES.pending_seats(state)[0]] += 1
    assert set(first) == {0, 1, 2, 3}
    assert all(65 < count < 135 for count in first.values())  # 100 expected, 8.7 the standard deviation
