"""What is seen without doing anything: no word or figure is cut, the log has room, a phone opens at the right place."""

import random
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

import tabletown
from tabletown.match import Match
from tabletown.rulekit.registry import declaration
from tabletown.web.scene import Scene
from tests.web.at_the_table import sit_down_at, wait_for_my_move
from tests.web.conftest import NewPerson
from tests.web.screens import NOWHERE
from tools.played import Played, play_table, shortest
from tools.running import Server

LONG = "Wilhelmina Featherstone"
STEPS = 12
CUT = """query => [...document.querySelectorAll(query)].filter(e => e.checkVisibility() && e.clientWidth
    && e.scrollWidth > e.clientWidth + 1).map(e => e.textContent.trim().replace(/\\s+/g, ' '))"""
OUTSIDE = """() => { const home = document.getElementById('panel-forecast').getBoundingClientRect();
    return [...document.querySelectorAll('#forecast td, #forecast th')].filter(e => e.checkVisibility())
        .filter(e => e.getBoundingClientRect().right > home.right).map(e => e.textContent); }"""
LINES = """() => { const list = document.getElementById('log-list').getBoundingClientRect();
    const rows = (e, box) => Math.floor((Math.min(box.bottom, list.bottom) - box.top + 1)
        / parseFloat(getComputedStyle(e).lineHeight));
    return [...document.querySelectorAll('#log-list li p')].filter(e => e.checkVisibility())
        .map(e => Math.max(0, rows(e, e.getBoundingClientRect()))).reduce((sum, each) => sum + each, 0); }"""
"""What is long takes two, of which the list may end after the first."""
FITS = """() => { const board = document.getElementById('board').getBoundingClientRect();
    const stage = document.getElementById('decide').getBoundingClientRect();
    return [board.left >= 0, board.right <= innerWidth, board.top < stage.top, stage.bottom <= innerHeight + 1]; }"""
COVERED = """() => { const box = query => document.querySelector('#decide > ' + query)?.getBoundingClientRect();
    const act = box('.stage-act');
    const foot = document.querySelector('#decide .foot').getBoundingClientRect();
    const isUnder = e => { const it = e.getBoundingClientRect();
        return it.bottom > foot.top + 1 && it.top < foot.bottom && it.right > foot.left + 1; };
    return ['.stage-now', '.stage-subject', '.stage-seats'].filter(query => box(query)?.height
        && box(query).bottom > act.top + 1).concat([...document.querySelectorAll('#decide .go')]
        .filter(e => e.checkVisibility() && isUnder(e)).map(e => e.textContent)); }"""
OVERLAID = """() => { const boxes = ['.steps-line', '.eff', '.ways', '.stage-act']
        .map(query => [query, document.querySelector('#decide ' + query).getBoundingClientRect()]);
    return boxes.slice(1).filter(([, box], i) => box.top < boxes[i][1].bottom - 1).map(([query]) => query); }"""
"""Of what stands below one another: what begins before the one above it ends."""


def with_long_names(server: Server, game: str) -> Played:
    """Everybody is called nearly the same, and it is too long."""
    others = declaration(game).default_players - 1
    seats = [{"who": "me", "name": LONG}, *[{"who": "open"}] * others]
    made = server.ask("/api/tables", {"game": game, "seats": seats, "options": shortest(game)}).json
    table, tokens = made["table"], {0: made["token"]}
    for seat, invitation in made["invitations"].items():
        joining = {"seat": int(seat), "invitation": invitation, "name": f"{LONG[:-2]} {seat}"}
        tokens[int(seat)] = server.ask(f"/api/tables/{table}/join", joining).json["token"]
    server.ask(f"/api/tables/{table}/start", method="POST", token=tokens[0])
    return Played(server, table, tokens)


@pytest.mark.parametrize("language", ["en-GB", "ja"])
def test_no_score_is_cut_however_long_the_names_are(
    person: NewPerson, server: Server, game: str, language: str
) -> None:
    played = with_long_names(server, game)
    for _ in range(STEPS):
        played.step()
    page = person(language, me=played.tokens[0])
    for width, height in ((1280, 800), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(played.path)
        page.locator("#tab-forecast").dispatch_event("click")
        assert page.evaluate(OUTSIDE) == []
        assert page.evaluate(CUT, "#forecast td, #forecast thead th, .p-cash, .p-own") == []


def my_decisions(played: Played, most: int) -> Iterator[tuple[str, ...]]:
    """Kinds of decision of the first seat, each when it first comes."""
    seen = set()
    for _ in range(most):
        now = played.settled()
        if now["over"]:
            return
        if 0 in now["pending"]:
            kinds = tuple(sorted({action["kind"] for action in played.legal(0)}))
            if kinds not in seen:
                seen.add(kinds)
                yield kinds
        played.step()


def test_where_four_sit_no_word_of_the_stage_is_cut_and_nothing_lies_over_another(
    person: NewPerson, server: Server
) -> None:
    played = play_table(server, "milton_keynes", 1, 4, bot="neighbour")
    desk = {language: person(language, me=played.tokens[0]) for language in ("en-GB", "ja")}
    phone = person("ja", width=390, height=844, me=played.tokens[0], has_touch=True)
    found = 0
    for kinds in my_decisions(played, 60):
        for language, page in desk.items():
            page.goto(played.path)
            assert page.evaluate(CUT, "#decide :is(.did, .foot > *, .btn), .p-name") == [], (language, kinds)
        phone.goto(played.path)
        assert phone.evaluate(COVERED) == [], kinds
        for page in (*desk.values(), phone):
            page.goto(NOWHERE)  # until there is more to look at
        found += 1
    assert found > 5


def placing_the_last_roof() -> Match:
    """Five players, and what a place would mean for each of them."""
    game, rng = tabletown.game("the_estates"), random.Random(1)
    match = game.new(players=5, seed=1)
    while len(Scene(match, match.pending[0], "en").first_meaning.effects) < match.players:
        seat = match.pending[0]
        match.play(seat, rng.choice(list(match.rules.legal_actions(match.perfect_memory(seat), seat))))
    return match


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1440, 757), (1440, 900), (390, 844)])
def test_what_a_place_changes_for_five_lies_over_nothing(
    person: NewPerson, server: Server, width: int, height: int
) -> None:
    page = person(width=width, height=height)
    sit_down_at(page, server, placing_the_last_roof())
    assert page.locator("#decide .eff tbody tr").count() == 5
    assert page.evaluate(OVERLAID) == []
    assert page.evaluate(CUT, "#decide .did") == []


