"""Flashcards: moves, shifting roadblocks, the pile."""

import pytest

from tabletown.games.squad_car.rules.state import NONE
from tests.games.squad_car.table import G1, RULES, S1, S2, N, Table, W, exit_at

WEST, NORTH, EAST = (0, 11), (8, 0), (22, 2)
BLOCKS = (WEST, NORTH, EAST)


def shifting(moves: int = 0, shifts: int = 1) -> Table:
    """Squad car 1 in the middle of nowhere with a card in force."""
    table = Table(blocks=BLOCKS)
    table.put(S1, 2, 4, N)
    table.turn(S1, moves=moves, shifts=shifts)
    return table


@pytest.mark.rule("SC-F1")
@pytest.mark.parametrize("card", range(RULES.CARD_COUNT))
def test_a_card_gives_its_car_the_moves_and_shifts_it_shows(card: int) -> None:
    table = Table()
    table.turn_to_spin(S2)
    table.next_spin_and_card(card)
    table.play("spin")
    moves, shifts = RULES.CARDS[card]
    if moves or shifts:
        assert (table.s.car, table.s.card, table.s.moves_left, table.s.shifts_left) == (S2, card, moves, shifts)
    else:
        assert (table.s.car, table.s.card) == (G1, NONE)


@pytest.mark.rule("SC-F1")
def test_standing_by_ends_the_turn() -> None:
    table = Table()
    table.turn_to_spin(S1)
    table.next_spin_and_card(RULES.CARDS.index((0, 0)))
    table.play("spin")
    assert table.s.car == S2


@pytest.mark.rule("SC-F2", "SC-F3")
def test_a_roadblock_is_lifted_and_placed_elsewhere_and_its_exit_is_open_again() -> None:
    table = shifting()
    table.play("lift", exit=exit_at(*WEST))
    assert table.refused("stop") == "place_the_roadblock"
    table.play("place", exit=exit_at(14, 22))
    assert table.roadblocks == {NORTH, EAST, (14, 22)}
    table.put(G1, 1, 11, W)
    table.turn(G1, moves=1)
    table.drive("ahead")
    assert table.ending == "robbers_win"


@pytest.mark.rule("SC-F2")
def test_only_a_card_lets_roadblocks_be_shifted() -> None:
    table = shifting(moves=3, shifts=0)
    assert table.refusal("lift", exit=exit_at(*WEST)) == "no_shift_allowed"
    assert table.refusal("place", exit=exit_at(14, 22)) == "no_roadblock_in_hand"


@pytest.mark.rule("SC-F2")
def test_only_a_roadblock_that_is_there_can_be_lifted() -> None:
    assert shifting().refusal("lift", exit=exit_at(14, 22)) == "no_roadblock_there"


@pytest.mark.rule("SC-F3")
def test_a_roadblock_does_not_go_back_to_its_exit() -> None:
    table = shifting()
    table.play("lift", exit=exit_at(*WEST))
    assert table.refusal("place", exit=exit_at(*WEST)) == "same_exit"
    assert table.refusal("place", exit=exit_at(*NORTH)) == "roadblock_on_exit"


@pytest.mark.rule("SC-F3", "SC-S4")
def test_a_roadblock_is_not_shifted_onto_a_car() -> None:
    table = shifting()
    table.play("lift", exit=exit_at(*WEST))
    assert table.refusal("place", exit=exit_at(22, 20)) == "car_on_exit"


@pytest.mark.rule("SC-F4")
def test_a_card_shifts_no_roadblock_twice() -> None:
    table = shifting(shifts=2)
    table.play("lift", exit=exit_at(*WEST))
    table.play("place", exit=exit_at(14, 22))
    assert table.refusal("lift", exit=exit_at(14, 22)) == "already_shifted"
    table.play("lift", exit=exit_at(*EAST))
    table.play("place", exit=exit_at(*WEST))
    assert table.roadblocks == {NORTH, WEST, (14, 22)}
    assert table.s.car == S2


@pytest.mark.rule("SC-F4")
def test_the_next_card_may_shift_it_again() -> None:
    table = shifting()
    table.play("lift", exit=exit_at(*WEST))
    table.play("place", exit=exit_at(14, 22))
    table.turn(S2, shifts=1)
    assert table.refusal("lift", exit=exit_at(14, 22)) == ""


@pytest.mark.rule("SC-F2")
def test_all_three_roadblocks_can_be_set_anew() -> None:
    table = shifting(shifts=3)
    for old, new in zip(BLOCKS, ((14, 0), (14, 22), (8, 22)), strict=True):
        table.play("lift", exit=exit_at(*old))
        table.play("place", exit=exit_at(*new))
    assert table.roadblocks == {(14, 0), (14, 22), (8, 22)}
    assert table.s.car == S2


@pytest.mark.rule("SC-F5")
def test_shifting_before_the_drive_leaves_all_moves() -> None:
    table = shifting(moves=2)
    table.play("lift", exit=exit_at(*WEST))
    table.play("place", exit=exit_at(14, 22))
    assert table.s.moves_left == 2
    table.drive("ahead, ahead")
    assert table.where(S1) == (2, 2, N)
    assert table.s.car == S2


@pytest.mark.rule("SC-F5")
def test_shifting_after_some_moves_ends_the_drive() -> None:
    table = shifting(moves=4, shifts=2)
    table.drive("ahead")
    table.play("lift", exit=exit_at(*WEST))
    table.play("place", exit=exit_at(14, 22))
    assert table.refused("ahead") == "no_moves_left"
    assert table.refusal("lift", exit=exit_at(*NORTH)) == ""
    table.drive("stop")
    assert table.s.car == S2


@pytest.mark.rule("SC-F5")
def test_after_the_last_move_a_roadblock_may_still_be_shifted() -> None:
    table = shifting(moves=1)
    table.drive("ahead")
    assert table.s.car == S1
    table.play("lift", exit=exit_at(*WEST))
    table.play("place", exit=exit_at(14, 22))
    assert table.s.car == S2


@pytest.mark.rule("SC-F6")
def test_shifts_may_be_left_undone() -> None:
    table = shifting(moves=1, shifts=3)
    table.drive("ahead, stop")
    assert table.roadblocks == set(BLOCKS)
    assert table.s.car == S2


@pytest.mark.rule("SC-F7")
def test_every_card_is_drawn_once_before_any_comes_again_and_then_they_are_shuffled() -> None:
    table = Table()
    drawn = []
    for _ in range(2 * RULES.CARD_COUNT):
        RULES.draw_flashcard(table.s)
        drawn.append(table.s.card)
    everything = list(range(RULES.CARD_COUNT))
    assert sorted(drawn[: RULES.CARD_COUNT]) == sorted(drawn[RULES.CARD_COUNT :]) == everything
    assert drawn[: RULES.CARD_COUNT] != drawn[RULES.CARD_COUNT :]
    assert table.told().count("shuffled") == 1


@pytest.mark.rule("SC-F7")
def test_used_cards_lie_open_and_unused_ones_are_what_is_left() -> None:
    table = Table()
    for _ in range(5):
        RULES.draw_flashcard(table.s)
    used = list(table.s.pile)[table.s.unused_cards : RULES.CARD_COUNT]
    assert len(used) == 5
    assert table.s.card in used
