"""What a person does at a table, for tests."""

import asyncio
import json
import random
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from playwright.sync_api import Locator, Page, expect

from tabletown import Match, load
from tabletown.rulekit.registry import declaration
from tabletown.web.table import Table
from tests.web.screens import NOWHERE
from tools.played import Played, open_record, shortest
from tools.running import PATIENCE, Server

T = TypeVar("T")
MINE = "#status[data-mine='1']"
OVER = "#phase[data-phase='over']"
CHOICE = "#decide form[action$='/play'] button:not([type=button], [disabled]), #decide button[form], .target"

OPTIONS = "#new .options-fold > summary"
"""What nobody has to look at before a game is folded away in the lobby."""


async def nothing(table: Table, only: int | None) -> None:
    """Nobody looks on."""


def play_now(page: Page, game: str = "the_estates") -> str:
    """From the lobby to a game; answers the table's path. By key, so that no pointer rests on the board."""
    page.goto("/")
    page.locator(f"form[action='/play-now/{game}'] button:not([name])").press("Enter")
    page.wait_for_url("**/t/*")
    return page.url.split("/", 3)[3]


def key_of(page: Page) -> str:
    """By which the server knows the person."""
    return next(cookie["value"] for cookie in page.context.cookies() if cookie["name"] == "me")


def wait_for_my_move(page: Page) -> bool:
    """False if the game is over instead."""
    page.wait_for_selector(f"{MINE}, {OVER}", state="attached")
    return page.locator(OVER).count() == 0


def asked(page: Page) -> str:
    """Which decision is open on the page, and how much of it has been put together."""
    said: str = page.evaluate("(s => `${s.decision}+${s.drafted}`)(document.getElementById('status').dataset)")
    return said


def in_words(page: Page) -> Locator:
    """The position in words, which is told to those alone who open it: what came with the page is replaced."""
    page.evaluate("document.getElementById('as-text').dataset.old = ''")
    page.click("#tab-help")
    page.click("#in-words summary")
    page.wait_for_selector("#as-text:not([data-old])")
    return page.locator("#as-text")


def see_it_made(page: Page, before: str) -> None:
    """The next decision, or the end, is on the page."""
    page.wait_for_function(
        "d => { const s = document.getElementById('status')?.dataset; return s && (s.mine !== '1'"
        " || document.querySelector('#phase').dataset.phase === 'over' || `${s.decision}+${s.drafted}` !== d); }",
        arg=before,
    )


DECIDE = """([query, share]) => {
    const status = document.getElementById('status')?.dataset;
    const all = [...document.querySelectorAll(query)].filter(e => e.getClientRects().length);
    if (status?.mine !== '1' || !all.length) return '';
    const before = `${status.decision}+${status.drafted}`;
    const click = new MouseEvent('click', { bubbles: true, cancelable: true });
    all[Math.floor(share * all.length)].dispatchEvent(click);
    return before;
}"""


def decide(page: Page, rng: random.Random | None = None) -> None:
    """Make any decision by mouse, once there is one, and see it made: on the board if it can be, else in the panel."""
    before = page.wait_for_function(DECIDE, arg=[CHOICE, (rng or random).random()]).json_value()
    see_it_made(page, before)


def away_to_the_end(played: Played, *pages: Page) -> None:
    """The game is played out through the JSON door while nobody looks on, and everybody comes back to its result."""
    for page in pages:
        page.goto(NOWHERE)
    played.to_the_end()
    for page in pages:
        page.goto(played.path)


def seat_two_people(host: Page, guest: Page, game: str) -> None:
    """A table of two people and at least one bot: the second person comes by the link that the first sends."""
    counts = declaration(game).players
    players = next(count for count in counts if count > 2)
    host.goto(f"/?game={game}")
    host.fill("input[name=name]", "Mara")
    for seat in range(1, counts[-1]):
        who = "open" if seat == 1 else "visitor" if seat < players else "none"
        host.select_option(f"select[name=seat-{seat}]", who)
    host.click(OPTIONS)
    for name, value in shortest(game).items():
        host.select_option(f"select[name=option-{name}]", str(value))
    host.click("#new .acts button")
    link = host.locator("[data-copy]").first.input_value()
    assert host.locator(".qr svg").count() == 1
    guest.goto(link)
    guest.fill("input[name=name]", "Jun")
    guest.click("main button")
    guest.wait_for_url("**/t/*")
    expect(host.locator("#room")).to_contain_text("Jun")
    host.click("#room form[action$=start] button")
    for page in (host, guest):
        page.wait_for_selector("#board")


def recorded_table(server: Server, game: str) -> str:
    """The table of the shortest of the game's recorded games."""
    files = (Path(__file__).parents[1] / "games" / game / "records").glob("*.json")
    record = min(files, key=lambda file: file.stat().st_size).read_text(encoding="utf-8")
    return open_record(server, load(record))[0].rsplit("/", 1)[1]


def sit_down_at(page: Page, server: Server, match: Match) -> None:
    """The match on one screen, and the player before it whose decision it is."""
    path, me = open_record(server, match)
    page.context.add_cookies([{"name": "me", "value": me, "url": server.address}])
    page.goto(path)
    if page.locator(".curtain").count():
        page.click(".curtain button")
    page.wait_for_selector("#decide form", state="attached")


async def until(holds: Callable[[], bool]) -> None:
    """As long as it takes, while everything else in the loop goes on; fails if it never comes."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "it never came"
        await asyncio.sleep(0.01)


def open_file(page: Page, match: Match, folder: Path) -> None:
    """The record of a match as a file that somebody chooses in the lobby."""
    file = folder / "game.json"
    file.write_text(json.dumps(match.record()), encoding="utf-8")
    page.goto("/")
    page.set_input_files("input[type=file]", file)
    page.wait_for_url("**/m/*" if match.over else "**/t/*")


def aside(work: Callable[..., T], *given: Any) -> T:
    """What the work comes to, in a thread of its own: the browser's driver keeps a loop running in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(work, *given).result()


def awaited(work: Coroutine[Any, Any, T]) -> T:
    done: T = aside(asyncio.run, work)
    return done
