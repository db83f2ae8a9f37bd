"""The law of the road: lanes, overtaking, one-way streets."""

import pytest

from tests.games.squad_car.table import G1, G2, NE, S1, S2, E, N, S, Table, W, exit_at


def two_squads() -> Table:
    """Squad cars 1 and 2 far from every getaway car."""
    table = Table(players=4)
    table.put(G1, 2, 21, S)
    table.put(G2, 20, 21, S)
    return table


# ------------------------------------------------------------ room on a square


@pytest.mark.rule("SC-L1")
def test_cars_of_opposite_directions_may_stop_on_one_two_way_square() -> None:
    table = two_squads()
    table.put(S2, 8, 4, S)
    table.put(S1, 8, 5, N)
    table.turn(S1, moves=1)
    table.drive("ahead")
    assert table.where(S1) == (8, 4, N)


@pytest.mark.rule("SC-L1", "SC-L5")
def test_two_cars_going_the_same_way_do_not_stop_on_one_square() -> None:
    table = two_squads()
    table.put(S2, 8, 4, N)
    table.put(S1, 8, 5, N)
    table.turn(S1, moves=1)
    assert table.refused("ahead") == "no_room_to_pass"


@pytest.mark.rule("SC-L2")
@pytest.mark.parametrize(
    ("there", "here"),
    [((8, 2, S), (8, 3, N)), ((8, 2, W), (8, 3, N)), ((10, 6, E), (9, 6, E)), ((22, 2, W), (21, 2, E))],
)
def test_crossings_one_way_squares_and_exits_hold_one_car(
    there: tuple[int, int, int], here: tuple[int, int, int]
) -> None:
    table = two_squads()
    table.put(S2, *there)
    table.put(S1, *here)
    table.turn(S1, moves=1)
    assert table.refused("ahead") == "no_room_to_pass"


@pytest.mark.rule("SC-L3")
@pytest.mark.parametrize("heading", [E, W])
def test_a_car_across_the_road_fills_its_square(heading: int) -> None:
    table = two_squads()
    table.put(S2, 8, 4, heading)
    table.put(S1, 8, 5, N)
    table.turn(S1, moves=1)
    assert table.refused("ahead") == "no_room_to_pass"


@pytest.mark.rule("SC-L3")
def test_a_car_leaving_its_lot_askew_fills_the_street() -> None:
    table = Table(players=6)
    table.put(G2, 11, 11, NE)
    table.put(G1, 12, 11, W)
    table.turn(G1, moves=1)
    assert table.refused("ahead") == "no_room_to_pass"


@pytest.mark.rule("SC-L3", "SC-L5")
def test_no_half_turn_where_another_car_passes_in_the_other_lane() -> None:
    table = two_squads()
    table.put(S2, 8, 4, S)
    table.put(S1, 8, 4, N)
    table.turn(S1, moves=2)
    assert table.refused("half left") == "half_turn_alongside"
    assert table.refused("stop") == ""


# ------------------------------------------------------------ overtaking


@pytest.mark.rule("SC-L4")
def test_a_car_is_overtaken_with_a_move_to_spare_and_each_square_counts() -> None:
    table = two_squads()
    table.put(S2, 8, 9, N)
    table.put(S1, 8, 10, N)
    table.turn(S1, moves=3)
    table.drive("ahead")
    assert table.s.moves_left == 2
    table.drive("ahead")
    assert table.where(S1) == (8, 8, N)
    assert table.s.moves_left == 1


@pytest.mark.rule("SC-L4")
def test_a_car_in_a_one_way_street_is_overtaken_too() -> None:
    table = two_squads()
    table.put(S2, 10, 6, E)
    table.put(S1, 9, 6, E)
    table.turn(S1, moves=2)
    table.drive("ahead, ahead")
    assert table.where(S1) == (11, 6, E)


@pytest.mark.rule("SC-L4")
def test_a_whole_queue_is_overtaken_only_with_moves_for_all_of_it() -> None:
    table = Table(players=6)
    table.put(G1, 8, 18, N)
    table.put(G2, 8, 17, N)
    table.put(2, 8, 19, N)
    table.put(S1, 2, 3, S)
    table.put(5, 2, 2, S)
    table.turn(2, moves=2)
    assert table.refused("ahead") == "no_room_to_pass"
    table.turn(2, moves=3)
    table.drive("ahead, ahead, ahead")
    assert table.where(2) == (8, 16, N)


@pytest.mark.rule("SC-L4")
def test_a_corner_is_rounded_through_an_occupied_square() -> None:
    table = two_squads()
    table.put(S2, 9, 11, E)
    table.put(S1, 8, 11, NE)
    table.put(G1, 2, 21, S)
    table.take_off(G2)
    table.turn(S1, moves=1)
    assert table.refused("right") == "no_room_to_pass"
    table.turn(S1, moves=2)
    table.drive("right, ahead")
    assert table.where(S1) == (10, 11, E)


