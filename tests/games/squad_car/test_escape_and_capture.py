"""Escaping, capturing, and how the game ends."""

import pytest

from tabletown.games.squad_car import GAME
from tabletown.games.squad_car.rules.board import EXIT
from tests.games.squad_car.table import BOARD, G1, G2, G3, RULES, S1, S2, E, N, S, Table, W

ESCAPE_EXITS = [BOARD.place(square) for square in BOARD.exits if BOARD.kinds[square] == EXIT]


def before_exit(x: int, y: int) -> tuple[int, int, int]:
    """The square before an exit and the heading towards it."""
    way = BOARD.inward(BOARD.square(x, y))
    inner = BOARD.next[BOARD.square(x, y)][way]
    return (*BOARD.place(inner), (2 * way + 4) % 8)


def runaway(x: int, y: int, moves: int = 1) -> Table:
    """Getaway car 1 before an exit, the squad cars on 3rd Avenue."""
    table = Table()
    table.put(S1, 8, 8, N)
    table.put(S2, 8, 4, N)
    table.put(G1, *before_exit(x, y))
    table.turn(G1, moves=moves)
    return table


# ------------------------------------------------------------ escaping


@pytest.mark.rule("SC-X1", "SC-W1")
@pytest.mark.parametrize("place", ESCAPE_EXITS)
def test_a_getaway_car_escapes_by_any_open_exit_whatever_moves_it_has_left(place: tuple[int, int]) -> None:
    table = runaway(*place, moves=3)
    if place == (8, 0):
        table.put(S2, 8, 9, S)
    table.drive("ahead")
    assert table.ending == "robbers_win"
    assert table.s.square[G1] == RULES.ESCAPED
    assert table.sheet("returns") == [60, 0]
    assert table.sheet("scores") == [1, 0]


@pytest.mark.rule("SC-X2")
def test_no_getaway_car_passes_a_roadblock() -> None:
    table = Table(blocks=((14, 0), (0, 6), (0, 17)))
    table.put(G1, 14, 1, N)
    table.turn(G1, moves=3)
    assert table.refused("ahead") == "roadblock_ahead"


@pytest.mark.rule("SC-X2")
def test_a_roadblock_holds_squad_cars_too() -> None:
    table = Table(blocks=((14, 0), (0, 6), (0, 17)))
    table.put(S1, 14, 1, N)
    table.turn(S1, moves=3)
    assert table.refused("ahead") == "roadblock_ahead"


@pytest.mark.rule("SC-X3")
def test_a_squad_car_may_stop_on_a_two_way_exit_and_stays_in_the_game() -> None:
    table = Table()
    table.put(S1, 14, 1, N)
    table.turn(S1, moves=2)
    table.drive("ahead, stop")
    assert table.where(S1) == (14, 0, N)
    assert table.ending == ""


@pytest.mark.rule("SC-X3", "SC-X4")
def test_a_squad_car_on_an_exit_stops_every_escape_there() -> None:
    table = Table()
    table.put(S1, 14, 0, N)
    table.put(G1, 14, 3, N)
    table.turn(G1, moves=5)
    table.drive("ahead")
    assert not table.is_captured(G1)
    table.drive("ahead")
    assert table.is_captured(G1)
    assert table.ending == ""


@pytest.mark.rule("SC-X4")
def test_an_exit_that_touches_a_squad_car_is_no_escape() -> None:
    """On this board only a squad car that stands beside the road gets so near; other boards have such exits."""
    table = Table()
    table.put(S1, 13, 0, E)
    table.put(G1, 14, 1, N)
    table.turn(G1, moves=1)
    table.drive("ahead")
    assert table.is_captured(G1)
    assert table.ending == ""


# ------------------------------------------------------------ capturing


@pytest.mark.rule("SC-C1")
@pytest.mark.parametrize(
    ("getaway", "squad"),
    [((8, 10), (8, 13, N)), ((8, 12), (8, 9, S)), ((7, 11), (10, 11, W)), ((9, 11), (6, 11, E))],
)
def test_orthogonal_neighbours_are_captured(getaway: tuple[int, int], squad: tuple[int, int, int]) -> None:
    table = Table()
    table.put(G1, *getaway, N if getaway[0] == 8 else E)
    table.put(S1, *squad)
    table.turn(S1, moves=4)
    table.drive("ahead")
    assert not table.is_captured(G1)
    table.drive("ahead")
    assert table.where(S1)[:2] == (8, 11)
    assert table.is_captured(G1)


@pytest.mark.rule("SC-C1")
def test_diagonal_neighbours_are_not_captured() -> None:
    table = Table()
    table.put(G1, 7, 11, W)
    table.put(S1, 8, 14, N)
    table.turn(S1, moves=4)
    table.drive("ahead, ahead")
    assert table.where(S1) == (8, 12, N)
    assert not table.is_captured(G1)
    table.drive("ahead")
    assert table.is_captured(G1)


@pytest.mark.rule("SC-C1")
def test_the_last_square_of_a_row_does_not_touch_the_first_of_the_next() -> None:
    assert not RULES.touches(BOARD.square(22, 2), BOARD.square(0, 3))
    assert RULES.touches(BOARD.square(21, 2), BOARD.square(22, 2))