def test_the_log_shows_eight_lines_and_those_of_one_player_alone(person: NewPerson, server: Server) -> None:
    played = play_table(server, "square_mile", 2, 3)
    for _ in range(STEPS):
        played.step()
    page = person(me=played.tokens[0], width=1440, height=900)
    page.goto(played.path)
    page.wait_for_function(f"() => ({LINES})() >= 8")
    seats = {line.get_attribute("data-seat") for line in page.locator("#log-list > li[data-seat]").all()}
    assert len(seats) > 1
    only = page.locator("[data-only='0']")
    only.click()
    shown = page.locator("#log-list > li[data-seat]:visible").all()
    assert {line.get_attribute("data-seat") for line in shown} == {"0"}
    only.click()
    assert len(page.locator("#log-list > li[data-seat]:visible").all()) > len(shown)


def test_a_phone_opens_with_the_whole_board_and_the_decision_in_view(
    person: NewPerson, server: Server, game: str
) -> None:
    played = play_table(server, game, 1, declaration(game).default_players)
    page = person(me=played.tokens[0], width=390, height=844, has_touch=True)
    page.goto(played.path)
    wait_for_my_move(page)
    assert page.evaluate(FITS) == [True] * 4
    assert page.evaluate("scrollY") == 0, "nobody is scrolled away while the place is in view"
    assert page.evaluate(CUT, ".strip .p-name") == []


def test_the_sheet_of_a_phone_is_drawn_up_and_down(person: NewPerson, server: Server) -> None:
    played = play_table(server, "the_estates", 1, 3)
    page = person(me=played.tokens[0], width=390, height=844, has_touch=True)
    page.goto(played.path)
    for way, sheet in ((-80, "up"), (80, ""), (80, "down")):
        page.locator(".grab").dispatch_event("pointerdown", {"clientY": 400, "bubbles": True})
        page.locator(".grab").dispatch_event("pointerup", {"clientY": 400 + way, "bubbles": True})
        assert page.evaluate("document.querySelector('.play').dataset.sheet") == sheet
    page.click("#tab-log")
    expect(page.locator("#tab-log")).to_have_attribute("aria-selected", "true")
    expect(page.locator("#panel-log")).to_be_visible()


def is_open(page: Page) -> bool:
    return bool(page.evaluate("document.getElementById('menu').open"))


def test_the_menu_closes_by_escape_and_by_a_click_beside_it(person: NewPerson, server: Server) -> None:
    played = play_table(server, "the_estates", 1, 3)
    page = person(me=played.tokens[0])
    page.goto(played.path)
    closers: tuple[Callable[[], None], ...] = (lambda: page.keyboard.press("Escape"), lambda: page.mouse.click(640, 22))
    for close in closers:
        page.click("#menu > summary")
        assert is_open(page)
        close()
        assert not is_open(page)


def test_nobody_asks_for_a_reason_without_a_name(person: NewPerson, server: Server, game: str) -> None:
    """Whatever is clicked on the board: no request has an action that is none."""
    played = play_table(server, game, 1, declaration(game).default_players)
    page = person(me=played.tokens[0])
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(played.path)
    wait_for_my_move(page)
    places = page.locator("#board .target")
    for number in range(min(6, places.count())):
        places.nth(number).dispatch_event("mouseover")
    page.locator("[data-whynot]").first.dispatch_event("click")
    page.wait_for_selector("#refusal .pop")
    assert not [url for url in asked if "undefined" in url or "action=&" in url or url.endswith("action=")]


def test_a_refusal_goes_when_something_is_played(person: NewPerson, server: Server) -> None:
    played = play_table(server, "the_estates", 1, 3)
    page = person(me=played.tokens[0])
    page.goto(played.path)
    wait_for_my_move(page)
    page.locator("[data-whynot]").first.dispatch_event("click")
    page.wait_for_selector("#refusal .pop")
    assert page.evaluate("getComputedStyle(document.querySelector('#refusal .pop')).pointerEvents") == "none"
    page.locator("#decide form[action$='/play'] button:not([type=button], :disabled)").first.dispatch_event("click")
    expect(page.locator("#refusal .pop")).to_have_count(0)
