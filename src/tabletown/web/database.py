"""The database: SQLite that survives a power cut, or PostgreSQL; at the newest step of its migrations."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from sqlalchemy import URL, Connection, Engine, create_engine, event, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DatabaseError

from tabletown.rulekit.errors import TabletownError
from tabletown.web.condition import Hold

if TYPE_CHECKING:
    from alembic.config import Config
    from alembic.script import ScriptDirectory


NOT_OPENED = "The database {file} cannot be opened: {cause}. Name another with --database."
POSTGRESQL = {"postgres", "postgresql", "postgresql+asyncpg", "postgresql+psycopg"}
"""However a host spells it, one driver is used: psycopg, whose connections a thread can wait on."""
MIGRATING = 0x7AB1E70
"""The advisory lock of whoever brings the database up to date."""
ALIVE: dict[str, Any] = {
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 3,
    "keepalives_count": 3,
    "application_name": "tabletown",
    "options": "-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=3 -c tcp_keepalives_count=3",
}
"""How soon either side notices that the other is gone without a word."""


class BadDatabase(TabletownError):
    """A database that cannot be used."""


class Shared:
    """A database that several servers play on: nobody holds it."""

    def let_go(self) -> None:
        """There is nothing to let go of."""


def is_shared(address: str) -> bool:
    """Whether several servers may play on it."""
    return url_of(address).drivername != "sqlite"


def url_of(address: str) -> URL:
    """The address, checked, and with the driver that we use."""
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        url = None
    if url is not None and url.drivername in POSTGRESQL and url.database:
        return url.set(drivername="postgresql+psycopg")
    if url is None or url.drivername != "sqlite" or not url.database or url.database == ":memory:":
        told = "another kind of address" if url is None or url.password else repr(address)
        raise BadDatabase(
            "Games are kept in a file, as --database sqlite:///FILE, or in PostgreSQL, "
            f"as --database postgresql://USER@HOST/NAME, not in {told}."
        )
    return url


def file_of(address: str) -> Path:
    """The file of an SQLite database."""
    url = url_of(address)
    if url.drivername != "sqlite":
        raise BadDatabase(f"{named(address)} is no file.")
    return Path(str(url.database))


def named(address: str) -> str:
    """The database as people may read it: without its password."""
    url = url_of(address)
    return str(url.database) if url.drivername == "sqlite" else url.render_as_string(hide_password=True)


def hold_database(address: str) -> Hold | Shared:
    """SQLite for one server alone; InUse if another has it."""
    if is_shared(address):
        return Shared()
    file = file_of(address)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        return Hold(file)
    except OSError as error:
        raise BadDatabase(NOT_OPENED.format(file=file, cause=error)) from None


def open_database(address: str, backups: Path | None = None) -> Engine:
    """The engine for an address, its tables made or brought up to date; before that they are copied to `backups`."""
    engine = connect(address)
    try:
        if engine.dialect.name == "sqlite":
            file_of(address).parent.mkdir(parents=True, exist_ok=True)
            file_of(address).touch()
        with _one_at_a_time(engine):
            _bring_up_to_date(engine, address, backups)
    except (DatabaseError, OSError) as error:
        engine.dispose()
        cause = " ".join(str(getattr(error, "orig", None) or error).split())
        raise BadDatabase(NOT_OPENED.format(file=named(address), cause=cause)) from None
    except TabletownError:
        engine.dispose()
        raise
    return engine


@contextmanager
def _one_at_a_time(engine: Engine) -> Iterator[None]:
    """Of several servers that start at once one brings the database up to date, and the others wait."""
    if engine.dialect.name == "sqlite":
        yield
        return
    with engine.connect() as connection:
        waiting = connection.execution_options(isolation_level="AUTOCOMMIT")
        waiting.execute(text(f"SELECT pg_advisory_lock({MIGRATING})"))
        try:
            yield
        finally:
            waiting.execute(text(f"SELECT pg_advisory_unlock({MIGRATING})"))


def connect(address: str) -> Engine:
    """The engine, with nothing done yet."""
    url = url_of(address)
    if url.drivername != "sqlite":
        engine = create_engine(
            url, connect_args=ALIVE, pool_size=8, max_overflow=24, pool_pre_ping=True, hide_parameters=True
        )
        event.listen(engine, "connect", _on_the_disk)
        return engine
    file = Path(str(url.database))

    def opened() -> sqlite3.Connection:
        """Never a new file in the place of one that was deleted."""
        return sqlite3.connect(f"file:{quote(str(file))}?mode=rw", uri=True, check_same_thread=False, timeout=30)

    # An error would print what was to be stored, seeds and sealed answers too.
    engine = create_engine(url, creator=opened, hide_parameters=True)
    event.listen(engine, "connect", _careful)
    event.listen(engine, "begin", _begin)
    return engine


def _careful(connection: sqlite3.Connection, _record: Any) -> None:
    """Readers beside one writer, every commit on the disk, and transactions begun by SQLAlchemy, not by the driver."""
    connection.isolation_level = None
    for setting in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {setting}")


def _on_the_disk(connection: Any, _record: Any) -> None:
    """What is answered is on the disk, also where the database is set to be quicker than that."""
    connection.execute(
        "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
    )
    connection.commit()


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE" if connection.get_execution_options().get("writes") else "BEGIN")


def damages(engine: Engine, *, thoroughly: bool) -> list[str]:
    """What is wrong inside the file, if anything: quickly its structure; thoroughly its indices and references too.

    PostgreSQL looks after its own files; what is read from them is looked at by whoever reads.
    """
    if engine.dialect.name != "sqlite":
        return []
    check = "integrity_check" if thoroughly else "quick_check"
    try:
        with engine.connect() as connection:
            found = [row[0] for row in connection.exec_driver_sql(f"PRAGMA {check}")]
            lost = connection.exec_driver_sql("PRAGMA foreign_key_check").all() if thoroughly else []
    except DatabaseError as error:
        return [str(error.orig)]
    return [line for line in found if line != "ok"] + [f"{row[0]} {row[1]} belongs to no {row[2]}" for row in lost]


# ---------------------------------------------------------------- steps


def _bring_up_to_date(engine: Engine, address: str, backups: Path | None) -> None:
    with engine.connect() as connection:
        step = step_of(connection)
    if step == newest_step():
        return
    if step is not None:
        _check_known(step)
        from tabletown.web.copying import back_up_before_step

        back_up_before_step(engine, address, step, backups)
    with engine.begin() as connection:
        migrate(connection)


def step_of(connection: Connection) -> str | None:
    """The step that the database is at; None if it is empty."""
    from alembic.migration import MigrationContext

    step: str | None = MigrationContext.configure(connection).get_current_revision()
    return step


def newest_step() -> str:
    step = _steps().get_current_head()
    assert step is not None
    return step


def _check_known(step: str) -> None:
    from alembic.util import CommandError

    try:
        _steps().get_revision(step)
    except CommandError as error:
        raise BadDatabase(f"The database is of a newer Tabletown: {error}. Update, or name another one.") from None


def _steps() -> "ScriptDirectory":
    from alembic.script import ScriptDirectory

    return ScriptDirectory(str(Path(__file__).parent / "migrations"))


def migrations(connection: Connection) -> "Config":
    """Alembic's way to the steps, on that connection."""
    from alembic.config import Config

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    return config


def migrate(connection: Connection, step: str = "head") -> None:
    """Take every step of the migrations that is still to be taken."""
    from alembic import command

    command.upgrade(migrations(connection), step)
