"""The coach at a terminal: the same coached games, as lines of text."""

import subprocess
import sys

import pytest

from tabletown.coaching import lesson_of
from tabletown.match import game, games


def learnt(name: str, typed: str, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tabletown", *options, name]
    return subprocess.run(command, input=typed, capture_output=True, text=True, check=False, timeout=120)


@pytest.mark.parametrize("name", [each.name for each in games()])
def test_doing_what_the_coach_says_leads_through_the_coached_game(name: str) -> None:
    lesson = lesson_of(game(name).declaration)
    assert lesson is not None
    said = " ".join(learnt(name, "c\n" * len(lesson.course.step) + "q\nn\n", "learn").stdout.split())
    for step in lesson.course.step:
        assert max(step.say.split("{")[0].split("}")[-1].split(":"), key=len).strip() in said
    assert lesson.course.done.split("{")[0].split(":")[0] in said


def test_why_is_told_and_a_wrong_turn_explained_in_japanese_too() -> None:
    said = learnt("the_estates", "w\n2\nq\nn\n", "learn", "--language", "ja").stdout.replace("\n", "")
    assert "一番上のキューブの会社を持つ人" in said
    assert "会社のキューブにお金を払いました" in said


def test_a_coach_sits_at_an_ordinary_table_if_one_is_asked_for() -> None:
    said = learnt("the_estates", "q\nn\n", "play", "--seed", "3", "--coach").stdout
    assert "Coach:" in said
    assert "Coach:" not in learnt("the_estates", "q\nn\n", "play", "--seed", "3").stdout


def test_without_a_coach_nobody_answers_why() -> None:
    answered = learnt("the_estates", "w\nq\nn\n", "play", "--seed", "3")
    assert "No coach sits here" in answered.stdout + answered.stderr
