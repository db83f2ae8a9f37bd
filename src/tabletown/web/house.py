"""Everything that a running server holds."""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from sqlalchemy import Engine

from tabletown.rulekit.errors import TabletownError
from tabletown.web.analysing import Analysts
from tabletown.web.backing_up import Backups
from tabletown.web.bus import SHARES, bus_of, share_of
from tabletown.web.coached import is_coached
from tabletown.web.codes import Attempts
from tabletown.web.condition import NotKept
from tabletown.web.counting import counts, memory, processor
from tabletown.web.database import BadDatabase, damages, hold_database, open_database
from tabletown.web.driver import PACE, Driver
from tabletown.web.hearing import Hearing
from tabletown.web.hints import Hints
from tabletown.web.limits import Buckets, Rate
from tabletown.web.notices.means import Means
from tabletown.web.notices.teller import Teller
from tabletown.web.notices.ways import Ways
from tabletown.web.parts import parts_for, unfolded
from tabletown.web.presence import Presence
from tabletown.web.pushes import Pushes
from tabletown.web.slices import done_in_slices
from tabletown.web.store import Store
from tabletown.web.surveying import waited_on
from tabletown.web.sweeping import Sweeping
from tabletown.web.table import Table
from tabletown.web.tables import Tables
from tabletown.web.timekeeping import Timekeeper
from tabletown.web.workers import Workers

log = logging.getLogger(__name__)
CLEANING, TIDYING = 3600.0, 60.0
"""Seconds after which old tables are looked for, and tables that are not in use are put away."""


FEW = 4
"""Pictures that wait for a worker process at the same time."""
UNFOLDING = Rate(4, 40)
"""How often a connection may say which folded parts are looked at: each time may be a millisecond's work."""
WATCHED = 1.0
FIRST_COPY = 5.0
"""Seconds after the start."""
STARTING, OPEN, CLOSING = "starting", "open", "closing"
PATIENCE = 1.0
"""Seconds after which a database that failed is tried again, if somebody asks for it."""


def opened(database: str, backups: Path | None = None) -> Engine:
    """The database, looked through: on a damaged one nobody plays."""
    engine = open_database(database, backups)
    if wrong := damages(engine, thoroughly=False):
        engine.dispose()
        raise BadDatabase(f"The database is damaged ({wrong[0][:200]}); see `tabletown tables --check`.")
    return engine


