"""What a game does not offer of its own the kit offers for it; what it offers is checked when it is declared."""

import sys
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from docs.examples.connect_four import GAME as CONNECT_FOUR
from tabletown.match import Game, Match
from tabletown.rulekit.declare import Declaration
from tabletown.rulekit.errors import BadDeclaration
from tabletown.rulekit.look import Look
from tabletown.rulekit.rooms import Letters, Picture, Words
from tabletown.rulekit.rulebooks import UnknownClause, rulebook
from tests.bare_game import GAME
from tests.sealed_game import GAME as SEALED

NAMES = ["Ann", "Ben", "Cat"]


@pytest.fixture
def match() -> Match:
    return Game(GAME).new(players=3, seed=1, names=NAMES)


# ---------------------------------------------------------------- what everybody gets


def test_where_several_decide_at_once_the_heading_does_not_say_who_has_not() -> None:
    """The rules know of no answer before all are given, and the page says who has given theirs."""
    match = Game(SEALED).new(players=3, seed=1, names=NAMES)
    match.hand_in(0, [match.legal(0)[0].id])
    assert SEALED.words.heading(match.look(1)) == "deciding at once: Ann, Ben (you), Cat"


def test_actions_are_told_by_their_kind_and_arguments(match: Match) -> None:
    assert [action.text for action in match.legal(0)] == [
        "Take: count 1",
        "Take: count 2",
        "Take: count 3",
        "Give one to: Ben",
        "Give one to: Cat",
    ]


def test_refusals_are_told_by_their_reason(match: Match) -> None:
    refusal = match.why_not(0, {"kind": "give_one_to", "args": {"player": 0}})
    assert str(refusal) == "“Give one to: Ann” is not possible now: only to another player."


def test_events_are_told_by_their_kind_and_only_to_whom_they_are_for(match: Match) -> None:
    match.play(0, {"kind": "take", "args": {"count": 2}})
    assert [line.text for line in match.log(None)] == ["Took counters: Ann, count 2."]
    assert match.log(1)[0].text.startswith("Lucky number: Ben, number ")


def test_the_position_is_every_field_that_the_viewer_may_know(match: Match) -> None:
    match.play(0, {"kind": "give_one_to", "args": {"player": 2}})
    lucky = match.view(1).lucky_number[1]  # type: ignore[attr-defined]
    assert match.text(1) == f"""\
Bare Game: to decide: Ben (you)

Seat: Ben (you)
Counters left: 8
Taken: 0 0 1
Given 1: 0 0 1
Given 2: 0 0 0
Given 3: 0 0 0
Lucky number of Ann: ?
Lucky number of Ben (you): {lucky}
Lucky number of Cat: ?

Ann: Score ?
Ben (you): Score ?
Cat: Score ?"""
    assert "rng" not in match.text(1).casefold()


def test_scores_are_told_as_soon_as_all_that_they_are_made_of_is_known(match: Match) -> None:
    look = match.look(0)
    assert GAME.words.score_sheet(look) == (
        ["Player", "Score"],
        [["Ann (you)", "?"], ["Ben", "?"], ["Cat", "?"]],
    )
    finish(match)
    assert [line[1] for line in GAME.words.score_sheet(match.look(0))[1]] == [str(score) for score in match.scores]


def finish(match: Match) -> None:
    while not match.over:
        match.play(match.pending[0], match.legal(match.pending[0])[0])


def test_an_ending_and_a_question_are_sentences(match: Match) -> None:
    assert match.question(0) == "What do you do?"
    assert GAME.words.ending(match.look(0), 1) == "No counters left."
    finish(match)
    assert GAME.words.heading(match.look()) == "the game is over"


def test_it_is_told_in_the_frame_of_another_language(match: Match) -> None:
    match.play(0, {"kind": "take", "args": {"count": 2}})
    assert match.text(1, language="ja").startswith("Bare Game：決める人：Ben（あなた）\n")
    assert match.log(None, "ja")[0].text == "Took counters：Ann、count 2。"


def test_the_picture_shows_what_the_text_shows_and_no_more(match: Match) -> None:
    drawn = match.picture(1)
    for words in ("Counters left", "Lucky number of Ben (you)", "Score", "?"):
        assert f">{words}<" in drawn
    layout = GAME.picture.layout(match.look(1))
    assert layout.size == layout.board
    assert layout.panels == {}
    assert match.picture(1) == match.picture(1)


