"""A whole small game fits one file: it is found, played, simulated, fuzzed, and held to the laws of every game."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.installed import ROOT

EXAMPLES = ROOT / "docs" / "examples"
GAMES = ("connect_four", "kuhn_poker", "nim", "sealed_bids", "tic_tac_toe")
MOST_LINES = 120


def run(house: dict[str, str], *arguments: str, given: str = "") -> str:
    command = [sys.executable, "-m", *arguments]
    found = subprocess.run(command, env=house, cwd=ROOT, input=given, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout + found.stderr
    return found.stdout


@pytest.mark.parametrize("game", GAMES)
def test_an_example_is_short(game: str) -> None:
    assert len((EXAMPLES / f"{game}.py").read_text().splitlines()) <= MOST_LINES


@pytest.mark.parametrize(
    ("game", "endings", "longest"), [
        ("connect_four", {"four_in_a_row", "full"}, {42}),
        ("kuhn_poker", {"shown", "folded"}, {3}),
        ("nim", {"nothing_left"}, {10, 11, 12}),
        ("sealed_bids", {"sold"}, {2}),
        ("tic_tac_toe", {"three_in_a_row", "full"}, {9}),
    ],
)
def test_an_example_is_simulated(house: dict[str, str], game: str, endings: set[str], longest: set[int]) -> None:
    found = json.loads(run(house, "tabletown", "simulate", game, "--games", "2000", "--threads", "1", "--json"))
    assert found["games"] == 2000
    assert set(found["endings"]) == endings
    assert found["longest"] in longest


def test_the_examples_are_listed_with_as_much_as_they_say(house: dict[str, str]) -> None:
    told = run(house, "tabletown", "games").splitlines()
    assert "Nim  nim: 2 players, 2 minutes" in told
    assert "Kuhn Poker  kuhn_poker: 2 players" in told


@pytest.mark.parametrize("game", GAMES)
def test_an_example_is_fuzzed(house: dict[str, str], game: str) -> None:
    assert "20 games" in run(house, "tabletown", "fuzz", game, "--games", "20")


@pytest.mark.parametrize("game", GAMES)
def test_an_example_is_played_in_a_terminal(house: dict[str, str], game: str, tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    run(house, "tabletown", "play", game, "--seats", "you,visitor", "--save", str(record), given="1\n" * 20)
    assert json.loads(record.read_text())["game"] == game


@pytest.mark.parametrize("game", GAMES)
def test_an_example_is_held_to_the_laws_of_every_game(house: dict[str, str], game: str) -> None:
    told = run(house, "tabletown", "check", game)
    assert "trials passed" in told
    assert "broken" not in told


def test_a_law_that_is_broken_is_named_with_its_place(house: dict[str, str], tmp_path: Path) -> None:
    """Whoever leaves the last one gets a share too many."""
    changed = tmp_path / "nim.py"
    source = (EXAMPLES / "nim.py").read_text()
    changed.write_text(source.replace("WHOLE_WIN if s.misere else 0", "WHOLE_WIN if s.misere else 1"))
    command = [sys.executable, "-m", "tabletown", "check", "nim", "--law", "soundness", "--quick"]
    found = subprocess.run(command, env=house, cwd=ROOT, capture_output=True, text=True, check=False)
    assert found.returncode == 1
    assert "broken  the shares of the win add up to sixty" in found.stdout
    assert "nim-2-soundness" in found.stdout
    assert "they add up to 61" in found.stdout


def test_pytest_holds_a_game_of_another_package_to_the_laws(house: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "test_nim.py").write_text(
        'import pytest\n\n@pytest.mark.tabletown("nim")\ndef test_nim(tabletown_law):\n    tabletown_law.check()\n'
    )
    alone = ("-p", "no:cacheprovider", "-c", os.devnull)
    told = run(house | {"TABLETOWN_LAWS": "quick"}, "pytest", "-q", *alone, str(tmp_path / "test_nim.py"))
    assert "passed" in told
