"""Boxes with fewer rows, pieces and plots: what an edition need not name, and which sizes do not go together."""

import copy
import random
import re
from typing import Any

import pytest

from tabletown.games.the_estates.rules.state import NO_SEAT
from tabletown.match import game
from tabletown.rulekit.errors import BadEdition
from tabletown.rulekit.language import say
from tests.looking import to

ONE_LOT = game("the_estates").edition("one_lot").content
HAMLET = game("milton_keynes").edition("hamlet").content
QUARTER = game("square_mile").edition("quarter_section").content


def changed(content: dict[str, Any], key: str, value: object) -> dict[str, Any]:
    section, _, name = key.partition(".")
    other = copy.deepcopy(content)
    other[section][name]["is"] = value
    return other


def test_what_a_box_has_as_usual_need_not_be_named() -> None:
    usual, small = game("the_estates").edition(), game("the_estates").edition("one_lot")
    sizes = ("display.lines", "display.length", "pieces.mayors", "pieces.cancel_cubes")
    assert [usual.values[key] for key in sizes] == [3, 8, 1, 1]
    assert {usual.marks[key] for key in sizes} == {"usual"}
    assert [small.values[key] for key in sizes] == [1, 2, 0, 0]


@pytest.mark.parametrize("name", ["one_lot.toml", "one_lot", "One lot"])
def test_an_edition_is_found_by_its_file_and_by_its_name(name: str) -> None:
    assert game("the_estates").edition(name).name == "One lot"


@pytest.mark.parametrize(
    ("key", "value", "complaint"),
    [
        ("board.white_dirt", "..\n" * 4, "board.white_dirt takes 1 to 3 lines, not 4"),
        ("board.white_dirt", "..\n...", "board.white_dirt takes 2 to 10, and equally many, squares a line"),
        ("board.zoned_length", 2, "board.zoned_length leaves no lot for a permit to stand on"),
        ("pieces.roofs", [1] * 13, "pieces.roofs takes a list of 1 to 12 entries"),
        ("pieces.cubes", [[1, 2], [2]], "pieces.cubes takes as many cubes of each company as of any other"),
        ("pieces.cubes", [[1, 2]], "companies.letters takes a different single letter for each company"),
        ("companies.names", ["Azimuth"], "companies.names takes a name for each company"),
        ("display.length", 3, "display.length wants more cubes in the display than there are"),
    ],
)
def test_sizes_of_the_estates_that_do_not_go_together_are_refused(key: str, value: object, complaint: str) -> None:
    with pytest.raises(BadEdition, match=complaint):
        game("the_estates").edition(changed(ONE_LOT, key, value))


@pytest.mark.rule("TE-E2", "TE-E4")
def test_on_a_board_of_one_row_the_game_is_over_when_it_is_complete() -> None:
    """Nothing could be chosen any more: no lot is open, nothing needs a rooftop, and there are no other pieces."""
    for seed in range(20):
        match = game("the_estates").new(2, seed, edition=changed(ONE_LOT, "pieces.roofs", [1, 2]))
        rng = random.Random(seed)
        while not match.over:
            legal = match.legal(match.pending[0])
            assert legal
            match.play(match.pending[0], rng.choice(legal).id)
        assert match.ending == "no_more_buildings"


def test_nobody_owns_a_company_that_a_box_does_not_have() -> None:
    match = game("the_estates").new(2, 1, edition="one_lot")
    town: Any = match.opened(0)
    assert {*town.certificate} == {NO_SEAT}


def goal_in(language: str, edition: str | None) -> str:
    declared, rules = game("the_estates").declaration, game("the_estates").rules(edition)
    return " ".join(declared.teaching.goal(to(say(language, declared), rules, 0, [])).sentences)


@pytest.mark.parametrize(
    ("language", "wrong"), [("en", ("3 row", "three", "two rows")), ("ja", ("3つ", "三つ", "二つ"))]
)
def test_a_goal_speaks_of_as_many_rows_as_there_are(language: str, wrong: tuple[str, ...]) -> None:
    assert [word in goal_in(language, None) for word in wrong] == [True, False, True]
    assert not any(word in goal_in(language, "one_lot") for word in wrong)


def test_a_map_of_milton_keynes_has_land_for_all_deeds() -> None:
    with pytest.raises(BadEdition, match=r"deeds\.dealt deals more deeds to 4 players than the map may have"):
        game("milton_keynes").edition(changed(HAMLET, "deeds.dealt", 4))


@pytest.mark.parametrize(
    ("key", "value", "complaint"),
    [
        ("map.printed", "│\n│", "map.printed takes 2 to 4, and equally many, squares a line"),
        ("map.printed", "│..\n│~.", "planning_cards.tract takes 6 names, one for each tract of the map, not 4"),
        ("planning_cards.tract", ["A", "B", "C", "E"], "planning_cards.tract has the tract 'E'; the map has A to D"),
        ("planning_cards.tract", ["A", "B", "C", "C"], "planning_cards.tract names a tract twice"),
        ("planning_cards.railway", ["AEIM west"] * 4, "planning_cards.railway has the railway 'AEIM west'"),
        ("planning_cards.road", ["A/D"] * 4, "planning_cards.road has the road 'A/D'; it lies between two neighbours"),
        ("map.printed", "└.\n.~", "map.printed lets the river end at the border of A and B"),
        ("money.sealed_bids", [1, 0, 0], "box.pawns are fewer than a free tract and the sealed bids can take"),
        ("box.buildings", [2, 1, 1, 1, 1, 2], "box.buildings are fewer than the zoned tracts can need"),
    ],
)
def test_sizes_of_square_mile_that_do_not_go_together_are_refused(key: str, value: object, complaint: str) -> None:
    with pytest.raises(BadEdition, match=re.escape(complaint)):
        game("square_mile").edition(changed(QUARTER, key, value))


def test_sealed_bids_leave_land_of_a_small_map_unsold() -> None:
    with pytest.raises(BadEdition, match="could sell the whole map before the game begins"):
        game("square_mile").edition(changed(changed(QUARTER, "box.pawns", 2), "money.sealed_bids", [1, 0, 0]))
