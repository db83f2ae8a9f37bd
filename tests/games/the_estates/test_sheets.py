"""Beside the board: what rows bring if they are completed and if not, and the player aid."""

import pytest

from tabletown.games.the_estates import GAME
from tabletown.games.the_estates.rules.state import State
from tabletown.games.the_estates.telling import sheets
from tabletown.rulekit.language import say
from tabletown.rulekit.sheets import Listing
from tests.games.the_estates.table import ANN, BEN, CAT, RULES, UPPER, Table
from tests.looking import look, to

ENGLISH = say("en", GAME)
NAMES = ["Ann", "Ben", "Cat"]


def foretold(table: Table, viewer: int = ANN) -> list[Listing]:
    view = RULES.concealed(table.s, viewer)
    assert isinstance(view, State)
    return sheets.forecast(look(ENGLISH, RULES, view, viewer, NAMES))


def a_tower_of_bens() -> Table:
    """Six and four under a rooftop of 3 in the mayor's row: 26 points."""
    table = Table()
    table.owns(BEN, "B")
    table.tower(UPPER, "A6 B4", roof=3)
    table.mayor(UPPER)
    return table


@pytest.mark.rule("TE-V1", "TE-V5")
def test_a_row_is_told_both_ways_with_the_mayor_counted() -> None:
    either_way, _totals = foretold(a_tower_of_bens())
    assert either_way.rows[BEN][1:4] == ("+26 / −26", "0", "0")
    assert either_way.rows[ANN][1:4] == ("0", "0", "0")


@pytest.mark.rule("TE-E2")
def test_totals_stand_for_every_way_in_which_a_game_can_end() -> None:
    _either_way, totals = foretold(a_tower_of_bens())
    by_end = {row[:3]: row[3:] for row in totals.rows}
    assert len(by_end) == 7
    assert ("✓", "✓", "✓") not in by_end
    assert by_end["✓", "✓", "–"][BEN] == "+26 + ?"
    assert by_end["–", "✓", "✓"][BEN] == "−26 + ?"


@pytest.mark.rule("TE-V6")
def test_an_own_cash_box_is_counted_and_anothers_is_a_question_mark() -> None:
    table = a_tower_of_bens()
    table.money(10, 10, 12, boxes=(2, 2, 0))
    either_way, totals = foretold(table, BEN)
    assert either_way.rows[BEN][-2:] == ("+2", "−24")
    assert either_way.rows[CAT][-2:] == ("hidden", "0 + ?")
    assert totals.rows[0][3 + BEN] == "+28"


def test_the_aid_names_every_company_and_counts_every_rooftop() -> None:
    companies, roofs, *_rest = sheets.aid(to(ENGLISH, RULES))
    assert [row[0][0] for row in companies.rows] == list(RULES.COMPANY_LETTERS)
    assert sum(int(row[1].removeprefix("×")) for row in roofs.rows) == len(RULES.ROOF_VALUES)
