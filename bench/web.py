"""The table in the browser beside the least that a server could do, in the same run. A missed promise fails.

The least: an empty POST, one row committed by the same writer, one push of one word over a WebSocket, shown by a page
without a style.
"""

import asyncio
import contextlib
import gzip
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

from litestar import Litestar, MediaType, WebSocket, get, post, websocket
from litestar.exceptions import WebSocketDisconnect
from playwright.sync_api import Browser, Page
from rich.console import Console
from rich.table import Table
from websockets.sync.client import connect

from bench.measure import Figure, Promise
from tabletown.bots import level
from tabletown.match import game as game_named
from tabletown.rulekit.registry import declarations
from tabletown.web.condition import Condition
from tabletown.web.database import open_database
from tabletown.web.people import SCRIPT as OWN_SCRIPT
from tabletown.web.people import static
from tabletown.web.writer import Writer
from tools.played import Played, play_table
from tools.running import CHROMIUM, Server, knows_every_title, running_browser, running_server

GAME = "the_estates"
CLICKS = 30
WARM = 3
"""Clicks before those that count."""
REST = 0.7
"""Seconds before each click: people click on pages that are at rest, not while pieces still slide."""
MOVES = 60
VIEWERS = 4
PATIENCE = 20.0
TYCOONS = 4
LONG = 120.0
AT_WORK = 6.0
"""CPU seconds after which processes have loaded what they think with."""
OVER_LEAST = "times the least"
WITH_TYCOONS = "with four Tycoons thinking"
PAGE = "first load, compressed kB"
SCRIPT = "own JavaScript, compressed bytes"
PROMISES = {
    **{f"{game}: {OVER_LEAST}": Promise(at_most=2) for game in declarations()},
    f"{GAME} {WITH_TYCOONS}: {OVER_LEAST}": Promise(at_most=2.5),
    PAGE: Promise(at_most=150),
    SCRIPT: Promise(at_most=15_000),
}
WATCH = """query => { window.seen = 0;
    new MutationObserver(() => { window.seen ||= performance.timeOrigin + performance.now(); })
        .observe(document.querySelector(query), {childList: true, subtree: true}); }"""
"""The first thing that is seen: a moment on the stage, or what has changed on the board."""
MOMENT = "#moment"
"""While one stands on the stage a page is not at rest."""
CLICK = """query => { const all = [...document.querySelectorAll(query)];
    const it = all[Math.floor(Math.random() * all.length)], at = performance.timeOrigin + performance.now();
    it.dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true})); return at; }"""
ASIDE = 0.08
"""Seconds between looks at the browsers: asking them in the middle of it would be measured too."""
CHOICE = "#decide form[action$='/play'] button:not([type=button], :disabled)"
ASKED = """() => { const s = document.getElementById('status')?.dataset ?? {decision: ''};
    const [number, sealed] = s.decision.split('.');
    return [s.mine, number, sealed, s.drafted]; }"""


# ---------------------------------------------------------------- the least that a server could do

LEAST_PAGE = """<!doctype html><button>go</button><p>0</p><script>
document.querySelector('button').onclick = () => fetch('/', {method: 'POST'});
const socket = new WebSocket('ws://' + location.host + '/live'), shown = document.querySelector('p');
socket.onopen = () => shown.id = 'open';
socket.onmessage = e => shown.textContent = e.data;
</script>"""


def least_app(file: str) -> Litestar:
    writer = Writer(open_database(f"sqlite:///{file}"), Condition(Path(file)))
    writer.submit(lambda connection: connection.exec_driver_sql("CREATE TABLE moves (number INTEGER)")).result()
    listeners: set[asyncio.Queue[str]] = set()
    moves = iter(range(1, 1_000_000))

    @get("/", media_type=MediaType.HTML, sync_to_thread=False)
    def page() -> str:
        return LEAST_PAGE

    @post("/")
    async def move() -> None:
        number = next(moves)
        await writer.write(lambda connection: connection.exec_driver_sql("INSERT INTO moves VALUES (?)", (number,)))
        for listener in listeners:
            listener.put_nowait(str(number))

    @websocket("/live")
    async def live(socket: WebSocket[Any, Any, Any]) -> None:
        await socket.accept()
        queue: asyncio.Queue[str] = asyncio.Queue()
        listeners.add(queue)
        with contextlib.suppress(WebSocketDisconnect, asyncio.CancelledError):
            while True:
                await socket.send_text(await queue.get())

    return Litestar([page, move, live], openapi_config=None)


