"""Statements that go to SQLite's driver as they are do what SQLAlchemy would do."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, bindparam, insert, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError

from tabletown.web import schema
from tabletown.web.condition import reason_of
from tabletown.web.database import open_database
from tabletown.web.directly import alone, run

TABLE: dict[str, Any] = {
    "id": "t1", "game": "the_estates", "rules": "1", "edition": {"rows": [1, 2]}, "options": {}, "players": 2,
    "seed": "secret", "start": None, "phase": "playing", "version": 0, "host": "h", "settings": {"spectators": True},
    "created": 1.5, "changed": 1.5,
}  # fmt: skip
SEAT: dict[str, Any] = {
    "table_id": "t1", "seat": 0, "kind": "person", "name": "Ann", "level": "", "invitation": 0, "invitation_hash": "",
    "stand_in": "", "resigned": True,
}  # fmt: skip
PUT = {table: insert(table) for table in (schema.tables, schema.seats)}
ADVANCE = update(schema.tables).where(schema.tables.c.id == bindparam("table"))


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[Connection]:
    engine = open_database(f"sqlite:///{tmp_path}/tables.sqlite")
    with engine.begin() as opened:
        yield opened
    engine.dispose()


def rows(connection: Connection, table: Any) -> list[dict[str, Any]]:
    return [dict(row._mapping) for row in connection.execute(select(table))]


def test_what_is_written_is_read_as_it_was_whoever_writes_it(connection: Connection) -> None:
    run(connection, PUT[schema.tables], TABLE)
    run(connection, PUT[schema.seats], SEAT)
    connection.execute(PUT[schema.tables], {**TABLE, "id": "t2"})
    connection.execute(PUT[schema.seats], {**SEAT, "table_id": "t2"})
    for table, name in ((schema.tables, "id"), (schema.seats, "table_id")):
        ours, theirs = sorted(rows(connection, table), key=lambda row: str(row[name]))
        assert {**ours, name: ""} == {**theirs, name: ""}
    raw = connection.exec_driver_sql("SELECT edition, start, settings FROM tables ORDER BY id").all()
    assert raw[0] == raw[1]


def test_it_answers_how_many_rows_were_changed_whatever_columns_are_given(connection: Connection) -> None:
    run(connection, PUT[schema.tables], TABLE)
    assert run(connection, ADVANCE, {"table": "t1", "version": 1}) == 1
    assert run(connection, ADVANCE, {"table": "t1", "version": 2, "settings": {"clock": None}}) == 1
    assert run(connection, ADVANCE, {"table": "unknown", "version": 3}) == 0
    (row,) = rows(connection, schema.tables)
    assert (row["version"], row["settings"]) == (2, {"clock": None})


def advance_and(connection: Connection, fail: Callable[[], object]) -> None:
    with alone(connection):
        run(connection, ADVANCE, {"table": "t1", "version": 7})
        fail()


def test_what_fails_alone_undoes_nothing_else(connection: Connection) -> None:
    run(connection, PUT[schema.tables], TABLE)
    with pytest.raises(IntegrityError):
        advance_and(connection, lambda: run(connection, PUT[schema.tables], TABLE))
    with pytest.raises(ValueError, match="invalid literal"):
        advance_and(connection, lambda: int("nothing of the database's"))
    with alone(connection):
        run(connection, PUT[schema.seats], SEAT)
    assert [row["version"] for row in rows(connection, schema.tables)] == [0]
    assert len(rows(connection, schema.seats)) == 1


def test_an_error_says_what_is_wrong_and_nothing_of_what_was_to_be_stored(connection: Connection) -> None:
    connection.exec_driver_sql("PRAGMA query_only=ON")
    with pytest.raises(DBAPIError) as caught, alone(connection):
        run(connection, PUT[schema.tables], {**TABLE, "seed": "nobody-reads-this"})
    assert reason_of(caught.value) is not None
    assert "nobody-reads-this" not in str(caught.value)
