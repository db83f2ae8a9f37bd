"""Beside the map: what the next collection pays, and the player aid."""

import pytest

from tabletown.games.milton_keynes import GAME
from tabletown.games.milton_keynes.telling import sheets
from tabletown.rulekit.language import say
from tabletown.rulekit.sheets import Listing
from tests.games.milton_keynes.table import ANN, BEN, RULES, Table, seen
from tests.looking import look, to

ENGLISH = say("en", GAME)
NAMES = ["Ann", "Ben", "Cat", "Dan"]


def foretold(table: Table, viewer: int = ANN) -> Listing:
    return sheets.forecast(look(ENGLISH, RULES, seen(table.s, viewer), viewer, NAMES))[0]


@pytest.mark.rule("MK-I1", "MK-I2")
def test_the_grant_is_foretold_until_the_first_collection_and_never_again() -> None:
    table = Table()
    table.new_year(1)
    assert foretold(table).rows[ANN][1] == f"+{RULES.RAIL_START + RULES.GRANT}"
    table.to_sale(1)
    assert foretold(table).rows[ANN][1] == f"+{RULES.RAIL_START}"


@pytest.mark.rule("MK-M3")
def test_the_next_roundabout_and_hidden_cash_are_told() -> None:
    table = Table()
    table.holds(ANN, cash=7)
    table.holds(BEN, cash=9)
    table.s.marker[ANN] = 13
    table.to_sale()
    told = foretold(table)
    assert told.rows[ANN][1:] == ("+13", "2", "7")
    assert told.rows[BEN][-1] == "hidden"


@pytest.mark.rule("MK-I3")
def test_a_credit_crunch_is_seen_coming() -> None:
    table = Table()
    table.to_sale()
    assert "crunch" not in foretold(table).note
    for seat in range(4):
        table.s.marker[seat] = 50
    assert "a credit crunch" in foretold(table).note


def test_the_aid_shows_the_editions_table_of_walls_and_counts_the_permits() -> None:
    permits, walls, *_rest = sheets.aid(to(ENGLISH, RULES))
    assert sum(int(row[1].removeprefix("×")) for row in permits.rows) == sum(RULES.PERMIT_COUNTS)
    by_name = {row[0]: row[1:] for row in walls.rows}
    assert by_name["marsh"] == ("–", "2", "–", "–", "–")
    assert by_name["a rival's"][0] == "by size"
