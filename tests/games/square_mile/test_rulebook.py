"""What the rulebook prints in tables and works out in examples is what the rules compute, in both languages."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from babel.messages.pofile import read_po

from tabletown.games.square_mile import GAME
from tabletown.games.square_mile.rules.places import LETTERS
from tabletown.games.square_mile.rules.shapes import EDGES, TRACTS
from tabletown.games.square_mile.rules.state import (
    APARTMENTS,
    CHURCH,
    HOUSES,
    INDUSTRY,
    SCHOOL,
    SHOPS,
    UNZONED,
)
from tabletown.rulekit.language import LANGUAGES
from tabletown.rulekit.rulebooks import rulebook
from tests.games.square_mile.table import ANN, BEN, RULES, Table, tract
from tests.printed import after, chapter_without_clauses, figure, figures, tables, tables_of_clause, worked_through

IN_EACH_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)
BUILDINGS_AS_PRINTED = (HOUSES, CHURCH, SCHOOL, INDUSTRY, SHOPS, APARTMENTS)
SIDES = ("north", "east", "south", "west")


def value_table(language: str) -> list[list[str]]:
    chapter = next(each for each in rulebook(GAME, language).chapters if "SM-V1" in {c.id for c in each.clauses})
    (rows,) = tables(chapter.introduction)
    return rows


@IN_EACH_LANGUAGE
@pytest.mark.rule("SM-V1", "SM-V2", "SM-V3")
def test_the_value_table_says_what_a_tract_is_worth_with_each_section(language: str) -> None:
    rows = value_table(language)
    for zone, row in zip((UNZONED, *BUILDINGS_AS_PRINTED), rows, strict=True):
        table = Table()
        table.zoned("A", zone)
        worth = [table.value("A")]
        for side in SIDES:
            table.roads(f"A {side}")
            worth.append(table.value("A"))
        table.subdivided("A")
        worth.append(table.value("A"))
        if zone != UNZONED:
            table.built("A", zone)
            worth.append(table.value("A"))
        assert figures(row) == [1000 * each for each in worth]


@IN_EACH_LANGUAGE
@pytest.mark.rule("SM-V5", "SM-V6")
def test_the_table_of_buildings_says_what_each_costs_and_brings(language: str) -> None:
    (rows,) = tables_of_clause(GAME, language, "SM-V6")
    for building, row in zip(BUILDINGS_AS_PRINTED, rows, strict=True):
        table = Table()
        table.zoned("A", building)
        table.subdivided("A")
        cost, before = RULES.building_cost(table.s, tract("A"), building), table.value("A")
        table.built("A", building)
        gain = table.value("A") - before - cost
        assert figures(row) == [1000 * each for each in (cost, table.value("A"), gain)]


@IN_EACH_LANGUAGE
@pytest.mark.rule("SM-G8")
def test_the_table_of_the_box_counts_its_buildings(language: str) -> None:
    (rows,) = tables_of_clause(GAME, language, "SM-G8")
    assert [figures(row) for row in rows] == [[count] for count in RULES.BUILDING_STOCK]


@IN_EACH_LANGUAGE
@pytest.mark.rule("SM-G6")
def test_the_table_of_planning_cards_shows_what_each_card_shows(language: str) -> None:
    (rows,) = tables_of_clause(GAME, language, "SM-G6")
    assert [int(row[0]) for row in rows] == list(range(1, len(RULES.TRACT_OF_CARD) + 1))
    for card, (_number, named, lane, _side, road) in enumerate(rows):
        assert tract(named) == RULES.TRACT_OF_CARD[card]
        through = [tract(letter) for letter in lane if letter in LETTERS]
        assert through == list(RULES.LANE_TRACTS[RULES.LANE_OF_CARD[card]])
        assert tuple(map(tract, road.split("–"))) == RULES.BESIDE[RULES.ROAD_OF_CARD[card]]


@IN_EACH_LANGUAGE
@pytest.mark.rule("SM-G6")
def test_the_table_of_planning_cards_says_along_which_side_each_railway_runs(language: str) -> None:
    (rows,) = tables_of_clause(GAME, language, "SM-G6")
    english = {"北": "north", "東": "east", "南": "south", "西": "west"}
    for card, row in enumerate(rows):
        first, second, *_more = RULES.LANE_TRACTS[RULES.LANE_OF_CARD[card]]
        sides = ("north", "south") if second == first + 1 else ("west", "east")
        assert english.get(row[3], row[3]) == sides[RULES.LANE_SIDE_OF_CARD[card]]


@IN_EACH_LANGUAGE
@pytest.mark.rule("SM-G5")
def test_the_bridge_places_that_the_rulebook_names_are_those_of_the_river(language: str) -> None:
    table = Table()
    places = [edge for edge in range(EDGES) if table.s.bridge_place[edge]]
    text = rulebook(GAME, language).clause("SM-G5").text
    inner = [RULES.BESIDE[edge] for edge in places if all(0 <= each < TRACTS for each in RULES.BESIDE[edge])]
    assert len(places) == 6
    for one, other in inner:
        joined = {"en": f"{LETTERS[one]} and {LETTERS[other]}", "ja": f"{LETTERS[one]}と{LETTERS[other]}の間"}
        assert joined[language] in text


@IN_EACH_LANGUAGE
@pytest.mark.rule("SM-O2")
def test_the_table_of_fees_says_what_building_on_unzoned_land_costs(language: str) -> None:
    (rows,) = tables_of_clause(GAME, language, "SM-O2")
    with_fee, without = Table(unzoned_fee=1), Table()
    for building, row in zip((HOUSES, INDUSTRY, APARTMENTS), rows, strict=True):
        usual, cost = (RULES.building_cost(each.s, tract("A"), building) for each in (without, with_fee))
        assert figures(row) == [1000 * (cost - usual), 1000 * cost]


SOLD, BUILT, BOUGHT = 1, 4, 10
"""After how many moves of the example each part of the turn is over."""


def worth(state: Any, letter: str) -> int:
    value: int = RULES.market_value(state, tract(letter))
    return 1000 * value


def standing(state: Any) -> list[int]:
    """As a row of the example's table: cash, the tracts that are still Rita's, and everything together."""
    land = [worth(state, letter) for letter in "PAE" if state.owner[tract(letter)] == ANN]
    return [1000 * state.cash[ANN], *land, 1000 * state.cash[ANN] + sum(land)]


@IN_EACH_LANGUAGE
@pytest.mark.rule("SM-D2", "SM-D4g", "SM-D5h")
def test_the_turn_that_the_rulebook_works_through_goes_as_it_says(language: str) -> None:
    match = worked_through(GAME, "turn")
    course = [after(match, steps) for steps in (0, SOLD, BUILT, BOUGHT)]
    (rows,) = tables(chapter_without_clauses(GAME, language, 0))
    assert [figures(row) for row in rows] == [standing(state) for state in course]
    for row, state in zip(rows[:3], course, strict=False):
        assert f"{worth(state, 'E'):,}" in row[4]
        assert figure(row[4]) is None, "E is nobody's yet"
    assert (course[-1].active, match.steps) == (BEN, BOUGHT), "the turn is over"


@IN_EACH_LANGUAGE
@pytest.mark.rule("SM-D5c", "SM-D5e")
def test_the_bids_of_the_turn_that_the_rulebook_works_through(language: str) -> None:
    match = worked_through(GAME, "turn")
    opening, raise_, last = (f"{after(match, steps).high_bid},000" for steps in (6, 7, 9))
    text = chapter_without_clauses(GAME, language, 0)
    assert text.index(opening) < text.index(raise_) < text.index(last)


# ---------------------------------------------------------------- one word for one thing in Japanese

NOT_SAID = {
    "駒": "所有コマ or 部材",
    "ポーン": "所有コマ",
    r"(?<!所有)コマ(?!ン)": "所有コマ or 部材",
    r"\d本|一本": "区間",
    "封印入札": "秘密入札",
    "競売": "競り",
    "手持ち": "所持金",
    "値を付け|を付けま": "で競る or で入札する",
    "どの段階|その段階|段階だけ|段階を": "工程; a 段階 is planning or development as a whole",
}


def japanese() -> Iterator[tuple[str, str]]:
    yield from ((clause.id, f"{clause.title}\n{clause.text}") for clause in rulebook(GAME, "ja").clauses)
    yield from ((chapter.title, chapter.introduction) for chapter in rulebook(GAME, "ja").chapters)
    with (GAME.files / "locale" / "ja.po").open("rb") as file:
        for message in read_po(file, locale="ja"):
            said = message.string or ""
            yield str(message.id), said if isinstance(said, str) else said[0]


@pytest.mark.parametrize("word", NOT_SAID)
def test_in_japanese_a_thing_has_one_name_in_rulebook_and_on_the_screen(word: str) -> None:
    found = [where for where, text in japanese() if re.search(word, text, re.MULTILINE)]
    assert not found, f"say {NOT_SAID[word]}"
