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
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tools.postgres import Cluster, running_postgres
from tools.postgres import found as found_postgres
from tools.running import CRASHES, Server
from tools.torture_books import Kept, check
from tools.torture_people import Crowd

KILLS, KILLS_ON_POSTGRESQL = 1000, 200
SQLITE, POSTGRESQL = "sqlite", "postgresql"
LONGEST_LIFE = 60
"""Answers that a server gives at most."""
LONGEST_PAUSE = 0.03
"""Seconds between the last answer that is waited for and the end: it may come at any point of the next."""
RESTARTS, FILLINGS = 10, 25
"""After so many kills the database is restarted, and its disk filled up."""
FULL_FOR = 1.5
"""Seconds."""
SMALL = ("max_wal_size=64MB", "min_wal_size=32MB")


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
    server = Server(folder / "tables.sqlite", log=errors, forked=True)
    outcome = _torture([server], f"sqlite:///{server.database}", kills, seed, on_kill)
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
    servers = [Server(folder / "unused", log=errors, address_of_database=address, forked=True) for _ in range(2)]

    def also(kill: int) -> None:
        on_kill(kill)
        if kill % RESTARTS == 0:
            cluster.restart(signal.SIGQUIT)
        if disk is not None and kill % FILLINGS == 0:
            disk.fill_for_a_while(cluster)

    outcome = _torture(servers, address, kills, seed, also, cluster.account)
    if "Traceback" in (log := errors.read_text()):
        outcome.faults.append(f"The log of the servers says: {log[log.index('Traceback') - 500 :][:3000]}")
    return outcome


def _torture(
    servers: Sequence[Server],
    database: str,
    kills: int,
    seed: int,
    on_kill: Callable[[int], None],
    witness: Callable[[], str] = str,
) -> Outcome:
    """`witness` tells what else is to be known when nobody is answered."""
    began = time.monotonic()
    rng = random.Random(seed)
    try:
        for server in servers:
            server.start()
        with Crowd(servers, seed, witness) as crowd:
            for kill in range(kills):
                _kill_one(crowd, rng)
                if crowd.faults:
                    break
                on_kill(kill + 1)
            else:
                crowd.faults += crowd.overdue()
    finally:
        codes = [server.end() for server in servers]
    faults = crowd.faults or [*_crashes(codes), *check(database, crowd.kept)]
    return Outcome(kills, crowd.counts, crowd.kept, time.monotonic() - began, faults)


def _kill_one(crowd: Crowd, rng: random.Random) -> None:
    """And start it again, unless there is a fault before."""
    crowd.wait_for(rng.randrange(1, LONGEST_LIFE))
    if crowd.faults:
        return
    time.sleep(rng.uniform(0.0, LONGEST_PAUSE))
    killed = rng.choice(crowd.servers)
    killed.kill()
    if len(crowd.servers) > 1:  # the other goes on alone for a while
        crowd.wait_for(rng.randrange(1, LONGEST_LIFE))
    if not crowd.faults:
        killed.start()


def _crashes(codes: Sequence[int]) -> list[str]:
    return [f"A server has crashed, with {code}." for code in codes if code in CRASHES]


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
    given = parser.parse_args()
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
