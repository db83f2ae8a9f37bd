"""Every movement example of the rulebook, walked step by step, and what each kind of step may do."""

import pytest

from tabletown.games.squad_car.rules.shapes import AHEAD, GETAWAY, HALF, LEFT, RIGHT, SQUAD
from tests.games.squad_car.table import BOARD, G1, G2, G3, NE, NW, RULES, S1, SE, SW, E, N, S, Table, W

# ------------------------------------------------------------ the rulebook's examples


@pytest.mark.rule("SC-M3", "SC-M4", "SC-M5")
@pytest.mark.parametrize(("side", "ends"), [("right", (10, 11, E)), ("left", (6, 11, W))])
def test_a_corner_takes_two_quarter_turns_moves_1_to_4(side: str, ends: tuple[int, int, int]) -> None:
    table = Table()
    table.put(G1, 8, 13, N)
    table.turn(G1, moves=5)
    table.drive("ahead")
    assert table.where(G1) == (8, 12, N)
    table.drive(side)
    assert table.where(G1) == (8, 11, NE if side == "right" else NW)
    table.drive(side)
    assert table.where(G1)[2] == ends[2]
    table.drive("ahead")
    assert table.where(G1) == ends


@pytest.mark.rule("SC-M4", "SC-L6")
def test_a_vehicle_turns_into_a_one_way_street() -> None:
    table = Table()
    table.put(G1, 8, 7, N)
    table.turn(G1, moves=4)
    table.drive("right, right, ahead")
    assert table.where(G1) == (10, 6, E)


@pytest.mark.rule("SC-M5")
def test_a_vehicle_turns_at_a_crossing_but_goes_straight_on() -> None:
    table = Table()
    table.put(G1, 8, 12, N)
    table.turn(G1, moves=3)
    table.drive("right, left")
    assert table.where(G1) == (8, 10, N)


@pytest.mark.rule("SC-M10")
def test_the_first_car_leaves_its_lot_to_the_left_with_two_moves() -> None:
    table = Table(players=6)
    table.turn(G1, moves=2)
    table.drive("left, left")
    assert table.where(G1) == (11, 11, E)


@pytest.mark.rule("SC-M10", "SC-M9")
def test_the_third_car_starts_a_right_turn_out_of_its_lot_with_one_move() -> None:
    table = Table(players=6)
    table.turn(G3, moves=1)
    table.drive("right")
    assert table.where(G3) == (12, 11, SW)


@pytest.mark.rule("SC-M7")
def test_a_u_turn_takes_two_half_turns_on_one_square() -> None:
    table = Table()
    table.put(G1, 8, 9, N)
    table.turn(G1, moves=4)
    table.drive("ahead, half right")
    assert table.where(G1) == (8, 8, E)
    table.drive("half right")
    assert table.where(G1) == (8, 8, S)
    table.drive("ahead")
    assert table.where(G1) == (8, 9, S)


@pytest.mark.rule("SC-M1", "SC-M7")
def test_the_example_of_seven_moves() -> None:
    table = Table()
    table.put(G1, 8, 12, N)
    table.turn(G1, moves=7)
    walked = []
    for step in ("right", "half right", "right", "ahead", "ahead", "half right", "ahead"):
        table.drive(step)
        walked.append(table.where(G1))
    assert walked == [
        (8, 11, NE),
        (8, 11, SE),
        (8, 12, S),
        (8, 13, S),
        (8, 14, S),
        (8, 14, W),
        (7, 14, W),
    ]
    assert table.s.moves_left == 0


# ------------------------------------------------------------ what each step is


@pytest.mark.rule("SC-M1")
def test_each_step_costs_one_move_a_half_turn_too() -> None:
    table = Table()
    table.put(G1, 8, 9, N)
    table.turn(G1, moves=3)
    table.drive("half left")
    assert table.s.moves_left == 2
    table.drive("half left")
    assert table.s.moves_left == 1


@pytest.mark.rule("SC-M1")
def test_without_moves_no_step_is_made() -> None:
    table = Table()
    table.turn(S1, moves=0, shifts=1)
    assert table.refused("ahead") == "no_moves_left"


