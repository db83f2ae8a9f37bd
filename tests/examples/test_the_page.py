"""What docs/adding-a-game.md shows of its first game is so."""

import importlib
import re
import shlex
import tomllib

import pytest

from tabletown.rulekit.editions import Edition, figure
from tests.examples.test_examples import EXAMPLES, run
from tests.installed import ROOT
from tests.test_readme import blocks

PAGE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
FIRST_CHAPTER = PAGE.partition("## 1. ")[2].partition("\n## 2. ")[0]
CONSOLE = "".join(blocks(FIRST_CHAPTER, "console"))
COMMANDS = re.findall(r"^\$ tabletown (.*)\n((?:[^$\n].*\n|\n)*)", CONSOLE, re.MULTILINE)


def evenly(text: str) -> str:
    return re.sub(r"[ ]+", " ", text)


def test_the_python_of_the_first_game_is_the_example() -> None:
    source = (EXAMPLES / "nim.py").read_text(encoding="utf-8")
    shown = blocks(FIRST_CHAPTER, "python")
    assert len(shown) == 4
    assert all(block in source for block in shown)


def test_the_project_file_names_the_example_as_a_game() -> None:
    (shown,) = blocks(FIRST_CHAPTER, "toml")
    project = tomllib.loads(shown)
    assert project["project"]["entry-points"]["tabletown.games"] == {"nim": "nim:GAME"}
    assert project["tool"]["setuptools"]["py-modules"] == ["nim"]


def test_the_chapter_shows_a_command_for_each_way_to_use_a_game() -> None:
    assert [shlex.split(line)[0] for line, _ in COMMANDS] == ["games", "play", "simulate", "check", "fuzz", "rules"]


@pytest.mark.parametrize(("line", "seen"), COMMANDS, ids=[line for line, _ in COMMANDS])
def test_a_command_of_the_chapter_shows_what_it_says(house: dict[str, str], line: str, seen: str) -> None:
    told = evenly(run(house, "tabletown", *shlex.split(line), given="1\n" * 20))
    for shown in seen.splitlines():
        assert evenly(shown) in told


def test_the_edition_that_is_shown_is_read() -> None:
    (shown,) = (block for block in blocks(PAGE, "toml") if block.startswith("name = "))
    edition = Edition.read(shown, "rich.toml", [figure("coins.start", 5, 30, 20), figure("market.nights", 3, 12, 7)])
    assert edition.values == {"coins.start": 30, "market.nights": 7}


@pytest.mark.parametrize(
    ("module", "names"),
    [
        ("records", ("Row", "Grid", "Block")),
        ("runs", ("Runs", "offer")),
        ("loops", ("Sheet",)),
        ("thinking", ("Sums",)),
        ("dice", ("roll", "shuffle")),
        ("events", ("tell",)),
        ("reasons", ("OK",)),
        ("editions", ("figure",)),
    ],
)
def test_what_rules_are_made_of_is_where_the_page_says(module: str, names: tuple[str, ...]) -> None:
    known = vars(importlib.import_module(f"tabletown.rulekit.{module}"))
    for name in names:
        assert name in known
        assert f"`{name}`" in PAGE
    assert f"`{module}`" in PAGE or f"`rulekit.{module}`" in PAGE
