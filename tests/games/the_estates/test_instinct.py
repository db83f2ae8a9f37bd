"""What Neighbour makes of The Estates: it beats visitors, finishes its games, and knows what is worth what."""

from random import Random

import pytest

from tabletown import bots, lab
from tabletown.rulekit.thinking import ROOM, Sums
from tests.games.the_estates.table import ANN, BEN, CAT, LOWER, MIDDLE, RULES, UPPER, Table

SEEDS = 1000


def shares(*seats: str) -> list[float]:
    return [bot.share for bot in lab.arena("the_estates", seats, SEEDS).bots]


def test_a_neighbour_takes_most_games_from_a_visitor() -> None:
    assert shares("neighbour", "visitor")[0] >= 0.95


def test_a_neighbour_takes_most_games_from_three_visitors() -> None:
    assert shares("neighbour", "visitor", "visitor", "visitor")[0] >= 0.75


def test_four_neighbours_reach_a_natural_end() -> None:
    standings = lab.arena("the_estates", ["neighbour"] * 4, SEEDS)
    assert standings.endings["two_rows_complete"] + standings.endings["no_more_buildings"] == pytest.approx(1)
    assert min(standings.endings["two_rows_complete"], standings.endings["no_more_buildings"]) > 0.1


# ---------------------------------------------------------------- what is worth what


def leads(table: Table) -> list[float]:
    """What each seat is ahead by; looking leaves the position as it was."""
    out = Sums([0.0] * ROOM)
    before = table.s.copy()
    RULES.evaluate(table.s, out)
    assert table.s == before
    return list(out[: table.s.players])


def row_of(table: Table, row: int, roofs: int) -> None:
    """Four buildings of ANN's Azimuth, so many of them with a roof."""
    for lot, name in enumerate(("A6", "A5", "A4", "A3")):
        table.tower(row, name, roof=lot + 1 if lot < roofs else 0)


def test_a_row_near_its_end_promises_its_owner_more() -> None:
    stages = []
    for roofs in range(5):
        table = Table(players=3)
        table.owns(ANN, "A")
        row_of(table, UPPER, roofs)
        stages.append(leads(table)[ANN])
    assert stages == sorted(stages)
    assert stages[-1] > stages[0] + 10


def test_the_mayor_doubles_what_a_sure_row_promises() -> None:
    table = Table(players=3)
    table.owns(ANN, "A")
    row_of(table, MIDDLE, 4)
    without = leads(table)[ANN]
    table.s.mayor = MIDDLE
    assert leads(table)[ANN] > without + 10


def test_a_certificate_is_worth_the_cubes_that_are_still_to_come() -> None:
    table = Table(players=3)
    nobody = leads(table)
    table.owns(BEN, "B")
    assert leads(table)[BEN] > nobody[BEN]
    assert leads(table)[CAT] < nobody[CAT]


def test_a_check_that_can_still_be_stowed_is_worth_more_than_a_spare_one() -> None:
    table = Table(players=3)
    table.money(1, 12, 23)
    poor = leads(table)
    table.money(3, 12, 21)
    first = leads(table)[ANN] - poor[ANN]
    table.money(21, 12, 3)
    rich = leads(table)
    table.money(23, 12, 1)
    assert first > leads(table)[ANN] - rich[ANN] > 0


def test_a_finished_game_is_judged_by_who_has_won_it() -> None:
    table = Table(players=3)
    table.owns(ANN, "A")
    row_of(table, UPPER, 4)
    table.owns(BEN, "B")
    for lot, name in enumerate(("B1", "B2", "B3", "B4")):
        table.tower(LOWER, name, roof=lot + 1 if lot < 3 else 0)
    table.gets(CAT, "roof 5")
    promised = leads(table)
    table.play(CAT, "place_roof", row=LOWER, lot=4)
    assert RULES.ending(table.s) == RULES.TWO_ROWS_COMPLETE
    assert leads(table)[ANN] > 20
    assert leads(table)[BEN] < 0
    assert promised[CAT] >= leads(table)[CAT]


# ---------------------------------------------------------------- what it does at the hammer


def chosen(table: Table, seat: int) -> str:
    view = RULES.concealed(table.s, seat)
    action = bots.choose(bots.level("neighbour"), RULES, view, seat, Random(1))
    kind, args = RULES.declaration.actions.decode(action)
    return " ".join([kind, *map(str, args.values())])


def test_a_neighbour_sells_what_is_worth_little_for_much() -> None:
    table = Table(players=3)
    table.skip_stowing(ANN)
    table.choose(ANN, "cancel")
    table.play(BEN, "bid", amount=9)
    table.play(CAT, "pass")
    assert chosen(table, ANN) == "sell"


def test_a_neighbour_keeps_the_roof_that_wins_for_little() -> None:
    table = Table(players=3)
    table.owns(ANN, "A")
    row_of(table, UPPER, 4)
    for lot, name in enumerate(("B6", "A2", "A1", "B5")):
        table.tower(LOWER, name, roof=lot + 1 if lot < 3 else 0)
    table.tower(MIDDLE, "S4")
    table.skip_stowing(ANN)
    table.choose(ANN, "roof 6")
    table.play(BEN, "bid", amount=1)
    table.play(CAT, "pass")
    assert chosen(table, ANN) == "keep"
    table.play(ANN, "keep")
    assert chosen(table, ANN) == f"place_roof {LOWER} 3"


def test_a_neighbour_stows_a_check_at_once() -> None:
    assert chosen(Table(players=3), ANN) == "stow_check"
