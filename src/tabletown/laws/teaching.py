"""Law 13: a game says what it is about, and every phase and everything on the table says what it is."""

from collections.abc import Iterable
from itertools import pairwise
from xml.etree import ElementTree as ET

from tabletown.laws.law import law
from tabletown.laws.playing import Case, positions
from tabletown.rulekit import teaching
from tabletown.rulekit.declare import Declaration
from tabletown.rulekit.language import LANGUAGES, say
from tabletown.rulekit.lessons import has_lesson, lesson, pictures, worked_examples
from tabletown.rulekit.rulebooks import has_rulebook, rulebook
from tabletown.rulekit.teaching import kind_of

ENDS = (".", "。")


def teaches(declaration: Declaration) -> bool:
    return declaration.teaching.kinds is not teaching.kinds


def illustrates(declaration: Declaration) -> bool:
    return has_rulebook(declaration) and bool(pictures(declaration))


@law(usual=True, spoken=True)
def every_phase_and_kind_has_its_sentence(case: Case, language: str) -> None:
    to, taught = case.listener(say(language, case.declaration)), case.declaration.teaching
    phases = taught.phases(to)
    assert {phase for verb in case.declaration.actions.kinds.values() for phase in verb.during} <= phases.keys()
    for each in (*phases.values(), *taught.kinds(to)):
        assert each.name
        assert each.words.endswith(ENDS), each.words


@law(usual=True, spoken=True, when=teaches)
def a_game_that_teaches_says_its_goal_in_three_sentences(case: Case, language: str) -> None:
    goal = case.declaration.teaching.goal(case.listener(say(language, case.declaration)))
    assert len(goal.sentences) == 3
    assert all(sentence.endswith(ENDS) for sentence in goal.sentences)
    assert goal.picture in pictures(case.declaration)


@law(usual=True, when=teaches)
def no_two_kinds_have_marks_that_begin_alike(case: Case) -> None:
    kinds = case.declaration.teaching.kinds(case.listener(say("en", case.declaration)))
    marks = sorted((mark, kind.name) for kind in kinds for mark in kind.marks)
    for (mark, name), (other, its_name) in pairwise(marks):
        assert name == its_name or not other.startswith(mark), (mark, other)


@law(usual=True, when=teaches)
def everything_that_is_drawn_is_of_some_kind_or_scenery(case: Case) -> None:
    _, taught, picture = say("en", case.declaration), case.declaration.teaching, case.declaration.picture
    kinds = taught.kinds(case.listener(_))
    for state in positions(case)[::20]:
        seen = case.look(_, case.rules.concealed(state, 0), 0)
        for name in _drawn(picture.parts(seen).values()):
            assert name.startswith(taught.scenery) or kind_of(name, kinds), f"{name} explains nothing"


def _drawn(parts: Iterable[str]) -> set[str]:
    """The ids of what is drawn, and of what is used for it."""
    root = ET.fromstring(f"<svg>{''.join(parts)}</svg>")
    named = {element.get(by, "") for element in root.iter() for by in ("id", "href")}
    return {name.removeprefix("#") for name in named} - {""}


@law(usual=True, when=teaches)
def every_part_of_a_turn_that_is_shown_is_a_phase_with_its_sentence(case: Case) -> None:
    to, rules = case.listener(say("en", case.declaration)), case.rules
    phases = case.declaration.teaching.phases(to)
    for state in positions(case)[::4]:
        stages = case.declaration.guide.stages(case.look(to._, rules.concealed(state, -1)))
        assert {stage.phase for stage in stages} <= phases.keys()


@law(usual=True, when=has_lesson)
def two_minutes_are_the_same_in_every_language(case: Case) -> None:
    english, *others = (lesson(case.declaration, language) for language in LANGUAGES)
    shown = [[name for _words, name in card.pictures] for card in english.cards]
    assert all(name in pictures(case.declaration) for names in shown for name in names)
    for other in others:
        assert [[name for _words, name in card.pictures] for card in other.cards] == shown
        for mine, theirs in zip(english.cards, other.cards, strict=True):
            assert mine.title
            assert theirs.title
            assert mine.text.count("\n- ") == theirs.text.count("\n- ")


@law(usual=True, when=teaches)
def every_figure_of_an_edition_has_its_name(case: Case) -> None:
    assert case.declaration.sheets.figures.keys() == case.declaration.edition().values.keys()


@law(usual=True, when=illustrates)
def every_worked_example_of_the_rulebook_has_a_picture(case: Case) -> None:
    english, *others = (worked_examples(rulebook(case.declaration, language)) for language in LANGUAGES)
    assert english
    assert [name for name, is_shown in english if not is_shown] == []
    for other in others:
        assert [is_shown for _name, is_shown in other] == [True] * len(english)
