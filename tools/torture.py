"""Kill the server again and again while people play, talk, take back and agree: what was answered has happened, once.

    make torture                                     a thousand kills on SQLite, two hundred on PostgreSQL
    make torture TORTURE="--kills 50"                fewer
    make torture TORTURE="--only postgresql"         on one of them

On PostgreSQL two servers play on one database, and everybody asks now this one, now that one. One of them is killed,
now and then the database is (as by a crash), and where a small disk can be mounted that is filled up.

Everybody repeats what was not answered, under the same id, until an answer comes. Afterwards the tables are read from
the database: every entry of a log, every line of a chat and every table must be one that somebody was answered for.
"""

import argparse
import http.client
import itertools
import json
import os
import random
import re
import secrets
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from tabletown.match import games
from tabletown.rulekit.registry import declaration, declarations
from tools.played import shortest
from tools.postgres import Cluster, running_postgres
from tools.postgres import found as found_postgres
from tools.running import Server
from tools.torture_books import Done, Kept, check

KILLS, KILLS_ON_POSTGRESQL = 1000, 200
SQLITE, POSTGRESQL = "sqlite", "postgresql"
TABLES = 6
LONGEST_LIFE = 60
"""Answers that a server gives at most."""
LONGEST_PAUSE = 0.03
"""Seconds between the last answer that is waited for and the end: it may come at any point of the next."""
MOST_ACTS = 300
"""After so many acts people leave a table for a new one."""
RESTARTS, FILLINGS = 10, 25
"""After so many kills the database is restarted, and its disk filled up."""
FULL_FOR = 1.5
"""Seconds."""
SMALL = ("max_wal_size=64MB", "min_wal_size=32MB")
TIME = 2
"""Seconds for each decision of those who never decide."""
PATIENCE = 60.0
WEIGHTS = {"move": 12, "say": 4, "undo": 3, "order": 2, "propose": 1}
FORM = "application/x-www-form-urlencoded"


# ---------------------------------------------------------------- a server that is soon up again


