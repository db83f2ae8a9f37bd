"""How the database fares: one server a file, the file that was opened, room on its disk, and nothing damaged.

Of PostgreSQL, which several servers share: whether it answers, and what it says.
"""

import logging
import os
import shutil
import sqlite3
import sys
from pathlib import Path
from typing import IO

from sqlalchemy import Engine
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError

from tabletown.rulekit.errors import TabletownError
from tabletown.rulekit.language import message

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

log = logging.getLogger(__name__)

NOT_KEPT = message("That could not be stored, so it has not happened. Try again soon.")
UNSURE = message("The database went away while that was stored. Look whether it has happened before you do it again.")
NOT_READ = message("What is kept cannot be read now. Try again soon.")
LEAST_ROOM = 1_000_000
"""Bytes. With less on the disk it is full, though the last of them may still be written."""

GONE, FULL, DAMAGED, LOCKED, BROKEN = "database_gone", "disk_full", "database_damaged", "database_locked", "storage"
AWAY = "database_away"
REASONS = {
    GONE: message(
        "The file of the database was deleted, moved or replaced while the server runs: put it back, or start anew."
    ),
    FULL: message("The disk is full: make room, and the server goes on by itself."),
    DAMAGED: message("The database is damaged: stop the server, and look with `tabletown tables --check`."),
    AWAY: message("The database does not answer: see to it, and the server goes on by itself."),
    LOCKED: message("Another program holds the database locked."),
    BROKEN: message("The storage does not work."),
}
CODES = {
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_NOTADB: DAMAGED,
    sqlite3.SQLITE_BUSY: LOCKED,
    sqlite3.SQLITE_LOCKED: LOCKED,
}


SQLSTATES = {
    "53100": FULL,
    "53300": AWAY,
    "57P01": AWAY,
    "57P02": AWAY,
    "57P03": AWAY,
    "55P03": LOCKED,
    "XX001": DAMAGED,
    "XX002": DAMAGED,
}
"""What PostgreSQL says, by its codes; class 08 is a connection that is no more, and so is an error without a code."""
CONTENDED = "40"
"""The class of errors of PostgreSQL after which the same is tried again: others were in the way."""


class NotKept(TabletownError):
    """Something that could not be stored, and so has not happened; or could not be read."""


class InUse(TabletownError):
    """A database that another server plays on."""


class FileGone(Exception):
    """The file that the database was opened from is not there any more."""


def reason_of(error: BaseException) -> str | None:
    """What is wrong with the database, if an error says that something is."""
    if isinstance(error, FileGone):
        return GONE
    if not isinstance(error, DBAPIError) or isinstance(error, (DataError, IntegrityError)) or is_contended(error):
        return None
    if hasattr(error.orig, "sqlstate"):
        return _reason_of_state(error)
    before: BaseException | None = error
    while before is not None:  # what comes after the first failure says only that a transaction is gone
        code = getattr(before, "sqlite_errorcode", 0) or 0
        if code & 0xFF in CODES:  # the lowest byte says what, the others where
            return CODES[code & 0xFF]
        before = before.__cause__ or before.__context__
    return BROKEN


def _reason_of_state(error: DBAPIError) -> str:
    """What PostgreSQL says, or that it says nothing any more."""
    state = getattr(error.orig, "sqlstate", None)
    if error.connection_invalidated or state is None or state.startswith("08"):
        return SQLSTATES.get(state or "", AWAY)
    return SQLSTATES.get(state, BROKEN)


def is_contended(error: BaseException) -> bool:
    """Whether only others were in the way."""
    state = getattr(getattr(error, "orig", None), "sqlstate", None)
    return isinstance(error, DBAPIError) and isinstance(state, str) and state.startswith(CONTENDED)


class Condition:
    """What is known of a database file: whether it is still there, and how the last attempt to store went."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._known = _identity(file)
        self._reason: str | None = None

    def check_file(self) -> None:
        """What is written to a file without a name is lost with the server, so nothing is."""
        if _identity(self._file) != self._known:
            raise FileGone(self._file.name)

    def failed(self, error: BaseException) -> bool:
        """Note it, if it is the database's fault."""
        reason = reason_of(error)
        if reason is not None and reason != self._reason:
            log.error("Nothing can be stored or read. %s (%s)", REASONS[reason], _cause(error))
        self._reason = self._reason if self._reason == DAMAGED else reason or self._reason
        return reason is not None

    def works(self) -> None:
        """Something was stored. That does not mend what is damaged."""
        if self._reason not in {None, DAMAGED}:
            log.warning("The database works again.")
            self._reason = None

    def reason(self) -> str | None:
        """Why nothing can be stored now, as far as can be told without trying."""
        if _identity(self._file) != self._known:
            return GONE
        if self._reason is None and shutil.disk_usage(self._file.parent).free < LEAST_ROOM:
            return FULL
        return self._reason


class Remote(Condition):
    """What is known of a database that is no file of ours: how the last attempt to store or read went."""

    def __init__(self) -> None:
        self._reason = None

    def check_file(self) -> None:
        """There is none."""

    def reason(self) -> str | None:
        return self._reason


def condition_of(engine: Engine) -> Condition:
    return Condition(Path(str(engine.url.database))) if engine.dialect.name == "sqlite" else Remote()


def _identity(file: Path) -> tuple[int, int] | None:
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _cause(error: BaseException) -> str:
    return " ".join(str(getattr(error, "orig", None) or error).split())[:200]


# ---------------------------------------------------------------- one server a file

IN_USE = "Another server{by} plays on the database {file} already. Stop it, or name another with --database."
_held: set[Path] = set()


class Hold:
    """A database held for this process alone, until it lets go or ends, however it ends."""

    def __init__(self, file: Path) -> None:
        self._file = file.resolve()
        if self._file in _held:  # not even opened: closing it again would let go of the lock
            raise InUse(IN_USE.format(by=f" (process {os.getpid()})", file=file))
        self._lock = self._file.with_name(f"{self._file.name}.lock").open("a+")
        try:
            _take(self._lock)
        except OSError:
            self._lock.seek(0)
            whose = self._lock.read(20).strip()
            self._lock.close()
            raise InUse(IN_USE.format(by=f" (process {whose})" if whose.isdecimal() else "", file=file)) from None
        _held.add(self._file)
        self._lock.truncate(0)
        self._lock.write(str(os.getpid()))
        self._lock.flush()

    def let_go(self) -> None:
        _held.discard(self._file)
        self._lock.close()


def _take(lock: IO[str]) -> None:
    """The kernel lets go of it when the process ends; children that were forked do not have it."""
    if sys.platform == "win32":
        msvcrt.locking(lock.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        fcntl.lockf(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
