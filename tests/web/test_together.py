"""People at one table: who is there, who is typing, what is said while nobody looks."""

import asyncio
import contextlib
import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from tabletown.web import presence
from tabletown.web.presence import TYPING, Presence
from tabletown.web.pushes import Message
from tabletown.web.viewers import Viewer
from tests.web.at_the_table import awaited
from tests.web.conftest import NewPerson
from tests.web.connecting import connect
from tests.web.test_bad_input import FORM
from tools.played import Played, play_table
from tools.running import PATIENCE, Server


def opened(played: Played, token: str = "") -> ClientConnection:
    address = f"ws://127.0.0.1:{played.server.port}{played.path}/live"
    return connect(address, additional_headers={"cookie": f"me={token}"} if token else {})


def beside(connection: ClientConnection) -> dict[str, Any]:
    """The next message that is no part of a page."""
    while "parts" in (told := json.loads(connection.recv(PATIENCE))):
        pass
    found: dict[str, Any] = told
    return found


def say(played: Played, seat: int, text: str) -> None:
    answer = played.server.ask(f"{played.path}/say", f"text={text}".encode(), played.tokens[seat], kind=FORM)
    assert answer.status == 303


# ---------------------------------------------------------------- who is there


def told_while(act: Callable[[Presence], None], rest: float = 0.0) -> list[dict[str, int | None]]:
    """What others are told of a table while something happens to its connections."""
    told: list[dict[str, int | None]] = []

    def hear(_table: str, message: Message, _concerns: Callable[[Viewer], bool]) -> None:
        told.append(json.loads(message)["present"])

    async def happen() -> None:
        kept = Presence(hear)
        act(kept)
        await asyncio.sleep(rest)
        kept.close()

    awaited(happen())
    return told


def test_others_hear_who_comes_and_not_of_every_connection_that_ends_and_comes_back() -> None:
    def come_and_go(kept: Presence) -> None:
        for _ in range(20):
            with kept.there("table", [1]), kept.there("table", [1]):
                pass
        with kept.there("table", []):
            pass

    assert told_while(come_and_go) == [{"1": 0}]


def test_whoever_stays_away_was_last_seen_then(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "LINGERS", 0.0)

    def come_and_go(kept: Presence) -> None:
        with kept.there("table", [0, 2]):
            pass

    assert told_while(come_and_go, 0.05) == [{"0": 0, "2": 0}, {"2": 0, "0": 1}, {"0": 1, "2": 1}]


def test_of_many_tables_those_that_everybody_has_left_longest_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "LINGERS", 0.0)
    monkeypatch.setattr(presence, "MOST_REMEMBERED", 2)

    async def happen() -> list[Message | None]:
        kept = Presence(lambda _table, _message, _concerns: None)
        with kept.there("held", [0]):
            for table in ("one", "two", "three"):
                with kept.there(table, [0]):
                    pass
                await asyncio.sleep(0.02)
            return [kept.message(table) for table in ("held", "one", "two", "three")]

    held, one, two, three = awaited(happen())
    assert held == '{"present": {"0": 0}}'
    assert (one, two) == (None, None)
    assert three == '{"present": {"0": 1}}'


def test_everybody_at_the_table_hears_who_has_it_open_and_who_left(server: Server) -> None:
    played = play_table(server, "the_estates", 2, 3)
    with opened(played) as watcher, opened(played, played.tokens[0]) as mika:
        assert beside(watcher) == beside(mika) == {"present": {"0": 0}}
        with opened(played, played.tokens[1]) as noor:
            assert beside(noor) == beside(mika) == beside(watcher) == {"present": {"0": 0, "1": 0}}
        with opened(played, played.tokens[1]) as again:
            assert beside(again) == {"present": {"0": 0, "1": 0}}
        left = beside(mika)["present"]
        assert left["0"] == 0
        assert left["1"] >= presence.LINGERS - 1
        assert beside(watcher)["present"].keys() == {"0", "1"}


# ---------------------------------------------------------------- typing


