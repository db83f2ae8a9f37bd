"""How somebody wants to be told, kept with their seat: a browser, an e-mail address, a web address.

What has been told is noted here too, so that a server that starts anew tells nothing twice.
"""

import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update

from tabletown.rulekit.errors import BadOption
from tabletown.rulekit.language import message
from tabletown.web import schema
from tabletown.web.kept import ABANDONED, OVER
from tabletown.web.keys import NO_SECRET, Secret
from tabletown.web.store import Store

BROWSER, MAIL, WEBHOOK = "browser", "mail", "webhook"
MOST_WAYS = 5
"""Of one seat."""
MOST_AN_HOUR = 20
"""Notices of one table."""
HOUR = 3600
UNCONFIRMED = 86400.0
"""Seconds after which an e-mail address that nobody has confirmed is forgotten."""
NEWS_OF_THE_END = 86400.0
"""Seconds for which the end of a game is still news to a server that starts anew."""
NOTHING, THE_END = 0, -1
"""What was told last, where it is not the number of a decision."""


class TooManyWays(BadOption):
    """More than one seat needs."""


@dataclass(frozen=True)
class Way:
    """One way to one person at one seat."""

    id: str
    table_id: str
    seat: int
    kind: str
    target: Secret
    """The endpoint, the e-mail address or the web address."""
    public: Secret = NO_SECRET
    auth: Secret = NO_SECRET
    """A browser's keys."""
    person: str = field(default="", repr=False)
    """The hash of the secret of whoever asked for it. When that opens the seat no more, they are told no more."""
    language: str = "en"
    address: str = ""
    """How links begin."""
    secret: Secret = NO_SECRET
    """Confirms, and ends it."""
    link: Secret = NO_SECRET
    """The key of the seat's private link, for a mail that is to bring it along."""
    confirmed: bool = False
    made: float = 0.0
    told: int = NOTHING
    hour: int = 0
    sent: int = 0
    """Notices in that hour."""

    @property
    def stop(self) -> Secret:
        """Where it can be ended without a seat."""
        return Secret(f"{self.address}/notices/stop/{self.id}/{self.secret!s}")

    @property
    def confirm(self) -> Secret:
        return Secret(f"{self.address}/notices/confirm/{self.id}/{self.secret!s}")


HIDDEN = {each.name for each in fields(Way) if each.type is Secret}


def new_way(table: str, seat: int, kind: str, target: str, **more: Any) -> Way:
    made = {"id": secrets.token_hex(12), "secret": Secret(secrets.token_hex(24)), "made": time.time(), **more}
    return Way(table_id=table, seat=seat, kind=kind, target=Secret(target), **made)


class Ways:
    """All of them."""

    def __init__(
        self,
        store: Store,
        now: Callable[[], float] = time.time,
        tell_others: Callable[[Mapping[str, Any]], None] = lambda _message: None,
    ) -> None:
        """`tell_others` tells other servers."""
        self._store = store
        self._now = now
        self._tell_others = tell_others
        self._at: dict[str, bool] = {}

    # ------------------------------------------------------------ reading

    def are_at(self, table: str) -> bool:
        """Whether anybody there wants to be told. Asked at every move, so it is known by heart."""
        if table not in self._at:
            with self._store.reading() as connection:
                chosen = select(schema.ways.c.id).where(schema.ways.c.table_id == table).limit(1)
                self._at[table] = connection.scalar(chosen) is not None
        return self._at[table]

    def of(self, table: str, seat: int | None = None) -> list[Way]:
        chosen = schema.ways.c.table_id == table
        if seat is not None:
            chosen &= schema.ways.c.seat == seat
        return self._found(chosen)

    def find(self, way: str) -> Way | None:
        found = self._found(schema.ways.c.id == way)
        return found[0] if found else None

    def untold_ends(self) -> list[str]:
        """Tables whose game ended lately, while somebody had still to be told."""
        ended = schema.tables.c.phase.in_([OVER, ABANDONED]) & (schema.tables.c.changed > self._now() - NEWS_OF_THE_END)
        untold = schema.ways.c.confirmed & (schema.ways.c.told != THE_END)
        joined = schema.ways.join(schema.tables, schema.tables.c.id == schema.ways.c.table_id)
        with self._store.reading() as connection:
            chosen = select(schema.tables.c.id).select_from(joined).where(ended & untold).distinct()
            return list(connection.scalars(chosen))

    def sent_lately(self, table: str) -> int:
        """Notices of the table in this hour."""
        here = (schema.ways.c.table_id == table) & (schema.ways.c.hour == self._hour())
        with self._store.reading() as connection:
            return connection.scalar(select(func.sum(schema.ways.c.sent)).where(here)) or 0

    def _hour(self) -> int:
        return int(self._now() // HOUR)

    def _found(self, chosen: Any) -> list[Way]:
        with self._store.reading() as connection:
            rows = connection.execute(select(schema.ways).where(chosen).order_by(schema.ways.c.made)).mappings().all()
        return [_read(row) for row in rows]

    # ------------------------------------------------------------ writing

    async def add(self, way: Way) -> Way:
        """Keep it; one that is there already is renewed, and so is told of twice by nobody."""

        def job(connection: Connection) -> Way:
            mine = (schema.ways.c.table_id == way.table_id) & (schema.ways.c.seat == way.seat)
            same = mine & (schema.ways.c.kind == way.kind) & (schema.ways.c.target == str(way.target))
            connection.execute(delete(schema.ways).where(same))
            if (connection.scalar(select(func.count()).where(mine)) or 0) >= MOST_WAYS:
                sentence = message("You are told in {most} ways already. Remove one of them first.")
                raise TooManyWays(sentence, most=MOST_WAYS)
            row = {each.name: getattr(way, each.name) for each in fields(way)}
            connection.execute(insert(schema.ways), {n: str(v) if n in HIDDEN else v for n, v in row.items()})
            return way

        kept: Way = await self._store.write(job)
        self.learn(way.table_id)
        self._tell_others({"ways": way.table_id})
        return kept

    def learn(self, table: str) -> None:
        """Somebody there wants to be told."""
        self._at[table] = True

    def forget(self) -> None:
        """What is known by heart may be wrong by now."""
        self._at.clear()

    async def confirm(self, way: Way, *, with_link: bool) -> None:
        values: dict[str, Any] = {"confirmed": True} | ({} if with_link else {"link": ""})
        await self._change(way, values)

    async def note(self, way: Way, told: int, *, is_sent: bool) -> None:
        """It was told, or was seen by itself."""
        hour = self._hour()
        sent = (way.sent if way.hour == hour else 0) + is_sent
        await self._change(way, {"told": told, "hour": hour, "sent": sent})

    async def _change(self, way: Way, values: dict[str, Any]) -> None:
        def job(connection: Connection) -> None:
            connection.execute(update(schema.ways).where(schema.ways.c.id == way.id).values(values))

        await self._store.write(job)

    async def remove(self, way: Way) -> None:
        def job(connection: Connection) -> None:
            connection.execute(delete(schema.ways).where(schema.ways.c.id == way.id))

        await self._store.write(job)

    async def forget_unconfirmed(self) -> None:
        def job(connection: Connection) -> None:
            old = schema.ways.c.made < self._now() - UNCONFIRMED
            connection.execute(delete(schema.ways).where(~schema.ways.c.confirmed & old))

        await self._store.write(job)


def _read(row: Mapping[Any, Any]) -> Way:
    kept: dict[str, Any] = {str(name): Secret(value) if name in HIDDEN else value for name, value in row.items()}
    return Way(**kept)
