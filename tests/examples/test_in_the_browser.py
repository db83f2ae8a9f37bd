"""A whole small game in one file is played in the browser: a table is made in the lobby, and clicks do the rest."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.examples.test_examples import EXAMPLES, GAMES
from tests.installed import server_with
from tests.web.at_the_table import OVER, decide, wait_for_my_move
from tests.web.conftest import NewPerson
from tools.running import Server

MOST_DECISIONS = 12
LANGUAGES = {"en-GB": ("Your move", "win|drawn"), "ja-JP": ("あなたの番", "の勝ち|引き分け")}
ENDINGS = {
    "nim": "Nothing left",
    "kuhn_poker": "Shown|Folded",
    "tic_tac_toe": "Three in a row|Full",
    "sealed_bids": "Sold",
}


@pytest.fixture(scope="module")
def where(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with server_with(tmp_path_factory.mktemp("examples"), *GAMES, beside=EXAMPLES) as running:
        yield running


@pytest.fixture
def server(where: Server) -> Server:
    return where


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ENDINGS)
def test_an_example_is_played_from_the_lobby_to_its_end(person: NewPerson, game: str, language: str) -> None:
    mine, result = LANGUAGES[language]
    page = person(language)
    page.goto(f"/?game={game}")
    page.fill("input[name=name]", "Mara")
    page.select_option("select[name=seat-1]", "visitor")
    page.click("#new .acts button")
    page.wait_for_url("**/t/*")
    for _ in range(MOST_DECISIONS):
        if not wait_for_my_move(page):
            break
        expect(page.locator("#decide h2 em")).to_contain_text(mine)
        decide(page)
    expect(page.locator(OVER)).to_be_attached()
    expect(page.locator("#decide h2")).to_contain_text(re.compile(result))
    told = page.locator("#decide .stage-now p").inner_text()
    assert told.rstrip(".。") in ENDINGS[game].split("|")
