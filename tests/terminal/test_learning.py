"""The coach at a terminal: the same coached games, as lines of text."""

import subprocess
import sys

import pytest

from tabletown.coaching import lesson_of
from tabletown.coaching.saying import advice
from tabletown.match import game, games
from tabletown.rulekit.twin import Twin
from tabletown.terminal.coaching import Coach


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
    assert "いちばん上のキューブの会社の証書を持つ人" in said
    assert "会社のキューブにお金を払いました" in said
    assert "\N{REPLACEMENT CHARACTER}" not in said


def test_a_lesson_in_the_middle_of_a_game_begins_with_its_last_moves_alone() -> None:
    lines = learnt("the_estates", "q\nn\n", "learn").stdout.splitlines()
    assert any(line.startswith("… ") and "lines more" in line for line in lines)
    assert len(lines) < 50


def test_a_coach_sits_at_an_ordinary_table_if_one_is_asked_for() -> None:
    said = learnt("the_estates", "q\nn\n", "play", "--seed", "3", "--coach").stdout
    assert "Coach:" in said
    assert "Coach:" not in learnt("the_estates", "q\nn\n", "play", "--seed", "3").stdout


def test_without_a_coach_nobody_answers_why() -> None:
    answered = learnt("the_estates", "w\nq\nn\n", "play", "--seed", "3")
    assert "No coach sits here" in answered.stdout + answered.stderr


def after_a_dear_choice() -> tuple[Coach, int]:
    """Vesper 4 lies on a lot by itself, and not on a tower of eleven points that it would have taken."""
    lesson = lesson_of(game("the_estates").declaration)
    assert lesson is not None
    match = lesson.record.until(147)
    match.play(2, {"kind": "place_cube", "args": {"row": 1, "lot": 6}})
    return Coach(match, "en"), 2


def test_the_coach_looks_ahead_where_that_is_compiled() -> None:
    coach, seat = after_a_dear_choice()
    coach.match.rules.twin.compile(loops=coach.loops)
    assert "points of your chance to win, compared with:" in next(coach.lines(seat))


def test_the_coach_goes_by_instinct_until_then(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Twin, "has", lambda *_given: False)
    coach, seat = after_a_dear_choice()
    said = next(coach.lines(seat))
    assert " points, compared with:" in said
    assert "chance to win" not in said


def test_what_the_coach_says_is_what_they_do() -> None:
    match = game("the_estates").new(players=3, seed=11)
    seat = match.pending[0]
    coach = Coach(match, "en")
    match.rules.twin.compile(loops=coach.loops)
    said = list(coach.why(seat))
    match.hand_in(seat, coach.wish(seat))
    done = [move.action for move in match.entries[-1].moves if move.seat == seat]
    assert said == [advice(match.look(seat, 0, "en"), done)]
