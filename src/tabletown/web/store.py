"""All tables, and the one way to change one: whole, and only from the version that it was read at."""

import secrets
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import fields, replace
from typing import Any

from sqlalchemy import Connection, Engine, Row, Text, and_, bindparam, cast, delete, func, insert, or_, select, update
from sqlalchemy.exc import DBAPIError

from tabletown.rulekit.errors import TabletownError
from tabletown.rulekit.language import message
from tabletown.web import bus, schema, stored_codes
from tabletown.web.asking import KEPT, LONGEST_MEMORY, STRIDE, Asked, Done
from tabletown.web.at_table.settings import Settings
from tabletown.web.codes import Taking
from tabletown.web.condition import NOT_READ, NotKept, condition_of
from tabletown.web.directly import run
from tabletown.web.kept import CANCELLED, PLAYING, WAITING, Change, Folded, Kept, Said, Seat, Since, Whole
from tabletown.web.writer import NEWS, Job, Writer

WAITING_ROOM_LASTS = 7 * 86400.0
"""A table that nobody has started for so many seconds is cancelled."""
ADVANCE = update(schema.tables).where(
    schema.tables.c.id == bindparam("table"), schema.tables.c.version == bindparam("expected")
)
"""Sets whatever columns it is given. Statements of every move are made once: making one costs more than running it."""
PUT = {table: insert(table) for table in schema.metadata.sorted_tables}
LONGEST_READING = 5.0
"""Seconds for which a store that is closed waits for those who read."""
GONE = -1
"""In place of a version, of a table that is no more."""


HELD_CHAT = 250
"""So many lines of a chat are held in memory; the store has them all."""
NOTHING_NEW = "UPDATE alembic_version SET version_num = version_num"
FORGET = delete(schema.requests).where(
    schema.requests.c.table_id == bindparam("table"),
    schema.requests.c.asker == bindparam("by"),
    schema.requests.c.number <= bindparam("last"),
)
MADE = select(schema.makings).where(
    schema.makings.c.person == bindparam("person"), schema.makings.c.id == bindparam("asked")
)


CHANGED_MEANWHILE = message("The table has changed meanwhile; nothing of this was stored. Try again.")
MOST_WAITING = 20
"""Tables of one person at which seats are open."""


class Conflict(TabletownError):
    """Somebody else has changed the table since it was read."""


class TooManyWaiting(TabletownError):
    """More tables of one person than guests will ever come to."""

    retry_after = 60


class AlreadyMade(Exception):
    """A table that the same request has made before."""

    def __init__(self, table: str) -> None:
        super().__init__(table)
        self.table = table


SEAT_FIELDS = tuple(field.name for field in fields(Seat))
DONE_FIELDS = tuple(field.name for field in fields(Done))


