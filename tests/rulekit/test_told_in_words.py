"""Figures of the stage as lines of text, for a terminal and for programs."""

import pytest

from tabletown import game
from tabletown.rulekit.language import say
from tabletown.rulekit.staging import Meaning, Way, in_words
from tests.looking import look

MATCH = game("the_estates").new(players=2, seed=1)
TOLD = [
    (
        Way("地主", "4", "許可証", "合計。", rows=(("団地", "×2"), ("共有地", "×1"))),
        "地主: 4 許可証. 合計. 団地 ×2, 共有地 ×1.",
        "地主：4 許可証。合計。団地 ×2、共有地 ×1。",
    ),
    (Way("You collect", "45", "90 cash then"), "You collect: 45, 90 cash then.", "You collect：45、90 cash then。"),
]


@pytest.mark.parametrize(("way", "english", "japanese"), TOLD)
def test_figures_are_stopped_and_listed_as_the_language_does(way: Way, english: str, japanese: str) -> None:
    for language, told in (("en", english), ("ja", japanese)):
        at = look(say(language, MATCH.game.declaration), MATCH.rules, MATCH.perfect_memory(0), 0)
        assert in_words(at, Meaning(ways=(way,))) == [told]
