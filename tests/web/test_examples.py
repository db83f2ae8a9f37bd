"""Rulebooks and pages that teach show positions: each is a record by the rules, and each is drawn."""

import re
from itertools import product

import pytest

from tabletown.match import game
from tabletown.rulekit.language import LANGUAGES, say
from tabletown.rulekit.lessons import EXAMPLES, PICTURES, lesson, pictures
from tabletown.rulekit.registry import declaration, declarations
from tabletown.rulekit.rulebooks import rulebook
from tabletown.web.errands import draw_staged
from tabletown.web.learning import in_html
from tests.looking import to
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
def test_both_languages_show_the_same_positions_and_nothing_is_staged_in_vain(name: str) -> None:
    declared = declaration(name)
    english, *others = (shown(name, language) for language in LANGUAGES)
    assert all(other == english for other in others)
    taught = {picture for card in lesson(declared).cards for _words, picture in card.pictures}
    goal = declared.teaching.goal(to(say("en", declared), game(name).rules(), 0, [])).picture
    in_book = {file.removeprefix(f"{name}/").removesuffix(".svg") for file in english}
    assert {*taught, *in_book, goal} == pictures(declared).keys()
    records = {each.name for each in (declared.files / EXAMPLES).iterdir()} - {PICTURES}
    assert {f"{each.record}.json" for each in pictures(declared).values()} == records


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_every_position_that_is_shown_is_one_of_a_record_by_the_rules(name: str) -> None:
    for staged in pictures(declaration(name)).values():
        match = worked_through(declaration(name), staged.record)
        assert match.game.name == name
        assert match.rules.edition.content == declaration(name).edition().content, "run python -m tools.examples"
        assert 0 <= staged.step <= match.steps
        assert match.rules.call.audit(match.opened(staged.step)) == 0


@pytest.mark.parametrize(("name", "language"), list(product(WITH_EXAMPLES, LANGUAGES)))
def test_every_picture_is_drawn_and_none_looks_like_another(name: str, language: str) -> None:
    wanted = pictures(declaration(name))
    by_day = {draw_staged(name, picture, language, dark=False) for picture in wanted}
    assert len(by_day) == len(wanted)
    one = next(iter(wanted))
    assert draw_staged(name, one, language, dark=True) not in by_day


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


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_below_every_picture_of_a_rulebook_stands_what_it_shows(server: Server, name: str) -> None:
    page = server.ask(f"/rules/{name}").text
    figure = r'<figure><img src="([^"]+)" alt=""><figcaption>[^<]{10,}</figcaption></figure>'
    assert re.findall(figure, page) == shown(name, "en")


@pytest.mark.parametrize(
    ("written", "page"),
    [
        ("By [TE-A1] & TE-A2.", '<p>By <a href="#TE-A1">TE-A1</a> &amp; <a href="#TE-A2">TE-A2</a>.</p>'),
        ("As here ![by TE-A1](x.svg)", '<p>As here <img src="x.svg" alt="by TE-A1" /></p>'),
        ("- ![one](x.svg) beside", '<ul>\n<li><img src="x.svg" alt="one" /> beside</li>\n</ul>'),
        (
            "![by TE-A1](y&z.svg)",
            (
                '<div class="pictures"><figure><img src="y&amp;z.svg" alt="">'
                '<figcaption>by <a href="#TE-A1">TE-A1</a></figcaption></figure></div>'
            ),
        ),
    ],
)
def test_clauses_are_links_in_sentences_and_pictures_alone_are_figures(written: str, page: str) -> None:
    assert in_html(written).strip() == page


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_two_minutes_lead_to_the_coached_game(server: Server, name: str) -> None:
    assert f'action="/learn/{name}"' in server.ask(f"/learn/{name}").text
