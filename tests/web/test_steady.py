"""Nothing jumps and nothing is lost: while others move, when the connection breaks, when the server does."""

from collections.abc import Callable
from functools import partial
from random import Random

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tabletown.rulekit.registry import declaration, declarations
from tests.web.at_the_table import OVER, decide, in_words, wait_for_my_move
from tests.web.conftest import NewPerson
from tools.played import Played, play_table
from tools.running import Server

PLACES = """() => Object.fromEntries(['.bar', '.strip', '#seat-0', '#seat-1', '#board', '#tray', '.side'].map(
    query => [query, document.querySelector(query)?.getBoundingClientRect()]).map(
    ([query, box]) => [query, box && [box.x, box.y, box.width].map(Math.round)]))"""

NOTE_SHIFTS = """
window.shifts = [];
new PerformanceObserver(list => { for (const shift of list.getEntries()) {
    const moved = shift.sources.map(({node}) => node?.id || node?.className || node?.nodeName);
    window.shifts.push([shift.value, moved.join(' ')]); } }).observe({type: 'layout-shift', buffered: true});
localStorage.pace = '2';
"""
"""All of it, also what follows one's own click: nothing shall jump, whoever caused it."""
JUMP = "() => { document.getElementById('tabletown').style.marginTop = '90px'; }"
MOST_SHIFT = 0.02
BY_HAND, IN_ALL = 2, 30
"""Decisions of one's own: of more there come only more of the same."""


def under_way(server: Server, game: str, people: int, steps: int) -> Played:
    """A table at which something has been played, and is not over: people who play at random may end a game soon."""
    while True:
        played = play_table(server, game, 2, people)
        for _ in range(steps):
            played.step()
        if not played.settled()["over"]:
            return played


def somebody_elses_turn(played: Played) -> bool:
    """On to a decision that is not seat 0's; whether there is one."""
    while 0 in played.settled()["pending"]:
        played.step()
    return not played.now()["over"]


def wait_for_a_push(page: Page, act: Callable[[], None]) -> None:
    number = page.get_attribute("#tabletown", "data-number")
    act()
    page.wait_for_function("n => document.getElementById('tabletown').dataset.number !== n", arg=number)


def move_of_another(played: Played) -> None:
    """Some decision of another person, and seat 0 sees a difference."""
    path, token = f"/api/tables/{played.table}", played.tokens[0]
    before = played.server.ask(f"{path}/view?seat=0", token=token).json["text"], played.now()["pending"]
    while (played.server.ask(f"{path}/view?seat=0", token=token).json["text"], played.now()["pending"]) == before:
        played.play(next(seat for seat in played.now()["pending"] if seat in played.tokens and seat != 0))


def step(played: Played) -> None:
    """On until seat 0 sees a difference: parts of a sealed answer show nothing."""
    path, token = f"/api/tables/{played.table}/view?seat=0", played.tokens[0]
    before = played.server.ask(path, token=token).json["text"]
    while played.server.ask(path, token=token).json["text"] == before:
        played.step()


def say(played: Played, seat: int, text: str) -> None:
    kind = "application/x-www-form-urlencoded"
    answer = played.server.ask(f"{played.path}/say", f"text={text}".encode(), played.tokens[seat], kind=kind)
    assert answer.status == 303


def test_what_is_half_typed_focused_scrolled_and_open_survives_another_players_move(
    person: NewPerson, server: Server, game: str
) -> None:
    played = under_way(server, game, 2, 10)
    while not somebody_elses_turn(played):
        played = under_way(server, game, 2, 10)
    page = person(me=played.tokens[0], height=700, reduced_motion="reduce")
    page.goto(played.path)
    in_words(page)
    scrolled = page.evaluate("document.querySelector('#as-text').scrollTop = 30")
    page.click("#tab-chat")
    page.locator("#panel-chat input[name=text]").press_sequentially("I was just thi")
    wait_for_a_push(page, lambda: move_of_another(played))
    typing = page.locator("#panel-chat input[name=text]")
    expect(typing).to_be_focused()
    expect(typing).to_have_value("I was just thi")
    expect(page.locator("#in-words")).to_have_attribute("open", "")
    expect(page.locator("#tab-chat")).to_have_attribute("aria-selected", "true")
    page.click("#tab-help")
    assert page.evaluate("document.querySelector('#as-text').scrollTop") == scrolled


def test_a_half_chosen_bid_survives_what_others_do(person: NewPerson, server: Server) -> None:
    played = play_table(server, "the_estates", 2, 2)
    page = person(me=played.tokens[0])
    while True:
        played.settled()
        if 0 in played.now()["pending"] and any(each["kind"] == "bid" for each in played.legal(0)):
            break
        played.step()
    page.goto(played.path)
    wait_for_my_move(page)
    low = int(page.get_attribute(".sum-in", "min") or 0)
    page.fill(".sum-in", str(low + 1))
    wait_for_a_push(page, lambda: say(played, 1, "hurry"))
    expect(page.locator(".sum-in")).to_have_value(str(low + 1))
    expect(page.locator(".sum-in")).to_be_focused()
    expect(page.locator("#chat-list")).to_contain_text("hurry")


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)], ids=["desk", "phone"])
def test_nothing_jumps_when_somebody_else_moves(
    person: NewPerson, server: Server, game: str, width: int, height: int
) -> None:
    page = person(width=width, height=height, reduced_motion="reduce")
    for _ in range(4):  # tables, as a game of people who play at random may soon be over
        played = under_way(server, game, 2, 6)
        page.context.add_cookies([{"name": "me", "value": played.tokens[0], "url": server.address}])
        page.goto(played.path)
        for _ in range(2):
            if not somebody_elses_turn(played):
                break
            page.wait_for_selector("#status[data-mine='0']", state="attached")
            before = page.evaluate(PLACES)
            wait_for_a_push(page, partial(move_of_another, played))
            if page.get_attribute("#status", "data-mine") == "0":  # one's own move is shown where it is
                assert page.evaluate(PLACES) == before


