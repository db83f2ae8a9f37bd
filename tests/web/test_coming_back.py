"""Being called to one's move, and finding one's way when one comes back."""

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import NewPerson
from tools.played import Played, play_table
from tools.running import Server

COUNTED = """
    window.shown = [];
    window.Notification = class { static permission = '%s'; static asked = 0;
        static requestPermission() { Notification.asked++; Notification.permission = 'granted'; }
        constructor(title) { window.shown.push(title); } };
    window.beeps = 0;
    window.Audio = class { constructor(from) { this.from = from; }
        play() { window.beeps++; window.heard = this.from; } };
"""
HIDDEN = "Object.defineProperty(document, 'hidden', { get: () => window.away === true, configurable: true });"


def waiting_player(person: NewPerson, played: Played, permission: str) -> Page:
    """The page of seat 0 while the other is to decide."""
    while 0 in played.settled()["pending"]:
        played.step()
    page = person(me=played.tokens[0])
    page.add_init_script(COUNTED % permission + HIDDEN)
    page.goto(played.path)
    page.wait_for_selector("#status[data-mine='0']", state="attached")
    return page


def on_to_seat_0(played: Played, page: Page) -> None:
    while 0 not in played.now()["pending"]:
        played.play(1)
    page.wait_for_selector("#status[data-mine='1']", state="attached")


def test_the_title_and_a_notification_call_whoever_looks_elsewhere(person: NewPerson, server: Server) -> None:
    played = play_table(server, "the_estates", 2, 2)
    page = waiting_player(person, played, "granted")
    assert page.title() == "The Estates"
    page.evaluate("window.away = true")
    on_to_seat_0(played, page)
    expect(page).to_have_title("● Your move · The Estates")
    assert page.evaluate("window.shown") == ["Your move · The Estates"]


@pytest.mark.parametrize(("permission", "away"), [("default", True), ("denied", True), ("granted", False)])
def test_nobody_is_notified_who_looks_on_or_did_not_allow_it(
    person: NewPerson, server: Server, permission: str, away: bool
) -> None:
    played = play_table(server, "the_estates", 2, 2)
    page = waiting_player(person, played, permission)
    page.evaluate(f"window.away = {str(away).lower()}")
    on_to_seat_0(played, page)
    assert page.evaluate("window.shown") == []


def test_the_browser_is_asked_for_notifications_only_on_a_click(person: NewPerson, server: Server) -> None:
    played = play_table(server, "the_estates", 2, 2)
    page = waiting_player(person, played, "default")
    assert page.evaluate("Notification.asked") == 0
    page.click("#menu summary")
    page.click("[data-notify]")
    assert page.evaluate("Notification.asked") == 1


def test_sound_is_off_until_it_is_switched_on_and_stays_on(person: NewPerson, server: Server) -> None:
    played = play_table(server, "the_estates", 2, 2)
    page = waiting_player(person, played, "default")
    on_to_seat_0(played, page)
    assert page.evaluate("window.beeps") == 0
    while 0 in played.now()["pending"]:
        played.play(0)
    page.wait_for_selector("#status[data-mine='0']", state="attached")
    page.click("#menu summary")
    expect(page.locator("[data-sound]")).to_have_attribute("aria-pressed", "false")
    page.click("[data-sound]")
    expect(page.locator("[data-sound]")).to_have_attribute("aria-pressed", "true")
    on_to_seat_0(played, page)
    assert page.evaluate("window.beeps") == 1
    kind = page.evaluate("async () => (await fetch(window.heard)).headers.get('content-type')")
    assert kind.startswith("audio/wav")
    page.reload()
    expect(page.locator("[data-sound]")).to_have_attribute("aria-pressed", "true")


def test_the_log_marks_what_happened_since_one_was_last_here(person: NewPerson, server: Server) -> None:
    played = play_table(server, "the_estates", 2, 2)
    for _ in range(3):
        played.step()
    page = person(me=played.tokens[0])
    page.goto(played.path)
    newest = page.locator("#log-list li").first.get_attribute("data-entry")
    assert page.locator("[data-since]#log-list, #log-list [data-since]").count() == 0
    page.goto("/")
    for _ in range(2):
        played.step()
    page.goto(played.path)
    expect(page.locator("#log-list [data-since]")).to_have_attribute("data-entry", str(newest))
    expect(page.locator("#log-list [data-since]")).to_have_attribute("data-since", "since you were last here")