def test_a_field_with_many_figures_goes_on_below() -> None:
    long = Game(CONNECT_FOUR).new(seed=1, names=["Ann", "Ben"])
    long.play(0, long.legal(0)[6])
    drawn = ET.fromstring(long.picture())
    shown = [text.text or "" for text in drawn.findall(".//{*}text")]
    figures = shown[shown.index("Cell") + 1 : shown.index("Player")]
    assert " ".join(filter(None, figures)).split() == ["-1"] * 36 + ["0"] + ["-1"] * 5
    assert not any("…" in words for words in shown)


def test_a_name_beside_a_field_has_room() -> None:
    named = Game(GAME).new(players=2, seed=1, names=["Konstantin", "Ben"])
    assert ">Lucky number of Konstantin (you)<" in named.picture(0)


def test_a_long_word_is_cut_and_says_all_of_it_when_pointed_at() -> None:
    from tabletown.rulekit.plain_picture import cell

    words = " ".join(map(str, range(100)))
    drawn = cell(words, 0, 0, 200, is_label=False)
    assert f"<title>{words}</title>" in drawn
    assert "…</text>" in drawn


def test_a_game_with_some_words_gets_the_others(match: Match) -> None:
    sealed = Game(SEALED).new(players=2, seed=1, names=["Ann", "Ben"])
    assert sealed.question(0) == "Your bid?"
    assert SEALED.words.score_sheet(sealed.look(0))[1] == [["Ann (you)", "0"], ["Ben", "0"]]
    assert SEALED.letters.panels(sealed.look(0))[0].title == sealed.text(0).splitlines()[0]
    assert sealed.picture(0)


def test_without_a_rulebook_there_is_a_page_that_says_so() -> None:
    book = rulebook(GAME, "en")
    assert (book.title, book.introduction) == ("Bare Game", "This game brings no rulebook.")
    with pytest.raises(UnknownClause, match="it brings no rulebook"):
        book.clause("BG-1")


# ---------------------------------------------------------------- what is offered


def test_a_function_that_takes_something_else_is_named_when_it_is_declared() -> None:
    def position(look: Look[Any], language: str) -> str:
        return language

    with pytest.raises(BadDeclaration, match=r"^Words\(position=\.{3}\) takes a function of \(look\); .*position"):
        Words(position=position)  # type: ignore[arg-type]
    with pytest.raises(BadDeclaration, match=r"^Letters\(panels=\.{3}\) takes a function of \(look\), not 'A B'"):
        Letters(panels="A B")  # type: ignore[arg-type]


def test_a_function_may_take_more_as_long_as_it_need_not() -> None:
    def parts(look: Look[Any], scale: float = 1) -> dict[str, str]:
        return {"board": str(scale)}

    assert Picture(parts=parts).parts is parts


def declared(monkeypatch: pytest.MonkeyPatch, package: str, room: str, **content: object) -> Declaration:
    """A game with such a room."""
    for name, given in ((package, {}), (f"{package}.{room}", content)):
        module = ModuleType(name)
        module.__spec__ = ModuleSpec(name, None)
        vars(module).update(given)
        monkeypatch.setitem(sys.modules, name, module)
    values = {name: getattr(GAME, name) for name in GAME.__dataclass_fields__}
    return Declaration(**values | {"name": package, "package": package})


def test_what_a_room_offers_is_found_by_what_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    offered: Words[Any] = Words()
    game = declared(monkeypatch, "well_told", "telling", TELLING=offered)
    assert game.words is offered
    assert game.picture == Picture()


def test_a_room_that_offers_nothing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    game = declared(monkeypatch, "untold", "telling", words="all of them")
    with pytest.raises(BadDeclaration, match=r"^untold\.telling offers nothing: .* WORDS = Words\(\.\.\.\)"):
        _ = game.words


def test_nothing_is_offered_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    game = declared(monkeypatch, "drawn_twice", "drawing", BY_DAY=Picture(), BY_NIGHT=Picture(defs="<g/>"))
    with pytest.raises(BadDeclaration, match="declares Picture 2 times"):
        _ = game.picture
