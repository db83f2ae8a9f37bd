"""A real PostgreSQL on a free port of this machine, private and gone afterwards: for tests and torture."""

import contextlib
import itertools
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg

PATIENCE = 60.0
QUICK = ("fsync=off", "full_page_writes=off")
"""For tests: what is lost is lost with the whole machine, not with a process."""

ACTIVITY = (
    b"SELECT pid, datname, client_port, state, wait_event, left(query, 120) FROM pg_stat_activity WHERE datname > ''",
    b"SELECT pid, mode, locktype, classid, objid, granted FROM pg_locks WHERE locktype = 'advisory' OR NOT granted",
)


def found() -> Path | None:
    """The folder of PostgreSQL's programs, the newest of them."""
    if (beside := shutil.which("initdb")) and shutil.which("postgres"):
        return Path(beside).resolve().parent
    folders = Path("/usr/lib/postgresql").glob("*/bin")
    whole = [folder for folder in folders if (folder / "initdb").exists() and (folder / "postgres").exists()]
    return max(whole, key=lambda folder: float(folder.parent.name), default=None)


def somebody() -> dict[str, Any]:
    """PostgreSQL does not run as root; then as a user who may do little."""
    if os.getuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            person = pwd.getpwnam(name)
            return {"user": person.pw_uid, "group": person.pw_gid, "extra_groups": []}
    raise RuntimeError("There is neither a user postgres nor nobody to run PostgreSQL as.")


@dataclass
class Cluster:
    """Databases of our own; `stop` and `start` again on the same port are a restart."""

    folder: Path
    settings: tuple[str, ...] = QUICK
    port: int = 0
    _process: "subprocess.Popen[bytes] | None" = field(default=None, repr=False)
    _names: "itertools.count[int]" = field(default_factory=itertools.count, repr=False)

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def make(self) -> None:
        programs, person = found(), somebody()
        assert programs is not None
        if person:
            os.chown(self.folder, person["user"], person["group"])
        command = [str(programs / "initdb"), "-D", str(self.data), "-U", "tabletown", "-A", "trust", "-E", "UTF8"]
        more = ["--locale=C", "--no-sync", "--no-instructions"]
        subprocess.run([*command, *more], check=True, capture_output=True, cwd=self.folder, **person)

    def start(self) -> None:
        programs = found()
        assert programs is not None
        self.port = self.port or _free_port()
        options = [f"port={self.port}", "listen_addresses=127.0.0.1", "unix_socket_directories=", *self.settings]
        command = [str(programs / "postgres"), "-D", str(self.data), *(f"--{each}" for each in options)]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log, cwd=self.folder, **somebody())
        until = time.monotonic() + PATIENCE
        while True:
            with contextlib.suppress(psycopg.OperationalError):
                psycopg.connect(self.plain("postgres"), connect_timeout=5).close()
                return
            if self._process.poll() is not None or time.monotonic() > until:
                raise RuntimeError(f"PostgreSQL did not start: {(self.folder / 'log').read_text()[-2000:]}")
            time.sleep(0.02)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """SIGINT ends all connections and stops; SIGQUIT stops as a crash would."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(PATIENCE)
            self._process = None

    def start_if_down(self) -> None:
        """It may have given up by itself."""
        if self._process is not None and self._process.poll() is not None:
            self._process = None
        if self._process is None:
            self.start()

    def restart(self, how: signal.Signals = signal.SIGQUIT) -> None:
        self.stop(how)
        self.start()

    def account(self) -> str:
        """Who is connected, what they do, and what they hold or wait for."""
        try:
            with psycopg.connect(self.plain("postgres"), connect_timeout=5) as connection:
                rows = [row for query in ACTIVITY for row in connection.execute(query)]
        except psycopg.Error as error:
            return f"PostgreSQL does not answer: {error}"
        return "\n".join(["PostgreSQL has:", *map(str, rows)])

    def plain(self, name: str) -> str:
        return f"postgresql://tabletown@127.0.0.1:{self.port}/{name}"

    def new_database(self, template: str = "template0") -> str:
        """The address of another database, as a host would write it."""
        name = f"tables{next(self._names)}"
        with psycopg.connect(self.plain("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}".encode())
        return f"postgresql+asyncpg://tabletown@127.0.0.1:{self.port}/{name}"

    def drop(self, address: str) -> None:
        name = address.rsplit("/", 1)[1]
        with psycopg.connect(self.plain("postgres"), autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


def _free_port() -> int:
    with socket.socket() as asking:
        asking.bind(("127.0.0.1", 0))
        port: int = asking.getsockname()[1]
        return port


@contextlib.contextmanager
def running_postgres(settings: tuple[str, ...] = QUICK, parent: Path | None = None) -> Iterator[Cluster]:
    """In a folder of its own, because the folders of tests are for their owner alone."""
    folder = Path(tempfile.mkdtemp(prefix="tabletown-postgres-", dir=parent))
    cluster = Cluster(folder, settings)
    try:
        cluster.make()
        cluster.start()
        yield cluster
    finally:
        cluster.stop()
        shutil.rmtree(folder, ignore_errors=True)
