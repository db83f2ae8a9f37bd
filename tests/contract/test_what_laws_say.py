"""A broken law says in a sentence what is wrong with the game, not which line of the law found it."""

import importlib
import zlib
from pathlib import Path

import pytest

from tabletown.bots.games import LabChance
from tabletown.laws import lab_and_table
from tabletown.laws.playing import Case
from tabletown.laws.trying import trials_of
from tabletown.rulekit.registry import declaration
from tests.installed import ROOT
from tests.rulekit.small import game_in_a_file

POKER = (ROOT / "docs" / "examples" / "kuhn_poker.py").read_text(encoding="utf-8")
HIDE = "            s.card[other] = HIDDEN_8\n\n"
REASONS = "from tabletown.rulekit.reasons import Reasons\nREASONS = Reasons()\n"
WORDS = """

import itertools

from tabletown.rulekit.rooms import Words

CALLS = itertools.count()
WORDS = Words(position=lambda look: str(next(CALLS)))
"""


@pytest.mark.parametrize(
    ("chapter", "law", "old", "new", "complaint"),
    [
        (
            "secrecy",
            "fields_hide_what_they_declare",
            "    won: Row = i8(2)\n",
            "    won: Row = i8(2)\n    luck: int = i8(seen_by=RULED)\n",
            "luck: its field says that it is hidden, and conceal says nothing of it",
        ),
        (
            "secrecy",
            "fields_hide_what_they_declare",
            "card: Row = i8(2, seen_by=RULED)",
            "card: Row = i8(2)",
            "card is hidden from seat -1, and its field says that everybody sees it",
        ),
        (
            "secrecy",
            "fields_hide_what_they_declare",
            "    s.rng = HIDDEN_64\n",
            "",
            "seat -1 sees rng, and its field says that nobody does",
        ),
        (
            "secrecy",
            "a_redealt_world_looks_the_same_to_the_seat",
            "        if s.card[other] == HIDDEN_8:\n",
            "        s.paid[0] = 3\n        if s.card[other] == HIDDEN_8:\n",
            "paid is [3, 1] and not [1, 1], as seat -1 sees it, once redealt",
        ),
        (
            "secrecy",
            "redeals_vary_everything_that_is_hidden",
            "s.card[other] = roll(s, CARDS) if known == HIDDEN_8 else (known + 1 + roll(s, CARDS - 1)) % CARDS",
            "s.card[other] = 2",
            "card: redealt always alike where it is hidden",
        ),
        (
            "secrecy",
            "refusals_come_from_the_view_alone",
            "def check(",
            "def refuse_check(s: State, seat: int) -> int:\n    return 5 * (s.card[1 - seat] == 2)\n\n\ndef check(",
            "why seat 0 may not play check() tells what is hidden from it",
        ),
        (
            "secrecy",
            "an_event_tells_no_more_than_the_view",
            "    tell(s, CHECKED, seat)\n",
            "    tell(s, CHECKED, seat)\n    tell(s, SHOWED, seat, s.card[1 - seat])\n",
            "check() tells seat -1 by showed what is hidden from it: what all hear stays in a field that they see",
        ),
        (
            "secrecy",
            "words_and_pictures_are_the_same_in_worlds_that_look_the_same",
            HIDE,
            HIDE,
            "what seat -1 is told or shown gives away what is hidden from it",
        ),
        (
            "legality",
            "every_event_is_told_with_its_numbers",
            "tell(s, GAVE_UP, seat)",
            "tell(s, HIDDEN_8, seat)",
            ", line 71: HIDDEN_8 is no event",
        ),
        (
            "legality",
            "every_reason_names_a_clause_of_the_rulebook",
            "EVENTS = Events()\n",
            f"{REASONS}NO_COIN = REASONS.because('no_coin', 'KP-A1')\nEVENTS = Events()\n",
            "no_coin names KP-A1, and there is no rulebook",
        ),
        (
            "legality",
            "every_refusal_is_explained",
            "def bet(",
            "def refuse_bet(s: State, seat: int) -> int:\n    return 7 * (1 - seat)\n\n\ndef bet(",
            "bet() is refused with 7; REASONS.because(...) declares no such reason",
        ),
        (
            "legality",
            "every_event_is_told_with_its_numbers",
            "tell(s, GAVE_UP, seat)",
            "tell(s, GAVE_UP)",
            ", line 71: GAVE_UP takes seat, and is told 0",
        ),
        (
            "secrecy",
            "fields_hide_what_they_declare",
            "    won: Row = i8(2)\n",
            "    won: Row = i8(2)\n    luck: Row = i8(2, seen_by=type(RULED).OWNER)\n",
            "luck: its field says that it is hidden, and conceal says nothing of it",
        ),
    ],
)
def test_a_broken_law_says_what_is_wrong(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    chapter: str,
    law: str,
    old: str,
    new: str,
    complaint: str,
) -> None:
    importlib.import_module(f"tabletown.laws.{chapter}")
    name = f"poker_{zlib.crc32((law + new).encode())}"  # by which its games are dealt
    assert old in POKER
    text = POKER.replace('"kuhn_poker"', f'"{name}"').replace(old, new, 1) + (WORDS if old == new else "")
    game = game_in_a_file(tmp_path, name, text, monkeypatch)
    faults = [trial.fault() for trial in trials_of(game) if trial.law.holds.__name__ == law]
    assert faults[0] is not None
    assert complaint in faults[0]
    assert "\n" not in faults[0]


class OtherChance(LabChance):
    """Somebody has drawn from it before."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.getrandbits(63)


def test_a_lab_that_plays_otherwise_than_a_table_is_told_by_where_it_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    case = Case(declaration("the_estates"), 2)
    lab_and_table.compare(case, lab_and_table.VISITORS)
    monkeypatch.setattr(lab_and_table, "LabChance", OtherChance)
    with pytest.raises(AssertionError, match=r"^[a-z]+ is .* and not .* after a game in the lab and at a table"):
        lab_and_table.compare(case, lab_and_table.VISITORS)
