"""Seeded rule errors: each breaks one rule of Squad Car, and the tests of its chapter notice."""

from pathlib import Path

import pytest

from tabletown.games.squad_car import GAME
from tests.mutation import Mutation, assert_all_pass_unchanged, assert_caught

BOARD, TURN, CARDS, MOVING, TRAFFIC, END = (
    f"test_{chapter}.py"
    for chapter in ("board", "setup_and_turn", "flashcards", "moving", "traffic", "escape_and_capture")
)

ERRORS = [
    Mutation("board.py", "return -reason or node_at(ahead, turned)", "return node_at(ahead, turned)", MOVING),
    Mutation("board.py", "CROSSING and self.kinds[square] != LOT", "CROSSING", MOVING),
    Mutation("board.py", "        if square in self.one_way:\n            return -TURNING_IN_ONE_WAY\n", "", TRAFFIC),
    Mutation("board.py", "2 if step == HALF + 1 else -2", "-2 if step == HALF + 1 else 2", MOVING),
    Mutation("law_of_the_road.py", "heading ^ other_heading == 4", "heading != other_heading", TRAFFIC),
    Mutation("capturing.py", "return apart in (0, 1, STRIDE)", "return apart in (0, 1, STRIDE, STRIDE - 1)", END),
    Mutation("capturing.py", "side_of(moved) == GETAWAY and getaway != moved", "side_of(moved) == GETAWAY", END),
    Mutation("moving.py", "s.moves_left - 1) else NO_ROOM_TO_PASS", "s.moves_left) else NO_ROOM_TO_PASS", TRAFFIC),
    Mutation("turn.py", "return STOPPING_ALONGSIDE if is_passing(s) else OK", "return OK", TRAFFIC),
    Mutation("moving.py", "    s.moves_left -= 1\n", "    s.moves_left -= 0 if step >= HALF else 1\n", MOVING),
    Mutation("moving.py", "return HALF_TURN_ALONGSIDE if is_shared(s, car) else OK", "return OK", TRAFFIC),
    Mutation("flashcards.py", "    s.shifted[block] = 1\n", "", CARDS),
    Mutation("flashcards.py", "    if s.driven > 0:\n        finish_driving(s)\n", "", CARDS),
    Mutation("setting_up.py", "    if exit == s.lifted_from:\n        return SAME_EXIT\n", "", CARDS),
    Mutation("turn.py", "if colour == BLUE and side_of(s.car) == SQUAD:", "if colour == BLUE:", TURN),
    Mutation("turn.py", "while FIELD_COLOUR[s.field] == YELLOW:", "if FIELD_COLOUR[s.field] == YELLOW:", TURN),
    Mutation("flashcards.py", "    s.unused_cards = CARD_COUNT\n", "    s.unused_cards = CARD_COUNT - 1\n", CARDS),
    Mutation(
        "escaping.py",
        "    capture_neighbours(s, s.car)\n    if getaway",
        "    if EXIT_AT[s.square[s.car]] < 0:\n        capture_neighbours(s, s.car)\n    if getaway",
        END,
    ),
    Mutation("turn.py", "if s.round == s.round_limit:", "if s.round > s.round_limit:", END),
    Mutation("setting_up.py", "TWO_CAR_LOTS[number] - 1", "number", TURN),
    Mutation(
        "setting_up.py",
        "s.car = s.car + 1 if s.car < CARS_A_SIDE + s.cars - 1 else CARS_A_SIDE",
        "s.car = CARS_A_SIDE",
        TURN,
    ),
    Mutation("the_end.py", "out[seat] = WHOLE_WIN * 2 // s.players", "out[seat] = WHOLE_WIN", TURN),
]


@pytest.mark.parametrize("error", ERRORS, ids=str)
def test_a_seeded_rule_error_is_caught(error: Mutation, tmp_path: Path) -> None:
    assert_caught(GAME, error, tmp_path)


def test_without_an_error_the_same_tests_pass(tmp_path: Path) -> None:
    assert_all_pass_unchanged(GAME, sorted({error.caught_by for error in ERRORS}), tmp_path)
