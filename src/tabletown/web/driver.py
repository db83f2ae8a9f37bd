"""Bots as seats of the server: they play without any tab open, at a pace that people can follow.

They look one step ahead, which the interpreted rules do in some milliseconds. Nothing is compiled for it: that would
take the interpreter from everybody's pages for as long as it lasts.
"""

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable

from tabletown import bots
from tabletown.match import Match, Refused
from tabletown.rulekit.errors import TabletownError
from tabletown.web.at_table import moves, orders
from tabletown.web.store import PLAYING
from tabletown.web.table import Table

log = logging.getLogger(__name__)

PACE = 0.9
"""Seconds between a change and a bot's answer."""
PAUSE_AFTER_TROUBLE = 5.0
MOST_PARTS = 24


class Driver:
    """Plays every seat that is a bot's, and every standing order that is due."""

    def __init__(self, find: Callable[[str], Awaitable[Table]], pace: float = PACE) -> None:
        self._find = find
        self.pace = pace
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._rng = random.Random()

    def look(self, table: Table) -> None:
        """Something changed: if it is a bot's decision now, see to it."""
        if self._next(table) is None:
            return
        task = self._tasks.get(table.id)
        if task is None or task.done():
            task = asyncio.get_running_loop().create_task(self._drive(table.id))
            self._tasks[table.id] = task

    def is_busy(self, table: str) -> bool:
        return table in self._tasks and not self._tasks[table].done()

    async def close(self) -> None:
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    def _next(self, table: Table) -> int | None:
        """The first seat that the server plays now."""
        match = table.match
        if match is None or table.phase != PLAYING or table.is_stale:
            return None
        for seat in match.pending:
            if table.seats[seat].bot or orders.ordered(table.standing, seat) is not None:
                return seat
        return None

    async def _drive(self, name: str) -> None:
        """As long as it is the server's turn. A table that could not be stored is read anew."""
        try:
            while (seat := self._next(await self._find(name))) is not None:
                await asyncio.sleep(self.pace)
                table = await self._find(name)
                if seat == self._next(table):
                    await self._try(table, seat)
        except TabletownError as error:
            log.warning("Bots leave table %s: %s", name, error)

    async def _try(self, table: Table, seat: int) -> None:
        try:
            await self._play(table, seat)
        except TabletownError as error:
            if table.is_stale or self._next(table) == seat:
                log.warning("A bot's move at table %s was not made: %s", table.id, error)
                await asyncio.sleep(PAUSE_AFTER_TROUBLE)

    async def _play(self, table: Table, seat: int) -> None:
        match = table.playing
        decision = match.decision
        ordered = orders.ordered(table.standing, seat) if not table.seats[seat].bot else None
        if ordered is None:
            rng = random.Random(self._rng.getrandbits(64))
            actions = await asyncio.to_thread(chosen, bots.level(table.seats[seat].bot), match, seat, rng)
        else:
            actions = [ordered]
        if seat in match.pending and match.decision == decision:
            await table.do(None, moves.play, seat, actions, decision)


def chosen(level: bots.Level, match: Match, seat: int, rng: random.Random) -> list[int]:
    """What a bot plays as one move: parts of a larger choice go together, as people's do, until something is revealed.

    A bot does not go on for ever: what it has put together after so many parts is played.
    """
    declared = match.game.declaration
    actions: list[int] = []
    view = match.view(seat)
    while len(actions) < MOST_PARTS:
        action = bots.choose(level, match.rules, view, seat, rng)
        if actions and declared.actions.decode(action)[0] not in (*declared.composed, *declared.closing):
            break
        try:
            plan = match.planned(seat, [*actions, action])
        except Refused:
            return actions or [action]
        actions.append(action)
        view = plan.view
        if not plan.goes_on or declared.actions.decode(action)[0] not in declared.composed:
            break
    return actions
