"""Bots that look ahead all the while, at tables of their own, so that it can be measured what pages feel of them."""

import contextlib
import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from tabletown.bots import level
from tabletown.match import game as game_named
from tools.running import Server

TYCOONS = 4
"""So many think at a time, or wait for a process to think in: a table each."""
PLAYERS = 2
LONG = 180.0
AT_WORK = 6.0
"""CPU seconds after which the processes have loaded what they think with, and think."""
LOOK = 1.0
"""Seconds between looks at whether a game is over."""


def cpu_seconds(pid: int) -> float:
    user, system = _stat(pid)[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def _stat(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()


def cpu_of_thinkers(pid: int) -> float:
    """CPU seconds of those processes of a server that think: they let all others go first."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    own = _niceness(pid)
    return sum(cpu_seconds(int(child)) for child in children if _niceness(int(child)) > own)


def _niceness(pid: int) -> int:
    return int(_stat(pid)[16])


@contextlib.contextmanager
def thinking(server: Server, game: str) -> Iterator[None]:
    """Tycoons that think from now on: a game that is over, as one by instinct soon is, is followed by another."""
    rules = game_named(game).rules()
    rules.twin.compile(loops=level("tycoon").loops_for(rules.declaration, PLAYERS))
    done = threading.Event()
    tables = [threading.Thread(target=_game_after_game, args=(server, game, done)) for _ in range(TYCOONS)]
    for each in tables:
        each.start()
    try:
        _until_at_work(server.pid)
        yield
    finally:
        done.set()
        for each in tables:
            each.join()


def _game_after_game(server: Server, game: str, done: threading.Event) -> None:
    table = ""
    while not done.wait(LOOK):
        if not table or server.ask(f"/api/tables/{table}").json["over"]:
            made = server.ask("/api/tables", {"game": game, "seats": [{"who": "tycoon"}] * PLAYERS}).json
            table = made["table"]
            server.ask(f"/api/tables/{table}/start", method="POST", token=made["token"])


def _until_at_work(pid: int) -> None:
    until = time.monotonic() + LONG
    while cpu_of_thinkers(pid) < AT_WORK:
        if time.monotonic() > until:
            raise TimeoutError("The Tycoons do not think.")
        time.sleep(LOOK)
