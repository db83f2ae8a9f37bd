"""Around the board: rings, pieces that travel, forecasts with open hands, its size, what is being played."""

import random
import re
from collections import Counter

import pytest
from playwright.sync_api import expect

import tabletown
from tabletown.match import Match
from tabletown.rulekit.registry import declaration
from tabletown.web import around
from tabletown.web.scene import OpenScene, Scene
from tests.web.conftest import NewPerson
from tools.played import play_table
from tools.running import Server

RING = re.compile(r'<rect x="([\d.-]+)" y="([\d.-]+)" width="([\d.]+)" height="([\d.]+)"[^>]*class="latest"')


def played(game: str, decisions: int) -> Match:
    match = tabletown.game(game).new(seed=5, names=None)
    rng = random.Random(3)
    for _ in range(decisions):
        seat = match.pending[0]
        match.play(seat, rng.choice(match.rules.legal_actions(match.perfect_memory(seat), seat)))
    return match


@pytest.mark.parametrize("decisions", [0, 40, 90])
def test_a_ring_lies_on_the_board_around_what_changed_last(game: str, decisions: int) -> None:
    match = played(game, decisions)
    scene = Scene(match, None, "en")
    rings = [tuple(map(float, ring)) for ring in RING.findall(around.latest(scene))]
    events = {match.game.declaration.events.named(event)[0] for entry in match.entries[-30:] for event in entry.events}
    assert bool(rings) == bool(events & CHANGES)
    across, down = scene.board_size
    for x, y, width, height in rings:
        assert x >= -3
        assert y >= -3
        assert x + width <= across + 3
        assert y + height <= down + 3


CHANGES = {
    *("cube_placed", "roof_placed", "permit_placed", "mayor_placed"),
    *("bought", "free_tract", "sold", "subdivided", "constructed", "put_up_for_auction", "card_laid"),
    *("first_section", "section_laid"),
    *("placed", "lifted", "drove", "captured_car"),
    *("commissioned", "extended", "river_laid", "marsh_laid"),
    *("demolished", "redeveloped", "requisitioned", "nominated"),
}


def test_a_piece_that_travels_is_on_the_page_once(game: str) -> None:
    for decisions in (0, 25, 60):
        scene = Scene(played(game, decisions), None, "en")
        drawn = "".join(svg for name, svg in scene.parts.items() if not name.startswith("player-"))
        pieces = Counter(re.findall(r'data-piece="([\w-]+)"', drawn))
        assert set(pieces.values()) <= {1}
        assert pieces or game == "square_mile"


@pytest.mark.parametrize("name", ["square_mile", "milton_keynes", "the_estates"])
def test_with_open_hands_every_line_of_the_forecast_is_told_in_full(name: str) -> None:
    match = played(name, 60)
    hidden, opened = (around.forecast(kind(match, None, "en", 20))[0].rows for kind in (Scene, OpenScene))
    assert any("hidden" in row for row in hidden)
    assert not any("hidden" in row for row in opened)
    assert [row[0] for row in hidden] == [row[0] for row in opened] == match.names


def test_the_board_grows_and_shrinks_without_a_script(person: NewPerson, server: Server, game: str) -> None:
    table = play_table(server, game, 1, declaration(game).players[0])
    for width, height in ((1280, 800), (390, 844)):
        page = person(width=width, height=height, me=table.tokens[0], java_script_enabled=False)
        page.goto(table.path)
        sizes = []
        for times in (1, 2, 3):
            page.click(f"label[for=zoom-{times}]")
            box = page.locator("#board").bounding_box()
            assert box is not None
            sizes.append(box["width"])
        assert sizes[1] == pytest.approx(2 * sizes[0], rel=0.02)
        assert sizes[2] == pytest.approx(3 * sizes[0], rel=0.02)


@pytest.mark.parametrize("language", ["en-GB", "ja-JP"])
def test_what_is_being_played_can_be_read_about_also_while_waiting(
    person: NewPerson, server: Server, game: str, language: str
) -> None:
    table = play_table(server, game, 2, declaration(game).players[0])
    places = set()
    for seat in (0, 1):
        page = person(language, me=table.tokens[seat])
        page.goto(table.path)
        expect(page.locator("#decide a[href^='/rules/']").first).to_be_visible()
        places.add(page.get_attribute("#decide [aria-current=step] a", "href") or "")
    for place in places:  # mostly one: both are told of the same step
        page.goto(place)
        expect(page.locator("article:target h3")).to_be_visible()


def test_lamps_are_lit_by_night_only(person: NewPerson, server: Server) -> None:
    table = play_table(server, "squad_car", 1, 2)
    lit = "getComputedStyle(document.getElementById('lamps')).opacity"
    for theme, opacity in (("light", "0"), ("dark", "1")):
        page = person(color_scheme=theme)
        page.goto(table.path)
        assert page.evaluate(lit) == opacity
        chosen = "dark" if theme == "light" else "light"
        page.evaluate("theme => document.documentElement.dataset.theme = theme", chosen)
        assert page.evaluate(lit) == ("1" if opacity == "0" else "0")


AIDS = {
    "the_estates": "Permits",
    "square_mile": "Raw land",
    "milton_keynes": "Income blocks on a wall",
    "squad_car": "Dial",
}


def test_the_player_aid_lies_beside_the_board_and_opens(person: NewPerson, server: Server, game: str) -> None:
    table = play_table(server, game, 1, declaration(game).players[0])
    page = person(me=table.tokens[0])
    page.goto(table.path)
    told = page.locator("#aid", has_text=AIDS[game])
    expect(told.locator("table").first).to_be_hidden()
    page.click("#tab-help")
    expect(told.locator("table").first).to_be_visible()


def test_a_screen_reader_hears_what_happens(person: NewPerson, server: Server, game: str) -> None:
    table = play_table(server, game, 2, declaration(game).players[0])
    page = person(me=table.tokens[0])
    page.goto(table.path)
    log = page.locator("#log-list[aria-live=polite]")
    before = log.locator("li").count()
    while log.locator("li").count() == before:
        now = table.step()
        page.wait_for_function("n => +document.getElementById('step')?.max >= n", arg=now["decision"] - 1)
    assert (log.locator("li").first.text_content() or "").strip()


def test_on_a_phone_the_board_is_shown_where_the_decision_is(person: NewPerson, server: Server, game: str) -> None:
    table = play_table(server, game, 1, declaration(game).players[0])
    page = person(width=390, height=844, me=table.tokens[0], has_touch=True, reduced_motion="reduce")
    for _ in range(60):
        page.goto(table.path)
        page.wait_for_selector("#status[data-mine='1']", state="attached")
        if page.locator(".board .target").count():
            break
        table.step()
    box = page.locator(".board .target").first.bounding_box()
    sheet = page.locator(".side").bounding_box()
    assert box is not None
    assert sheet is not None
    assert 0 <= box["x"] + box["width"] / 2 <= 390
    assert 0 <= box["y"] + box["height"] / 2 <= sheet["y"]


@pytest.mark.parametrize("title", ["the_estates", "square_mile", "milton_keynes"])
def test_ones_own_line_is_the_first_of_the_score(person: NewPerson, server: Server, title: str) -> None:
    table = play_table(server, title, 2, declaration(title).players[0])
    page = person(me=table.tokens[1])
    page.goto(table.path)
    expect(page.locator("#forecast tbody tr").first).to_have_class("me")