def test_those_at_the_table_hear_who_is_typing_now_and_then(server: Server) -> None:
    played = play_table(server, "the_estates", 2, 2)
    with opened(played) as watcher, opened(played, played.tokens[0]) as mika, opened(played, played.tokens[1]) as noor:
        for _ in range(40):
            noor.send(TYPING)
        while "typing" not in (told := beside(mika)):
            pass
        assert told == {"typing": 1, "name": "Noor"}
        assert beside(mika) == told
        say(played, 1, "Well")
        for connection in (watcher, noor, mika):
            heard = [json.loads(connection.recv(PATIENCE))]
            while not any(part[0].startswith("chat-") for part in heard[-1].get("parts", ())):
                heard.append(json.loads(connection.recv(PATIENCE)))
            assert [each for each in heard if "typing" in each] == []


def test_whoever_has_no_seat_types_to_nobody_and_is_sent_away_in_the_end(server: Server) -> None:
    played = play_table(server, "the_estates", 2, 2)
    with opened(played, played.tokens[0]) as mika, opened(played) as watcher:
        for _ in range(100):
            watcher.send(TYPING)
        with contextlib.suppress(ConnectionClosed):
            while True:
                watcher.recv(PATIENCE)
        say(played, 0, "Anybody")
        while "parts" not in (told := json.loads(mika.recv(PATIENCE))) or "Anybody" not in str(told):
            assert "typing" not in told


# ---------------------------------------------------------------- on the page


COVERED = """() => {
    const boxes = [...document.querySelectorAll('.toast')].map(each => each.getBoundingClientRect());
    const aims = document.querySelectorAll('.target, #decide button, #decide input, #decide select');
    return boxes.length && [...aims].filter(aim => {
        const a = aim.getBoundingClientRect();
        return a.width && boxes.some(b => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom);
    }).map(aim => aim.outerHTML.slice(0, 80));
}"""
"""What one decides with that lies below a toast."""


def dot(page: Page, seat: int) -> Any:
    return page.locator(f"#seat-{seat} .there")


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)], ids=["desk", "phone"])
def test_people_see_each_other_come_type_and_talk(person: NewPerson, server: Server, width: int, height: int) -> None:
    played = play_table(server, "the_estates", 2, 3)
    mika = person(width=width, height=height, me=played.tokens[0], reduced_motion="reduce")
    mika.goto(played.path)
    expect(dot(mika, 0)).to_have_attribute("aria-label", "here now")
    expect(dot(mika, 1)).to_have_attribute("title", "away")
    expect(dot(mika, 2)).to_have_count(0)
    noor = person("ja", me=played.tokens[1])
    noor.goto(played.path)
    expect(dot(mika, 1)).to_have_attribute("data-is", "here")
    expect(dot(noor, 0)).to_have_attribute("title", "います")

    mika.evaluate("() => scrollTo(0, 400)")
    say(played, 1, "Shall+we")
    toast = mika.locator(".toast")
    expect(toast).to_have_text("Noor Shall we")
    assert mika.evaluate(COVERED) == []
    expect(noor.locator(".toast")).to_have_count(0)
    say(played, 1, "Soon")
    expect(mika.locator("#chat-count b")).to_have_text("2")
    mika.goto("/")
    mika.goto(played.path)
    expect(mika.locator("#chat-count b")).to_have_text("2")
    expect(mika.locator(".toast")).to_have_count(0)
    expect(dot(mika, 1)).to_have_attribute("data-is", "here")
    say(played, 1, "Now")
    mika.locator(".toast").click()
    expect(mika.locator("#tab-chat")).to_have_attribute("aria-selected", "true")
    expect(mika.locator("#chat-count")).to_be_hidden()

    noor.click("#tab-chat")
    noor.fill("#panel-chat input[name=text]", "I thi")
    expect(mika.locator("#typing")).to_have_text("Noor is typing …")
    say(played, 1, "I+think+so")
    expect(mika.locator("#typing")).to_have_text("")
    expect(mika.locator(".toast")).to_have_count(0)
    mika.reload()
    expect(mika.locator("#chat-count")).to_be_hidden()
    noor.close()
    expect(dot(mika, 1)).to_have_attribute("title", "away, last seen this minute")
    played.step()
    expect(dot(mika, 1)).to_have_attribute("data-is", "away")
