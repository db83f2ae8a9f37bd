"""Rulebooks show the positions that they work through: each is a record by the rules, and each is drawn."""

import re
from itertools import product

import pytest

from tabletown.rulekit.language import LANGUAGES
from tabletown.rulekit.registry import declaration, declarations
from tabletown.rulekit.rulebooks import rulebook
from tabletown.web.covers import pictures_in
from tabletown.web.errands import EXAMPLES, draw_example
from tests.printed import worked_through
from tools.running import Answer, Server

WITH_EXAMPLES = [name for name, declared in declarations().items() if (declared.files / EXAMPLES).is_dir()]
IMAGE = re.compile(r"!\[([^\]]+)\]\(([^)]+)\)")


def shown(name: str, language: str) -> list[str]:
    """The files of all images in the book, in order; each says in words what it shows."""
    book = rulebook(declaration(name), language)
    texts = [text for each in book.chapters for text in (each.introduction, *(clause.text for clause in each.clauses))]
    found = [image for text in texts for image in IMAGE.findall(text)]
    assert all(len(words) > 10 for words, _file in found)
    return [file for _words, file in found]


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_both_languages_show_the_same_positions_of_every_example(name: str) -> None:
    english, *others = (shown(name, language) for language in LANGUAGES)
    assert all(other == english for other in others)
    assert {f"{name}/{picture}" for picture in pictures_in(declaration(name))} == set(english)
    used = {file.removeprefix(f"{name}/").rpartition("-")[0] for file in english}
    assert {f"{each}.json" for each in used} == {each.name for each in (declaration(name).files / EXAMPLES).iterdir()}


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_every_position_that_is_shown_is_one_of_a_record_by_the_rules(name: str) -> None:
    for picture in pictures_in(declaration(name)):
        example, _, step = picture.removesuffix(".svg").rpartition("-")
        match = worked_through(declaration(name), example)
        assert match.game.name == name
        assert 0 <= int(step) <= match.steps
        assert match.rules.call.audit(match.opened(int(step))) == 0


@pytest.mark.parametrize(("name", "language"), list(product(WITH_EXAMPLES, LANGUAGES)))
def test_before_and_after_look_different_and_so_do_day_and_night(name: str, language: str) -> None:
    before = draw_example(name, "turn", 0, language, dark=False)
    after = draw_example(name, "turn", worked_through(declaration(name), "turn").steps, language, dark=False)
    assert len({before, after, draw_example(name, "turn", 0, language, dark=True)}) == 3


def drawn(server: Server, path: str, language: str) -> Answer:
    """On a busy machine our mark is answered until the picture has been drawn."""
    answers = (server.ask(path, accept_language=language) for _ in range(20))
    return next(answer for answer in answers if answer.headers["cache-control"] != "no-store")


def test_a_picture_is_served_in_the_readers_language_and_no_other_position_is(server: Server) -> None:
    path = "/rules/square_mile/turn-0.svg"
    english, japanese = (drawn(server, path, language) for language in ("en", "ja"))
    assert english.status == japanese.status == 200
    assert english.headers["content-type"].startswith("image/svg+xml")
    assert "用途なし" in japanese.text
    assert "用途なし" not in english.text
    for other in ("turn-1.svg", "turn-0.json", "../cover.json", "nothing-0.svg", "turn-99999999999.svg"):
        assert server.ask(f"/rules/square_mile/{other}").status == 404