class Store:
    """All tables."""

    def __init__(self, engine: Engine, by: int = 0) -> None:
        """`by` is who stores it, where other servers hear of it."""
        self.engine = engine
        self.is_shared = engine.dialect.name != "sqlite"
        self._reader = engine.execution_options(isolation_level="REPEATABLE READ") if self.is_shared else engine
        self._by = by
        self._readers, self._is_closed = 0, False
        self._reading_ends = threading.Condition()
        self.condition = condition_of(engine)
        self._writer = Writer(engine, self.condition, self._announce if self.is_shared else None)

    def _announce(self, connection: Connection, news: dict[str, Any]) -> None:
        """Other servers hear of it when it is stored."""
        for portion in bus.in_portions(news):
            bus.announce(connection, {bus.CHANGED: portion}, self._by)

    def close(self) -> None:
        """Nobody reads any more: a connection that is in use now would never be closed."""
        self._writer.close()
        with self._reading_ends:
            self._is_closed = True
            self._reading_ends.wait_for(lambda: not self._readers, LONGEST_READING)
        self.engine.dispose()

    # ------------------------------------------------------------ writing

    async def write(self, job: Job) -> Any:
        """For what is kept beside the tables: done as one, and on the disk when it is answered."""
        return await self._writer.write(job)

    async def create(self, kept: Kept, change: Change, asked: Asked | None = None) -> None:
        """A new table with all that it starts with; AlreadyMade if the same was asked for before."""

        def job(connection: Connection) -> None:
            if asked is not None and (known := _made(connection, asked)):
                raise AlreadyMade(known)
            if kept.phase == WAITING:
                _refuse_another(connection, kept.host)
            _found(connection, kept, change)
            if asked is not None:
                row = {"person": asked.asker, "id": asked.id, "deed": asked.deed, "digest": asked.digest}
                if not schema.put_if_new(connection, schema.makings, {**row, "table_id": kept.id, "at": change.at}):
                    raise AlreadyMade(_made(connection, asked) or "")  # another server was quicker
            connection.info[NEWS][kept.id] = (kept.version, change.is_waited_on)

        await self._writer.write(job)

    async def change(self, table: str, expected: int, change: Change) -> int:
        """Append, if the table is still at the expected version; answers the new one."""

        def job(connection: Connection) -> int:
            values: dict[str, Any] = {"version": expected + 1, "changed": change.at}
            if change.is_seen:
                values["happened"] = change.at
            values |= {name: value for name in ("phase", "rules") if (value := getattr(change, name)) is not None}
            if change.settings is not None:
                values["settings"] = change.settings.written()
            if run(connection, ADVANCE, {"table": table, "expected": expected, **values}) != 1:
                raise Conflict(CHANGED_MEANWHILE)
            _write(connection, table, change)
            if change.founds is not None:
                _found(connection, *change.founds)
                connection.info[NEWS][change.founds[0].id] = (change.founds[0].version, True)
            connection.info[NEWS][table] = (expected + 1, change.is_waited_on)
            return expected + 1

        version: int = await self._writer.write(job)
        return version

    async def delete(self, tables: Sequence[str]) -> None:
        def job(connection: Connection) -> None:
            connection.execute(delete(schema.tables).where(schema.tables.c.id.in_(tables)))
            connection.info[NEWS].update(dict.fromkeys(tables, (GONE, False)))

        await self._writer.write(job)

    async def forget_makings(self, now: float) -> None:
        """Requests that made tables long ago are not repeated any more."""

        def job(connection: Connection) -> None:
            connection.execute(delete(schema.makings).where(schema.makings.c.at < now - LONGEST_MEMORY))

        await self._writer.write(job)

    async def probe(self) -> None:
        """Store something that changes nothing, and see that more would fit; NotKept if it cannot be."""

        def job(connection: Connection) -> None:
            if self.is_shared:
                connection.exec_driver_sql(NOTHING_NEW)
                return
            with connection.begin_nested() as trying:
                connection.exec_driver_sql("CREATE TABLE room (bytes BLOB)")
                connection.exec_driver_sql("INSERT INTO room VALUES (zeroblob(65536))")
                trying.rollback()
            connection.exec_driver_sql(NOTHING_NEW)

        await self._writer.write(job)

    # ------------------------------------------------------------ reading

    def reading(self) -> AbstractContextManager[Connection]:
        """For what is kept beside the tables."""
        return self._reading()

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with self._reading_ends:
            if self._is_closed:
                raise NotKept(NOT_READ)
            self._readers += 1
        try:
            with self._reader.begin() as connection:
                yield connection
        except DBAPIError as error:
            self.condition.failed(error)
            raise NotKept(NOT_READ) from error
        finally:
            with self._reading_ends:
                self._readers -= 1
                self._reading_ends.notify_all()

    def read(self, table: str) -> Whole | None:
        """Everything about a table, from one moment."""
        with self._reading() as connection:
            row = connection.execute(select(schema.tables).where(schema.tables.c.id == table)).one_or_none()
            if row is None:
                return None

            def rows(of: Any, order: str) -> Sequence[Row[Any]]:
                return connection.execute(select(of).where(of.c.table_id == table).order_by(of.c[order])).all()

            return Whole(
                _kept(row, rows(schema.seats, "seat")),
                [each.item for each in rows(schema.entries, "number")],
                {each.seat: each.actions for each in rows(schema.drawer, "seat")},
                _said(connection, table, None, HELD_CHAT),
                {each.seat: each.orders for each in rows(schema.orders, "seat")},
                [_done(each) for each in rows(schema.requests, "number")],
            )

    def read_folded(self, table: str) -> Folded | None:
        """What a match is made from, from one moment."""
        entries = schema.entries.c
        items = select(cast(entries.item, Text)).where(entries.table_id == table).order_by(entries.number)
        with self._reading() as connection:
            row = connection.execute(select(schema.tables).where(schema.tables.c.id == table)).one_or_none()
            if row is None:
                return None
            sitting = select(schema.seats).where(schema.seats.c.table_id == table).order_by(schema.seats.c.seat)
            sealed = select(schema.drawer).where(schema.drawer.c.table_id == table).order_by(schema.drawer.c.seat)
            return Folded(
                _kept(row, connection.execute(sitting).all()),
                [*connection.scalars(items)],
                {each.seat: each.actions for each in connection.execute(sealed)},
            )

    def read_since(self, table: str, items: int, line: int, requests: Mapping[str, int]) -> Since | None:
        """What came after so many entries of the log, that line of the chat and each asker's last request.

        All of one moment, and with all that is small whole.
        """
        with self._reading() as connection:
            row = connection.execute(select(schema.tables).where(schema.tables.c.id == table)).one_or_none()
            if row is None:
                return None

            def rows(of: Any, order: str, *more: Any) -> Sequence[Row[Any]]:
                return connection.execute(select(of).where(of.c.table_id == table, *more).order_by(of.c[order])).all()

            later = schema.chat.c.number > line
            known = schema.requests.c
            new = or_(
                known.asker.not_in(list(requests)),
                *(and_(known.asker == asker, known.number > number) for asker, number in requests.items()),
            )
            return Since(
                _kept(row, rows(schema.seats, "seat")),
                [each.item for each in rows(schema.entries, "number", schema.entries.c.number > items)],
                {each.seat: each.actions for each in rows(schema.drawer, "seat")},
                [Said(s.number, s.seat, s.name, s.text, s.at) for s in rows(schema.chat, "number", later)],
                {each.seat: each.orders for each in rows(schema.orders, "seat")},
                [_done(each) for each in rows(schema.requests, "number", new)],
                [(each.seat, each.hash) for each in rows(schema.keys, "seat")],
            )

    def versions(self, tables: Sequence[str]) -> dict[str, int]:
        """The versions of those that are there."""
        chosen = select(schema.tables.c.id, schema.tables.c.version).where(schema.tables.c.id.in_(tables))
        with self._reading() as connection:
            return {row.id: row.version for row in connection.execute(chosen)}

    def said_before(self, table: str, number: int, most: int) -> list[Said]:
        """Lines of the chat before that one, the newest of them, in their order."""
        with self._reading() as connection:
            return _said(connection, table, number, most)

    def seats_of(self, table: str, hashes: Sequence[str]) -> list[int]:
        """The seats of the table that one of the keys opens."""
        found = (schema.keys.c.table_id == table) & schema.keys.c.hash.in_(hashes)
        with self._reading() as connection:
            return sorted(set(connection.scalars(select(schema.keys.c.seat).where(found))))

    def keys_of(self, table: str) -> list[tuple[int, str]]:
        chosen = select(schema.keys.c.seat, schema.keys.c.hash).where(schema.keys.c.table_id == table)
        with self._reading() as connection:
            return [(seat, key) for seat, key in connection.execute(chosen)]

    def seat_of_code(self, taking: Taking) -> tuple[str, int] | None:
        """The table and the seat that the code would bring."""
        with self._reading() as connection:
            return stored_codes.find(connection, taking)

    def tables_of(self, key: str, most: int = 40) -> list[tuple[Kept, list[int]]]:
        """The tables at which the key opens seats; first where something was last to be seen."""
        mine = select(schema.keys.c.table_id).where(schema.keys.c.hash == key)
        chosen = schema.tables.c.id.in_(mine) & (schema.tables.c.phase != CANCELLED)
        return [(kept, self.seats_of(kept.id, [key])) for kept in self._tables(chosen, most, "happened")]

    def running(self) -> list[Kept]:
        """Every table at which something may still happen."""
        return self._tables(schema.tables.c.phase == PLAYING, None)

    def all(self, most: int | None = None) -> list[Kept]:
        return self._tables(schema.tables.c.id != "", most)

    def some(self, which: Any, most: int, first: int = 0) -> list[Kept]:
        """So many of those that are chosen, the last changed first."""
        return self._tables(which, most, first=first)

    def unchanged_since(self, when: float, phases: Sequence[str]) -> list[Kept]:
        return self._tables((schema.tables.c.changed < when) & schema.tables.c.phase.in_(phases), None)

    def _tables(self, which: Any, most: int | None, newest: str = "changed", first: int = 0) -> list[Kept]:
        order = schema.tables.c[newest].desc(), schema.tables.c.id
        chosen = select(schema.tables).where(which).order_by(*order).limit(most).offset(first or None)
        with self._reading() as connection:
            found = connection.execute(chosen).all()
            ids = [row.id for row in found]
            seats: dict[str, list[Row[Any]]] = {each: [] for each in ids}
            of_these = select(schema.seats).where(schema.seats.c.table_id.in_(ids)).order_by(schema.seats.c.seat)
            for seat in connection.execute(of_these):
                seats[seat.table_id].append(seat)
        return [_kept(row, seats[row.id]) for row in found]

    def made_by(self, asked: Asked) -> str | None:
        """The table that the request has already made, or None."""
        with self._reading() as connection:
            return _made(connection, asked)