def serve_least(file: str, port: int) -> None:
    import uvicorn

    uvicorn.run(least_app(file), port=port, log_level="error", ws="websockets-sansio", timeout_graceful_shutdown=1)


@contextlib.contextmanager
def running_least(folder: Path) -> Iterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = subprocess.Popen([sys.executable, "-m", "bench.web", "least", str(folder / "least.sqlite"), str(port)])
    try:
        _wait_for(port)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(20)


def _wait_for(port: int) -> None:
    for _ in range(400):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.05)
    raise TimeoutError("The least server did not start.")


# ---------------------------------------------------------------- measuring


def click_to_change(clicking: Page, click: str, watching: Page, watch: str) -> float:
    """Milliseconds from a click in one browser to the change in the other."""
    while True:
        for page in (clicking, watching):
            page.wait_for_selector(MOMENT, state="detached")
        time.sleep(REST)
        watching.evaluate(WATCH, watch)
        before = clicking.evaluate(ASKED)
        at = clicking.evaluate(CLICK, click)
        seen = _seen(clicking, before, watching)
        if seen:
            return seen - float(at)


def _seen(clicking: Page, before: list[str], watching: Page) -> float:
    """When the change was seen; 0 for a click that was only a part of a choice, and nobody else's business."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        time.sleep(ASIDE)
        now = clicking.evaluate(ASKED)
        if seen := float(watching.evaluate("window.seen")):
            return seen
        if now != before and now[:2] == before[:2]:
            return 0
    raise TimeoutError("A click changed nothing.")


def arrivals(browser: Browser, address: str, path: str, tokens: list[str]) -> list[Page]:
    pages = []
    for token in tokens:
        context = browser.new_context(viewport={"width": 1280, "height": 800})
        if token:
            context.add_cookies([{"name": "me", "value": token, "url": address}])
        knows_every_title(context, address)
        page = context.new_page()
        page.goto(address + path, wait_until="networkidle")
        pages.append(page)
    return pages


def latency(browser: Browser, server: Server, least: str) -> Iterator[Figure]:
    bare = arrivals(browser, least, "/", ["", ""])
    bare[1].wait_for_selector("#open")
    for game in declarations():
        yield from _latency(browser, server, bare, game, game)
    let_tycoons_think(server)
    yield from _latency(browser, server, bare, GAME, f"{GAME} {WITH_TYCOONS}")


def let_tycoons_think(server: Server) -> None:
    """A table of four bots that look ahead, and nobody else; answers when their processes are at work."""
    rules = game_named(GAME).rules()
    rules.twin.compile(loops=level("tycoon").loops_for(rules.declaration, TYCOONS))
    made = server.ask("/api/tables", {"game": GAME, "seats": [{"who": "tycoon"}] * TYCOONS}).json
    server.ask(f"/api/tables/{made['table']}/start", method="POST", token=made["token"])
    until = time.monotonic() + LONG
    begun = cpu_of_children(server.pid)
    while cpu_of_children(server.pid) < begun + AT_WORK:
        if time.monotonic() > until:
            raise TimeoutError("The Tycoons do not think.")
        time.sleep(ASIDE)


def cpu_of_children(pid: int) -> float:
    """CPU seconds of the processes that a process has started and that still run."""
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return sum(cpu_seconds(int(child)) for child in found)


def _latency(browser: Browser, server: Server, bare: list[Page], game: str, name: str) -> Iterator[Figure]:
    times: dict[str, list[float]] = {"ours": [], "least": []}
    played = play_table(server, game, 2, 2)
    ours = dict(enumerate(arrivals(browser, server.address, played.path, list(played.tokens.values()))))
    for _ in range(WARM + CLICKS):
        mover = played.settled()["pending"][0]
        ours[mover].wait_for_selector("#status[data-mine='1']", state="attached")
        times["least"].append(click_to_change(bare[0], "button", bare[1], "p"))
        times["ours"].append(click_to_change(ours[mover], CHOICE, ours[1 - mover], "#tabletown"))
    for page in ours.values():
        page.context.close()
    yield from _compared(name, median(times["ours"][WARM:]), median(times["least"][WARM:]))


def _compared(game: str, ours: float, least: float) -> Iterator[Figure]:
    yield Figure(f"{game}: click to the other browser, ms (median)", ours, f"{ours:.1f}")
    yield Figure(f"{game}: the least, ms (median)", least, f"{least:.1f}")
    yield Figure(f"{game}: {OVER_LEAST}", ours / least, f"{ours / least:.2f}")


def cpu_seconds(pid: int) -> float:
    user, system = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def moves_with(played: Played, viewers: int) -> float:
    """CPU milliseconds of the server for a move, with so many seats and spectators connected."""
    with contextlib.ExitStack() as stack:
        for number in range(viewers):
            token = played.tokens.get(number, "")
            headers = {"cookie": f"me={token}"} if token else {}
            address = f"ws://127.0.0.1:{played.server.port}{played.path}/live"
            stack.enter_context(connect(address, additional_headers=headers, ping_interval=None, max_queue=None))
        before = cpu_seconds(played.server.pid)
        for _ in range(MOVES):
            played.step()
        return (cpu_seconds(played.server.pid) - before) / MOVES * 1000


def work(server: Server) -> Iterator[Figure]:
    """The door's own work is the same with and without viewers: the difference is rendering and pushing."""
    alone = moves_with(play_table(server, GAME, 4, 4), 0)
    watched = moves_with(play_table(server, GAME, 4, 4), VIEWERS)
    yield Figure("server CPU of a move over JSON, ms", alone, f"{alone:.1f}")
    more = watched - alone
    yield Figure(f"more for rendering and pushing it to {VIEWERS} viewers, ms", more, f"{more:.1f}")