@pytest.mark.rule("SC-C2", "SC-C3")
def test_a_getaway_car_that_drives_up_to_a_squad_car_is_captured_in_its_own_turn() -> None:
    table = Table()
    table.put(S1, 8, 5, S)
    table.put(G1, 8, 8, N)
    table.turn(G1, moves=5)
    table.drive("ahead, ahead")
    assert table.is_captured(G1)
    assert table.s.car == G2
    assert "captured_car" in table.told()


@pytest.mark.rule("SC-C2")
def test_a_squad_car_captures_while_passing_by() -> None:
    table = Table()
    table.put(G1, 9, 11, E)
    table.put(S1, 8, 14, N)
    table.turn(S1, moves=5)
    table.drive("ahead, ahead, ahead, ahead, ahead")
    assert table.where(S1) == (8, 9, N)
    assert table.is_captured(G1)


@pytest.mark.rule("SC-C2")
def test_cars_in_the_lots_are_captured_too_and_one_step_can_take_only_neighbours() -> None:
    table = Table(players=6)
    table.put(S1, 8, 11, E)
    table.turn(S1, moves=4)
    table.drive("ahead")
    assert not table.is_captured(G1)
    table.drive("ahead")
    assert [table.is_captured(car) for car in (G1, G2, G3)] == [True, False, False]
    table.drive("ahead, ahead")
    assert table.ending == "police_win"


@pytest.mark.rule("SC-C3")
def test_a_captured_car_frees_its_square_at_once() -> None:
    table = Table()
    table.put(G1, 8, 8, N)
    table.put(S1, 8, 10, N)
    table.turn(S1, moves=3)
    table.drive("ahead, ahead, stop")
    assert table.where(S1) == (8, 8, N)
    assert table.is_captured(G1)


@pytest.mark.rule("SC-C4")
def test_a_squad_car_that_captures_drives_on() -> None:
    table = Table(players=6)
    table.put(G1, 8, 8, N)
    table.put(S1, 8, 10, N)
    table.turn(S1, moves=4)
    table.drive("ahead")
    assert table.is_captured(G1)
    assert (table.s.car, table.s.moves_left) == (S1, 3)


# ------------------------------------------------------------ the end


@pytest.mark.rule("SC-W2", "SC-W4")
def test_the_police_win_with_the_last_capture() -> None:
    table = Table(players=4)
    table.take_off(G2)
    table.put(G1, 8, 8, N)
    table.put(S2, 8, 10, N)
    table.turn(S2, moves=1)
    table.drive("ahead")
    assert table.ending == "police_win"
    assert table.sheet("returns") == [0, 0, 30, 30]
    assert table.sheet("scores") == [0, 0, 2, 2]


@pytest.mark.rule("SC-W2")
def test_one_capture_of_several_does_not_end_the_game() -> None:
    table = Table(players=4)
    table.put(G1, 8, 8, N)
    table.put(S2, 8, 10, N)
    table.turn(S2, moves=1)
    table.drive("ahead")
    assert table.ending == ""


@pytest.mark.rule("SC-W2")
def test_the_police_win_when_the_last_getaway_car_drives_into_their_arms() -> None:
    table = Table()
    table.take_off(G2)
    table.put(S1, 8, 5, S)
    table.put(G1, 8, 7, N)
    table.turn(G1, moves=5)
    table.drive("ahead")
    assert table.ending == "police_win"


@pytest.mark.rule("SC-W3", "SC-W4")
@pytest.mark.parametrize(("players", "share"), [(2, 30), (4, 15), (6, 10)])
def test_after_the_last_round_the_game_is_drawn(players: int, share: int) -> None:
    table = Table(players=players, round_limit=25)
    while not table.ending:
        table.turn(table.s.car, moves=1)
        table.drive("stop")
    assert (table.ending, table.s.round) == ("drawn", 25)
    assert table.sheet("returns") == [share] * players


@pytest.mark.rule("SC-W3")
def test_a_hundred_rounds_are_the_usual_limit() -> None:
    assert Table().s.round_limit == 100


@pytest.mark.rule("SC-W1")
def test_nothing_is_decided_after_the_end() -> None:
    table = runaway(14, 0)
    table.drive("ahead")
    assert RULES.pending_seats(table.s) == ()
    assert RULES.legal_actions(table.s, 0) == []


@pytest.mark.rule("SC-W1", "SC-W2", "SC-W3")
@pytest.mark.parametrize(
    ("result", "clause"), [(RULES.ROBBERS_WIN, "SC-W1"), (RULES.POLICE_WIN, "SC-W2"), (RULES.DRAWN, "SC-W3")]
)
def test_after_the_end_a_refusal_names_the_clause_that_ended_the_game(result: int, clause: str) -> None:
    table = Table()
    RULES.end_game(table.s, result)
    for seat in (0, 1):
        assert GAME.reasons.all[RULES.why_not(table.s, seat, RULES.SPIN())].clause == clause