@pytest.mark.rule("SC-L4")
def test_a_roadblock_behind_the_other_car_leaves_no_room_to_pass() -> None:
    table = Table(players=4, blocks=((22, 2), (8, 22), (14, 22)))
    table.put(G1, 2, 16, S)
    table.put(G2, 14, 16, S)
    table.put(S2, 21, 2, E)
    table.put(S1, 20, 2, E)
    table.turn(S1, moves=5)
    assert table.refused("ahead") == "no_room_to_pass"


@pytest.mark.rule("SC-L5")
def test_on_an_occupied_square_nobody_stops_or_turns() -> None:
    table = two_squads()
    table.put(S2, 8, 9, N)
    table.put(S1, 8, 10, N)
    table.turn(S1, moves=3, shifts=1)
    table.drive("ahead")
    assert table.refused("stop") == "stopping_alongside"
    assert table.refused("half left") == "half_turn_alongside"
    assert table.refusal("lift", exit=table.s.roadblock[0]) == "shifting_while_passing"
    assert table.allowed() == {"ahead"}


@pytest.mark.rule("SC-L5")
def test_no_quarter_turn_into_an_occupied_crossing() -> None:
    table = two_squads()
    table.put(S2, 8, 11, N)
    table.put(S1, 8, 12, N)
    table.take_off(G2)
    table.turn(S1, moves=4)
    assert table.refused("right") == "quarter_turn_alongside"
    assert table.refused("ahead") == ""


@pytest.mark.rule("SC-L4", "SC-L5")
def test_after_passing_a_car_may_turn_into_the_next_crossing() -> None:
    table = two_squads()
    table.put(S2, 8, 12, N)
    table.put(S1, 8, 13, N)
    table.take_off(G2)
    table.turn(S1, moves=3)
    table.drive("ahead, right")
    assert table.where(S1) == (8, 11, NE)


# ------------------------------------------------------------ one-way streets


@pytest.mark.rule("SC-L6")
def test_a_one_way_street_is_not_entered_against_its_arrows() -> None:
    table = Table()
    table.put(G1, 8, 14, E)
    table.turn(G1, moves=2)
    assert table.refused("ahead") == "against_one_way"
    table.put(G1, 8, 6, W)
    assert table.refused("ahead") == "against_one_way"


@pytest.mark.rule("SC-L7")
def test_no_half_turn_between_crossings_of_a_one_way_street() -> None:
    table = Table()
    table.put(G1, 10, 6, E)
    table.turn(G1, moves=2)
    assert table.refused("half left") == "turning_in_one_way"
    assert table.allowed() == {"ahead", "stop"}


@pytest.mark.rule("SC-L7", "SC-X2")
def test_before_a_roadblock_at_the_end_of_a_one_way_street_a_getaway_car_waits_until_it_is_shifted() -> None:
    table = Table(blocks=((0, 6), (14, 0), (0, 17)))
    table.put(G1, 21, 6, E)
    table.turn(S1, shifts=1)
    table.play("lift", exit=exit_at(14, 0))
    table.play("place", exit=exit_at(22, 6))
    table.turn(G1, moves=4)
    assert table.refused("ahead") == "roadblock_ahead"
    assert table.refused("half left") == "turning_in_one_way"
    assert table.allowed() == {"stop"}
    table.turn(S1, shifts=1)
    table.play("lift", exit=exit_at(22, 6))
    table.play("place", exit=exit_at(14, 0))
    table.turn(G1, moves=4)
    table.drive("ahead")
    assert table.ending == "robbers_win"


@pytest.mark.rule("SC-L7")
def test_a_half_turn_is_made_on_a_two_way_exit_and_on_a_crossing() -> None:
    table = Table()
    table.turn(S1, moves=3)
    assert table.refused("half left") == ""
    table.put(G1, 8, 14, S)
    table.turn(G1, moves=3)
    table.drive("half right, ahead")
    assert table.where(G1) == (7, 14, W)


@pytest.mark.rule("SC-L8")
def test_a_squad_car_does_not_pass_the_last_crossing_of_a_one_way_street() -> None:
    table = Table()
    table.put(S1, 20, 6, E)
    table.turn(S1, moves=4)
    assert table.refused("ahead") == "beyond_last_crossing"
    table.put(S1, 20, 7, N)
    assert table.refused("right") == "beyond_last_crossing"
    table.put(S1, 2, 14, W)
    assert table.refused("ahead") == "beyond_last_crossing"


@pytest.mark.rule("SC-L8")
def test_a_getaway_car_may_pass_it() -> None:
    table = Table()
    table.put(G1, 20, 6, E)
    table.turn(G1, moves=1)
    table.drive("ahead")
    assert table.where(G1) == (21, 6, E)
