"""Motion shows what another player's move changed; where people want none, there is none."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tabletown.rulekit.registry import declarations
from tests.web.at_the_table import recorded_table
from tests.web.conftest import NewPerson
from tools.played import Played, play_table
from tools.running import Server

NOTE = """
window.slid = [];
document.addEventListener('animationstart', ({animationName}) => { window.dropped ||= animationName === 'drop'; });
const animate = Element.prototype.animate;
Element.prototype.animate = function (...how) { window.slid.push(this.id); return animate.apply(this, how); };
"""
RINGS = "#latest rect"


def watching(person: NewPerson, played: Played, **how: str) -> Page:
    page = person(**how)
    page.add_init_script(NOTE)
    page.goto(played.path)
    page.wait_for_selector("#board")
    standing(page)
    return page


def drive(played: Played) -> None:
    """On until a car has been driven."""
    while True:
        seat = played.settled()["pending"][0]
        legal = played.legal(seat)
        ahead = [each["id"] for each in legal if each["kind"] == "ahead"]
        played.play(seat, ahead[0] if ahead else None)
        if ahead:
            return


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_car_slides_to_where_it_is_driven(person: NewPerson, server: Server, motion: str) -> None:
    played = play_table(server, "squad_car", 2, 2)
    page = watching(person, played, reduced_motion=motion)
    cars = page.locator("#board [id^=car-]")
    before = [each.bounding_box() for each in cars.all()]
    drive(played)
    page.wait_for_function("n => +document.getElementById('step')?.max >= n", arg=played.now()["decision"] - 1)
    if motion != "reduce":
        page.wait_for_function("() => window.slid.length")
    standing(page)
    slid = page.evaluate("window.slid")
    assert bool(slid) == (motion != "reduce")
    assert all(name.startswith("car-") for name in slid)
    moved = [each for each, was in zip(cars.all(), before, strict=True) if each.bounding_box() != was]
    assert len(moved) == 1


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_cube_travels_to_its_lot(person: NewPerson, server: Server, motion: str) -> None:
    played = play_table(server, "the_estates", 2, 2)
    page = watching(person, played, reduced_motion=motion)
    for _ in range(80):
        seat = played.settled()["pending"][0]
        place = [each["id"] for each in played.legal(seat) if each["kind"] == "place_cube"]
        played.play(seat, place[0] if place else None)
        if place:
            break
    if motion != "reduce":
        page.wait_for_function("() => window.slid.length || window.dropped")
        return
    expect(page.locator(RINGS).first).to_be_visible()
    standing(page)
    assert not page.evaluate("window.slid.length || window.dropped")


FOLLOW = """
window.flights = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (...how) {
    if (this.closest('#board')) window.flights.push(this.dataset.piece || this.id);
    return animate.apply(this, how);
};
"""
NEXT_FRAMES = "() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
"""What was taken in sets out in the next one."""
STILL = """() => document.getElementById('board').getAnimations({subtree: true})
    .every(a => a.id !== 'slide' && a.animationName !== 'drop')"""
PIECES = "#board > g g[id], :is(#board, #tray) [data-piece]"
STANDING = f"""Object.fromEntries([...document.querySelectorAll('{PIECES}')].map(g => {{
    const box = g.getBoundingClientRect(), frame = document.getElementById('board').getBoundingClientRect();
    const turned = [g, ...g.querySelectorAll('[transform]')].map(e => e.getAttribute('transform'));
    return [g.dataset.piece || g.id, [box.x - frame.x, box.y - frame.y, getComputedStyle(g).translate, turned.join()]];
}}))"""


def standing(page: Page) -> dict[str, list[Any]]:
    """Where every piece stands, by what it is shifted and how it is turned, once nothing moves any more."""
    page.evaluate(NEXT_FRAMES)
    page.wait_for_function(STILL)
    found: dict[str, list[Any]] = page.evaluate(STANDING)
    assert {shift for _x, _y, shift, _turned in found.values()} <= {"none"}
    return found


def test_a_piece_moves_once_and_only_if_it_stands_elsewhere(person: NewPerson, server: Server, game: str) -> None:
    """What follows while it still slides must not take it to stand where it only passes by."""
    players = declarations()[game].players[0]
    played = play_table(server, game, players, players)
    page = person(reduced_motion="no-preference")
    page.add_init_script(FOLLOW)
    page.goto(played.path)
    page.wait_for_selector("#board")
    before = standing(page)
    for _ in range(16):
        page.evaluate("window.flights = []")
        now = played.step()
        page.wait_for_function("n => +document.getElementById('step')?.max >= n", arg=now["decision"] - 1)
        said = page.locator("#chat-list > li").count()
        server.ask(f"{played.path}/say", {"text": "While it slides"}, played.tokens[0])
        expect(page.locator("#chat-list > li")).to_have_count(said + 1)
        after = standing(page)
        both = before.keys() & after.keys()
        shifted = {name for name in both if max(abs(before[name][i] - after[name][i]) for i in (0, 1)) > 4}
        turned = {name for name in both if before[name][3] != after[name][3]}
        flights = page.evaluate("window.flights")
        assert len(flights) == len(set(flights)), "a piece moved twice"
        assert set(flights) <= shifted | turned, "a piece moved that stands as it stood"
        before = after


def test_a_moment_stays_on_the_stage_while_the_rest_of_its_push_comes_in(person: NewPerson, server: Server) -> None:
    played = play_table(server, "the_estates", 2, 2)
    page = person(reduced_motion="no-preference")
    page.add_init_script("localStorage.pace = 0.02")
    page.goto(played.path)
    page.wait_for_selector("#board")
    played.play(played.settled()["pending"][0])
    page.wait_for_selector("#decide.telling > #moment")
    page.wait_for_function("n => +document.getElementById('step')?.max >= n", arg=played.now()["decision"] - 1)
    assert page.locator("#decide.telling > #moment").count() == 1
    page.keyboard.press("Space")
    page.wait_for_selector("#moment", state="detached")


FIRST_TOLD = """() => { window.first = '';
    new MutationObserver((changes) => {
        if (changes.some(({target}) => target.id === 'moments')) window.first ||= 'push';
        else if (document.getElementById('moment')) window.first ||= 'moment';
    }).observe(document.getElementById('tabletown'), {childList: true, subtree: true}); }"""
"""What comes first of something that is told: its moment, or the push that brings it, taken in."""


def test_a_moment_is_up_before_the_rest_of_the_page_is_written(person: NewPerson, server: Server, game: str) -> None:
    played = play_table(server, game, 2, 2)
    page = watching(person, played, reduced_motion="no-preference")
    page.evaluate(FIRST_TOLD)
    told = page.locator("#moments > [id]").count()
    while not page.evaluate("window.first"):
        played.step()
    assert page.evaluate("window.first") == "moment"
    expect(page.locator("#moments > [id]")).not_to_have_count(told)


def test_what_is_opened_one_by_one_stands_on_the_board_with_its_moment(person: NewPerson, server: Server) -> None:
    played = play_table(server, "the_estates", 2, 2)
    page = person(reduced_motion="no-preference")
    page.add_init_script("localStorage.pace = 0.02")
    sockets: list[WebSocketRoute] = []

    def note(socket: WebSocketRoute) -> None:
        sockets.append(socket)

    page.route_web_socket("**/live?*", note)
    page.goto(played.path)
    page.wait_for_selector("#board")
    told = "".join(f'<li data-entry="99" data-beats="1" data-parts="{name}"><p>{name}</p></li>' for name in "abc")
    parts = [["moments-99", f'<ol id="moments-99">{told}</ol>', "moments"]]
    parts += [[name, f'<g id="{name}"><rect width="9" height="9"/></g>', "board"] for name in "abc"]
    sockets[0].send(json.dumps({"number": 1, "parts": parts, "gone": []}))
    expect(page.locator("#moment")).to_have_text("a")
    expect(page.locator("#board > #a")).to_have_count(1)
    assert page.locator("#board > :is(#b, #c)").count() == 0
    page.keyboard.press("Space")
    expect(page.locator("#board > :is(#a, #b, #c)")).to_have_count(3)


def flights_after(page: Page, key: str) -> set[str]:
    """The pieces that move when a replay goes a step on or back."""
    step = page.get_attribute("#replay", "data-step")
    page.evaluate("window.flights = []")
    page.keyboard.press(key)
    page.wait_for_function("old => document.getElementById('replay').dataset.step !== old", arg=step)
    standing(page)
    return set(page.evaluate("window.flights"))


def test_in_a_replay_pieces_move_forward_and_back(person: NewPerson, server: Server) -> None:
    page = person(reduced_motion="no-preference")
    page.add_init_script(FOLLOW)
    page.goto(f"/m/{recorded_table(server, 'squad_car')}?step=0")
    moved: set[str] = set()
    while not moved:
        moved = flights_after(page, "ArrowRight")
    assert flights_after(page, "ArrowLeft") == moved
