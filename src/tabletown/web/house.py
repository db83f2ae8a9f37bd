"""Everything that a running server holds."""

import asyncio
import contextlib
import logging
import time

from tabletown.rulekit.errors import TabletownError
from tabletown.web.database import open_database
from tabletown.web.driver import PACE, Driver
from tabletown.web.parts import parts_for
from tabletown.web.pushes import Pushes
from tabletown.web.store import Store
from tabletown.web.table import Table
from tabletown.web.tables import Tables
from tabletown.web.timekeeping import Timekeeper

log = logging.getLogger(__name__)
CLEANING = 3600.0


class House:
    """Store, tables, those who look on, and the bots."""

    def __init__(self, database: str, pace: float = PACE, keep_days: float | None = None) -> None:
        self.store = Store(open_database(database))
        self.pushes = Pushes(parts_for)
        self.driver = Driver(pace)
        self.tables = Tables(self.store, self._changed)
        self.timekeeper = Timekeeper(self.tables.get, time.time)
        self.keep_days = keep_days
        self.since = time.time()
        self._cleaner: asyncio.Task[None] | None = None

    async def _changed(self, table: Table) -> None:
        await self.pushes.table_changed(table)
        self.driver.look(table)
        self.timekeeper.look(table)

    async def open(self) -> None:
        """Bots and clocks go on where the last server stopped."""
        for kept in self.store.running():
            try:
                await self.tables.get(kept.id).begin()
            except TabletownError as error:
                log.warning("Table %s is frozen: %s", kept.id, error)
        self._cleaner = asyncio.get_running_loop().create_task(self._clean())

    async def _clean(self) -> None:
        while True:
            await self.tables.forget_old(self.keep_days)
            await asyncio.sleep(CLEANING)

    async def close(self) -> None:
        if self._cleaner is not None:
            self._cleaner.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._cleaner
        await self.driver.close()
        await self.timekeeper.close()
        self.store.close()
