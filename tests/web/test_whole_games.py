"""Every game, from its first decision to its result, in real browsers."""

import random

from playwright.sync_api import Page, expect

from tabletown.rulekit.registry import declaration
from tests.web.at_the_table import (
    CHOICE,
    MINE,
    asked,
    away_to_the_end,
    decide,
    key_of,
    seat_two_people,
    see_it_made,
    wait_for_my_move,
)
from tests.web.conftest import NewPerson
from tools.played import Played, play_table
from tools.running import Server

BY_KEYBOARD, NOTHING_NEW = 60, 12
"""Decisions at most, and in a row of kinds that came before; what is left of a game is played out through the JSON
door, and its result is come back to."""
BY_MOUSE = 8
"""Rounds in which whoever may decides by hand."""
ONCE_AROUND = 400
"""No page has more to tab through."""
TABS_TO_A_CHOICE = """query => {
    const all = [...document.querySelectorAll('a[href], button, input, select, summary, [tabindex]')].filter(
        e => e.tabIndex >= 0 && !e.disabled && e.type !== 'hidden' && e.checkVisibility());
    const at = document.activeElement, after = n => at.compareDocumentPosition(n) & Node.DOCUMENT_POSITION_FOLLOWING;
    const order = [...all.filter(e => e === at), ...all.filter(after), ...all.filter(e => e !== at && !after(e))];
    const presses = all.includes(at) ? 0 : 1;
    return order.map((e, n) => e.matches(query) ? n + presses : -1).filter(n => n >= 0);
}"""


def tab_to_a_choice(page: Page, rng: random.Random) -> None:
    """By the tabulator alone to something that decides: the first, or one of the next few."""
    ahead = page.evaluate(TABS_TO_A_CHOICE, CHOICE)
    for _ in range(rng.choice(ahead[:4])):
        page.keyboard.press("Tab")
    for _ in range(ONCE_AROUND):  # a push that comes between may shift what is ahead
        if page.evaluate("query => document.activeElement.matches(query)", CHOICE):
            return
        page.keyboard.press("Tab")
    raise AssertionError("no choice is reached with the tabulator")


def test_a_game_is_played_by_keyboard_alone(person: NewPerson, server: Server, game: str) -> None:
    rng = random.Random(f"keyboard {game}")
    played = play_table(server, game, 1, declaration(game).players[0])
    page = person(me=played.tokens[0], reduced_motion="reduce")
    page.goto(played.path)
    seen, alike = set[tuple[str, ...]](), 0
    for _ in range(BY_KEYBOARD):
        if alike == NOTHING_NEW or not wait_for_my_move(page):
            break
        kinds = tuple(sorted({each["kind"] for each in played.legal(0)}))
        alike = alike + 1 if kinds in seen else 0
        seen.add(kinds)
        before = asked(page)
        tab_to_a_choice(page, rng)
        page.keyboard.press("Enter")
        see_it_made(page, before)
    if not played.settled()["over"]:
        away_to_the_end(played, page)
    expect(page.locator("#phase")).to_have_attribute("data-phase", "over")
    expect(page.locator("#decide h2")).to_be_visible()
    assert server.ask(f"/api/tables/{played.table}").json["over"]


def test_two_browsers_and_a_bot_play_to_the_end_and_see_the_same(
    person: NewPerson, server: Server, game: str
) -> None:
    """Their first decisions by mouse, the others through the server's other door while both are away."""
    rng = random.Random(f"two browsers {game}")
    host, guest = person(reduced_motion="reduce"), person("ja-JP", 390, 844, reduced_motion="reduce")
    seat_two_people(host, guest, game)
    for _ in range(BY_MOUSE):
        for page in (host, guest):
            if page.locator(MINE).count():
                decide(page, rng)
    played = Played(server, host.url.rsplit("/", 1)[1], {0: key_of(host), 1: key_of(guest)}, rng)
    away_to_the_end(played, host, guest)
    for page in (host, guest):
        expect(page.locator("#phase")).to_have_attribute("data-phase", "over")
    guest.context.add_cookies([{"name": "language", "value": "en", "url": guest.url}])
    guest.reload()
    assert host.locator("#forecast td").all_text_contents() == guest.locator("#forecast td").all_text_contents()
    host.locator("#decide form[action$=rematch] button").click()
    host.wait_for_url("**/t/*")
    expect(host.locator(".player")).to_have_count(guest.locator(".player").count())


def test_a_newcomer_is_in_a_game_within_two_clicks(person: NewPerson, game: str) -> None:
    page = person()
    page.goto("/")
    page.locator(f"form[action='/play-now/{game}'] button:not([name])").click()
    expect(page.locator("#board")).to_be_visible()
    expect(page.locator(".player")).to_have_count(declaration(game).default_players)
    expect(page.locator(".player.me")).to_have_count(1)
