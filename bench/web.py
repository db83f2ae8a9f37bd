"""python -m bench.web: the table in the browser beside the least that any server would have to do.

The yardstick, in the same run and on the same machine: an empty POST that appends and commits one entry, and a push of
a few bytes to another browser. Ours: a click in one browser until the other browser shows the move.
"""

import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, Page, async_playwright

from tabletown.web import keys
from tabletown.web.house import House
from tabletown.web.parts import parts_for
from tabletown.web.pushes import Audience, Viewer
from tabletown.web.store import Change
from tabletown.web.table import Table
from tabletown.web.tables import Wish

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
CHROMIUM = "/usr/bin/chromium"
TIMES = 30
HOST = keys.new_secret()


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


# ---------------------------------------------------------------- rendering, without any browser


async def nothing(_table: Table) -> None:
    """Nobody looks on."""


async def rendering(folder: Path) -> None:
    """CPU of the server to work out and write one move for four viewers."""
    house = House(f"sqlite:///{folder}/render.sqlite")
    table = await house.tables.create("the_estates", [Wish("me")] * 4, HOST)
    match = table.playing
    audiences = [Audience(Viewer((seat,), "en"), seat) for seat in range(4)]
    spent, sizes = [], []
    for number in range(60):
        seat = match.pending[0]
        legal = match.legal(seat)
        match.play(seat, legal[number % len(legal)])
        began = time.process_time()
        for audience in audiences:
            audience.take(parts_for(table, audience.viewer, audience.looking), number)
            sizes.append(len((audience.message(number - 1) or "").encode()))
        spent.append(time.process_time() - began)
    say(f"one move rendered for four viewers   {1000 * statistics.median(spent[5:]):6.1f} ms of CPU")
    say(f"a push                               {statistics.median(sizes[20:]) / 1000:6.1f} kB")
    await house.close()


# ---------------------------------------------------------------- from browser to browser


async def serve(folder: Path) -> tuple[Any, str]:
    import socket

    import uvicorn
    from litestar import Litestar, WebSocket, post, websocket
    from litestar.exceptions import WebSocketDisconnect

    from tabletown.web.server import make_app

    app: Litestar = make_app(f"sqlite:///{folder}/web.sqlite", pace=3600)
    followers: set[WebSocket[Any, Any, Any]] = set()
    numbers = iter(range(1, 10_000))

    @post("/bare")
    async def bare() -> str:
        house: House = app.state.house
        await house.store.change("bare", next(numbers) - 1, Change())
        for each in list(followers):
            await each.send_text("x")
        return ""

    @websocket("/bare-live")
    async def bare_live(socket: WebSocket[Any, Any, Any]) -> None:
        await socket.accept()
        followers.add(socket)
        try:
            while True:
                await socket.receive_data("text")
        except WebSocketDisconnect:
            followers.discard(socket)

    app.register(bare)
    app.register(bare_live)
    listening = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, log_level="error", ws="websockets-sansio", timeout_graceful_shutdown=1))
    task = asyncio.create_task(server.serve(sockets=[listening]))
    while not server.started:  # noqa: ASYNC110 -- uvicorn has no event for it
        await asyncio.sleep(0.05)

    async def stop() -> None:
        server.should_exit = True
        await task

    app.state.stop = stop
    return app, f"http://127.0.0.1:{listening.getsockname()[1]}"


SEEN = "() => new Promise(done => { window.seen = done })"


async def timed(act: Callable[[], Any], seen: Any) -> float:
    began = time.perf_counter()
    await act()
    await seen
    return 1000 * (time.perf_counter() - began)


async def bare_times(one: Page, other: Page, address: str) -> list[float]:
    await one.goto(f"{address}/health")
    await other.goto(f"{address}/health")
    live = f"{address.replace('http', 'ws')}/bare-live"
    await other.evaluate(
        """url => new Promise(up => {
          const s = new WebSocket(url);
          s.onopen = up;
          s.onmessage = () => window.seen?.();
        })""",
        live,
    )
    times = []
    for _ in range(TIMES):
        seen = asyncio.create_task(other.evaluate(SEEN))
        await asyncio.sleep(0.02)
        times.append(await timed(lambda: one.evaluate("() => { fetch('/bare', { method: 'POST' }) }"), seen))
    return times


CHANGED = """() => new Promise(done => {
  const was = document.getElementById('tabletown').dataset.number;
  const look = new MutationObserver(() => {
    if (document.getElementById('tabletown').dataset.number !== was) { look.disconnect(); done(); }
  });
  look.observe(document.getElementById('tabletown'), { attributes: true });
})"""
CLICK = """() => {
  const all = document.querySelectorAll("#decide form[action$='/play'] button:not([type=button])");
  all[all.length - 1].click();
}"""


async def table_times(browser: Browser, app: Any, address: str) -> list[float]:
    """Two people at one table, each with a browser; whoever is asked clicks, the other one looks."""
    house: House = app.state.house
    table = await house.tables.create("the_estates", [Wish("me"), Wish("open")], HOST)
    guest = keys.new_secret()
    await table.claim(1, "Jun", [keys.hashed(guest)])
    await table.start()
    pages: list[Page] = []
    for secret in (HOST, guest):
        context = await browser.new_context(base_url=address)
        await context.add_cookies([{"name": "me", "value": secret, "url": address}])
        page = await context.new_page()
        await page.goto(f"/t/{table.id}")
        pages.append(page)
    await asyncio.sleep(0.5)
    times: list[float] = []
    while len(times) < TIMES and not table.playing.over:
        mover = table.playing.pending[0]
        await pages[mover].wait_for_selector("#status[data-mine='1']", state="attached")
        seen = asyncio.create_task(pages[1 - mover].evaluate(CHANGED))
        await asyncio.sleep(0.02)
        page = pages[mover]
        times.append(await timed(lambda page=page: page.evaluate(CLICK), seen))  # type: ignore[misc]
    return times


async def bare_table(app: Any) -> None:
    house: House = app.state.house
    table = await house.tables.create("the_estates", [Wish("me")] * 2, HOST)
    from dataclasses import replace

    await house.store.create(replace(table.kept, id="bare", version=0), Change())


async def browsers(folder: Path) -> None:
    app, address = await serve(folder)
    await bare_table(app)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        one, other = await browser.new_page(), await browser.new_page()
        bare = statistics.median(await bare_times(one, other, address))
        ours = statistics.median(await table_times(browser, app, address))
        again = statistics.median(await bare_times(one, other, address))
        await browser.close()
    least = min(bare, again)
    say(f"empty POST, commit and push          {least:6.1f} ms from click to the other browser")
    say(f"a move                               {ours:6.1f} ms, {ours / least:.2f} times (at most 2)")
    await app.state.stop()


def main() -> int:
    from tabletown.web.people import static

    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(rendering(Path(folder)))
        asyncio.run(browsers(Path(folder)))
    say(f"our own script                       {len(static('table.js')[0]) / 1000:6.1f} kB uncompressed (at most 10)")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