def _refuse_another(connection: Connection, host: str) -> None:
    """Of one person only so many tables wait for guests."""
    mine = (schema.tables.c.phase == WAITING) & (schema.tables.c.host == host)
    if (connection.scalar(select(func.count()).where(mine)) or 0) >= MOST_WAITING:
        sentence = message("You have {most} tables that wait for guests. Start or cancel one of them first.")
        raise TooManyWaiting(sentence, most=MOST_WAITING)


def _kept(row: Row[Any], seats: Sequence[Row[Any]]) -> Kept:
    sitting = tuple(Seat(*(getattr(s, name) for name in SEAT_FIELDS)) for s in seats)
    columns = dict(row._mapping)  # noqa: SLF001 -- SQLAlchemy's public name for a row as a mapping
    edition = _shared((row.game, row.rules), row.edition)
    return Kept(**columns | {"settings": Settings.read(row.settings), "edition": edition}, seats=sitting)


def _shared(rules: tuple[str, str], edition: dict[str, Any]) -> dict[str, Any]:
    """Most tables are played by the same few editions, which nobody changes: one is enough for all of them."""
    if len(_editions) >= MOST_EDITIONS:
        _editions.clear()
    known = _editions.setdefault(rules, edition)
    return known if known == edition else edition


MOST_EDITIONS = 64
_editions: dict[tuple[str, str], dict[str, Any]] = {}


