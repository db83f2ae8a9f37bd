"""The board of the edition, and what is refused when somebody lays out another."""

import copy
from pathlib import Path
from typing import Any

import pytest

from tabletown.games.squad_car import GAME
from tabletown.games.squad_car.rules.board import CROSSING, ENTRY, EXIT, LOT, ONE_WAY, TWO_WAY
from tabletown.games.squad_car.rules.shapes import GETAWAY, SQUAD
from tabletown.match import load
from tabletown.rulekit.editions import Edition
from tabletown.rulekit.errors import BadEdition
from tabletown.rulekit.namespace import Namespace
from tests.games.squad_car.table import BOARD, RULES, S1, N, Table


@pytest.mark.rule("SC-B1")
def test_two_cars_of_opposite_directions_share_a_two_way_square() -> None:
    table = Table()
    table.put(S1, 8, 9, N)
    table.put(S1 + 1, 8, 10, 4)
    table.turn(S1, moves=2)
    table.drive("half left, half left")
    table.put(S1, 8, 11, N)
    table.turn(S1, moves=1)
    table.drive("ahead")
    assert table.s.square[S1] == table.s.square[S1 + 1]


@pytest.mark.rule("SC-B2")
def test_every_meeting_of_two_roads_is_one_crossing() -> None:
    crossings = {BOARD.place(square) for square, kind in enumerate(BOARD.kinds) if kind == CROSSING}
    assert crossings == {(x, y) for x in (2, 8, 14, 20) for y in (2, 6, 11, 14, 17, 20)} - {(20, 11)}


@pytest.mark.rule("SC-B3")
def test_three_streets_are_one_way() -> None:
    ways = {(BOARD.place(square)[1], way) for square, way in BOARD.one_way.items()}
    assert ways == {(6, 1), (14, 3), (17, 1)}


@pytest.mark.rule("SC-B4")
def test_there_are_nineteen_exits_at_the_edge() -> None:
    assert len(BOARD.exits) == 19
    for square in BOARD.exits:
        x, y = BOARD.place(square)
        assert x in (0, 22) or y in (0, 22)


