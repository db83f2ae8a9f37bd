"""An option that a text does not follow is caught by a law: here by as much as a game in one file has to say."""

import itertools
from pathlib import Path

import pytest

from tabletown.laws.figures import (
    aid_and_rulebook_name_all_that_options_make_of_a_number,
    begun_otherwise,
    every_option_is_asked_for_by_the_rules,
)
from tabletown.laws.playing import Case
from tabletown.rulekit.language import say
from tabletown.rulekit.plainly import fields
from tests.installed import ROOT
from tests.rulekit.small import game_in_a_file

NIM = (ROOT / "docs" / "examples" / "nim.py").read_text(encoding="utf-8")
NUMBERS = itertools.count()
HEAP = "s.heap[heap] = LARGEST - heap"
LARGE = "s.heap[heap] = 12 + 3 * s.misere"
AID = """
from tabletown.rulekit.rooms import Sheets
from tabletown.rulekit.sheets import Listing

SHEETS = Sheets(aid=lambda to: [Listing("Heaps", (), (("A heap", "{}"),))])
"""
RULEBOOK = """# Heaps

## A. Heaps

### [NI-A1] {}

*Source: ours.*
"""


def case_of(
    folder: Path, monkeypatch: pytest.MonkeyPatch, *changes: tuple[str, str], aid: str = "many", rulebook: str = ""
) -> Case:
    text, name = NIM, f"heaps_{next(NUMBERS)}"
    for old, new in (('"nim"', f'"{name}"'), *changes):
        assert old in text
        text = text.replace(old, new)
    monkeypatch.syspath_prepend(folder)
    if rulebook:
        (folder / name).mkdir()
        for file in ("rulebook.md", "rulebook.ja.md"):
            (folder / name / file).write_text(RULEBOOK.format(rulebook), encoding="utf-8")
    return Case(game_in_a_file(folder, name, text + AID.format(aid), monkeypatch), 2)


@pytest.mark.parametrize(
    ("aid", "rulebook", "complaint"),
    [
        ("12", "", r"the player aid says 12, and heap begins with 15 where misere is loses"),
        ("12 (15 where the last one loses)", "", ""),
        ("many", "", ""),
        (
            "many",
            "A heap\nThere are 12 in each.",
            r"the rulebook says 12, and heap begins with 15 where misere is loses",
        ),
        ("many", "A heap\nThere are 12 in each, or 15.", ""),
    ],
)
def test_a_text_that_names_a_number_names_what_an_option_makes_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, aid: str, rulebook: str, complaint: str
) -> None:
    case = case_of(tmp_path, monkeypatch, (HEAP, LARGE), aid=aid, rulebook=rulebook)
    assert begun_otherwise(case, {"misere": 1}) == {("heap", 12, 15)}
    if not complaint:
        aid_and_rulebook_name_all_that_options_make_of_a_number(case, "en")
        return
    with pytest.raises(AssertionError, match=complaint):
        aid_and_rulebook_name_all_that_options_make_of_a_number(case, "en")


def test_what_is_dealt_is_made_by_no_option(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dealt = "s.heap[heap] = 20 + 30 * s.misere + roll(s, 9)"
    dice = ("from tabletown.rulekit.events", "from tabletown.rulekit.dice import roll\nfrom tabletown.rulekit.events")
    assert begun_otherwise(case_of(tmp_path, monkeypatch, dice, (HEAP, dealt)), {"misere": 1}) == set()


def test_an_option_that_no_rule_asks_for_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    every_option_is_asked_for_by_the_rules(case_of(tmp_path, monkeypatch))
    deaf = case_of(tmp_path, monkeypatch, ("s.misere else", "s.seat else"))
    with pytest.raises(AssertionError, match="no rule asks for misere: it is the same game with any value"):
        every_option_is_asked_for_by_the_rules(deaf)


def test_a_game_without_words_calls_an_option_as_the_lobby_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    case = case_of(tmp_path, monkeypatch)
    state = case.rules.new_state({"misere": 1})
    case.rules.call.setup(state, 2)
    look = case.look(say("en", case.declaration), state)
    assert dict(fields(look)) == {"The last one": "loses", "Seat": "N0", "Heap": "5 4 3"}
