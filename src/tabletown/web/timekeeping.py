"""Time for a decision: until when it is to be made, and what is played when it was not.

The clock is kept with the table, so it goes on where it was after a restart; a time that ran out meanwhile has run out.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Self

from tabletown.match import Match
from tabletown.rulekit.errors import BadOption, TabletownError
from tabletown.rulekit.language import message
from tabletown.web.store import PLAYING, Seat

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


@dataclass(frozen=True)
class Clock:
    """The time of one decision: until when it runs, or how much is left while it is stopped."""

    decision: int
    until: float | None
    left: float

    @classmethod
    def of(cls, settings: Mapping[str, Any]) -> Self | None:
        given = settings.get("clock")
        return cls(given["decision"], given["until"], given["left"]) if given else None

    def to_dict(self) -> dict[str, Any]:
        return {"decision": self.decision, "until": self.until, "left": self.left}

    @property
    def is_stopped(self) -> bool:
        return self.until is None

    def stopped(self, now: float) -> Self:
        return self if self.until is None else replace(self, until=None, left=max(0.0, self.until - now))

    def started(self, now: float) -> Self:
        return replace(self, until=now + self.left) if self.until is None else self


def check_limit(seconds: int) -> int:
    if not NO_LIMIT <= seconds <= LONGEST:
        sentence = message("The time for a decision is 0 (no limit) to {longest} seconds, not {seconds}.")
        raise BadOption(sentence, longest=LONGEST, seconds=seconds)
    return seconds


def limit_of(settings: Mapping[str, Any]) -> int:
    return int(settings.get("time", NO_LIMIT))


def wound(settings: Mapping[str, Any], match: Match, seats: Sequence[Seat], now: float) -> Clock | None:
    """The clock as it should stand: the one that runs for this decision already, or a new one. Bots need none."""
    limit, clock = limit_of(settings), Clock.of(settings)
    if not limit or match.over:
        return None
    if clock is not None and clock.decision == match.decision:
        return clock
    is_stopped = clock is not None and clock.is_stopped
    if not is_stopped and all(seats[seat].bot for seat in (*match.pending, *match.changeable)):
        return None
    return Clock(match.decision, None if is_stopped else now + limit, float(limit))


def play_for_absent(match: Match, seats: Sequence[Seat], ordered: Callable[[int], int | None]) -> list[int]:
    """What the game has an absent player do, for every person who owes this decision; answers for whom."""
    decision = match.decision
    late = [seat for seat in match.pending if not seats[seat].bot]
    for seat in late:
        while match.decision == decision and seat in match.pending:
            action = ordered(seat)
            match.play(seat, match.rules.call.default_action(match.view(seat), seat) if action is None else action)
    return late


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
            await table.time_is_up()
        except TabletownError as error:
            log.warning("The end of the time at table %s could not be kept: %s", name, error)
            return False
        return True
