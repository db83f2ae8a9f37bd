"""A coach's file that is wrong says what and where; a game without one gets sentences all the same."""

from typing import Any

import pytest

from tabletown.coaching.script import BadScript, read, script_of, sentence
from tabletown.match import game
from tabletown.rulekit.language import say
from tests.bare_game import GAME as BARE

ESTATES = game("the_estates").declaration
DECISION = {"kinds": ["bid", "pass"], "say": "Bid."}
STEP = {"entry": 5, "say": "Do it."}
COURSE = {"seat": 0, "begins": 4, "done": "Done.", "step": [STEP]}


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ({"decisions": []}, "unknown field `decisions`"),
        ({"decision": [{"kinds": ["bid"]}]}, "missing required field `say` - at `decision[0]`"),
        ({"decision": [{**DECISION, "say": 5}]}, "Expected `str`, got `int` - at `decision[0].say`"),
        ({"decision": [{"kinds": ["bed"], "say": "Sleep."}]}, "no kind of action 'bed'; there are skip_stowing"),
        ({"decision": [DECISION, DECISION]}, "'bid' is part of two decisions"),
        ({"cost": {"unit": "points", "least": 3}}, "the unit says {n}"),
        ({"cost": {"unit": "{n}", "least": 3, "kinds": ["bed"]}}, "no kind of action 'bed'"),
        ({"game": {**COURSE, "ends": ["never"]}}, "no kind of event 'never'; there are round_began"),
        ({"game": {**COURSE, "begins": 5}}, "entries after number 5 of the record, in their order, not 5"),
        ({"game": {**COURSE, "step": [STEP, STEP]}}, "in their order, not 5, 5"),
        ({"game": {**COURSE, "step": []}}, "not none"),
    ],
)
def test_what_is_wrong_with_a_file_is_said_with_its_place(content: dict[str, Any], said: str) -> None:
    with pytest.raises(BadScript) as refused:
        read(content, ESTATES, "the_estates/coach.toml")
    assert str(refused.value).startswith("the_estates/coach.toml")
    assert said in str(refused.value)


def test_a_sentence_in_a_file_may_have_braces_only_for_names() -> None:
    script = read({"decision": [DECISION], "game": COURSE}, ESTATES, "coach.toml")
    assert script.decisions(["pass"]) == [script.decision[0]]
    assert script.game is not None
    assert script.game.step[0].entry == 5


@pytest.mark.parametrize(("language", "begins"), [("en", "This is new: you choose among"), ("ja", "初めての種類")])
def test_a_game_of_strangers_gets_sentences_that_follow_from_its_verbs(language: str, begins: str) -> None:
    script = script_of(BARE)
    assert script.game is None
    for kind in BARE.actions.kinds:
        (decision,) = script.decisions([kind])
        assert sentence(say(language, BARE), decision).startswith(begins)
        assert kind.replace("_", " ") in sentence(say(language, BARE), decision)