def first_load(browser: Browser, address: str, path: str, token: str = "") -> float:
    """Compressed bytes of everything that a newcomer's browser fetches, in kB."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    if token:
        context.add_cookies([{"name": "me", "value": token, "url": address}])
    page = context.new_page()
    fetched: list[float] = []
    network = context.new_cdp_session(page)
    network.send("Network.enable")
    network.on("Network.loadingFinished", lambda event: fetched.append(event["encodedDataLength"]))
    page.goto(address + path, wait_until="networkidle")
    context.close()
    return sum(fetched) / 1000


def weight(browser: Browser, server: Server) -> Iterator[Figure]:
    weights = {"lobby": first_load(browser, server.address, "/")}
    for game in declarations():
        played = play_table(server, game, 1, declarations()[game].players[0], bot="visitor")
        weights[game] = first_load(browser, server.address, played.path, played.tokens[0])
    for name, kilobytes in weights.items():
        yield Figure(f"first load of {name}, kB", kilobytes, f"{kilobytes:.1f}")
    yield Figure(PAGE, max(weights.values()), f"{max(weights.values()):.1f}")
    script = len(gzip.compress(static(OWN_SCRIPT)[0]))
    yield Figure(SCRIPT, script, f"{script:,}")


def main() -> int:
    if sys.argv[1:2] == ["least"]:
        serve_least(sys.argv[2], int(sys.argv[3]))
        return 0
    if not CHROMIUM:
        print("*** Chromium is missing on this machine: nothing measured. ***", file=sys.stderr)  # noqa: T201
        return 1
    shown = Table("figure", "measured", "promise", "", title="The table in the browser")
    kept = True
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        server = stack.enter_context(running_server(folder))
        least = stack.enter_context(running_least(folder))
        browser = stack.enter_context(running_browser())
        for figure in (*latency(browser, server, least), *work(server), *weight(browser, server)):
            promise = PROMISES.get(figure.name)
            ok = promise is None or promise.kept_by(figure.value)
            kept &= ok
            verdict = "" if promise is None else "kept" if ok else "MISSED"
            shown.add_row(figure.name, figure.shown, "" if promise is None else str(promise), verdict)
    Console().print(shown)
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
