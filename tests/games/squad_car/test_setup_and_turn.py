"""Set-up, whose turn it is, and what the dial says."""

import pytest

from tabletown.games.squad_car import GAME
from tabletown.rulekit.errors import BadOption
from tests.games.squad_car.table import G1, G2, G3, RULES, S1, S2, S3, E, N, S, Table, W, exit_at, field_of

PLACES = ((2, 0), (8, 0), (14, 0))


def before_roadblocks(players: int) -> Table:
    return Table(players=players, blocks=())


# ------------------------------------------------------------ players, cars, places


@pytest.mark.rule("SC-G1", "SC-W4")
@pytest.mark.parametrize(("players", "shares"), [(2, [60, 0]), (4, [30, 30, 0, 0]), (6, [20, 20, 20, 0, 0, 0])])
def test_players_of_one_side_win_together(players: int, shares: list[int]) -> None:
    table = Table(players=players)
    table.put(G1, 8, 1, N)
    table.turn(G1, moves=1)
    table.drive("ahead")
    assert table.sheet("returns") == shares


@pytest.mark.rule("SC-G2")
def test_three_or_five_cannot_play() -> None:
    assert GAME.players == (2, 4, 6)
    for players in (1, 3, 5, 7):
        with pytest.raises(BadOption, match="Squad Car is for 2, 4, 6 players"):
            GAME.check_players(players)


@pytest.mark.rule("SC-G3")
@pytest.mark.parametrize(
    ("players", "seats"), [(2, {0: [G1, G2], 1: [S1, S2]}), (4, {0: [G1], 1: [G2], 2: [S1], 3: [S2]})]
)
def test_two_players_have_two_cars_each_and_four_have_one(players: int, seats: dict[int, list[int]]) -> None:
    table = Table(players=players)
    for seat, cars in seats.items():
        assert [car for car in (G1, G2, S1, S2) if RULES.seat_of(table.s, car) == seat] == cars
    assert table.s.square[G3] == table.s.square[S3] == RULES.UNUSED


@pytest.mark.rule("SC-G3")
def test_six_players_have_one_car_each() -> None:
    table = Table(players=6)
    assert [RULES.seat_of(table.s, car) for car in (G1, G2, G3, S1, S2, S3)] == [0, 1, 2, 3, 4, 5]


@pytest.mark.rule("SC-S1")
def test_getaway_cars_stand_in_the_lots_and_face_the_street() -> None:
    three = Table(players=6)
    assert [three.where(car) for car in (G1, G2, G3)] == [(10, 10, S), (11, 10, S), (12, 10, S)]
    two = Table(players=4)
    assert [two.where(car) for car in (G1, G2)] == [(10, 10, S), (12, 10, S)]


@pytest.mark.rule("SC-S2")
def test_squad_cars_start_at_main_and_2nd_broad_and_5th_broad_and_2nd() -> None:
    table = Table(players=6)
    assert [table.where(car) for car in (S1, S2, S3)] == [(0, 2, E), (22, 20, W), (0, 20, E)]


@pytest.mark.rule("SC-S3")
@pytest.mark.parametrize(("players", "placers"), [(2, [1, 1, 1]), (4, [2, 3, 2]), (6, [3, 4, 5])])
def test_the_police_place_three_roadblocks_before_the_first_spin(players: int, placers: list[int]) -> None:
    table = before_roadblocks(players)
    for placer, (x, y) in zip(placers, PLACES, strict=True):
        assert table.decides() == placer
        assert table.refusal("spin") == "roadblocks_first"
        table.play("place", exit=exit_at(x, y))
    assert table.roadblocks == set(PLACES)
    assert table.decides() == 0
    assert table.refusal("spin") == ""


@pytest.mark.rule("SC-S3")
@pytest.mark.parametrize("players", GAME.players)
def test_whoever_acts_too_early_is_told_that_roadblocks_come_first(players: int) -> None:
    table = before_roadblocks(players)
    for seat in range(players):
        for action in (RULES.SPIN(), RULES.GO_AHEAD(), RULES.STOP(), RULES.LIFT(0)):
            assert GAME.reasons.all[RULES.why_not(table.s, seat, action)].clause == "SC-S3"


@pytest.mark.rule("SC-S4")
def test_a_roadblock_stands_on_any_exit_without_car_or_roadblock_entry_ends_too() -> None:
    table = before_roadblocks(2)
    assert table.refusal("place", exit=exit_at(0, 2)) == "car_on_exit"
    table.play("place", exit=exit_at(0, 6))
    assert table.refusal("place", exit=exit_at(0, 6)) == "roadblock_on_exit"
    assert table.refusal("place", exit=exit_at(0, 20)) == ""