@pytest.mark.rule("SC-M2", "SC-M6")
def test_a_step_forward_turns_by_45_degrees_at_most_and_a_half_turn_by_90() -> None:
    turned = {AHEAD: {0}, LEFT: {7}, RIGHT: {1}, HALF: {6}, HALF + 1: {2}}
    for side in (GETAWAY, SQUAD):
        for node, steps in enumerate(RULES.STEP[side]):
            for step, there in enumerate(steps):
                if there >= 0:
                    assert (there - node) % 8 in turned[step]
                    assert (there // 8 == node // 8) == (step >= HALF)


@pytest.mark.rule("SC-M3")
def test_straight_ahead_keeps_the_heading() -> None:
    table = Table()
    table.put(G1, 4, 11, W)
    table.turn(G1, moves=2)
    table.drive("ahead")
    assert table.where(G1) == (3, 11, W)


@pytest.mark.rule("SC-M4")
def test_no_quarter_turn_between_crossings() -> None:
    table = Table()
    table.put(G1, 8, 9, N)
    table.turn(G1, moves=2)
    assert table.refused("right") == "no_crossing_ahead"


@pytest.mark.rule("SC-M4")
def test_no_quarter_turn_towards_a_road_that_is_not_there() -> None:
    table = Table()
    table.put(G1, 14, 12, N)
    table.turn(G1, moves=2)
    assert table.refused("right") == "no_road_to_turn_into"
    assert table.refused("left") == ""


@pytest.mark.rule("SC-M4", "SC-L6")
def test_no_quarter_turn_against_a_one_way_street() -> None:
    table = Table()
    table.put(G1, 8, 15, N)
    table.turn(G1, moves=2)
    assert table.refused("right") == "against_one_way"
    assert table.refused("left") == ""


@pytest.mark.rule("SC-M5")
def test_a_car_askew_has_to_choose_a_side() -> None:
    table = Table()
    table.put(G1, 8, 11, NE)
    table.turn(G1, moves=2)
    assert table.refused("ahead") == "askew"
    assert table.allowed() == {"left", "right", "half left", "half right", "stop"}


@pytest.mark.rule("SC-M8")
def test_a_car_across_its_road_can_only_turn_again() -> None:
    table = Table()
    table.put(G1, 8, 9, E)
    table.turn(G1, moves=2)
    assert table.refused("ahead") == "across_the_road"
    assert table.allowed() == {"half left", "half right", "stop"}


@pytest.mark.rule("SC-M8")
def test_no_step_takes_a_car_backwards() -> None:
    for side in (GETAWAY, SQUAD):
        for node, steps in enumerate(RULES.STEP[side]):
            square, heading = divmod(node, 8)
            behind = {BOARD.next[square][way % 4] for way in ((heading + 3) // 2, (heading + 4) // 2)}
            assert not {there // 8 for there in steps[:HALF] if there >= 0} & (behind - {-1})


@pytest.mark.rule("SC-M9")
def test_a_turn_may_end_askew_and_the_next_begins_so() -> None:
    table = Table()
    table.put(G1, 8, 12, N)
    table.turn(G1, moves=3)
    table.drive("right, stop")
    table.turn(G1, moves=1)
    table.drive("right")
    assert table.where(G1) == (9, 11, E)


@pytest.mark.rule("SC-M10")
def test_a_car_may_drive_straight_out_of_its_lot_and_then_stands_across() -> None:
    table = Table()
    table.turn(G1, moves=3)
    table.drive("ahead")
    assert table.where(G1) == (10, 11, S)
    table.drive("half left, ahead")
    assert table.where(G1) == (11, 11, E)


@pytest.mark.rule("SC-M10")
def test_no_turning_inside_a_lot() -> None:
    table = Table()
    table.turn(G1, moves=3)
    assert table.refused("half left") == "turning_in_a_lot"
    assert table.allowed() == {"ahead", "left", "right", "stop"}


@pytest.mark.rule("SC-M11")
@pytest.mark.parametrize("car", [G2, S1])
def test_nobody_drives_into_a_lot(car: int) -> None:
    table = Table(players=6)
    table.take_off(G1, G3) if car == S1 else None
    table.put(G2, 2, 4, S)
    table.put(car, 11, 11, NE)
    table.turn(car, moves=3)
    assert table.refused("left") == "into_a_lot"
    table.put(car, 11, 11, N)
    assert table.refused("ahead") == "into_a_lot"


@pytest.mark.rule("SC-M12")
def test_cars_keep_to_the_roads() -> None:
    table = Table()
    table.put(G1, 14, 11, E)
    table.turn(G1, moves=3)
    assert table.refused("ahead") == "off_the_road"


@pytest.mark.rule("SC-M12", "SC-M5")
@pytest.mark.parametrize(("out", "back"), [("left", "right"), ("right", "left")])
def test_a_car_askew_before_its_lot_leaves_along_the_street_and_not_through_its_side(out: str, back: str) -> None:
    table = Table()
    table.turn(G1, moves=3)
    table.drive(out)
    assert table.refused(back) == "off_the_road"
    assert table.refused(out) == ""


@pytest.mark.rule("SC-M12", "SC-X3")
def test_a_squad_car_does_not_leave_the_board() -> None:
    table = Table()
    table.put(S1, 0, 2, W)
    table.turn(S1, moves=3)
    assert table.refused("ahead") == "off_the_road"
    table.drive("half left, half left")
    assert table.where(S1) == (0, 2, E)