class Nursery:
    """A process that has everything imported and forks a server when it is told to: a start without the imports."""

    def __init__(self, database: str, errors: Path) -> None:
        self.database = database
        self.port = 0
        self._pid = 0
        with errors.open("a") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tools.torture", "--nursery"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )

    def start(self) -> None:
        self._tell(f"{self.port} {self.database}")
        self._pid = int(self._hear())
        self.port = int(self._hear().rstrip("/").rsplit(":", 1)[1])

    def kill(self) -> None:
        os.kill(self._pid, signal.SIGKILL)
        self._pid = 0
        if self._hear() != "ended":
            raise RuntimeError("A killed server went on.")

    def close(self) -> None:
        if self._pid:
            self.kill()
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(PATIENCE)
        self._process.stdout.close()

    def _tell(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()

    def _hear(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("The server did not start; its errors are in its log.")
        return line.strip()


def nursery() -> None:
    import tabletown.web.server  # noqa: F401 -- so that servers need not
    from tabletown.web.serve import add_arguments, serve
    from tabletown.web.templates import pages

    for page in pages().list_templates():
        pages().get_template(page)
    for each in games():
        each.new().picture()
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    for line in sys.stdin:
        port, database = line.split()
        child = os.fork()
        if not child:
            given = parser.parse_args(["--port", port, "--database", database, "--pace", "0", *Server.options])
            os._exit(serve(given))
        print(child, flush=True)  # noqa: T201
        os.waitpid(child, 0)
        print("ended", flush=True)  # noqa: T201


# ---------------------------------------------------------------- people who do not give up


class Crowd:
    """Everybody, at all tables, each table with a thread of its own."""

    def __init__(self, servers: Sequence[Nursery], seed: int) -> None:
        self.servers = servers
        self.kept: list[Kept] = []
        self.faults: list[str] = []
        self.counts: Counter[str] = Counter()
        self.is_over = threading.Event()
        self.answers = threading.Semaphore(0)
        self.sleepers: Pair | None = None
        """Two who never decide: their time runs out again and again, whoever is killed."""
        games = itertools.cycle(declarations())
        self._threads = [
            threading.Thread(target=self._play, args=(random.Random(f"{seed} {n}"), next(games)), daemon=True)
            for n in range(TABLES)
        ]

    def __enter__(self) -> "Crowd":
        self.sleepers = Pair(self, random.Random(), "the_estates", TIME)
        self.kept[0].is_asleep = True
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_given: object) -> None:
        """Everybody waits for the answer that is still due, and leaves."""
        self.is_over.set()
        for thread in self._threads:
            thread.join(PATIENCE)
        self.faults += ["Somebody waits for an answer for ever." for thread in self._threads if thread.is_alive()]

    def overdue(self) -> list[str]:
        """Deadlines that have passed, and nobody has acted on them."""
        assert self.sleepers is not None
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            now = self.sleepers.now()
            if now["over"] or (now["decision"] > 1 and (now["deadline"] or 0.0) > time.time()):
                return []
            time.sleep(0.1)
        return [f"At table {self.sleepers.kept.table} the time was up at {now['deadline']}, and nothing came of it."]

    def wait_for(self, answers: int) -> None:
        """So many requests have been answered."""
        for _ in range(answers):
            if not self.answers.acquire(timeout=PATIENCE):
                self.faults.append("A server that was started again answers nobody.")
                return

    def _play(self, rng: random.Random, game: str) -> None:
        try:
            while not self.is_over.is_set():
                Pair(self, rng, game).play()
        except Exception as error:  # noqa: BLE001 -- whatever happens in a thread is told at the end
            self.faults.append(f"{game}: {type(error).__name__}: {error}")

    def ask(self, path: str, body: bytes | None, headers: dict[str, str]) -> tuple[int, bytes]:
        """Ask until an answer comes."""
        until = time.monotonic() + PATIENCE
        for attempt in itertools.count():
            try:
                status, text = self._ask_once(path, body, headers)
            except (OSError, http.client.HTTPException):
                status, text = 0, b""
            if status not in {0, 429, 503}:
                self.counts["repeated"] += attempt > 0 and body is not None
                self.answers.release()
                return status, text
            if time.monotonic() > until:
                raise TimeoutError(f"{path} is not answered, the last time with {status}.")
            time.sleep(0.01)
        raise AssertionError

    def _ask_once(self, path: str, body: bytes | None, headers: dict[str, str]) -> tuple[int, bytes]:
        port = random.choice(self.servers).port
        if "origin" in headers:
            headers = {**headers, "origin": f"http://127.0.0.1:{port}"}
        with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=10)) as connection:
            connection.request("GET" if body is None else "POST", path, body, headers)
            answer = connection.getresponse()
            return answer.status, answer.read()


