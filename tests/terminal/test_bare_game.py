"""A game that brings nothing but its rules can be played in the terminal."""

import random
import re
import sys
from collections.abc import Iterator

import pytest

from docs.examples.nim import GAME as NIM
from tabletown.cli import main
from tabletown.cli.arguments import BAD
from tabletown.match import Match
from tabletown.rulekit import registry
from tests.bare_game import GAME
from tests.terminal.playing import Reader, give_answers


@pytest.fixture(autouse=True)
def known() -> Iterator[None]:
    """As if a package had brought it."""
    found = registry.declarations()
    brought = {GAME.name: GAME, NIM.name: NIM}
    found |= brought
    yield
    for name in brought:
        del found[name]


@pytest.mark.parametrize(
    ("language", "question", "hidden", "ending"),
    [
        ("en", "What do you do?", "Lucky number of Visitor: ?", "No counters left."),
        ("ja", "どうしますか？", "Lucky number（ビジター）：?", "No counters left。"),
    ],
)
def test_it_is_played_to_its_end(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    language: str,
    question: str,
    hidden: str,
    ending: str,
) -> None:
    rng = random.Random(language)

    def answer(page: str) -> str:
        assert question in page
        assert hidden in page
        return str(rng.choice(re.findall(r"\b(\d) (?:Take|Give)", page)))

    monkeypatch.setattr(sys, "stdin", Reader(capsys, answer))
    assert main(["play", "bare_game", "--seed", "3", "--language", language]) == 0
    end = capsys.readouterr().out
    assert ending in end
    assert hidden not in end


def test_its_tables_to_look_at_are_the_scores(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    reader = give_answers(monkeypatch, capsys, "f", "a", "q")
    main(["play", "bare_game", "--seed", "3"])
    assert "Score" in reader.pages[1]
    assert "What is what" in reader.pages[2]
    assert "Everybody sees it." in reader.pages[2]


def test_the_list_of_games_has_no_gap_below_one_without_options(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    listed = capsys.readouterr().out
    assert GAME.title in listed
    assert "\n\n" not in listed


def test_without_an_instinct_only_visitors_sit_down(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "bare_game", "--seats", "you,neighbour"]) == 2
    assert capsys.readouterr().err == (
        "Bare Game has no instinct, so only visitors can play it; choose them or people.\n"
    )
    assert main(["arena", "bare_game", "--seats", "neighbour,visitor", "--games", "2"]) == 2
    assert "Bare Game has no instinct" in capsys.readouterr().err


def test_a_game_of_ones_own_that_asks_and_allows_nothing_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Match, "legal", lambda *_: [])
    give_answers(monkeypatch, capsys, "1")
    assert main(["play", "bare_game", "--seats", "you:Mara,visitor"]) == BAD
    assert "Mara is asked and nothing is allowed; see tabletown check bare_game." in capsys.readouterr().err


def test_a_game_of_one_verb_says_why_something_is_not_possible(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where a reason stops most of everything it is told if there is no other."""
    reader = give_answers(monkeypatch, capsys, "?", "q")
    assert main(["play", "nim", "--seed", "1"]) == 0
    assert "“Take: heap 2, count 5” is not possible now: not that many there." in reader.pages[1]


def test_an_option_has_one_name_in_the_position_and_among_what_is_what(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    reader = give_answers(monkeypatch, capsys, "a", "q")
    assert main(["play", "nim", "--seed", "1"]) == 0
    position, aid = reader.pages[:2]
    assert "The last one: wins" in position
    assert "The last one" in aid
    assert "Misere" not in aid
