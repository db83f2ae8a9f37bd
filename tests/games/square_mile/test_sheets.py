"""Beside the map: what land could become, and the player aid."""

import pytest

from tabletown.games.square_mile import GAME
from tabletown.games.square_mile.rules.state import APARTMENTS, CHURCH, HOUSES, INDUSTRY, SCHOOL, SHOPS, State
from tabletown.games.square_mile.telling import sheets
from tabletown.rulekit.language import say
from tabletown.rulekit.sheets import Listing
from tests.games.square_mile.table import ANN, BEN, RULES, Table
from tests.looking import look, to

ENGLISH = say("en", GAME)
NAMES = ["Ann", "Ben", "Cat"]


def foretold(table: Table, viewer: int = ANN) -> list[Listing]:
    view = RULES.concealed(table.s, viewer)
    assert isinstance(view, State)
    return sheets.forecast(look(ENGLISH, RULES, view, viewer, NAMES))


@pytest.mark.rule("SM-V2", "SM-V3", "SM-V4")
def test_each_tract_of_ones_own_says_what_the_next_step_makes_of_it() -> None:
    table = Table()
    table.owns(ANN, "ACFK")
    table.zoned("F", HOUSES)
    table.roads("A north", "A west", "A south")
    table.enclosed("C")
    table.subdivided("F")
    table.built("K", CHURCH)
    _worth, land = foretold(table)
    assert [(row[0], row[3]) for row in land.rows] == [
        ("A", "another side: $75,000"),
        ("C", "subdivide for $25,000: $125,000"),
        ("F", "houses for $25,000: $200,000"),
        ("K", "none"),
    ]


@pytest.mark.rule("SM-D4l", "SM-D4m")
def test_unzoned_land_is_promised_only_what_the_bank_can_spare() -> None:
    table = Table()
    table.owns(ANN, "A")
    table.subdivided("A")
    table.zoned("BCDE", APARTMENTS)
    table.built("P", APARTMENTS)
    table.zoned("IJKL", INDUSTRY)
    for letter, kind in (("F", SCHOOL), ("G", CHURCH), ("H", SHOPS)):
        table.zoned(letter, kind)
    _worth, land = foretold(table)
    assert land.rows[0][3] == "houses for $25,000: $200,000, a factory for $50,000: $240,000"


@pytest.mark.rule("SM-E3", "SM-G10")
def test_a_total_counts_land_and_cash_as_far_as_the_viewer_knows() -> None:
    table = Table()
    table.owns(ANN, "A")
    table.owns(BEN, "B")
    table.cash(30, 40, 50)
    worth = foretold(table)[0]
    assert worth.rows[ANN][-1] == "$38,000"
    assert worth.rows[BEN][-1] == "$8,000 + ?"
    assert len(foretold(table, viewer=2)) == 1


def test_the_aid_shows_the_value_card_of_the_edition() -> None:
    figures = {row for listing in sheets.aid(to(ENGLISH, RULES)) for row in listing.rows}
    assert ("All four sides", f"{RULES.ENCLOSED_VALUE * 1000:,}") in figures
    assert ("Pawns, and so tracts at a time", str(RULES.PAWNS)) in figures
