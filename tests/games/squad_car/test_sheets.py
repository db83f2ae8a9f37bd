"""Beside the board: how far it is for everybody, and the player aid."""

import pytest

from tabletown.games.squad_car import GAME
from tabletown.games.squad_car.telling import sheets
from tabletown.rulekit.language import say
from tabletown.rulekit.sheets import Listing
from tests.games.squad_car.table import G1, G2, RULES, S1, N, Table
from tests.looking import look, to

ENGLISH = say("en", GAME)
NAMES = ("Mara", "Elif")


def foretold(table: Table) -> Listing:
    return sheets.forecast(look(ENGLISH, RULES, table.s, 0, NAMES))[0]


@pytest.mark.rule("SC-X1", "SC-X2")
def test_a_getaway_car_is_told_the_nearest_exit_without_a_roadblock() -> None:
    table = Table()
    table.put(G1, 8, 2, N)
    assert foretold(table).rows[0][-1] == "2 to 3rd Avenue, north exit"
    blocked = Table(blocks=((8, 0), (0, 6), (0, 17)))
    blocked.put(G1, 8, 2, N)
    moves = foretold(blocked).rows[0][-1]
    assert "3rd Avenue, north exit" not in moves
    assert int(moves.split()[0]) > 2


@pytest.mark.rule("SC-C1")
def test_a_squad_car_is_told_the_way_to_the_nearest_getaway_car() -> None:
    table = Table()
    table.put(G1, 8, 5, N)
    table.put(S1, 8, 9, N)
    squad = next(row for row in foretold(table).rows if row[0] == "Squad car 1")
    assert squad[-1] == "3 to getaway car 1"


@pytest.mark.rule("SC-W2", "SC-W3")
def test_captured_cars_and_the_rounds_are_counted() -> None:
    table = Table()
    table.take_off(G2)
    told = foretold(table)
    assert told.rows[1][-1] == "–"
    assert told.note.startswith(f"Captured: 1 of 2. Round 1 of {table.s.round_limit}")


def test_the_aid_counts_every_field_and_every_card() -> None:
    dial, cards, *_rest = sheets.aid(to(ENGLISH, RULES))
    assert sum(int(row[1].split(" / ")[0]) for row in dial.rows) == len(RULES.DIAL)
    assert sum(int(row[-1].removeprefix("×")) for row in cards.rows) == RULES.CARD_COUNT