@pytest.mark.parametrize(
    ("title", "width", "height"),
    [*[(title, 1440, 900) for title in declarations()], ("the_estates", 390, 844), ("squad_car", 390, 844)],
)
def test_the_page_hardly_shifts_over_a_whole_game(
    person: NewPerson, server: Server, title: str, width: int, height: int
) -> None:
    """The first decisions by hand, with everything told; then on to the end, with everything taken in at once."""
    played = play_table(server, title, 1, declaration(title).default_players)
    page = person(me=played.tokens[0], width=width, height=height, reduced_motion="no-preference")
    page.add_init_script(NOTE_SHIFTS)
    page.goto(played.path)
    page.wait_for_selector("#board")
    decisions, rng = 0, Random(3)
    while decisions < BY_HAND and wait_for_my_move(page):
        decide(page, rng)
        decisions += 1
    page.evaluate("localStorage.pace = '0'")
    while decisions < IN_ALL and not played.settled()["over"]:
        played.step()
        decisions += 1
    if played.now()["over"]:
        page.wait_for_selector(OVER, state="attached")
        page.wait_for_selector("#standings svg:visible")  # of two, one is for phones
    page.wait_for_timeout(200)  # what was drawn last is measured too
    shifts = page.evaluate("window.shifts")
    page.evaluate(JUMP)  # a page that never shifted must be told from one that was not measured
    page.wait_for_function("known => window.shifts.length > known", arg=len(shifts))
    worst = sorted(shifts, reverse=True)[:5]
    assert sum(value for value, _moved in shifts) / decisions < MOST_SHIFT, worst


def test_a_broken_connection_comes_back_and_goes_on_from_the_last_number(
    person: NewPerson, server: Server, game: str
) -> None:
    played = play_table(server, game, 2, 2)
    played.settled()
    page = person(me=played.tokens[0])
    connections: list[WebSocketRoute] = []
    frames: list[list[str]] = []

    def connect(route: WebSocketRoute) -> None:
        connections.append(route)
        upstream = route.connect_to_server()
        heard: list[str] = []
        frames.append(heard)

        def hear(message: str | bytes) -> None:
            heard.append(str(message))
            route.send(message)

        upstream.on_message(hear)

    page.route_web_socket("**/live?*", connect)
    page.goto(played.path)
    words = in_words(page)
    wait_for_a_push(page, lambda: step(played))
    number = page.get_attribute("#tabletown", "data-number")
    connections[0].close()
    expect(page.locator("#lost")).to_be_visible()
    step(played)
    expect(page.locator("#lost")).to_be_hidden()
    page.wait_for_function("n => document.getElementById('tabletown').dataset.number !== n", arg=number)
    assert f"number={number}" in connections[1].url
    assert "scenery" not in frames[1][0], "still parts are not sent again"
    text = server.ask(f"/api/tables/{played.table}/view?seat=0", token=played.tokens[0]).json["text"]
    expect(words).to_have_text(text)
    page.reload()
    expect(words).to_have_text(text)


@pytest.mark.own_server
def test_a_killed_server_goes_on_where_it_was(person: NewPerson, server: Server, game: str) -> None:
    played = under_way(server, game, declaration(game).players[0], 20)
    page = person(me=played.tokens[0])
    before = played.now(), [
        server.ask(f"/api/tables/{played.table}/view?seat={seat}", token=token).json
        for seat, token in played.tokens.items()
    ]
    page.goto(played.path)
    words = page.locator("#as-text").text_content()
    server.kill()
    expect(page.locator("#lost")).to_be_visible()
    server.start()
    expect(page.locator("#lost")).to_be_hidden()
    after = played.now(), [
        server.ask(f"/api/tables/{played.table}/view?seat={seat}", token=token).json
        for seat, token in played.tokens.items()
    ]
    assert after == before
    assert page.locator("#as-text").text_content() == words
    wait_for_a_push(page, lambda: step(played))


def test_a_tab_that_is_opened_shows_the_position_of_now_and_goes_on_with_it(person: NewPerson, server: Server) -> None:
    played = play_table(server, "the_estates", 2, 2)
    page, other = (person(me=played.tokens[0]) for _ in range(2))
    page.goto(played.path)
    for _ in range(4):
        wait_for_a_push(page, lambda: step(played))
    page.click("#tab-forecast")
    for _ in range(2):
        other.goto(played.path)
        rows = other.locator("#forecast td").all_text_contents()
        expect(page.locator("#forecast td")).to_have_text(rows)
        wait_for_a_push(page, lambda: step(played))


@pytest.mark.own_server
def test_what_was_taken_back_while_nobody_could_hear_it_leaves_the_log(person: NewPerson, server: Server) -> None:
    played = play_table(server, "the_estates", 2, 2)
    page = person(me=played.tokens[0])
    page.goto(played.path)
    mover = played.settled()["pending"][0]
    wait_for_a_push(page, lambda: played.play(mover))
    lines = page.locator("#log-list > [id]").count()
    page.context.set_offline(True)
    server.kill()
    server.start()
    form = "application/x-www-form-urlencoded"
    server.ask(f"{played.path}/undo", f"seat={mover}".encode(), played.tokens[mover], kind=form)
    page.context.set_offline(False)
    expect(page.locator("#lost")).to_be_hidden()
    expect(page.locator("#log-list > [id]")).not_to_have_count(lines)
    shown = page.locator("#log-list").all_text_contents()
    page.reload()
    assert page.locator("#log-list").all_text_contents() == shown
