"""Every figure on a page of two minutes is one of the rules: of the staged position, or of the edition."""

import re
from collections.abc import Callable

import pytest

from tabletown.games.milton_keynes import GAME as MILTON_KEYNES
from tabletown.games.square_mile import GAME as SQUARE_MILE
from tabletown.games.the_estates import GAME as THE_ESTATES
from tabletown.rulekit.declare import Declaration
from tabletown.rulekit.language import LANGUAGES
from tabletown.rulekit.lessons import lesson
from tabletown.rulekit.registry import declaration
from tests.games.milton_keynes import table as mk
from tests.games.square_mile import table as sm
from tests.games.the_estates import table as te
from tests.printed import after, worked_through

FIGURE = re.compile(r"\d[\d,]*")
Figures = dict[int, list[int]]
"""Number of a card -> the figures that it names."""


def of_the_estates() -> Figures:
    town = after(worked_through(THE_ESTATES, "town"), 0)
    tower = [te.RULES.value_of(each) for each in town.floor[te.LOWER][0][:2]]
    check = 1
    return {5: [*tower, town.roof[te.LOWER][0], te.RULES.building_value(town, te.LOWER, 0)], 9: [check]}


def of_square_mile() -> Figures:
    town = after(worked_through(SQUARE_MILE, "town"), 0)
    worth = [1000 * sm.RULES.market_value(town, sm.tract(letter)) for letter in "ABCD"]
    finished = sm.Table()
    finished.zoned("A", sm.RULES.HOUSES)
    finished.built("A", sm.RULES.HOUSES)
    costs = [1000 * sm.RULES.ROAD_COST, 1000 * sm.RULES.BRIDGE_COST]
    return {2: [*worth, 1000 * finished.value("A")], 7: costs}


def of_squad_car() -> Figures:
    return {}


def of_milton_keynes() -> Figures:
    rules = mk.RULES
    larger = mk.Table(5)
    larger.builds(mk.ANN, mk.ESTATE, "J3 J4 J5")
    larger.builds(mk.BEN, mk.ESTATE, "J6")
    equal, much_larger, smaller = 1, larger.blocks()[mk.ANN] - 2, larger.blocks()[mk.BEN]
    assert smaller == 0
    river = after(worked_through(MILTON_KEYNES, "river-before"), 0).blocks[mk.ANN] // 2
    commons = after(worked_through(MILTON_KEYNES, "commons"), 0).blocks[mk.ANN] // 4
    marsh, beside_allotments = rules.WALLS[1][2], rules.WALLS[0][7]
    return {
        2: [rules.RAIL_START],
        3: [rules.DEED_PRICE],
        7: [equal, much_larger, river],
        8: [commons, beside_allotments, marsh],
        9: [rules.BRIEFCASE],
    }


FIGURES: dict[str, Callable[[], Figures]] = {
    "the_estates": of_the_estates,
    "square_mile": of_square_mile,
    "squad_car": of_squad_car,
    "milton_keynes": of_milton_keynes,
}
IN_WORDS = {
    "square_mile": {4: (sm.RULES.PAWNS, ("five pawns", "**5個**"))},
    "milton_keynes": {6: (mk.RULES.MAX_PLOTS, ("**six** at most", "**6区画**"))},
}
"""Figures that a card spells out."""
NUMBERS = {"five pawns": 5, "**six** at most": 6}


def named(declared: Declaration, language: str, number: int) -> list[int]:
    """A check is a million dollars, in Japanese a hundred ten-thousands."""
    text = lesson(declared, language).cards[number - 1].text.replace("100万ドル", "1")
    return [int(each.replace(",", "")) for each in FIGURE.findall(text)]


@pytest.mark.parametrize("name", FIGURES)
def test_every_figure_of_the_page_is_one_of_the_rules(name: str) -> None:
    declared, right = declaration(name), FIGURES[name]()
    found = {number: named(declared, "en", number) for number in range(1, len(lesson(declared).cards) + 1)}
    assert {number: figures for number, figures in found.items() if figures} == right


@pytest.mark.parametrize("name", FIGURES)
def test_japanese_has_the_same_figures_in_the_same_order_and_else_only_counts_things(name: str) -> None:
    declared = declaration(name)
    for number in range(1, len(lesson(declared).cards) + 1):
        said = iter(named(declared, "ja", number))
        assert all(figure in said for figure in named(declared, "en", number)), number
        assert all(figure < 10 for figure in said), number


@pytest.mark.parametrize("name", IN_WORDS)
def test_figures_that_are_spelled_out_are_right_too(name: str) -> None:
    for number, (figure, words) in IN_WORDS[name].items():
        for language, said in zip(LANGUAGES, words, strict=True):
            assert said in lesson(declaration(name), language).cards[number - 1].text
        assert NUMBERS[words[0]] == figure
