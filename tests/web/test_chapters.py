"""A replay goes from turn to turn and from phase to phase."""

import random
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import tabletown
from tabletown.match import Game
from tabletown.web.chapters import Beginning, Mark, after, before, chapters, current
from tests.bare_game import GAME as BARE
from tests.web.at_the_table import open_file
from tests.web.conftest import NewPerson

MARKS = [Mark("1", "a"), Mark("1", "a"), Mark("1", "b"), Mark("2", "b"), Mark("2", "a"), Mark("2", "b")]


def test_a_turn_begins_with_its_name_and_a_phase_with_every_turn() -> None:
    found = chapters(MARKS)
    assert found.turns == [Beginning(0, "1"), Beginning(3, "2")]
    assert [each.step for each in found.phases] == [0, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("step", "back", "on", "here"), [(0, 0, 3, 0), (2, 0, 3, 0), (3, 0, 5, 3), (4, 3, 5, 3), (5, 3, 5, 3)]
)
def test_one_goes_to_the_turn_before_or_after_and_never_past_the_ends(step: int, back: int, on: int, here: int) -> None:
    turns = chapters(MARKS).turns
    assert (before(turns, step), after(turns, step, 5), current(turns, step).step) == (back, on, here)


def turns_named(match: tabletown.Match) -> list[str]:
    guide = match.game.declaration.guide
    named = [guide.turn(match.look(None, step)) for step in range(match.steps + 1)]
    return [named[0], *(new for old, new in pairwise(named) if old != new)]


def played(match: tabletown.Match, decisions: int = 400) -> tabletown.Match:
    rng = random.Random(2)
    while not match.over and match.steps < decisions:
        seat = match.pending[0]
        match.play(seat, rng.choice(match.rules.legal_actions(match.perfect_memory(seat), seat)))
    return match


@pytest.mark.parametrize(
    ("title", "first"),
    [
        ("the_estates", ["turn 1", "turn 2", "turn 3"]),
        ("square_mile", ["planning stage", "round 1: Seat 2", "round 1: Seat 3"]),
        (
            "squad_car",
            ["The police place their roadblocks.", "Round 1 of 100: getaway car 1.", "Round 1 of 100: getaway car 2."],
        ),
        ("milton_keynes", ["Preparation", "year 1", "year 2"]),
    ],
)
def test_every_game_names_its_turns(title: str, first: list[str]) -> None:
    names = ["Seat 1", "Seat 2", "Seat 3", "Seat 4"]
    match = played(tabletown.game(title).new(seed=5, players=4, names=names), 1200)
    assert turns_named(match)[:3] == first


def test_without_a_word_of_the_game_it_is_the_turn_of_whoever_decides() -> None:
    match = played(Game(BARE).new(players=3, seed=1, names=["Mara", "Jun", "Noor"]), 20)
    assert set(turns_named(match)) >= {"Mara", "Jun"}


def test_without_a_word_of_the_game_the_end_has_a_name_among_the_turns_too() -> None:
    match = played(Game(BARE).new(players=2, seed=1))
    assert match.over
    assert turns_named(match)[-1] == "the game is over"
    assert "" not in turns_named(match)


@pytest.fixture
def replay(person: NewPerson, tmp_path: Path) -> tuple[Page, list[int]]:
    """A replay of The Estates, and where its turns begin."""
    match = played(tabletown.game("the_estates").new(seed=5))
    page = person()
    open_file(page, match, tmp_path)
    turn = match.game.declaration.guide.turn
    named = [turn(match.look(None, step)) for step in range(match.steps + 1)]
    return page, [step for step in range(1, len(named)) if named[step] != named[step - 1]]


def test_buttons_and_keys_go_from_turn_to_turn_and_phase_to_phase_in_place(replay: tuple[Page, list[int]]) -> None:
    page, turns = replay
    bar = page.locator("#replay")
    page.evaluate("() => { document.body.dataset.stays = '1'; }")
    for place in (0, 1):
        page.keyboard.press("PageDown")
        expect(bar).to_have_attribute("data-step", str(turns[place]))
    page.keyboard.press("PageUp")
    expect(bar).to_have_attribute("data-step", str(turns[0]))
    expect(page.locator("#turn option:checked")).to_have_text("Turn 2")
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator(".stage-now, #where")).not_to_be_empty()
    expect(bar).not_to_have_attribute("data-step", str(turns[0]))
    page.keyboard.press("Shift+ArrowLeft")
    expect(bar).to_have_attribute("data-step", str(turns[0]))
    page.get_by_role("link", name="Forward one turn").click()
    expect(bar).to_have_attribute("data-step", str(turns[1]))
    page.get_by_role("link", name="Back one phase").click()
    expect(bar).not_to_have_attribute("data-step", str(turns[1]))
    page.select_option("#turn", label="Turn 5")
    expect(bar).to_have_attribute("data-step", str(turns[3]))
    assert page.evaluate("() => document.body.dataset.stays") == "1"


def test_the_keys_are_told_beside_the_replay(replay: tuple[Page, list[int]]) -> None:
    page, _turns = replay
    page.click("#replay-keys summary")
    expect(page.locator("#replay-keys")).to_contain_text("To the turn before or after")
