"""Statements of every move, handed to SQLite's driver as they are.

What SQLAlchemy does around a statement took four times as long as the database itself. The statements are still written
once, in its language: here they are only compiled once, and run without it. On PostgreSQL it runs them, for it knows
which errors mean that a connection is gone.
"""

import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, cast

from sqlalchemy import Connection, Dialect
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.dml import UpdateBase

SQLITE = "sqlite"
SAVE, KEEP, DROP = "SAVEPOINT job", "RELEASE SAVEPOINT job", "ROLLBACK TO SAVEPOINT job"
Written = Callable[[Any], Any] | None
"""How a value is written for the driver, where it is not given as it is."""


def run(connection: Connection, statement: UpdateBase, values: Mapping[str, Any]) -> int:
    """Change rows with these values; answers how many."""
    if connection.dialect.name != SQLITE:
        return connection.execute(statement, values).rowcount
    text, wanted = _compiled(connection.dialect, statement, tuple(values))
    given = [values[name] if written is None else written(values[name]) for name, written in wanted]
    return _driven(connection, text, given)


@contextmanager
def alone(connection: Connection) -> Iterator[None]:
    """What is done inside is undone by itself, should it fail."""
    if connection.dialect.name != SQLITE:
        with connection.begin_nested():
            yield
        return
    _driven(connection, SAVE)
    try:
        yield
    except BaseException:
        _driven(connection, DROP)
        _driven(connection, KEEP)
        raise
    _driven(connection, KEEP)


@lru_cache(256)
def _compiled(dialect: Dialect, statement: UpdateBase, names: tuple[str, ...]) -> tuple[str, list[tuple[str, Written]]]:
    """As the driver reads it, and the names of its values in their order."""
    made = statement.compile(dialect=dialect, column_keys=names)
    kinds = {name: bind.type.dialect_impl(dialect) for name, bind in made.binds.items()}
    return str(made), [(name, kinds[name].bind_processor(dialect)) for name in made.positiontup or ()]


def _driven(connection: Connection, text: str, given: list[Any] | tuple[()] = ()) -> int:
    driver = cast("sqlite3.Connection", connection.connection.driver_connection)
    try:
        return driver.execute(text, given).rowcount
    except sqlite3.Error as error:
        # With nothing of what was to be stored: seeds, sealed answers.
        raise DBAPIError.instance(text, None, error, sqlite3.Error, hide_parameters=True) from error
