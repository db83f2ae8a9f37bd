"""Law 15: every decision has its coach's sentence, a coached game can be played to its end, and its words are whole."""

from tabletown.coaching import Pupil, lesson_of, script_of
from tabletown.coaching.saying import told
from tabletown.coaching.script import Decision, messages, sentence
from tabletown.laws.law import law
from tabletown.laws.playing import Case, positions
from tabletown.rulekit.declare import Declaration
from tabletown.rulekit.language import say


def is_taught(declaration: Declaration) -> bool:
    return script_of(declaration).game is not None


def named(case: Case, view_kinds: set[str]) -> list[Decision]:
    return script_of(case.declaration).decisions(view_kinds)


@law(usual=True, spoken=True)
def every_kind_of_decision_has_its_sentence(case: Case, language: str) -> None:
    _, actions = say(language, case.declaration), case.declaration.actions
    for kind in actions.kinds:
        (decision,) = named(case, {kind})
        assert sentence(_, decision).strip(), f"nothing is said where one may {kind}"
    for state in positions(case)[::8]:
        for seat in case.rules.pending_seats(state):
            offered = case.rules.legal_actions(case.rules.concealed(state, seat), seat)
            assert named(case, {actions.decode(action)[0] for action in offered})


@law(usual=True, spoken=True, when=is_taught)
def every_sentence_of_the_coach_is_said_in_every_language(case: Case, language: str) -> None:
    _ = say(language, case.declaration)
    for text in messages(case.declaration):
        is_sentence = any(letter.isalpha() for letter in text.replace("{n}", ""))
        assert language == "en" or not is_sentence or _(text) != text, f"not translated: {text}"
        assert told(_, _(text).replace("{n}", "7"), [str(seat) for seat in range(6)]).strip()


@law(usual=True, when=is_taught)
def a_coached_game_comes_to_its_end_if_one_does_what_the_coach_says(case: Case) -> None:
    lesson = lesson_of(case.declaration)
    assert lesson is not None
    match = lesson.opening()
    pupil = Pupil(lesson, match)
    while not pupil.is_over():
        seat = match.pending[0]
        answer = lesson.answer(match, seat)
        if seat == pupil.seat:
            hint = pupil.hint([action.kind for action in match.legal(seat)])
            assert hint.step is not None, f"nothing is said at entry {match.steps + 1}"
            assert list(hint.wish) == answer
        match.hand_in(seat, answer)
    assert pupil.heard() == list(pupil.steps)