# ------------------------------------------------------------ order


@pytest.mark.rule("SC-T1")
@pytest.mark.parametrize(("players", "order"), [(2, [G1, G2, S1, S2]), (6, [G1, G2, G3, S1, S2, S3])])
def test_getaway_cars_come_first_and_the_order_is_always_the_same(players: int, order: list[int]) -> None:
    table = Table(players=players)
    cars = []
    while table.s.round < 4:
        cars.append(table.s.car)
        table.turn(table.s.car, moves=1)
        table.drive("stop")
    assert cars == order * 3


@pytest.mark.rule("SC-T1")
def test_nobody_acts_out_of_turn() -> None:
    table = Table()
    assert GAME.reasons.all[RULES.why_not(table.s, 1, RULES.SPIN())].name == "not_your_turn"


@pytest.mark.rule("SC-T2")
def test_captured_cars_are_skipped() -> None:
    table = Table(players=6)
    table.take_off(G1, G3)
    table.turn(S3, moves=1)
    table.drive("stop")
    assert table.s.car == G2
    table.turn(G2, moves=1)
    table.drive("stop")
    assert table.s.car == S1


# ------------------------------------------------------------ the dial


@pytest.mark.rule("SC-T3")
def test_each_car_has_a_spin_of_its_own() -> None:
    table = Table()
    table.next_spin(field_of("green", 3))
    assert table.refused("ahead") == "spin_first"
    table.play("spin")
    assert table.refusal("spin") == "already_spun"
    table.drive("stop")
    assert (table.s.car, table.decides()) == (G2, 0)
    assert table.refused("ahead") == "spin_first"


@pytest.mark.rule("SC-T4")
def test_yellow_means_spin_again_until_another_colour_shows() -> None:
    table = Table()
    yellow, green = field_of("yellow"), field_of("green", 5)
    table.next_spin(yellow, yellow, green)
    table.play("spin")
    assert table.told() == ["spun", "spun", "spun"]
    assert (table.s.field, table.s.moves_left) == (green, 5)


@pytest.mark.rule("SC-T5")
def test_red_ends_the_turn() -> None:
    table = Table()
    table.next_spin(field_of("red"))
    table.play("spin")
    assert table.where(G1) == (10, 10, S)
    assert table.s.car == G2


@pytest.mark.rule("SC-T6")
@pytest.mark.parametrize("moves", [1, 2, 3, 4, 5])
def test_green_gives_its_number_of_moves_to_either_side(moves: int) -> None:
    for car in (G1, S1):
        table = Table()
        table.turn_to_spin(car)
        table.next_spin(field_of("green", moves))
        table.play("spin")
        assert (table.s.car, table.s.moves_left, table.s.shifts_left) == (car, moves, 0)


@pytest.mark.rule("SC-T7")
def test_blue_gives_the_police_a_flashcard_and_not_the_number() -> None:
    table = Table()
    table.turn_to_spin(S1)
    table.next_spin_and_card(RULES.CARDS.index(max(RULES.CARDS)))
    table.play("spin")
    assert RULES.FIELD_COLOUR[table.s.field] == RULES.BLUE
    assert table.told() == ["spun", "drew"]
    assert table.s.moves_left == max(RULES.CARDS)[0] > RULES.FIELD_MOVES[table.s.field]


@pytest.mark.rule("SC-T8")
def test_blue_gives_the_robbers_the_number_around_it_and_no_card() -> None:
    table = Table()
    blue = next(field for field, colour in enumerate(RULES.FIELD_COLOUR) if colour == RULES.BLUE)
    table.next_spin(blue)
    table.play("spin")
    assert table.told() == ["spun"]
    assert table.s.moves_left == RULES.FIELD_MOVES[blue]
    assert table.s.unused_cards == RULES.CARD_COUNT


@pytest.mark.rule("SC-T9")
def test_a_player_may_stop_after_any_move_or_not_move_at_all() -> None:
    table = Table()
    table.put(G1, 8, 9, N)
    table.turn(G1, moves=5)
    table.drive("ahead, stop")
    assert table.where(G1) == (8, 8, N)
    assert table.s.car == G2
    table.turn(G2, moves=5)
    table.drive("stop")
    assert table.where(G2) == (12, 10, S)
    assert (table.s.car, table.s.moves_left) == (S1, 0)


@pytest.mark.rule("SC-T9")
def test_the_turn_ends_by_itself_with_the_last_move() -> None:
    table = Table()
    table.put(G1, 8, 9, N)
    table.turn(G1, moves=1)
    table.drive("ahead")
    assert table.s.car == G2