class Pair:
    """Two people at a table of their own, played from here one act after the other."""

    def __init__(self, crowd: Crowd, rng: random.Random, game: str, seconds: int = 0) -> None:
        """`seconds` they have for each decision."""
        self.crowd, self.rng, self.game, self.seconds = crowd, rng, game, seconds
        self.tokens = [secrets.token_urlsafe(24) for _ in range(2)]
        self.kept = self._sit_down()
        self.decision = 1
        self.proposal = ""

    # ------------------------------------------------------------ asking

    def _program(self, path: str, data: dict[str, Any] | None, seat: int = 0) -> tuple[int, Any]:
        body = None if data is None else json.dumps(data | {"client_move": secrets.token_urlsafe(16)}).encode()
        headers = {"authorization": f"Bearer {self.tokens[seat]}", "content-type": "application/json"}
        status, text = self.crowd.ask(f"/api/tables{path}", body, headers)
        if status >= 500:
            raise RuntimeError(f"{path}: {status} {text[:300]!r}")
        return status, json.loads(text)

    def _form(self, where: str, seat: int, **fields: object) -> int:
        """As a page does it."""
        body = urlencode({"seat": seat, "client_move": secrets.token_urlsafe(16), **fields}).encode()
        sent = {"cookie": f"me={self.tokens[seat]}", "content-type": FORM, "accept": "application/json", "origin": ""}
        status, text = self.crowd.ask(f"/t/{self.kept.table}/{where}", body, sent)
        if status >= 500:
            raise RuntimeError(f"{where}: {status} {text[:300]!r}")
        return status

    def _page(self, seat: int) -> str:
        return self.crowd.ask(f"/t/{self.kept.table}", None, {"cookie": f"me={self.tokens[seat]}"})[1].decode()

    def _sit_down(self) -> Kept:
        seats = [{"who": "me", "name": "Mika"}, {"who": "open"}]
        table = {"game": self.game, "seats": seats, "options": shortest(self.game), "time_per_move": self.seconds}
        status, made = self._program("", table)
        kept = Kept(made["table"], self.game)
        self.crowd.kept.append(kept)
        joining = {"seat": 1, "invitation": made["invitations"]["1"], "name": "Noor"}
        joined, _ = self._program(f"/{kept.table}/join", joining, 1)
        started, _ = self._program(f"/{kept.table}/start", {})
        if (status, joined, started) != (201, 200, 200):
            raise RuntimeError(f"Nobody could sit down: {status}, {joined}, {started}.")
        return kept

    # ------------------------------------------------------------ what is done

    def play(self) -> None:
        for _ in range(MOST_ACTS):
            now = self._now()
            if self.crowd.is_over.is_set() or now["over"]:
                return
            self._note("orders", -1, now["decision"])
            if self.proposal:
                self._answer()
            else:
                what = self.rng.choices(list(WEIGHTS), list(WEIGHTS.values()))[0]
                getattr(self, f"_{what}")(now)

    def now(self) -> dict[str, Any]:
        found: dict[str, Any] = self._program(f"/{self.kept.table}", None)[1]
        return found

    def _now(self) -> dict[str, Any]:
        now = self.now()
        if now["decision"] < self.decision:
            self._fault(f"decision {self.decision} was open, and now {now['decision']} is")
        return now

    def _note(self, what: str, seat: int, after: int, detail: Any = None) -> None:
        self.kept.done.append(Done(what, seat, self.decision, after, detail))
        self.decision = after

    def _noted(self, what: str, seat: int, status: int, detail: Any = None) -> bool:
        """An act was answered; whether it was carried out."""
        after = self._now()["decision"]
        self.crowd.counts[what if status < 400 else f"{what} refused"] += 1
        self._note(what if status < 400 else "orders", seat, after, detail)
        return status < 400

    def _fault(self, what: str) -> None:
        self.crowd.faults.append(f"{self.game} at table {self.kept.table}: {what}.")

    def _move(self, now: dict[str, Any]) -> None:
        seat = self.rng.choice(now["pending"])
        _, answer = self._program(f"/{self.kept.table}/legal?seat={seat}", None, seat)
        if answer["decision"] != now["decision"] or not answer["actions"]:
            return  # an order was quicker
        kind = self.rng.choice(sorted({each["kind"] for each in answer["actions"]}))
        action = self.rng.choice([each["id"] for each in answer["actions"] if each["kind"] == kind])
        move = {"seat": seat, "actions": [action], "decision": now["decision"]}
        status, answer = self._program(f"/{self.kept.table}/play", move, seat)
        if self._noted("move", seat, status, action) and answer["decision"] != now["decision"]:
            self._fault(f"a move at decision {now['decision']} was answered as one at {answer['decision']}")

    def _say(self, _now: dict[str, Any]) -> None:
        seat, text = self.rng.randrange(2), secrets.token_hex(8)
        if self._noted("say", seat, self._form("say", seat, text=text)):
            self.kept.said.append(text)
        else:
            self._fault("a line was refused")

    def _undo(self, now: dict[str, Any]) -> None:
        if len(now["pending"]) + len(now["changeable"]) > 1:
            return  # a sealed answer would be taken back, of which no log tells
        seat, before = self.rng.randrange(2), self.decision
        status = self._form("undo", seat)
        if status < 400 and self._now()["decision"] == before:
            self.proposal = self._asked()
            if not self.proposal.startswith(f"undo-{seat}-"):
                self._fault(f"an undo of seat {seat} was answered and is neither done nor asked for")
            self._noted("asked to undo", seat, status)
        else:
            self._noted("undo", seat, status)

    def _asked(self) -> str:
        """What is proposed, as the pages of both ask about it."""
        found = [re.search(r'name="to" value="([^"]+)"', self._page(seat)) for seat in range(2)]
        return next((each[1] for each in found if each), "")

    def _propose(self, _now: dict[str, Any]) -> None:
        seat = self.rng.randrange(2)
        self._noted("propose", seat, self._form("propose", seat, what="abandon"))
        self.proposal = self._asked()
        if not self.proposal.startswith(f"abandon-{seat}-"):
            self._fault("what was proposed is not asked for")

    def _answer(self) -> None:
        what, by, _about = self.proposal.split("-")
        agrees = what == "undo" and self.rng.random() < 0.7
        before = self.decision
        status = self._form("answer", 1 - int(by), agrees=int(agrees), to=self.proposal)
        done = self._noted("agree" if agrees else "disagree", int(by), status)
        if not done and self.decision == before:
            self._fault(f"an answer to {self.proposal} was refused")
        self.proposal = ""

    def _order(self, now: dict[str, Any]) -> None:
        """Two standing orders, and one of them is dropped again."""
        seat = 1 - now["pending"][0] if len(now["pending"]) == 1 else self.rng.randrange(2)
        declared = declaration(self.game)
        orders: list[tuple[dict[str, object], set[str]]] = [
            ({"kind": "never_ask", "answer": answer}, {answer}) for answer in declared.unasked
        ]
        if bidding := declared.bidding:
            orders.append(({"kind": "bid_up_to", "limit": 3}, {bidding.bid, bidding.give_up}))
        for order, played in orders[:2]:
            self.kept.ordered |= {(seat, kind) for kind in played}
            self._noted("order", seat, self._form("orders", seat, **order))
        before, count = self.decision, self._orders(seat)
        if count and self._noted("drop", seat, self._form("orders/drop", seat, index=0)):
            left = self._orders(seat)
            if self._now()["decision"] == before and left != count - 1:
                self._fault(f"of {count} orders one was dropped, and {left} are left")

    def _orders(self, seat: int) -> int:
        return self._page(seat).count("/orders/drop")



