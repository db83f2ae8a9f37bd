"""The lobby shows boards in full swing."""

import re
from importlib import resources
from pathlib import Path

import pytest
from litestar.testing import TestClient

import tabletown
from tabletown.rulekit.language import LANGUAGES
from tabletown.rulekit.registry import declarations
from tabletown.web.errands import COVER, DRAWN_COVER, draw_cover, picture
from tabletown.web.server import make_app

NAMES = list(declarations())


@pytest.mark.parametrize("name", NAMES)
def test_a_cover_is_a_whole_game_by_the_rules_that_are_here(name: str) -> None:
    record = resources.files(declarations()[name].package) / COVER
    match = tabletown.load(record.read_text(encoding="utf-8"))
    assert match.game.name == name
    assert match.over


@pytest.mark.parametrize("name", NAMES)
def test_a_cover_shows_more_than_the_empty_board(name: str) -> None:
    chosen = tabletown.game(name)
    assert draw_cover(name, "en") != picture(chosen.new(), 0)


def brought(name: str, language: str) -> bytes:
    return (resources.files(declarations()[name].package) / DRAWN_COVER.format(language=language)).read_bytes()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_the_cover_that_comes_with_a_game_is_drawn_as_its_board_is_drawn_now(name: str, language: str) -> None:
    """Else run `python -m tools.covers`."""
    assert brought(name, language) == draw_cover(name, language)


ENGLISH = re.compile(r"<text[^>]*>[^<]*[A-Za-z]{3}")
"""A word that is written on a board, and not a letter or a sum."""


@pytest.mark.parametrize("name", NAMES)
def test_what_is_written_on_a_japanese_cover_is_japanese(name: str) -> None:
    assert ENGLISH.search(brought(name, "ja").decode()) is None
    assert ENGLISH.search(brought("square_mile", "en").decode())


class Idle:
    """Workers that nobody may send for anything."""

    async def run(self, *_work: object) -> bytes:
        raise AssertionError("a cover that comes with its game is not drawn")

    async def close(self) -> None:
        """There is nothing to end."""


@pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning")
def test_the_first_page_of_a_server_waits_for_no_cover(tmp_path: Path) -> None:
    app = make_app(f"sqlite:///{tmp_path / 'tables.sqlite'}", make_ready=tuple)
    with TestClient(app) as client:
        app.state.house.workers = Idle()
        for name in NAMES:
            for language in LANGUAGES:
                answer = client.get(f"/games/{name}/cover.svg", headers={"accept-language": language})
                assert answer.status_code == 200
                assert answer.content == brought(name, language)
                assert "accept-language" in answer.headers["vary"]
