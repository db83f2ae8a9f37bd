"""Time for a decision: what limits there are, and who waits for the end of it.

The clock is kept with the table, so it goes on where it was after a restart; a time that ran out meanwhile has run out.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from tabletown.rulekit.errors import BadOption, TabletownError
from tabletown.rulekit.language import message
from tabletown.web.at_table import clocks
from tabletown.web.kept import PLAYING

if TYPE_CHECKING:
    from tabletown.web.table import Table

log = logging.getLogger(__name__)

DAY = 86400
NO_LIMIT = 0
LIMITS = {
    NO_LIMIT: message("No limit"),
    60: message("1 minute"),
    300: message("5 minutes"),
    DAY: message("1 day"),
    3 * DAY: message("3 days"),
}
"""Seconds for each decision that the lobby offers; programs may ask for others."""
LONGEST = 30 * DAY
LONGEST_NAP = 60.0
"""The wall clock is looked at so often, for it may be set while somebody waits."""
PAUSE_AFTER_TROUBLE = 5.0


def check_limit(seconds: int) -> int:
    if not NO_LIMIT <= seconds <= LONGEST:
        sentence = message("The time for a decision is 0 (no limit) to {longest} seconds, not {seconds}.")
        raise BadOption(sentence, longest=LONGEST, seconds=seconds)
    return seconds


class Timekeeper:
    """Waits for the end of every clock that runs."""

    def __init__(self, find: Callable[[str], Awaitable["Table"]], now: Callable[[], float]) -> None:
        self._find = find
        self._now = now
        self._waiting: dict[str, tuple[float, asyncio.Task[None]]] = {}

    def look(self, table: "Table") -> None:
        """Something changed: wait for another time, or for none."""
        clock = table.clock
        until = clock.until if clock is not None and table.phase == PLAYING else None
        known = self._waiting.get(table.id)
        if known is not None and known[0] == until:
            return
        if known is not None:
            del self._waiting[table.id]
            if known[1] is not asyncio.current_task():
                known[1].cancel()
        if until is not None:
            task = asyncio.get_running_loop().create_task(self._wait(table.id, until))
            self._waiting[table.id] = (until, task)

    def leave(self, is_left: Callable[[str], bool]) -> None:
        """Another server waits for the ends of their clocks from now on."""
        for name in [name for name in self._waiting if is_left(name)]:
            self._waiting.pop(name)[1].cancel()

    async def close(self) -> None:
        tasks = [task for _until, task in self._waiting.values()]
        self._waiting.clear()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _wait(self, name: str, until: float) -> None:
        try:
            while not await self._has_acted(name, until):  # noqa: ASYNC110 -- a store that recovers tells nobody
                await asyncio.sleep(PAUSE_AFTER_TROUBLE)
        finally:
            if self._waiting.get(name, (None, None))[1] is asyncio.current_task():
                del self._waiting[name]

    async def _has_acted(self, name: str, until: float) -> bool:
        """False if it has to be tried again, because it could not be stored."""
        while (left := until - self._now()) > 0:  # noqa: ASYNC110 -- a wall clock tells nobody
            await asyncio.sleep(min(left, LONGEST_NAP))
        try:
            table = await self._find(name)
        except TabletownError as error:
            log.warning("Table %s, whose time is up, cannot be read: %s", name, error)
            return True
        try:
            await table.do(None, clocks.time_is_up)
        except TabletownError as error:
            log.warning("The end of the time at table %s could not be kept: %s", name, error)
            return False
        return True