# ---------------------------------------------------------------- the whole


@dataclass(frozen=True)
class Outcome:
    kills: int
    counts: Counter[str]
    tables: list[Kept]
    seconds: float
    faults: list[str]

    def __str__(self) -> str:
        acts = sum(count for what, count in self.counts.items() if what != "repeated" and "refused" not in what)
        told = ", ".join(f"{count:,} {what}" for what, count in sorted(self.counts.items()))
        end = f"{len(self.faults)} FAULTS" if self.faults else "none lost, none doubled, every game replays"
        where = f"{len(self.tables)} tables in {self.seconds:.0f} s"
        return f"{self.kills:,} kills, {acts:,} acts at {where} ({told}): {end}."


def torture(folder: Path, kills: int, seed: int = 0, on_kill: Callable[[int], None] = lambda _kill: None) -> Outcome:
    """One server on SQLite."""
    errors = folder / "server.log"
    server = Nursery(f"sqlite:///{folder / 'tables.sqlite'}", errors)
    outcome = _torture([server], kills, seed, on_kill)
    if log := errors.read_text():
        outcome.faults.append(f"The server's log says: {log[-2000:]}")
    return outcome


def torture_postgres(
    cluster: Cluster,
    folder: Path,
    kills: int,
    seed: int = 0,
    on_kill: Callable[[int], None] = lambda _kill: None,
    disk: "Disk | None" = None,
) -> Outcome:
    """Two servers on one PostgreSQL, which is restarted and runs out of room too."""
    address = cluster.new_database()
    errors = folder / "servers.log"
    servers = [Nursery(address, errors) for _ in range(2)]

    def also(kill: int) -> None:
        on_kill(kill)
        if kill % RESTARTS == 0:
            cluster.restart(signal.SIGQUIT)
        if disk is not None and kill % FILLINGS == 0:
            disk.fill_for_a_while(cluster)

    outcome = _torture(servers, kills, seed, also)
    if "Traceback" in (log := errors.read_text()):
        outcome.faults.append(f"The log of the servers says: {log[log.index('Traceback') - 500 :][:3000]}")
    return outcome


