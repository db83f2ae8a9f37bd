"""A whole small game fits one file: it is found, played, simulated, fuzzed, and held to the laws of every game."""

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "docs" / "examples"
GAMES = ("kuhn_poker", "nim")
MOST_LINES = 120
LAWS = [f"tests/contract/test_{law}.py" for law in ("1_twin", "2_secrecy", "3_replay", "4_soundness", "5_legality")]
SAYING = ("described", "explained", "sentence", "words_and_pictures", "replays_to_the_same_position")
"""Laws about words."""
without_words = importlib.util.find_spec("tabletown.rulekit.plainly") is None
needs_words = pytest.mark.skipif(without_words, reason="there are no words for games that bring none")


@pytest.fixture
def house(tmp_path: Path) -> dict[str, str]:
    """An environment in which the examples are installed beside the house's own games."""
    info = tmp_path / "examples-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: examples\nVersion: 1\n")
    lines = (f"{game} = {game}:GAME\n" for game in GAMES)
    (info / "entry_points.txt").write_text("[tabletown.games]\n" + "".join(lines))
    before = os.environ.get("PYTHONPATH", "")
    return os.environ | {"PYTHONPATH": os.pathsep.join(map(str, (tmp_path, EXAMPLES, ROOT, before)))}


def run(house: dict[str, str], *arguments: str, given: str = "") -> str:
    command = [sys.executable, "-m", *arguments]
    found = subprocess.run(command, env=house, cwd=ROOT, input=given, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout + found.stderr
    return found.stdout


@pytest.mark.parametrize("game", GAMES)
def test_an_example_is_short(game: str) -> None:
    assert len((EXAMPLES / f"{game}.py").read_text().splitlines()) <= MOST_LINES


@pytest.mark.parametrize(
    ("game", "endings", "longest"), [("kuhn_poker", {"shown", "folded"}, {3}), ("nim", {"nothing_left"}, {10, 11, 12})]
)
def test_an_example_is_simulated(house: dict[str, str], game: str, endings: set[str], longest: set[int]) -> None:
    found = json.loads(run(house, "tabletown", "simulate", game, "--games", "2000", "--threads", "1", "--json"))
    assert found["games"] == 2000
    assert set(found["endings"]) == endings
    assert found["longest"] in longest


@needs_words
@pytest.mark.parametrize("game", GAMES)
def test_an_example_is_fuzzed(house: dict[str, str], game: str) -> None:
    assert "20 games" in run(house, "tabletown", "fuzz", game, "--games", "20")


@needs_words
@pytest.mark.parametrize("game", GAMES)
def test_an_example_is_played_in_a_terminal(house: dict[str, str], game: str, tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    run(house, "tabletown", "play", game, "--seats", "you,visitor", "--save", str(record), given="1\n" * 20)
    assert json.loads(record.read_text())["game"] == game


def test_the_examples_are_held_to_the_laws_of_every_game(house: dict[str, str]) -> None:
    chosen = f"({' or '.join(GAMES)}) and not ({' or '.join(SAYING)})"
    assert "passed" in run(house, "pytest", "-q", "-n0", "-p", "no:cacheprovider", *LAWS, "-k", chosen)


@needs_words
def test_the_examples_are_held_to_the_laws_about_words(house: dict[str, str]) -> None:
    chosen = f"({' or '.join(GAMES)}) and ({' or '.join(SAYING)})"
    assert "passed" in run(house, "pytest", "-q", "-n0", "-p", "no:cacheprovider", *LAWS, "-k", chosen)