@pytest.mark.rule("SC-B5")
def test_three_exits_are_entry_ends_that_nobody_can_drive_to() -> None:
    entries = {BOARD.place(square) for square, kind in enumerate(BOARD.kinds) if kind == ENTRY}
    assert entries == {(0, 6), (22, 14), (0, 17)}
    for side in (GETAWAY, SQUAD):
        arrivals = {BOARD.place(node // 8) for node in BOARD.reached(side, BOARD.lot_nodes)}
        assert not entries & arrivals
        assert side == SQUAD or len(arrivals & {BOARD.place(square) for square in BOARD.exits}) == 16


@pytest.mark.rule("SC-B6")
def test_three_lots_lie_between_bank_and_two_way_street() -> None:
    assert [BOARD.place(lot) for lot in BOARD.lots] == [(10, 10), (11, 10), (12, 10)]
    for lot in BOARD.lots:
        north, _, south, _ = BOARD.next[lot]
        assert BOARD.signs[north] == "B"
        assert BOARD.kinds[south] == TWO_WAY


def test_the_board_has_199_road_squares() -> None:
    assert len(BOARD.roads) == 199
    assert {BOARD.kinds[square] for square in BOARD.roads} == {TWO_WAY, ONE_WAY, CROSSING, EXIT, ENTRY}
    assert LOT not in {BOARD.kinds[square] for square in BOARD.roads}


def test_the_ways_from_the_middle_lot_are_as_long_as_measured() -> None:
    out = RULES.OUT[RULES.ROW_OF[RULES.LOT_NODE[1]]]
    found = {BOARD.place(BOARD.exits[end]): moves for end, moves in enumerate(out) if moves < 99}
    assert found.pop((0, 11)) == 12
    assert [found.pop(place) for place in ((0, 14), (8, 0), (8, 22), (14, 0), (14, 22))] == [15] * 5
    assert found.pop((22, 6)) == 17
    assert found.pop((22, 17)) == 18
    assert sorted(found.values()) == [21] * 8


# ------------------------------------------------------------ another board


def edition_with(**changes: Any) -> Edition:
    """The edition of the game with other figures, by key without its section."""
    content = copy.deepcopy(GAME.edition().content)
    for key, value in changes.items():
        section = next(name for name, table in content.items() if isinstance(table, dict) and key in table)
        content[section][key]["is"] = value
    return Edition.build(content, "changed", GAME.figures, GAME.check)


def map_with(x: int, y: int, sign: str) -> str:
    lines = [list(line) for line in RULES.MAP.splitlines()]
    lines[y][x] = sign
    return "\n".join("".join(line) for line in lines)


@pytest.mark.parametrize(
    ("x", "y", "sign", "complaint"),
    [
        (2, 0, ".", "takes 19 exits"),
        (0, 2, "i", "takes 19 exits"),
        (5, 2, ".", "ends before a crossing"),
        (5, 2, ">", "direction changes between crossings"),
        (5, 6, "<", "direction changes between crossings"),
        (5, 2, "|", "meet without a crossing"),
        (5, 2, "+", "no two roads meet"),
        (10, 10, "B", "takes 3 lots"),
        (10, 9, ".", "does not lie between the bank"),
        (12, 9, ".", "not in one row"),
        (4, 4, "x", "has a square 'x'"),
    ],
)
def test_a_board_that_does_not_hang_together_is_refused(x: int, y: int, sign: str, complaint: str) -> None:
    with pytest.raises(BadEdition, match=complaint):
        edition_with(map=map_with(x, y, sign))


def redrawn(*changes: tuple[range, range, str]) -> str:
    """The map with other signs in some columns and rows, crossings left as they are."""
    lines = [list(line) for line in RULES.MAP.splitlines()]
    for columns, rows, sign in changes:
        for y in rows:
            for x in columns:
                lines[y][x] = "+" if lines[y][x] == "+" else sign
    return "\n".join("".join(line) for line in lines)


def test_an_entry_end_is_marked_where_the_street_begins() -> None:
    swapped = redrawn((range(1), range(6, 7), "o"), (range(22, 23), range(6, 7), "i"))
    with pytest.raises(BadEdition, match="takes i where a one-way street begins"):
        edition_with(map=swapped)


def test_a_board_on_which_a_lot_has_no_way_to_some_exit_is_refused() -> None:
    corner_cut_off = redrawn((range(15, 20), range(2, 3), "."), (range(20, 21), range(3, 6), "."))
    with pytest.raises(BadEdition, match="no way from the lot at column 10, row 10 to the exit at column 20, row 0"):
        edition_with(map=corner_cut_off)


def test_a_board_that_traps_a_squad_car_is_refused() -> None:
    all_ways_lead_in = redrawn((range(20, 21), range(3, 6), "v"), (range(20, 21), range(7, 14), "^"))
    with pytest.raises(BadEdition, match="traps a squad car at column 20, row"):
        edition_with(map=all_ways_lead_in)


def test_a_squad_car_starts_on_the_exit_of_a_two_way_road() -> None:
    for wrong in ([22, 6], [5, 5], [0, 6], [22, 20]):
        with pytest.raises(BadEdition, match="exits of two-way roads"):
            edition_with(starts=[wrong, [22, 20], [0, 20]])


def test_names_dial_and_cards_are_checked_too() -> None:
    with pytest.raises(BadEdition, match="takes 6 names"):
        edition_with(streets=["Only Street"])
    with pytest.raises(BadEdition, match="only yellow"):
        edition_with(fields=["yellow", "yellow"])
    with pytest.raises(BadEdition, match="has a field 'green'"):
        edition_with(fields=["green", "red"])
    with pytest.raises(BadEdition, match="3 roadblocks"):
        edition_with(cards=[[1, 4]])
    with pytest.raises(BadEdition, match="two different lots"):
        edition_with(lots_for_two=[2, 2])


def test_another_dial_and_other_cards_can_be_played_beside_the_first() -> None:
    other = Namespace(GAME, edition_with(fields=["green 6", "red"], cards=[[9, 0]]))
    assert (other.FIELDS, other.CARD_COUNT) == (2, 1)
    assert RULES.CARD_COUNT == 24


def test_a_game_of_the_first_figures_still_loads_and_those_are_an_edition_to_choose() -> None:
    record = (Path(__file__).parent / "records" / "first_figures.json").read_text(encoding="utf-8")
    match = load(record)
    assert match.ending == "robbers_win"
    assert match.rules.edition.hash == GAME.edition("first_figures.toml").hash == "953852d2b0bf12ae"
    assert {key for key, *_ in GAME.edition().changed_from(match.rules.edition)} == {"dial.fields", "flashcards.cards"}
