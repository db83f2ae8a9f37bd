"""Several servers on one PostgreSQL hear of each other, and share what is to be done once.

What a server stores it announces in the same transaction (NOTIFY), so that others hear of it when it is stored, and
never of what is not. What is not stored at all, such as who is there, is told the same way.

Tables fall into shares. Whoever holds a share's advisory lock sees to the bots, clocks and notices of its tables. Locks
go with the connection: when a server dies, however it dies, the others take its shares over.
"""

import asyncio
import contextlib
import json
import logging
import os
import select
import socket
import threading
import time
import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import psycopg
from sqlalchemy import Connection, text

from tabletown.web.database import ALIVE, url_of

log = logging.getLogger(__name__)

CHANNEL = "tabletown"
SHARES = 16
SERVERS, DUTIES = 0x7AB1E71, 0x7AB1E72
"""Classes of advisory locks: one of every server, and one of every share of the tables."""
HEARTBEAT = 1.0
"""Seconds after which a server looks who is there, and whether shares are free."""
PAUSE = 0.5
"""Seconds between attempts to reach the database."""
MOST_LETTERS = 7000
"""Of one announcement; PostgreSQL takes 8,000 bytes."""
FROM = "from"
CHANGED, RESTORED = "changed", "restored"
"""Tables, their new versions and whether the house has to do something there; everything is another."""
HELLO, GOODBYE = "hello", "goodbye"
"""Somebody comes, and wants to know who is where; somebody goes, and leaves their shares."""
ANNOUNCE = text("SELECT pg_notify(:channel, :message)")

Message = dict[str, Any]


def share_of(table: str) -> int:
    return zlib.crc32(table.encode()) % SHARES


def written(message: Mapping[str, Any]) -> str:
    return json.dumps(message, ensure_ascii=True, separators=(",", ":"))


def announce(connection: Connection, message: Mapping[str, Any], by: int = 0) -> None:
    """To all servers, when the transaction is stored."""
    connection.execute(ANNOUNCE, {"channel": CHANNEL, "message": written({FROM: by, **message})})


def in_portions(changed: Mapping[str, Any], most: int = 150) -> Iterable[dict[str, Any]]:
    """So many at once that an announcement is never too long."""
    items = list(changed.items())
    for start in range(0, len(items), most):
        yield dict(items[start : start + most])


@dataclass(frozen=True)
class Heard:
    """What becomes of what is heard; all of it is called in the server's event loop."""

    message: Callable[[Message], None]
    gained: Callable[[frozenset[int]], None]
    lost: Callable[[frozenset[int]], None]
    missed: Callable[[], None]
    """For a while nothing was heard; or it is the beginning."""
    gone: Callable[[int], None]
    """A server is no more."""


class Bus(Protocol):
    """How servers hear of each other."""

    id: int

    def open(self, heard: Heard) -> None: ...
    def close(self) -> None: ...
    def tell(self, message: Mapping[str, Any]) -> None:
        """To the other servers, now."""

    def is_mine(self, table: str, /) -> bool:
        """Whether this server sees to what is done once at the table."""

    def holds(self, share: int, /) -> bool: ...

    @property
    def servers(self) -> int:
        """How many there are, as far as is known."""


class Alone:
    """The only server: everything is its own, and there is nobody to tell."""

    id = 0
    servers = 1

    def open(self, heard: Heard) -> None:
        heard.gained(frozenset(range(SHARES)))

    def close(self) -> None:
        """There is nobody to say goodbye to."""

    def tell(self, message: Mapping[str, Any]) -> None:
        """Nobody hears it."""

    def is_mine(self, _table: str) -> bool:
        return True

    def holds(self, _share: int) -> bool:
        return True