def _torture(servers: Sequence[Nursery], kills: int, seed: int, on_kill: Callable[[int], None]) -> Outcome:
    began = time.monotonic()
    rng = random.Random(seed)
    try:
        for server in servers:
            server.start()
        with Crowd(servers, seed) as crowd:
            for kill in range(kills):
                crowd.wait_for(rng.randrange(1, LONGEST_LIFE))
                if crowd.faults:
                    break
                time.sleep(rng.uniform(0.0, LONGEST_PAUSE))
                killed = rng.choice(servers)
                killed.kill()
                if len(servers) > 1:  # the other goes on alone for a while
                    crowd.wait_for(rng.randrange(1, LONGEST_LIFE))
                killed.start()
                on_kill(kill + 1)
            crowd.faults += crowd.overdue()
    finally:
        for server in servers:
            server.close()
    faults = crowd.faults or check(servers[0].database, crowd.kept)
    return Outcome(kills, crowd.counts, crowd.kept, time.monotonic() - began, faults)


# ---------------------------------------------------------------- no room


@dataclass(frozen=True)
class Disk:
    """A small disk of our own."""

    folder: Path

    def fill_for_a_while(self, cluster: Cluster) -> None:
        """Nothing can be stored; then it can again. A database that gave up over it is started again."""
        filling = self.folder / "filling"
        with filling.open("wb", buffering=0) as file:
            try:
                while True:
                    file.write(bytes(1 << 20))
            except OSError:
                pass
        time.sleep(FULL_FOR)
        filling.unlink()
        cluster.start_if_down()


@contextmanager
def small_disk(megabytes: int = 400) -> Iterator[Disk | None]:
    """Where it may be mounted; else none."""
    folder = Path(tempfile.mkdtemp(prefix="tabletown-disk-"))
    folder.chmod(0o755)
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(folder)], capture_output=True, check=False
    )
    try:
        yield Disk(folder) if mounted.returncode == 0 else None
    finally:
        if mounted.returncode == 0:
            subprocess.run(["umount", str(folder)], capture_output=True, check=False)
        folder.rmdir()


def main() -> int:
    parser = argparse.ArgumentParser(prog="make torture", description="Kills the server under load, and keeps books.")
    parser.add_argument("--kills", type=int, help=f"how often; {KILLS} and {KILLS_ON_POSTGRESQL} unless told otherwise")
    parser.add_argument("--only", choices=[SQLITE, POSTGRESQL], help="on one kind of database")
    parser.add_argument("--seed", type=int, default=0, help="another course of events")
    parser.add_argument("--nursery", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.nursery:
        nursery()
        return 0
    failed = False
    if given.only in {None, SQLITE}:
        with tempfile.TemporaryDirectory() as folder:
            alone = Path(folder)
            failed |= _shown(SQLITE, given.kills or KILLS, lambda most, told: torture(alone, most, given.seed, told))
    if given.only in {None, POSTGRESQL}:
        failed |= _on_postgresql(given.kills or KILLS_ON_POSTGRESQL, given.seed)
    return int(failed)


def _on_postgresql(kills: int, seed: int) -> bool:
    if not found_postgres():
        sys.stderr.write("*** PostgreSQL is missing on this machine: NOBODY WAS TORTURED ON IT. ***\n")
        return False
    with ExitStack() as stack:
        disk = stack.enter_context(small_disk())
        if disk is None:
            sys.stderr.write("*** No disk can be mounted here: THE DISK WAS NEVER FULL. ***\n")
        cluster = stack.enter_context(running_postgres(SMALL, disk.folder if disk else None))
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        return _shown(POSTGRESQL, kills, lambda most, told: torture_postgres(cluster, folder, most, seed, told, disk))


def _shown(what: str, kills: int, work: Callable[[int, Callable[[int], None]], Outcome]) -> bool:
    """With a bar that says how far it is; whether there were faults."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console()
    columns = TextColumn(f"Killing servers on {what}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=console) as progress:
        task = progress.add_task("", total=kills)
        outcome = work(kills, lambda kill: progress.update(task, completed=kill))
    for fault in outcome.faults:
        console.print(fault, style="red", markup=False)
    console.print(f"{what}: {outcome}", markup=False, highlight=False)
    return bool(outcome.faults)


if __name__ == "__main__":
    sys.exit(main())
