"""Figures of the stage as lines of text, for a terminal and for programs."""

import re

import pytest

from tabletown import game, load
from tabletown.rulekit.language import LANGUAGES, say
from tabletown.rulekit.registry import declarations
from tabletown.rulekit.staging import Effect, Meaning, Way, in_words
from tests.looking import look

EFFECTS = Meaning(headers=("now", "then"), effects=(Effect(0, ("9", "4")), Effect(1, ("0", "0"))), fact="That is all.")
FIGURE = re.compile(r"(now |今は|現在)?[-+−$±#\d]")
MATCH = game("the_estates").new(players=2, seed=1)
TOLD = [
    (
        Way("地主", "4", "許可証", "合計。", rows=(("団地", "×2"), ("共有地", "×1"))),
        "地主: 4 許可証. 合計. 団地 ×2, 共有地 ×1.",
        "地主：4 許可証。合計。団地 ×2、共有地 ×1。",
    ),
    (Way("You get", "45", apart="90 cash then"), "You get: 45, 90 cash then.", "You get：45、90 cash then。"),
    (Way("手元", "12枚", apart="今は13枚"), "手元: 12枚, 今は13枚.", "手元：12枚、今は13枚。"),
    (Way("Cost", "2", "of 9", "a lot", apart="now 1"), "Cost: 2 of 9, now 1, a lot.", "Cost：2 of 9、now 1、a lot。"),
    (Way("利益", "0", apart="なし。"), "利益: 0. なし.", "利益：0。なし。"),
]


@pytest.mark.parametrize(("way", "english", "japanese"), TOLD)
def test_figures_are_stopped_and_listed_as_the_language_does(way: Way, english: str, japanese: str) -> None:
    for language, told in (("en", english), ("ja", japanese)):
        at = look(say(language, MATCH.game.declaration), MATCH.rules, MATCH.perfect_memory(0), 0)
        assert in_words(at, Meaning(ways=(way,))) == [told]


@pytest.mark.parametrize(
    ("language", "ends"), [("en", "then 4. {}: now 0, then 0. That"), ("ja", "then 4。 {}：now 0、then 0。 That")]
)
def test_effects_end_with_a_stop_so_they_can_stand_in_a_row(language: str, ends: str) -> None:
    at = MATCH.look(0, None, language)
    assert ends.format(at.player(1)) in " ".join(in_words(at, EFFECTS))


@pytest.mark.parametrize("name", declarations())
def test_what_is_one_with_a_figure_does_not_begin_with_another_one(name: str) -> None:
    """Else it stands apart: "In hand: $12M now $13M" was read as one sum."""
    declared, told = declarations()[name], 0
    record = load((declared.files / "cover.json").read_text(encoding="utf-8"))
    for step in range(0, record.steps, 3):
        past = record.position(step)
        seat = past.pending[0]
        for language in LANGUAGES:
            at = past.look(seat, None, language)
            for action in past.rules.legal_actions(past.perfect_memory(seat), seat)[:4]:
                for way in declared.staging.meaning(at, [action]).ways:
                    told += bool(way.of)
                    assert not FIGURE.match(way.of), way
    assert told
