"""Our server under load beside boardgame.io's, over real sockets: what a move costs the server's process, and growth.

The figures are seconds of a processor of the server's own process, so that other work on the machine hardly matters.
Where a figure is a time that somebody waits, it says so.
"""

import asyncio
import contextlib
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table as Printed

from bench.load import HOST, Playing, Table, Tally, as_fast_as_possible, at_a_pace, seated
from bench.measure import Figure, Promise
from bench.pages import open_page
from bench.peers_server import NoPeer, PeerTable, fetch, made_match, running_peer
from bench.stock import Stock, stock
from bench.tycoons import cpu_seconds
from tools.running import Server

ROUNDS = 3
TABLES = 20
MOVES = 600
WARM = 200
MOST_WATCHED = 6
LATER = 24
"""Moves after which an open page has all that it will have."""
LONG = 60.0
"""Seconds after which a round ends anyhow."""
JSON, RENDERED = "by JSON", "with two rendered viewers"
MEMORY, FLAT = "boardgame.io in memory", "boardgame.io, FlatFile"
PROMISES = {
    f"CPU a move {JSON}, ms": Promise(at_most=1.2),
    f"CPU a move {RENDERED}, ms": Promise(at_most=3),
    f"rate {JSON} beside {FLAT}": Promise(at_least=1),
    f"rate {JSON} beside {MEMORY}": Promise(at_least=0.7),
    "memory of an idle table, kB": Promise(at_most=20),
    "memory of a rendered viewer, kB": Promise(at_most=60),
    "a restart with 10,000 running tables answers after, s": Promise(at_most=2),
    "1,000 viewers of one table have a move after, s": Promise(at_most=0.3),
    "1,000 tables, a move each 10 s, two viewers: p99, s": Promise(at_most=0.1),
}


@contextlib.contextmanager
def serving(tables: int, **more: int | str) -> Iterator[tuple[Server, Stock]]:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "tables.sqlite"
        filled = stock(file, tables, **more)  # type: ignore[arg-type]
        server = Server(file, log=Path(folder) / "server.log")
        server.start()
        try:
            until_ready(server)
            yield server, filled
        finally:
            server.stop()


def until_ready(server: Server) -> None:
    end = time.monotonic() + LONG
    while server.ask("/ready").status != 200:
        if time.monotonic() > end:
            raise TimeoutError("The server is not ready.")
        time.sleep(0.05)


# ---------------------------------------------------------------- what a move costs

Side = Callable[[], contextlib.AbstractContextManager[tuple[int, Sequence[Playing]]]]


@contextlib.contextmanager
def ours(*, rendered: bool) -> Iterator[tuple[int, Sequence[Playing]]]:
    with serving(TABLES) as (server, filled):
        yield server.pid, [Table(server.port, filled, place, rendered=rendered) for place in range(TABLES)]


@contextlib.contextmanager
def theirs(*, stored: bool) -> Iterator[tuple[int, Sequence[Playing]]]:
    with tempfile.TemporaryDirectory() as folder, running_peer(Path(folder) if stored else None) as (port, pid):
        yield pid, [PeerTable(port, *made_match(port)) for _ in range(TABLES)]


SIDES: dict[str, Side] = {
    JSON: lambda: ours(rendered=False),
    RENDERED: lambda: ours(rendered=True),
    MEMORY: lambda: theirs(stored=False),
    FLAT: lambda: theirs(stored=True),
}


def cost(pid: int, tables: Sequence[Playing], moves: int = MOVES, warm: int = WARM) -> tuple[float, Tally]:
    """Milliseconds of the server's processor for a move, and what came of the load."""

    async def play() -> tuple[float, Tally]:
        async with seated(tables):
            if warm:
                await as_fast_as_possible(tables, LONG, warm)
            before = cpu_seconds(pid)
            tally = await as_fast_as_possible(tables, LONG, moves)
            return (cpu_seconds(pid) - before) / tally.moves * 1000, tally

    return asyncio.run(play())


