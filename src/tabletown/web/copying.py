"""Copies of everything that is kept, as one SQLite file, whatever database it comes from or goes to.

A copy is of one moment, and at the same step of the migrations as what it was taken from. So it is both: a way back,
and the way from one kind of database to the other.
"""

import os
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

from sqlalchemy import Connection, Engine, MetaData, Table, func, insert, select, text
from sqlalchemy.exc import DBAPIError

from tabletown.rulekit.errors import TabletownError
from tabletown.web import schema
from tabletown.web.bus import RESTORED, announce
from tabletown.web.database import BadDatabase, connect, damages, file_of, is_shared, migrate, named, step_of

AT_ONCE = 500
"""Rows."""
STEPS = "alembic_version"
Progress = Callable[[int, int], None]
"""Told how many rows are copied, and of how many."""


class NotCopied(TabletownError):
    """A copy that could not be made or taken back."""


def unseen(_done: int, _all: int) -> None:
    """Nobody looks on."""


# ---------------------------------------------------------------- out


def back_up(engine: Engine, file: Path, progress: Progress = unseen) -> None:
    """Everything into a new file, while servers go on. It is there whole, or not at all."""
    if file.exists():
        raise NotCopied(f"{file} is there already, and nothing is written over it. Name another file.")
    half = file.with_name(f"{file.name}.part")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        half.unlink(missing_ok=True)
        half.touch(mode=0o600)  # whoever reads it knows every secret of the games
        if engine.dialect.name == "sqlite":
            _copy_file(Path(str(engine.url.database)), half, progress)
        else:
            _copy_rows_out(engine, half, progress)
        _keep(half, file)
    except (OSError, DBAPIError, sqlite3.Error) as error:
        with suppress(OSError):
            half.unlink(missing_ok=True)
        cause = " ".join(str(getattr(error, "orig", None) or error).split())
        raise NotCopied(f"The copy {file} could not be made: {cause}.") from None


def _copy_file(source: Path, target: Path, progress: Progress) -> None:
    def told(_status: int, left: int, pages: int) -> None:
        progress(pages - left, pages)

    with closing(sqlite3.connect(source, timeout=30)) as one, closing(sqlite3.connect(target)) as other:
        one.backup(other, pages=2000, progress=told, sleep=0.01)
        other.execute("PRAGMA journal_mode=DELETE")  # one file, and nothing beside it


def _copy_rows_out(engine: Engine, target: Path, progress: Progress) -> None:
    snapshot = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True, "stream_results": True}
    with engine.connect().execution_options(**snapshot) as source, source.begin():
        step = step_of(source)
        copy = connect(f"sqlite:///{target}")
        try:
            with copy.begin() as empty:
                if step is not None:
                    migrate(empty, step)
            with copy.execution_options(writes=True).begin() as connection:
                _copy_rows(source, connection, progress)
        finally:
            copy.dispose()
    with closing(sqlite3.connect(target)) as whole:
        whole.execute("PRAGMA journal_mode=DELETE")


def _copy_rows(source: Connection, target: Connection, progress: Progress) -> None:
    """Table after table, as both databases know them: what belongs to something comes after it."""
    here, there = MetaData(), MetaData()
    here.reflect(source)
    there.reflect(target)
    tables = [table for table in here.sorted_tables if table.name != STEPS]
    whole = sum(source.scalar(select(func.count()).select_from(table)) or 0 for table in tables)
    done = 0
    for table in tables:
        for rows in source.execute(select(_typed(table))).mappings().partitions(AT_ONCE):
            target.execute(insert(_typed(there.tables[table.name])), [dict(row) for row in rows])
            done += len(rows)
            progress(done, whole)


def _typed(table: Table) -> Table:
    """A table as it was found, with the types that we know of where a database knows less (SQLite has no booleans)."""
    known = schema.metadata.tables.get(table.name)
    for column in table.columns:
        if known is not None and column.name in known.c:
            column.type = known.c[column.name].type
    return table


def _keep(half: Path, file: Path) -> None:
    """On the disk, then under its name."""
    with half.open("rb+") as written:
        os.fsync(written.fileno())
    half.rename(file)
    folder = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def back_up_before_step(engine: Engine, address: str, step: str, backups: Path | None) -> Path:
    """Before the database is brought up to date it is copied, so that there is a way back to the Tabletown before."""
    folder = backups or usual_backups(address)
    file = folder / f"{stem(address)}-before-update-from-{step}-{time.strftime('%Y%m%dT%H%M%S', time.gmtime())}.sqlite"
    try:
        back_up(engine, file)
    except NotCopied as error:
        raise BadDatabase(f"Before an update the database is copied, and that failed. {error}") from None
    return file


def usual_backups(address: str) -> Path:
    """Beside the file; for PostgreSQL in the user's data folder."""
    if not is_shared(address):
        return file_of(address).parent
    from platformdirs import user_data_path

    return Path(user_data_path("tabletown", appauthor=False)) / "backups"


def stem(address: str) -> str:
    return Path(str(connect(address).url.database)).stem


# ---------------------------------------------------------------- back in


def restore(file: Path, address: str, progress: Progress = unseen, *, replace: bool = False) -> int:
    """Everything from a copy into the database, as one; answers how many tables it has then.

    The database is empty, or `replace` says that what is there goes. Servers on PostgreSQL read everything anew.
    """
    if not file.is_file():
        raise NotCopied(f"There is no copy {file}.")
    copy = connect(f"sqlite:///{file}")
    try:
        if wrong := damages(copy, thoroughly=True):
            raise NotCopied(f"The copy {file} is damaged ({wrong[0][:200]}); take another.")
        from tabletown.web.database import hold_database, open_database

        hold = hold_database(address)
        try:
            engine = open_database(address)
            try:
                return _restore(copy, engine, named(address), progress, replace=replace)
            finally:
                engine.dispose()
        finally:
            hold.let_go()
    finally:
        copy.dispose()


def _restore(copy: Engine, engine: Engine, name: str, progress: Progress, *, replace: bool) -> int:
    with copy.connect() as source, engine.execution_options(writes=True).begin() as target:
        _check_steps(source, target)
        there = target.scalar(select(func.count()).select_from(schema.tables)) or 0
        if there and not replace:
            raise NotCopied(f"{name} holds tables already (count: {there}). With --replace they are deleted first.")
        if engine.dialect.name != "sqlite":  # nobody writes while it is exchanged
            target.execute(text("LOCK TABLE tables IN ACCESS EXCLUSIVE MODE"))
        for table in reversed(schema.metadata.sorted_tables):
            target.execute(table.delete())
        _copy_rows(source, target, progress)
        if engine.dialect.name != "sqlite":
            announce(target, {RESTORED: True})
        return target.scalar(select(func.count()).select_from(schema.tables)) or 0


def _check_steps(source: Connection, target: Connection) -> None:
    try:
        taken, wanted = step_of(source), step_of(target)
    except DBAPIError:
        taken, wanted = None, None
    if taken is None:
        raise NotCopied("That file is no copy of a Tabletown's database.")
    if taken != wanted:
        raise NotCopied(
            f"The copy is of step {taken}, and this Tabletown's databases are at {wanted}: serve or list the copy once "
            "(`tabletown tables --database sqlite:///COPY`), which brings it up to date, then restore it."
        )
