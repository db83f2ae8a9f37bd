"""A game that brings nothing but its rules can be played in the browser."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tabletown.web.opponents import CHARACTERS
from tests.bare_game import GAME
from tests.installed import server_with
from tests.web.at_the_table import OVER, decide, play_now, wait_for_my_move
from tests.web.conftest import NewPerson
from tools.played import Played
from tools.running import Server

MOST_DECISIONS = 20


@pytest.fixture(scope="module")
def where(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with server_with(tmp_path_factory.mktemp("bare"), GAME.package, "docs.examples.nim") as running:
        yield running


@pytest.fixture
def server(where: Server) -> Server:
    """In the place of the server that knows only the games of the house."""
    return where


def play_to_the_end(page: Page) -> None:
    for _ in range(MOST_DECISIONS):
        if not wait_for_my_move(page):
            break
        decide(page)
    expect(page.locator(OVER)).to_be_attached()


@pytest.mark.parametrize(
    ("language", "heading", "question", "ending"),
    [
        ("en-GB", "To decide: Player 1 (you)", "What do you do?", "No counters left."),
        ("ja-JP", "決める人：プレイヤー1（あなた）", "どうしますか？", "No counters left。"),
    ],
)
def test_it_is_played_by_clicks_to_its_end(
    person: NewPerson, server: Server, language: str, heading: str, question: str, ending: str
) -> None:
    page = person(language)
    play_now(page, "bare_game")
    expect(page.locator("#where")).to_have_text(heading)
    expect(page.locator("#decide")).to_contain_text(question)
    expect(page.locator("#decide form[action$='/play'] button:not([type=button])")).to_have_count(4)
    expect(page.locator("#board #fields")).to_contain_text("Counters left")
    expect(page.locator("#board #fields")).not_to_contain_text("Rng")
    play_to_the_end(page)
    expect(page.locator("#decide")).to_contain_text(ending)
    expect(page.locator("#forecast")).not_to_contain_text("?")


def test_its_pages_beside_the_table_answer(server: Server) -> None:
    for path in ("/", "/?game=bare_game", "/rules/bare_game", "/games/bare_game/cover.svg"):
        assert server.ask(path).status == 200


def test_the_lobby_names_its_players_and_no_rulebook_that_there_is_not(person: NewPerson) -> None:
    page = person()
    page.goto("/?game=nim")
    expect(page.locator(".game", has_text="Nim").locator("small")).to_have_text("2 players · 2 min")
    expect(page.locator("a[href='/rules/nim']")).to_have_count(0)
    expect(page.locator("a[href='/rules/the_estates']")).to_have_count(1)


def test_what_is_not_possible_is_explained_without_a_rulebook(person: NewPerson, server: Server) -> None:
    page = person()
    play_now(page, "bare_game")
    assert wait_for_my_move(page)
    page.click("#decide [data-whynot]")
    expect(page.locator(".pop")).to_contain_text("“Give one to: Player 1” is not possible now: only to another player.")


def test_without_an_instinct_only_visitors_are_offered(person: NewPerson, server: Server) -> None:
    page = person()
    page.goto("/?game=bare_game")
    offered = page.locator("select[name=seat-1] option").evaluate_all("all => all.map(each => each.value)")
    assert offered == ["open", "visitor", "me", "none"]
    page.goto("/?game=the_estates")
    assert page.locator("select[name=seat-1] option[value=neighbour]").count() == 1


def test_opponents_are_offered_with_a_name_a_face_and_a_sentence_and_come_as_they_were_shown(person: NewPerson) -> None:
    page = person()
    page.goto("/?game=the_estates")
    row = page.locator(".sits").nth(1)
    expect(row.locator(".face")).to_be_visible()
    for level, sentence in CHARACTERS.items():
        page.select_option("select[name=seat-1]", level)
        expect(row.locator("small:visible")).to_have_text(sentence.format(level=level.capitalize()))
    name = row.locator(".of-bot").inner_text()
    page.select_option("select[name=seat-2]", "open")
    expect(page.locator(".sits").nth(2).locator(".face")).to_be_hidden()
    expect(page.locator("select[name=option-money]")).to_be_hidden()
    page.click("#new .acts button")
    expect(page.locator("#room")).to_contain_text(name)
    expect(page.locator("#room")).to_contain_text("Tycoon")


def test_a_game_without_an_instinct_refuses_bots_that_need_one(server: Server) -> None:
    seats = [{"who": "me", "name": "Ann"}, {"who": "neighbour"}]
    refused = server.ask("/api/tables", {"game": "bare_game", "seats": seats})
    assert 400 <= refused.status < 500
    assert "Bare Game has no instinct, so only visitors can play it" in refused.text


def test_whoever_resigns_is_followed_by_a_visitor_to_the_end(server: Server) -> None:
    seats = [{"who": "me", "name": "Ann"}, {"who": "visitor"}]
    made = server.ask("/api/tables", {"game": "bare_game", "seats": seats}).json
    played = Played(server, made["table"], {0: made["token"]})
    played.settled()
    left = server.ask(f"/api/tables/{played.table}/resign", {"seat": 0}, played.tokens.pop(0)).json
    assert left["seats"][0]["bot"]
    assert played.settled()["over"]


def test_its_cover_is_whole_where_the_lobby_cuts_pictures_off(server: Server) -> None:
    """Of the table of its figures one saw some lines without their beginnings."""
    cover = server.ask("/games/bare_game/cover.svg").text
    assert "<title>Bare Game</title>" in cover
    assert re.findall(r"<text[^>]*>([^<]*)", cover) == ["1", "2"]


def test_the_page_of_a_game_without_a_rulebook_has_no_empty_list_of_chapters(server: Server) -> None:
    page = server.ask("/rules/bare_game").text
    assert "This game brings no rulebook." in page
    assert "<nav" not in page.partition('<main id="main">')[2]
