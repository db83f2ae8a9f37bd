"""Bots as seats of the server: they play without any tab open, at a pace that people can follow.

Those that look one step ahead do it here, on the interpreted rules, in some milliseconds. Whoever looks further does so
in a process of their own (`thinking.py`): here it would take the interpreter from everybody's pages.
"""

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from tabletown import bots
from tabletown.match import Match, Refused
from tabletown.rulekit.errors import TabletownError
from tabletown.web.at_table import moves, orders
from tabletown.web.store import PLAYING
from tabletown.web.table import Table
from tabletown.web.thinking import Thinkers
from tabletown.web.workers import Failed

log = logging.getLogger(__name__)

PACE = 0.9
"""Seconds between a change and a bot's answer."""
PAUSE_AFTER_TROUBLE = 5.0
MOST_PARTS = 24


class Driver:
    """Plays every seat that is a bot's, and every standing order that is due."""

    def __init__(
        self, find: Callable[[str], Awaitable[Table]], pace: float = PACE, thinkers: Thinkers | None = None
    ) -> None:
        self._find = find
        self.pace = pace
        self.thinkers = thinkers or Thinkers()
        self._thoughts: dict[str, _Thought] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._rng = random.Random()

    def look(self, table: Table) -> None:
        """Something changed: if it is a bot's decision now, see to it; what is thought of no more is given up."""
        if table.id in self._thoughts and not self._thoughts[table.id].is_wanted(table):
            self._thoughts[table.id].task.cancel()
        if self._next(table) is None:
            return
        task = self._tasks.get(table.id)
        if task is None or task.done():
            task = asyncio.get_running_loop().create_task(self._drive(table.id))
            self._tasks[table.id] = task

    def is_busy(self, table: str) -> bool:
        return table in self._tasks and not self._tasks[table].done()

    def leave(self, is_left: Callable[[str], bool]) -> None:
        """Another server sees to these tables from now on."""
        for name, task in self._tasks.items():
            if is_left(name):
                task.cancel()

    async def close(self) -> None:
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        await self.thinkers.close()

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
        actions = [ordered] if ordered is not None else await self._chosen(table, match, seat)
        if actions and seat in match.pending and match.decision == decision:
            await table.do(None, moves.play, seat, actions, decision)

    async def _chosen(self, table: Table, match: Match, seat: int) -> list[int]:
        """What the seat's bot plays; nothing if that is not asked for any more."""
        level, rng = bots.level(table.seats[seat].bot), random.Random(self._rng.getrandbits(64))
        if self.thinkers.are_ready(level, match):
            task = asyncio.get_running_loop().create_task(self._thought(level, match, seat, rng))
            self._thoughts[table.id] = _Thought(task, match, seat, match.decision)
            try:
                return await task
            except asyncio.CancelledError:
                if not task.cancelled() or _is_cancelled():
                    raise
                return []
            except (TabletownError, Failed) as error:
                log.warning("A bot at table %s plays by instinct: %s", table.id, error)
            finally:
                del self._thoughts[table.id]
        return await asyncio.to_thread(chosen, level, match, seat, rng)

    async def _thought(self, level: bots.Level, match: Match, seat: int, rng: random.Random) -> list[int]:
        """What comes of looking ahead, part by part."""
        choice = Choice(match, seat)
        while not choice.is_whole:
            action = await self.thinkers.choose(level, match, choice.view, seat, rng.getrandbits(63))
            await asyncio.to_thread(choice.add, action)
        return choice.actions


def _is_cancelled() -> bool:
    """Whether this task itself is to stop, not one that it waits for."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


@dataclass(frozen=True)
class _Thought:
    """A bot that is thinking, and about what."""

    task: asyncio.Task[list[int]]
    match: Match
    seat: int
    decision: int

    def is_wanted(self, table: Table) -> bool:
        match = table.match
        still = match is self.match and table.phase == PLAYING and not table.is_stale
        return still and self.match.decision == self.decision and self.seat in self.match.pending


class Choice:
    """What a bot plays as one move: parts of a larger choice go together, as people's do, until something is revealed.

    A bot does not go on for ever: what it has put together after so many parts is played.
    """

    def __init__(self, match: Match, seat: int) -> None:
        self._match, self._seat = match, seat
        self.actions: list[int] = []
        self.view = match.view(seat)
        self.is_whole = False

    def add(self, action: int) -> None:
        """The next part, if it is one: what belongs to the next decision is left for it."""
        declared = self._match.game.declaration
        kind = declared.actions.decode(action)[0]
        self.is_whole = True
        if self.actions and kind not in (*declared.composed, *declared.closing):
            return
        try:
            plan = self._match.planned(self._seat, [*self.actions, action])
        except Refused:
            self.actions = self.actions or [action]
            return
        self.actions.append(action)
        self.view = plan.view
        self.is_whole = not plan.goes_on or kind not in declared.composed or len(self.actions) >= MOST_PARTS


def chosen(level: bots.Level, match: Match, seat: int, rng: random.Random) -> list[int]:
    """What a bot plays as one move, by the rules of this process."""
    choice = Choice(match, seat)
    while not choice.is_whole:
        choice.add(bots.choose(level, match.rules, choice.view, seat, rng))
    return choice.actions
