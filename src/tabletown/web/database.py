"""The database: SQLite that survives a power cut, at the newest step of its migrations."""

import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DatabaseError

from tabletown.rulekit.errors import TabletownError
from tabletown.web.condition import Hold

if TYPE_CHECKING:
    from alembic.config import Config


NOT_OPENED = "The database {file} cannot be opened: {cause}. Name another with --database."


class BadDatabase(TabletownError):
    """A database that cannot be used."""


def hold_database(address: str) -> Hold:
    """For one server alone; InUse if another has it."""
    file = file_of(address)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        return Hold(file)
    except OSError as error:
        raise BadDatabase(NOT_OPENED.format(file=file, cause=error)) from None


def open_database(address: str) -> Engine:
    """The engine for an address `sqlite:///FILE`, its tables made or brought up to date."""
    file = file_of(address)
    engine = create_engine(
        f"sqlite:///{file}",
        connect_args={"check_same_thread": False, "timeout": 30},
        hide_parameters=True,  # an error would print what was to be stored, seeds and sealed answers too
    )
    event.listen(engine, "connect", _careful)
    event.listen(engine, "begin", _begin)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with engine.begin() as connection:
            migrate(connection)
    except (DatabaseError, OSError) as error:
        cause = getattr(error, "orig", None) or error
        raise BadDatabase(NOT_OPENED.format(file=file, cause=cause)) from None
    return engine


def file_of(address: str) -> Path:
    try:
        url = make_url(address)
    except ArgumentError:
        url = None
    if url is None or url.drivername != "sqlite" or not url.database or url.database == ":memory:":
        raise BadDatabase(f"Games are kept in a file, as --database sqlite:///FILE, not in {address!r}.")
    return Path(url.database)


def _careful(connection: sqlite3.Connection, _record: Any) -> None:
    """Readers beside one writer, every commit on the disk, and transactions begun by SQLAlchemy, not by the driver."""
    connection.isolation_level = None
    for setting in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {setting}")


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE" if connection.get_execution_options().get("writes") else "BEGIN")


def damages(engine: Engine, *, thoroughly: bool) -> list[str]:
    """What is wrong inside the file, if anything: quickly its structure; thoroughly its indices and references too."""
    check = "integrity_check" if thoroughly else "quick_check"
    try:
        with engine.connect() as connection:
            found = [row[0] for row in connection.exec_driver_sql(f"PRAGMA {check}")]
            lost = connection.exec_driver_sql("PRAGMA foreign_key_check").all() if thoroughly else []
    except DatabaseError as error:
        return [str(error.orig)]
    return [line for line in found if line != "ok"] + [f"{row[0]} {row[1]} belongs to no {row[2]}" for row in lost]


def migrations(connection: Connection) -> "Config":
    """Alembic's way to the steps, on that connection."""
    from alembic.config import Config

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    return config


def migrate(connection: Connection) -> None:
    """Take every step of the migrations that is still to be taken."""
    from alembic import command
    from alembic.util import CommandError

    try:
        command.upgrade(migrations(connection), "head")
    except CommandError as error:
        raise BadDatabase(f"The database is of a newer Tabletown: {error}. Update, or name another one.") from None