class House:
    """Store, tables, those who look on, and the bots."""

    def __init__(
        self,
        database: str,
        pace: float = PACE,
        keep_days: float | None = None,
        now: Callable[[], float] = time.time,
        make_ready: Callable[[], Iterable[object]] = tuple,
        means: Means | None = None,
        backups: Backups | None = None,
    ) -> None:
        """`make_ready` is gone through, a little at a time, before the house says that it is ready.

        `means` are those by which people who are away are told. Copies of the database go to `backups`.
        """
        self._hold = hold_database(database)
        self.bus = bus_of(database)
        try:
            self.store = Store(opened(database, backups.folder if backups else None), self.bus.id)
        except BaseException:
            self._hold.let_go()
            raise
        self.pushes = Pushes(parts_for, unfolded)
        self.presence = Presence(self.pushes.tell, tell_others=self.bus.tell)
        self.unfolding = Buckets(UNFOLDING)
        self.attempts = Attempts(self.bus.tell)
        self.tables = Tables(self.store, self._changed, now, self.bus.tell if self.store.is_shared else None)
        self.driver = Driver(self.tables.bring, pace, coached=self._coached)
        self.hints = Hints(lambda: self.driver.thinkers, self.bus.tell)
        self.timekeeper = Timekeeper(self.tables.bring, now)
        ways = Ways(self.store, now, self.bus.tell)
        self.teller = Teller(means or Means(), ways, self.tables.bring, self.is_there, now)
        self.hearing = Hearing(self)
        self.workers = Workers(ready=["tabletown.web.errands"])
        self.analysts = Analysts(self.store)
        self.covers: dict[str, asyncio.Task[bytes]] = {}
        self.few_drawings = asyncio.Semaphore(FEW)
        """A page with twenty pictures leaves room for others before the worker processes."""
        self.keep_days = keep_days
        self._make_ready = make_ready
        self.since = time.time()
        self._tried = 0.0
        self._chores: list[asyncio.Task[None]] = []
        self._woken = asyncio.Event()
        self._backups = backups
        self._sweeping = Sweeping()
        self.note: Callable[[House], None] = lambda _house: None
        """Takes the figures down, where somebody wants them."""
        self.state = STARTING

    def _coached(self, table: Table) -> set[int]:
        """The seats before which somebody sits now who wants a coach."""
        viewers = self.pushes.viewers(table.id)
        return {seat for viewer in viewers if is_coached(table, viewer.coach) for seat in viewer.seats}

    async def _changed(self, table: Table, only: int | None) -> None:
        await self.pushes.table_changed(table, only)
        self.driver.coach(table)
        self.hints.look(table)
        if self.store.is_shared:
            self.hearing.send_away(table)
        if self.bus.is_mine(table.id):
            self.see_to(table, only)

    def see_to(self, table: Table, only: int | None = None) -> None:
        """What is done once at a table, by one of all servers."""
        self.driver.look(table)
        self.timekeeper.look(table)
        if only is None:
            self.teller.look(table)

    async def open(self) -> None:
        loop = asyncio.get_running_loop()
        self._chores = [loop.create_task(chore) for chore in (self._begin(), self._clean(), self._watch())]
        if self._backups is not None:
            self._chores.append(loop.create_task(self._back_up(self._backups)))

    async def _begin(self) -> None:
        """All is made ready that first pages need, while pages are served already.

        Then bots and clocks go on where the last server stopped. There may be many: nobody waits for all of them.
        """
        await done_in_slices(self._make_ready())
        self.bus.open(self.hearing.heard)
        await self._woken.wait()
        self.state = OPEN

    async def wake(self, shares: frozenset[int]) -> None:
        """Bots, clocks and notices at these tables are ours from now on."""
        for name in await self._waited_on():
            if share_of(name) in shares and self.bus.is_mine(name):
                await self._woken_up(name)
        await self.teller.wake(self.bus.is_mine)
        self._woken.set()

    async def _waited_on(self) -> list[str]:
        """Where something may be to do by ourselves, as soon as that can be read."""
        while True:
            try:
                return await asyncio.to_thread(waited_on, self.store)
            except NotKept:
                await asyncio.sleep(PATIENCE)

    async def _woken_up(self, name: str) -> None:
        try:
            await (await self.tables.bring(name)).begin()
        except TabletownError as error:
            log.warning("Table %s is frozen: %s", name, error)
        except Exception:
            log.exception("Table %s could not be read", name)
        await asyncio.sleep(0)

    async def _clean(self) -> None:
        while True:
            try:
                if self.bus.holds(0):
                    await self.tables.forget_old(self.keep_days)
                    await self.teller.ways.forget_unconfirmed()
            except Exception:
                log.exception("Old tables could not be deleted")
            for _ in range(round(CLEANING / TIDYING)):
                await asyncio.sleep(TIDYING)
                self.tables.put_away(self.is_in_use)
                if self._sweeping.is_due:
                    self._sweeping.sweep()

    async def _watch(self) -> None:
        """How long the loop keeps others waiting, and what it has come to."""
        loop = asyncio.get_running_loop()
        while True:
            for _ in range(5):
                began = loop.time()
                await asyncio.sleep(WATCHED)
                counts.lag_seconds += max(0.0, loop.time() - began - WATCHED)
            self.note(self)

    async def _back_up(self, backups: Backups) -> None:
        """By one of all servers."""
        while True:
            await asyncio.sleep(min(backups.wait(time.time()), CLEANING) or FIRST_COPY)
            if self.bus.holds(0) and not backups.wait(time.time()):
                await asyncio.to_thread(backups.make, self.store.engine)

    def figures(self) -> dict[str, float]:
        """How it stands now."""
        return {
            "tables_held": len(self.tables.held),
            "pages_open": self.pushes.pages_open,
            "shares_held": sum(map(self.bus.holds, range(SHARES))),
            "memory_bytes": memory(),
            "processor_seconds": processor(),
            "in_trouble": float(self.store.condition.reason() is not None),
        }

    def is_there(self, table: str, seat: int) -> bool:
        """Whether whoever sits there has the page open, at this server or another."""
        return self.pushes.is_there(table, seat) or self.presence.is_elsewhere(table, seat)

    def is_in_use(self, table: str) -> bool:
        return self.pushes.is_watched(table) or self.driver.is_busy(table)

    async def trouble(self) -> str | None:
        """Why nothing can be stored or read now. What failed before is tried again, for it may work by now."""
        if self.store.condition.reason() is not None and time.monotonic() - self._tried > PATIENCE:
            self._tried = time.monotonic()
            with contextlib.suppress(NotKept):
                await self.store.probe()
        with contextlib.suppress(NotKept):
            self.store.all(1)
        return self.store.condition.reason()

    async def close(self) -> None:
        self.state = CLOSING
        for chore in self._chores:
            chore.cancel()
        self.bus.close()
        await self.hearing.close()
        self.presence.close()
        await self.hints.close()
        await self.workers.close()
        await self.analysts.close()
        await asyncio.gather(*self._chores, *self.covers.values(), return_exceptions=True)
        await self.driver.close()
        await self.timekeeper.close()
        await self.teller.close()
        self.store.close()
        self._hold.let_go()