def side_by_side() -> Iterator[Figure]:
    """The best of some rounds, in each of which every side has its turn."""
    names = list(SIDES)
    try:
        fetch()
    except NoPeer as error:
        print(error, file=sys.stderr)  # noqa: T201
        names = [JSON, RENDERED]
    found: dict[str, list[tuple[float, Tally]]] = {name: [] for name in names}
    for _round in range(ROUNDS):
        for name in names:
            with SIDES[name]() as (pid, tables):
                found[name].append(cost(pid, tables))
    least = {name: min(each for each, _tally in rounds) for name, rounds in found.items()}
    for name, milliseconds in least.items():
        yield Figure(f"CPU a move {name}, ms", milliseconds, f"{milliseconds:.2f}")
        best = max(tally.moves / tally.seconds for _cost, tally in found[name])
        yield Figure(f"moves a second of the clock, {name}", best, f"{best:,.0f}")
    for peer in (MEMORY, FLAT):
        if peer in least:
            ratio = least[peer] / least[JSON]
            yield Figure(f"rate {JSON} beside {peer}", ratio, f"{ratio:.2f}")


# ---------------------------------------------------------------- memory, restart


def kilobytes(pid: int) -> float:
    """Of its own, now."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return sum(float(line.split()[1]) for line in lines if line.startswith(("Private_Dirty", "Private_Clean")))


def memory(idle: int = 1000, viewers: int = 300) -> Iterator[Figure]:
    with serving(idle) as (server, filled):
        for name in filled.tables[:50]:
            server.ask(f"/api/tables/{name}")
        before = kilobytes(server.pid)
        for name in filled.tables[50:]:
            server.ask(f"/api/tables/{name}")
        each = (kilobytes(server.pid) - before) / (idle - 50)
        yield Figure("memory of an idle table, kB", each, f"{each:.1f}")
        tables = [Table(server.port, filled, place, rendered=True) for place in range(viewers // 2)]

        async def looked_at() -> tuple[float, float]:
            async with seated(tables[:20]):
                await as_fast_as_possible(tables[:20], LONG, 20 * LATER)
                first, others = kilobytes(server.pid), tables[20:]
                async with seated(others):
                    come = kilobytes(server.pid)
                    await as_fast_as_possible(others, LONG, len(others) * LATER)
                    later = kilobytes(server.pid)
            return (come - first) / (2 * len(others)), (later - first) / (2 * len(others))

        for when, each in zip(("", f" after {LATER} moves"), asyncio.run(looked_at()), strict=True):
            yield Figure(f"memory of a rendered viewer{when}, kB", each, f"{each:.1f}")


def restart(count: int = 10_000) -> Iterator[Figure]:
    """Times of the clock: from the start of the process to the first answers."""
    with serving(count) as (server, filled):
        server.stop()
        began = time.monotonic()
        server.start()
        while server.ask(f"/api/tables/{filled.tables[0]}").status != 200:
            time.sleep(0.01)
        answers = time.monotonic() - began
        until_ready(server)
        ready, used = time.monotonic() - began, cpu_seconds(server.pid)
        yield Figure(f"a restart with {count:,} running tables answers after, s", answers, f"{answers:.2f}")
        yield Figure("it says that it is ready after, s", ready, f"{ready:.2f}")
        yield Figure("CPU until then, s", used, f"{used:.2f}")


# ---------------------------------------------------------------- growth


def by_tables() -> Iterator[Figure]:
    for count in (10, 100, 1000, 10_000):
        with serving(count) as (server, filled):
            places = range(0, count, max(1, count // 200))
            tables = [Table(server.port, filled, place, rendered=False) for place in places]
            milliseconds, _tally = cost(server.pid, tables, 600, 2 * len(tables))
        yield Figure(f"CPU a move {JSON} with {count:,} tables, ms", milliseconds, f"{milliseconds:.2f}")


def by_decisions() -> Iterator[Figure]:
    for undos in (0, 500, 1500):
        with serving(TABLES, deals=4, undos=undos) as (server, filled):
            for rendered in (False, True):
                span = range(TABLES // 2) if rendered else range(TABLES // 2, TABLES)
                tables = [Table(server.port, filled, place, rendered=rendered) for place in span]
                milliseconds, _tally = cost(server.pid, tables, 300, 40)
                name = f"CPU a move {RENDERED if rendered else JSON} after {2 * undos:,} decisions, ms"
                yield Figure(name, milliseconds, f"{milliseconds:.2f}")


def many_viewers(count: int = 1000) -> Iterator[Figure]:
    """A time of the clock, and it holds what a thousand clients in one process need to read it."""

    async def watched(server: Server, filled: Stock) -> tuple[float, float]:
        table = Table(server.port, filled, 0, rendered=False)
        path = f"/t/{filled.tables[0]}/live"
        pages = [await open_page(HOST, server.port, path, "") for _ in range(count)]
        waits, before = [], cpu_seconds(server.pid)
        for _ in range(MOST_WATCHED):
            began = time.monotonic()
            _status, *heard = await asyncio.gather(table.move(), *(page.next() for page in pages))
            waits.append(max(float(each or 0) for each in heard) - began)
        await table.leave()
        for page in pages:
            page.close()
        return min(waits), (cpu_seconds(server.pid) - before) / MOST_WATCHED

    with serving(1) as (server, filled):
        wait, used = asyncio.run(watched(server, filled))
    yield Figure("1,000 viewers of one table have a move after, s", wait, f"{wait:.2f}")
    yield Figure("CPU of such a move, s", used, f"{used:.2f}")


def a_convention(tables: int = 1000, seconds: float = 40.0) -> Iterator[Figure]:
    with serving(tables) as (server, filled):
        playing = [Table(server.port, filled, place, rendered=True) for place in range(tables)]

        async def play() -> tuple[Tally, float]:
            async with seated(playing):
                before = cpu_seconds(server.pid)
                tally = await at_a_pace(playing, 10.0, seconds)
                return tally, (cpu_seconds(server.pid) - before) / tally.seconds

        tally, busy = asyncio.run(play())
    name = f"{tables:,} tables, a move each 10 s, two viewers"
    for share, word in ((0.5, "p50"), (0.01, "p99")):
        yield Figure(f"{name}: {word}, s", tally.slowest(share), f"{tally.slowest(share):.3f}")
    yield Figure(f"{name}: share of a processor", busy, f"{busy:.2f}")
    yield Figure(f"{name}: turned away", tally.turned_away, str(tally.turned_away))


def past_saturation(tables: int = 600, seconds: float = 20.0) -> Iterator[Figure]:
    """Everybody asks again at once: what waits and what is turned away."""
    with serving(tables) as (server, filled):
        playing = [Table(server.port, filled, place, rendered=True) for place in range(tables)]

        async def play() -> Tally:
            async with seated(playing):
                return await as_fast_as_possible(playing, seconds)

        tally = asyncio.run(play())
        served = server.ask("/health").status
    yield Figure(f"{tables} tables at once: moves made", tally.moves, f"{tally.moves:,}")
    yield Figure(f"{tables} tables at once: turned away", tally.turned_away, f"{tally.turned_away:,}")
    yield Figure(f"{tables} tables at once: p99 of the moves, s", tally.slowest(0.01), f"{tally.slowest(0.01):.2f}")
    yield Figure(f"{tables} tables at once: /health says", served, str(served))


PIECES: dict[str, Callable[[], Iterator[Figure]]] = {
    "moves": side_by_side,
    "memory": memory,
    "restart": restart,
    "tables": by_tables,
    "decisions": by_decisions,
    "viewers": many_viewers,
    "convention": a_convention,
    "saturation": past_saturation,
}


def main() -> int:
    wanted = sys.argv[1:] or list(PIECES)
    if unknown := set(wanted) - set(PIECES):
        print(f"There is no {', '.join(sorted(unknown))}; there are {', '.join(PIECES)}.", file=sys.stderr)  # noqa: T201
        return 2
    shown = Printed("figure", "measured", "promise", "", title="The server under load")
    kept = True
    for name in wanted:
        for figure in PIECES[name]():
            promise = PROMISES.get(figure.name)
            ok = promise is None or promise.kept_by(figure.value)
            kept &= ok
            verdict = "" if promise is None else "kept" if ok else "MISSED"
            shown.add_row(figure.name, figure.shown, "" if promise is None else str(promise), verdict)
            print(figure.name, figure.shown, verdict, file=sys.stderr, flush=True)  # noqa: T201
    Console().print(shown)
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
