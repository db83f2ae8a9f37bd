"""What the laws say of the rooms of somebody else's game: who knows whom, and what is told in which language."""

import importlib
import itertools
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tabletown.laws.trying import trials_of
from tabletown.rulekit.declare import Declaration
from tests.installed import ROOT

NUMBERS = itertools.count()
CATALOGUE = """
msgid "Sealed Game"
msgstr "封印のゲーム"

msgid "Bid at once."
msgstr ""
"""
RULEBOOK = "# Sealed\n\nAll at once.\n\n## Bids\n### [SG-A1] Bids\n{text}\n\n*Source: our own.*\n"
GUIDE = """
from tabletown.rulekit.rooms import Guide

GUIDE = Guide(clauses={"bid": ("SG-A1",), "raise": ("SG-A7",)})
"""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game in a package of its own, whose name no other test has used."""
    name = f"sealed_{next(NUMBERS)}"
    shutil.copytree(ROOT / "tests" / "sealed_game", tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    for file in (tmp_path / name).rglob("*.py"):
        file.write_text(file.read_text().replace("tests.sealed_game", name).replace('"sealed_game"', f'"{name}"'))
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path / name


def add(home: Path, file: str, text: str) -> None:
    (home / file).parent.mkdir(exist_ok=True)
    with (home / file).open("a", encoding="utf-8") as written:
        written.write(text)


def faults(home: Path, law: str) -> list[str]:
    importlib.invalidate_caches()
    game: Declaration = importlib.import_module(home.name).GAME
    found = (trial.fault() for trial in trials_of(game) if trial.law.holds.__name__ == law)
    return [fault for fault in found if fault is not None]


KNOWS = "rules_know_neither_words_nor_pictures_and_words_no_pictures"


@pytest.mark.parametrize(
    ("file", "line", "told"),
    [
        ("rules/reasons.py", "from ..telling import words", "rules/reasons.py, line 8: rules knows nothing of telling"),
        ("rules/reasons.py", "import {home}.drawing.board", "rules/reasons.py, line 8: rules knows nothing of drawing"),
        ("rules/reasons.py", "from .. import instinct", "rules/reasons.py, line 8: rules knows nothing of instinct"),
        ("telling/words.py", "from ..drawing.board import SIZE", "telling knows nothing of drawing; what both need"),
        ("drawing/board.py", "from ..telling.words import action", ""),
        ("telling/words.py", "from {home}.rules.figures import ROUNDS", ""),
    ],
)
def test_a_room_that_knows_one_above_it_is_named_with_its_line(home: Path, file: str, line: str, told: str) -> None:
    add(home, "drawing/__init__.py", "")
    add(home, "drawing/board.py", "SIZE = 5\n")
    add(home, "instinct.py", "")
    text = (home / file).read_text() if (home / file).exists() else ""
    add(home, file, f"\n\ndef asks() -> None:\n    {line.format(home=home.name)}\n")
    found = faults(home, KNOWS)
    assert len(found) == bool(told)
    assert told.replace("line 8", f"line {text.count(chr(10)) + 4}") in "".join(found)


def test_what_is_not_translated_is_named(home: Path) -> None:
    assert faults(home, "every_message_is_translated") == []
    add(home, "locale/ja.po", CATALOGUE)
    assert faults(home, "every_message_is_translated") == ["'Bid at once.' has no translation in locale/ja.po"]
    add(home, "telling/words.py", '\nTWICE = message("Once more")\n')
    told = "'Bid at once.' has no translation in locale/ja.po, and 1 more"
    assert faults(home, "every_message_is_translated") == [told]


def test_a_rulebook_asks_for_the_clauses_of_each_verb_and_no_more(home: Path) -> None:
    law = "one_part_of_the_turn_is_being_played_and_can_be_read_about"
    add(home, "rulebook.md", RULEBOOK.format(text="Bid."))
    add(home, "rulebook.ja.md", RULEBOOK.format(text="入札。"))
    add(home, "telling/__init__.py", GUIDE)
    assert set(faults(home, law)) == {"Guide(clauses=...) does not say on which clauses stay stands"}
    named = importlib.import_module(f"{home.name}.telling").GUIDE.clauses
    named["stay"] = ("SG-A1",)
    assert faults(home, law)[0] == "Guide(clauses=...): raise stands on SG-A7, which is no clause of the rulebook (en)"
    named["raise"] = ("SG-A1",)
    assert faults(home, law) == []


def test_an_ending_without_a_sentence_is_found_though_no_game_ends_so(home: Path) -> None:
    declared = home / "__init__.py"
    declared.write_text(declared.read_text().replace('"rounds_played",', '"rounds_played", "sun_has_set",'))
    add(home, "telling/words.py", '\n\nENDINGS = ("All rounds are played.", "")\n\n\n')
    words = home / "telling" / "words.py"
    words.write_text(words.read_text().replace('return "All rounds are played."', "return ENDINGS[code - 1]"))
    assert set(faults(home, "every_ending_has_its_sentence")) == {
        "the ending 'sun_has_set' (2) is told without a word"
    }


def test_a_package_of_its_own_may_use_the_marks_of_the_guide_and_be_strict(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text("import pytest\n\n\n@pytest.mark.rule('SG-A1')\ndef test_it():\n    pass\n")
    strict = [sys.executable, "-m", "pytest", "--strict-markers", "-q", "-c", "/dev/null", "."]
    done = subprocess.run(strict, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert "1 passed" in done.stdout