class Together:
    """One of several servers: a thread with a connection of its own, which listens, tells and holds the locks."""

    def __init__(self, address: str) -> None:
        url = url_of(address).set(drivername="postgresql")
        self._address = url.render_as_string(hide_password=False)
        self.id = int.from_bytes(os.urandom(4)) >> 1
        self._held: frozenset[int] = frozenset()
        self._others: frozenset[int] = frozenset()
        self._telling: list[str] = []
        self._lock = threading.Lock()
        self._is_closing = False
        self._stir = False
        """Whether somebody has come or gone."""
        self._waker, self._woken = socket.socketpair()
        self._waker.setblocking(False)
        self._thread = threading.Thread(target=self._run, name="bus", daemon=True)
        self._heard: Heard | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def servers(self) -> int:
        return 1 + len(self._others)

    def is_mine(self, table: str) -> bool:
        return share_of(table) in self._held

    def holds(self, share: int) -> bool:
        return share in self._held

    def open(self, heard: Heard) -> None:
        self._heard, self._loop = heard, asyncio.get_running_loop()
        self._thread.start()

    def tell(self, message: Mapping[str, Any]) -> None:
        told = written({FROM: self.id, **message})
        if len(told) > MOST_LETTERS:
            log.error("What was to be told other servers is too long: %d letters", len(told))
            return
        if not self._is_closing:
            with self._lock:
                self._telling.append(told)
            self._wake()

    def close(self) -> None:
        if self._is_closing:
            return
        self._is_closing = True
        self._wake()
        if self._thread.is_alive():
            self._thread.join()
        self._waker.close()
        self._woken.close()

    def _wake(self) -> None:
        with contextlib.suppress(BlockingIOError):  # it has not even been read that somebody wants something
            self._waker.send(b".")

    # ------------------------------------------------------------ the thread

    def _run(self) -> None:
        trouble = ""
        while not self._is_closing:
            try:
                with psycopg.connect(self._address, autocommit=True, **ALIVE) as connection:
                    if trouble:
                        log.warning("Other servers are heard again.")
                        trouble = ""
                    self._listen(connection)
            except psycopg.Error as error:
                if not trouble and not self._is_closing:
                    trouble = " ".join(str(error).split())[:200]
                    log.error("Other servers are not heard: %s", trouble)
                self._lose(self._held)
                self._others = frozenset()
                if not self._is_closing:
                    time.sleep(PAUSE)

    def _listen(self, connection: "psycopg.Connection[Any]") -> None:
        connection.add_notify_handler(self._hear)
        connection.execute(f"LISTEN {CHANNEL}")
        connection.execute("SELECT pg_advisory_lock(%s, %s)", (SERVERS, self.id))
        with self._lock:
            self._telling.clear()  # whoever missed it is told everything anew
        self._call("missed")
        self._say(connection, [written({FROM: self.id, HELLO: True})])
        next_beat = 0.0
        self._share(connection)
        self._call("gained", frozenset())  # also where others have all shares
        while not self._is_closing:
            if time.monotonic() >= next_beat:
                self._share(connection)
                next_beat = time.monotonic() + HEARTBEAT
            rest = max(0.0, next_beat - time.monotonic())
            readable, _, _ = select.select([connection.fileno(), self._woken.fileno()], [], [], rest)
            if self._woken.fileno() in readable:
                self._woken.recv(4096)
            with self._lock:
                telling, self._telling = self._telling, []
            self._say(connection, telling)
            if connection.fileno() in readable:
                connection.pgconn.consume_input()
            if self._received(connection):
                next_beat = 0.0
        self._lose(self._held)
        self._say(connection, [*self._telling, written({FROM: self.id, GOODBYE: True})])

    def _say(self, connection: "psycopg.Connection[Any]", told: Iterable[str]) -> None:
        for message in told:
            connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, message))

    def _received(self, connection: "psycopg.Connection[Any]") -> bool:
        """Take in what has arrived; whether somebody has come or gone."""
        while (news := connection.pgconn.notifies()) is not None:
            self._take(news.extra.decode())
        comes_or_goes, self._stir = self._stir, False
        return comes_or_goes

    def _hear(self, news: psycopg.Notify) -> None:
        self._take(news.payload)

    def _take(self, payload: str) -> None:
        message: Message = json.loads(payload)
        if message.get(FROM) == self.id:
            return
        self._stir = self._stir or HELLO in message or GOODBYE in message
        self._call("message", message)

    def _share(self, connection: "psycopg.Connection[Any]") -> None:
        """Every server holds as many shares as any other, one more or less."""
        found = connection.execute(
            "SELECT classid::bigint, objid::bigint FROM pg_locks"
            " WHERE locktype = 'advisory' AND granted AND objsubid = 2"
            " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
            " AND classid::bigint IN (%s, %s)",
            (SERVERS, DUTIES),
        ).fetchall()
        others = frozenset(each for kind, each in found if kind == SERVERS) - {self.id}
        for server in self._others - others:
            self._call("gone", server)
        self._others = others
        fair = -(-SHARES // self.servers)
        held = self._held
        if len(held) > fair:
            given = frozenset(sorted(held)[fair:])
            self._lose(given)
            for share in given:
                connection.execute("SELECT pg_advisory_unlock(%s, %s)", (DUTIES, share))
        elif len(held) < fair:
            free = set(range(SHARES)) - {each for kind, each in found if kind == DUTIES}
            wanted = sorted(free)[: fair - len(held)]
            self._gain(frozenset(share for share in wanted if self._is_got(connection, share)))

    def _is_got(self, connection: "psycopg.Connection[Any]", share: int) -> bool:
        row = connection.execute("SELECT pg_try_advisory_lock(%s, %s)", (DUTIES, share)).fetchone()
        return bool(row and row[0])

    def _gain(self, shares: frozenset[int]) -> None:
        if shares:
            self._held |= shares
            self._call("gained", shares)

    def _lose(self, shares: frozenset[int]) -> None:
        """Known here before the lock is let go of."""
        if shares:
            self._held -= shares
            self._call("lost", shares)

    def _call(self, what: str, *given: Any) -> None:
        assert self._loop is not None
        with contextlib.suppress(RuntimeError):  # the loop is closed: the server has ended
            self._loop.call_soon_threadsafe(getattr(self._heard, what), *given)


def bus_of(address: str) -> Bus:
    from tabletown.web.database import is_shared

    return Together(address) if is_shared(address) else Alone()
