"""Who is there, and who is typing: known from open connections alone, told over them, never stored."""

import asyncio
import json
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from tabletown.web.limits import Buckets, Rate
from tabletown.web.pushes import Message
from tabletown.web.table import Table
from tabletown.web.viewers import Viewer

LINGERS = 5.0
"""Seconds for which somebody whose connection has ended is still there: most of them come back at once."""
MOST_REMEMBERED = 4096
"""Tables of which it is known when people left."""
TYPING = "typing"
"""What a page says over its connection while somebody writes a line of the chat."""
TYPING_RATE = Rate(1 / 2, 2)

Tell = Callable[[str, Message, Callable[[Viewer], bool]], None]
"""Sends a message to those of a table's viewers for whom it is."""


@dataclass
class _Company:
    """The people of one table."""

    connections: Counter[int] = field(default_factory=Counter)
    here: set[int] = field(default_factory=set)
    """The seats that others are told of, which a short absence does not change."""
    left: dict[int, float] = field(default_factory=dict)
    leaving: dict[int, asyncio.TimerHandle] = field(default_factory=dict)
    elsewhere: dict[int, frozenset[int]] = field(default_factory=dict)
    """By server: the seats that have a page open there."""

    @property
    def is_gone(self) -> bool:
        return not self.here and not self.leaving

    @property
    def connected(self) -> list[int]:
        """Seats with a page open at this server."""
        return sorted(seat for seat, count in self.connections.items() if count)

    def is_elsewhere(self, seat: int) -> bool:
        return any(seat in seats for seats in self.elsewhere.values())


class Presence:
    """At which tables which seats have a page open. It is told when that changes, not at every connection."""

    def __init__(
        self,
        tell: Tell,
        now: Callable[[], float] = time.monotonic,
        tell_others: Callable[[Mapping[str, Any]], None] = lambda _message: None,
    ) -> None:
        """`tell_others` tells other servers."""
        self._tell = tell
        self._tell_others = tell_others
        self._now = now
        self._companies: OrderedDict[str, _Company] = OrderedDict()
        self._typing = Buckets(TYPING_RATE)

    @contextmanager
    def there(self, table: str, seats: Sequence[int]) -> Iterator[None]:
        """For as long as a connection is open: its seats are there."""
        self._come(table, seats)
        try:
            yield
        finally:
            self._go(table, seats)

    def message(self, table: str) -> Message | None:
        """For each seat that was ever seen: 0 if it is here, else for how many seconds it has been away."""
        if (company := self._companies.get(table)) is None:
            return None
        now = self._now()
        away = {seat: max(1, int(now - at)) for seat, at in company.left.items() if seat not in company.here}
        return json.dumps({"present": {**dict.fromkeys(sorted(company.here), 0), **away}})

    def heard(self, table: Table, viewer: Viewer, text: str) -> bool:
        """Whether it was worth hearing: others at the table are told that somebody types, now and then."""
        if text != TYPING or not viewer.seats:
            return False
        seat = viewer.seats[0]
        if self._typing.wait(f"{table.id}.{seat}"):
            return False
        name = table.seats[seat].name
        self.pass_on(table.id, seat, name)
        self._tell_others({"typing": table.id, "seat": seat, "name": name})
        return True

    def pass_on(self, table: str, seat: int, name: str) -> None:
        """Somebody types, here or at another server."""
        told = json.dumps({"typing": seat, "name": name}, ensure_ascii=False)
        self._tell(table, told, lambda other: bool(other.seats) and seat not in other.seats)

    # ------------------------------------------------------------ at other servers

    @property
    def here(self) -> dict[str, list[int]]:
        """At which tables which seats have a page open at this server."""
        return {table: each.connected for table, each in self._companies.items() if each.connected}

    def elsewhere(self, server: int, there: Mapping[str, Sequence[int]]) -> None:
        """Which seats have a page open at another server."""
        for table, seats in there.items():
            company = self._companies.setdefault(table, _Company())
            before = company.elsewhere.pop(server, frozenset())
            if seats:
                company.elsewhere[server] = frozenset(seats)
            self._seen(table, [seat for seat in seats if seat not in before])
            self._missed(table, [seat for seat in before if seat not in seats])

    def forget(self, server: int) -> None:
        """It is no more, and nobody is there."""
        there = [table for table, company in self._companies.items() if server in company.elsewhere]
        self.elsewhere(server, dict.fromkeys(there, ()))

    def is_elsewhere(self, table: str, seat: int) -> bool:
        company = self._companies.get(table)
        return company is not None and company.is_elsewhere(seat)

    def close(self) -> None:
        for company in self._companies.values():
            for leaving in company.leaving.values():
                leaving.cancel()

    def _come(self, table: str, seats: Sequence[int]) -> None:
        if not seats:
            return
        company = self._companies.setdefault(table, _Company())
        before = company.connected
        company.connections.update(seats)
        self._seen(table, seats)
        if company.connected != before:
            self._tell_others({"here": {table: company.connected}})

    def _seen(self, table: str, seats: Sequence[int]) -> None:
        company = self._companies[table]
        for seat in seats:
            if seat in company.leaving:
                company.leaving.pop(seat).cancel()
        if not company.here.issuperset(seats):
            company.here.update(seats)
            self._tell_everybody(table)

    def _go(self, table: str, seats: Sequence[int]) -> None:
        if not seats:
            return
        company = self._companies[table]
        before = company.connected
        company.connections.subtract(seats)
        self._missed(table, seats)
        if company.connected != before:
            self._tell_others({"here": {table: company.connected}})

    def _missed(self, table: str, seats: Sequence[int]) -> None:
        """Whoever has no page open any more, here or elsewhere, is gone after a while."""
        loop = asyncio.get_running_loop()
        company = self._companies[table]
        for seat in seats:
            if not company.connections[seat] and not company.is_elsewhere(seat) and seat not in company.leaving:
                company.left[seat] = self._now()
                company.leaving[seat] = loop.call_later(LINGERS, self._stay_away, table, seat)

    def _stay_away(self, table: str, seat: int) -> None:
        company = self._companies[table]
        del company.leaving[seat]
        company.here.discard(seat)
        self._tell_everybody(table)
        self._companies.move_to_end(table)
        if len(self._companies) > MOST_REMEMBERED:
            gone = [name for name, each in self._companies.items() if each.is_gone]
            for longest_ago in gone[:1]:
                del self._companies[longest_ago]

    def _tell_everybody(self, table: str) -> None:
        if told := self.message(table):
            self._tell(table, told, lambda _viewer: True)