def _done(row: Row[Any]) -> Done:
    return Done(*(getattr(row, name) for name in DONE_FIELDS))


def _said(connection: Connection, table: str, before: int | None, most: int) -> list[Said]:
    lines = select(schema.chat).where(schema.chat.c.table_id == table).order_by(schema.chat.c.number.desc()).limit(most)
    if before is not None:
        lines = lines.where(schema.chat.c.number < before)
    found = connection.execute(lines).all()
    return [Said(each.number, each.seat, each.name, each.text, each.at) for each in reversed(found)]


def _made(connection: Connection, asked: Asked) -> str | None:
    row = connection.execute(MADE, {"person": asked.asker, "asked": asked.id}).one_or_none()
    if row is None:
        return None
    asked.same(row.deed, row.digest)
    return str(row.table_id)


def _found(connection: Connection, kept: Kept, change: Change) -> None:
    row = {column.name: getattr(kept, column.name) for column in schema.tables.columns}
    connection.execute(PUT[schema.tables], row | {"settings": kept.settings.written()})
    _write(connection, kept.id, replace(change, seats=kept.seats))
    if change.follows is not None:
        _keep_telling(connection, kept.id, *change.follows, change.at)


def _keep_telling(connection: Connection, table: str, former: str, sits: Sequence[int], now: float) -> None:
    """Whoever was told at the former table is told at this one, by ways of its own: each can be ended by itself."""
    ways = schema.ways
    chosen = select(ways).where((ways.c.table_id == former) & ways.c.confirmed)
    for row in connection.execute(chosen).mappings().all():
        anew = {"id": secrets.token_hex(12), "secret": secrets.token_hex(24), "told": 0, "hour": 0, "sent": 0}
        moved = {"table_id": table, "seat": sits.index(row["seat"]), "made": now}
        connection.execute(insert(ways), {**row, **anew, **moved})


def _write(connection: Connection, table: str, change: Change) -> None:
    def put(into: Any, rows: list[dict[str, Any]]) -> None:
        for row in rows:
            run(connection, PUT[into], {"table_id": table, **row})

    def put_anew(into: Any, rows: list[dict[str, Any]]) -> None:
        connection.execute(delete(into).where(into.c.table_id == table))
        put(into, rows)

    put(schema.entries, [{"number": number, "item": item} for number, item in change.items])
    put(schema.chat, [vars(said) for said in change.chat])
    if change.seats is not None:
        put_anew(schema.seats, [{"seat": seat, **vars(each)} for seat, each in enumerate(change.seats)])
    if change.drawer is not None:
        put_anew(schema.drawer, [{"seat": seat, "actions": given} for seat, given in change.drawer.items()])
    if change.orders is not None:
        put_anew(schema.orders, [{"seat": seat, "orders": given} for seat, given in change.orders.items()])
    _write_keys(connection, table, change)
    if (done := change.done) is not None:
        put(schema.requests, [vars(done)])
        if done.number % STRIDE == 0 and done.number > KEPT:
            run(connection, FORGET, {"table": table, "by": done.asker, "last": done.number - KEPT})


def _write_keys(connection: Connection, table: str, change: Change) -> None:
    for seat in change.keys_gone:
        connection.execute(delete(schema.keys).where(schema.keys.c.table_id == table, schema.keys.c.seat == seat))
        stored_codes.drop(connection, table, seat)
    if change.offer is not None:
        stored_codes.put(connection, table, change.offer, change.at)
    if change.taking is not None:
        stored_codes.take(connection, change.taking)
    if change.keys:
        new = [{"table_id": table, "seat": seat, "hash": key} for seat, key in change.keys]
        schema.put_if_new(connection, schema.keys, new)
