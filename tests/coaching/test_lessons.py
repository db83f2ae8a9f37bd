"""Every coached game, played to its end: as told, with a wrong turn, taken back, in parts."""

import random

import pytest

from tabletown import bots
from tabletown.bots.whole import chosen
from tabletown.coaching import Lesson, Pupil, lesson_of
from tabletown.explaining.parts import own_choice
from tabletown.match import game, games, load

TAUGHT = [each.name for each in games()]
NEIGHBOUR = bots.level("neighbour")
ENOUGH = 400


def lesson(name: str) -> Lesson:
    found = lesson_of(game(name).declaration)
    assert found is not None
    return found


def kinds(pupil: Pupil) -> list[str]:
    return [action.kind for action in pupil.match.legal(pupil.seat)]


def play_on(pupil: Pupil, until: int | None = None) -> None:
    """As the coach says, or where they say nothing as a bot would; until so many entries, or to the lesson's end."""
    match, rng = pupil.match, random.Random(7)
    for _ in range(ENOUGH):
        if pupil.is_over() or match.over or match.steps == until:
            return
        seat = match.pending[0]
        scripted = pupil.lesson.answer(match, seat)
        if seat == pupil.seat and pupil.is_on_the_record():
            scripted = list(pupil.hint(kinds(pupil)).wish)
        match.hand_in(seat, scripted or chosen(NEIGHBOUR, match, seat, rng))
    raise AssertionError("the lesson does not end")


@pytest.mark.parametrize("name", TAUGHT)
def test_a_coached_game_has_eight_to_fourteen_steps_and_leads_to_what_counts(name: str) -> None:
    pupil = Pupil(lesson(name), lesson(name).opening())
    play_on(pupil)
    assert 8 <= len(pupil.steps) <= 14
    assert pupil.heard() == list(pupil.steps)
    named = pupil.match.game.declaration.events.named
    assert {named(event)[0] for event in pupil.match.entries[-1].events} & set(pupil.lesson.course.ends)


@pytest.mark.parametrize("name", TAUGHT)
@pytest.mark.parametrize("part", [0, 1, 2], ids=["early", "half-way", "late"])
def test_a_wrong_turn_is_explained_and_the_coach_goes_on_to_the_end(name: str, part: int) -> None:
    pupil = Pupil(lesson(name), lesson(name).opening())
    explained = [step for step in pupil.steps if step.otherwise]
    step = explained[part * (len(explained) - 1) // 2]
    play_on(pupil, until=step.entry - 1)
    match = pupil.match
    wanted = own_choice(pupil.lesson.record.entries[step.entry - 1], pupil.seat)
    for action in match.rules.legal_actions(match.perfect_memory(pupil.seat), pupil.seat):
        trial = Pupil(pupil.lesson, match.until(match.steps))
        if action == wanted[0]:
            continue
        trial.match.hand_in(pupil.seat, action)
        while pupil.seat in trial.match.pending and trial.match.steps < step.entry:
            trial.match.hand_in(pupil.seat, chosen(NEIGHBOUR, trial.match, pupil.seat, random.Random(1)))
        play_on(trial, until=step.entry)
        if not trial.last_turn().as_told:
            assert trial.last_turn().otherwise == step.otherwise
            assert step in trial.heard()
            play_on(trial)
            assert trial.is_over() or trial.match.over
            return
    raise AssertionError("there is no other way at this step")


def test_what_was_taken_back_leads_back_to_the_script() -> None:
    pupil = Pupil(lesson("the_estates"), lesson("the_estates").opening())
    play_on(pupil, until=147)
    match = pupil.match
    other = next(action for action in match.legal(pupil.seat) if action.id not in pupil.hint(kinds(pupil)).wish)
    match.hand_in(pupil.seat, other)
    assert not pupil.is_on_the_record()
    assert pupil.last_turn().otherwise
    match.undo(pupil.seat, consent=True)
    assert pupil.is_on_the_record()
    assert pupil.last_turn().as_told
    play_on(pupil)
    assert pupil.heard() == list(pupil.steps)


def test_a_choice_of_several_parts_may_be_made_one_by_one() -> None:
    pupil = Pupil(lesson("square_mile"), lesson("square_mile").opening())
    play_on(pupil, until=10)
    roads = list(pupil.hint(kinds(pupil)).wish)
    pupil.match.hand_in(pupil.seat, roads[:3])
    assert pupil.is_on_the_record()
    assert list(pupil.hint(kinds(pupil)).wish) == roads[3:]


def test_what_has_been_drafted_is_left_out_of_what_the_coach_would_play() -> None:
    pupil = Pupil(lesson("milton_keynes"), lesson("milton_keynes").opening())
    play_on(pupil, until=17)
    whole = pupil.hint(kinds(pupil)).wish
    assert pupil.hint(kinds(pupil), whole[:2]).wish == whole[2:]
    assert pupil.hint(kinds(pupil), [whole[1]]).wish == ()


@pytest.mark.parametrize("name", TAUGHT)
def test_the_record_of_a_coached_game_is_an_ordinary_one(name: str) -> None:
    pupil = Pupil(lesson(name), lesson(name).opening())
    play_on(pupil)
    assert load(pupil.match.record()).digest == pupil.match.digest


@pytest.mark.parametrize("name", TAUGHT)
def test_the_coach_hears_no_more_than_the_pupil_may_know(name: str) -> None:
    """In any world that the pupil cannot tell from the true one the coach says the same."""
    found = lesson(name)
    match = found.opening()
    view = match.perfect_memory(found.course.seat)
    for number in range(5):
        world = view.copy()
        match.rules.call.seed_dice(world, number)
        match.rules.call.redeal(world, found.course.seat)
        assert found.seen_at(match.rules.concealed(world, found.course.seat)) == found.seen_at(view) is not None
