"""The table in the browser beside the least that a server could do, in the same run. A missed promise fails.

All of it takes some ten minutes; a part is measured alone by its name: a game, `tycoons`, `work` or `weight`.
"""

import contextlib
import gzip
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, Page
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table
from websockets.sync.client import connect

from bench.least import running_least
from bench.measure import Figure, Promise
from bench.tycoons import cpu_of_thinkers, cpu_seconds, thinking
from tabletown.rulekit.registry import declarations
from tabletown.web.people import SCRIPT as OWN_SCRIPT
from tabletown.web.people import static
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
OVER_LEAST = "times the least"
WITH_TYCOONS = "with four Tycoons thinking"
THOUGHT = "share of a processor that they thought with meanwhile"
PAGE = "first load, compressed kB"
SCRIPT = "own JavaScript, compressed bytes"
PROMISES = {
    **{f"{game}: {OVER_LEAST}": Promise(at_most=2) for game in declarations()},
    f"{GAME} {WITH_TYCOONS}: {OVER_LEAST}": Promise(at_most=2.5),
    f"{GAME} {WITH_TYCOONS}: {THOUGHT}": Promise(at_least=0.5),
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


@dataclass
class Bench:
    """Both servers and the browser that looks at them."""

    browser: Browser
    server: Server
    least: str
    done: Callable[[int, int], None]
    """Called with how much of a part is done, and how much there is to do."""


def latency(bench: Bench, game: str) -> Iterator[Figure]:
    yield from _latency(bench, game, game)


def with_tycoons(bench: Bench) -> Iterator[Figure]:
    name, pid = f"{GAME} {WITH_TYCOONS}", bench.server.pid
    with thinking(bench.server, GAME):
        began, before = time.monotonic(), cpu_of_thinkers(pid)
        yield from _latency(bench, GAME, name)
        share = (cpu_of_thinkers(pid) - before) / (time.monotonic() - began)
    yield Figure(f"{name}: {THOUGHT}", share, f"{share:.2f}")


def _latency(bench: Bench, game: str, name: str) -> Iterator[Figure]:
    times: dict[str, list[float]] = {"ours": [], "least": []}
    bare = arrivals(bench.browser, bench.least, "/", ["", ""])
    bare[1].wait_for_selector("#open")
    played, ours = _begun(bench, game)
    for number in range(WARM + CLICKS):
        bench.done(number, WARM + CLICKS)
        if played.settled()["over"]:
            _leave(ours)
            played, ours = _begun(bench, game)
        mover = played.settled()["pending"][0]
        ours[mover].wait_for_selector("#status[data-mine='1']", state="attached")
        times["least"].append(click_to_change(bare[0], "button", bare[1], "p"))
        times["ours"].append(click_to_change(ours[mover], CHOICE, ours[1 - mover], "#tabletown"))
    _leave([*bare, *ours])
    yield from _compared(name, median(times["ours"][WARM:]), median(times["least"][WARM:]))


def _begun(bench: Bench, game: str) -> tuple[Played, list[Page]]:
    played = play_table(bench.server, game, 2, 2)
    return played, arrivals(bench.browser, bench.server.address, played.path, list(played.tokens.values()))


def _leave(pages: Sequence[Page]) -> None:
    for page in pages:
        page.context.close()


def _compared(game: str, ours: float, least: float) -> Iterator[Figure]:
    yield Figure(f"{game}: click to the other browser, ms (median)", ours, f"{ours:.1f}")
    yield Figure(f"{game}: the least, ms (median)", least, f"{least:.1f}")
    yield Figure(f"{game}: {OVER_LEAST}", ours / least, f"{ours / least:.2f}")


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


def work(bench: Bench) -> Iterator[Figure]:
    """The door's own work is the same with and without viewers: the difference is rendering and pushing."""
    alone = moves_with(play_table(bench.server, GAME, 4, 4), 0)
    bench.done(1, 2)
    watched = moves_with(play_table(bench.server, GAME, 4, 4), VIEWERS)
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


def weight(bench: Bench) -> Iterator[Figure]:
    browser, server = bench.browser, bench.server
    weights = {"lobby": first_load(browser, server.address, "/")}
    for game in declarations():
        bench.done(len(weights), 1 + len(declarations()))
        played = play_table(server, game, 1, declarations()[game].players[0], bot="visitor")
        weights[game] = first_load(browser, server.address, played.path, played.tokens[0])
    for name, kilobytes in weights.items():
        yield Figure(f"first load of {name}, kB", kilobytes, f"{kilobytes:.1f}")
    yield Figure(PAGE, max(weights.values()), f"{max(weights.values()):.1f}")
    script = len(gzip.compress(static(OWN_SCRIPT)[0]))
    yield Figure(SCRIPT, script, f"{script:,}")


PARTS: dict[str, Callable[[Bench], Iterator[Figure]]] = {
    **{game: partial(latency, game=game) for game in declarations()},
    "work": work,
    "weight": weight,
    "tycoons": with_tycoons,  # last: what they have begun they play to its end
}


@contextlib.contextmanager
def benches(progress: Progress) -> Iterator[Callable[[str], Bench]]:
    """A bench for each part, with a bar that says how far it is."""
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        server = stack.enter_context(running_server(folder))
        least = stack.enter_context(running_least(folder))
        browser = stack.enter_context(running_browser())

        def begin(part: str) -> Bench:
            bar = progress.add_task(part, total=None)
            return Bench(browser, server, least, lambda done, of: progress.update(bar, completed=done, total=of))

        yield begin


def measured(parts: Sequence[str]) -> Iterator[Figure]:
    """Each is told as it comes: whoever ends the bench early has what was measured until then."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress, benches(progress) as begin:
        for part in parts:
            bench = begin(part)
            for figure in PARTS[part](bench):
                progress.console.print(f"{figure.name}: {figure.shown}")
                yield figure
            bench.done(1, 1)


def main() -> int:
    parts = sys.argv[1:] or list(PARTS)
    if unknown := [part for part in parts if part not in PARTS]:
        print(f"There is no part {unknown[0]}. There are: {', '.join(PARTS)}.", file=sys.stderr)  # noqa: T201
        return 2
    if not CHROMIUM:
        print("*** Chromium is missing on this machine: nothing measured. ***", file=sys.stderr)  # noqa: T201
        return 1
    shown = Table("figure", "measured", "promise", "", title="The table in the browser")
    kept = True
    for figure in measured(parts):
        promise = PROMISES.get(figure.name)
        ok = promise is None or promise.kept_by(figure.value)
        kept &= ok
        verdict = "" if promise is None else "kept" if ok else "MISSED"
        shown.add_row(figure.name, figure.shown, "" if promise is None else str(promise), verdict)
    Console().print(shown)
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
