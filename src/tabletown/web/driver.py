"""Bots as seats of the server: they play without any tab open, at a pace that people can follow.

Those that look one step ahead do it here, on the interpreted rules, in some milliseconds. Whoever looks further does so
in a process of their own (`thinking.py`): here it would take the interpreter from everybody's pages.
"""

import asyncio
import contextlib
import logging
import random
from collections.abc import Awaitable, Callable, Collection, Coroutine
from dataclasses import dataclass
from typing import Any

from tabletown import bots
from tabletown.bots.temper import PLAIN, Temper, tempers_of
from tabletown.bots.whole import Choice, chosen
from tabletown.coaching import Judgement, judged
from tabletown.coaching.judging import is_worth_weighing, judging
from tabletown.explaining.analysis import loops_for
from tabletown.explaining.hinting import WHO
from tabletown.explaining.parts import own_choice
from tabletown.match import Match, Refused
from tabletown.match.log import Entry
from tabletown.rulekit.errors import TabletownError
from tabletown.web.at_table import coach, moves, orders
from tabletown.web.at_table.consent import last_own_step
from tabletown.web.counting import counts
from tabletown.web.kept import PLAYING
from tabletown.web.opponents import who_look_ahead
from tabletown.web.table import Table
from tabletown.web.thinking import Thinkers
from tabletown.web.workers import Failed

log = logging.getLogger(__name__)

PACE = 0.9
"""Seconds between a change and a bot's answer."""
PAUSE_AFTER_TROUBLE = 5.0


class Driver:
    """Plays every seat that is a bot's, and every standing order that is due."""

    def __init__(
        self,
        find: Callable[[str], Awaitable[Table]],
        pace: float = PACE,
        thinkers: Thinkers | None = None,
        coached: Callable[[Table], Collection[int]] = lambda _table: (),
    ) -> None:
        """`coached` says which seats of a table want to hear what their choices have cost."""
        self._find = find
        self._coached = coached
        self._judging: set[asyncio.Task[None]] = set()
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
        tasks = [*self._tasks.values(), *self._judging]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
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
        except Exception:
            log.exception("Bots leave table %s", name)

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
            counts.bot_moves += 1

    async def _chosen(self, table: Table, match: Match, seat: int) -> list[int]:
        """What the seat's bot plays; nothing if that is not asked for any more."""
        if table.pupil is not None and (scripted := table.pupil.lesson.answer(match, seat)):
            return scripted
        level, rng = bots.level(table.seats[seat].bot), random.Random(self._rng.getrandbits(64))
        if self.thinkers.are_ready(level, match):
            temper = tempers_of(match.game.declaration, match.seed, who_look_ahead(table.seats))[seat]
            task = asyncio.get_running_loop().create_task(self._thought(level, match, seat, rng, temper))
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

    # ------------------------------------------------------------ what a choice has cost

    def coach(self, table: Table) -> None:
        """Whoever wants a coach is heard by the server that their page is connected to."""
        self._judge(table)
        self._advise(table)

    def _judge(self, table: Table) -> None:
        """Think about the last choice of each coached seat, once."""
        match = table.match
        if match is None or table.is_stale:
            return
        for seat in self._coached(table):
            step = last_own_step(match, seat)
            if step is not None and table.judged.get(seat, (0, None))[0] != match.entries[step].number:
                entry = match.entries[step]
                table.judged[seat] = (entry.number, None)
                self._think_along(self._hear(table, match.position(step), seat, entry))

    async def _hear(self, table: Table, past: Match, seat: int, entry: Entry) -> None:
        judgement = await self._judgement(table, past, seat, entry)
        if judgement is not None and not table.is_stale:
            await table.do(None, coach.judge, seat, entry.number, judgement)

    async def _judgement(self, table: Table, past: Match, seat: int, entry: Entry) -> Judgement | None:
        """By looking ahead, where that is compiled; by instinct until then."""
        taken = own_choice(entry, seat)
        if not is_worth_weighing(past, seat, taken):
            return None
        if self.thinkers.have(past.rules, loops_for(past.game.declaration, past.players)):
            try:
                return await self.thinkers.carry_out("", past.rules, judging(past, seat, entry), seat)
            except (TabletownError, Failed) as error:
                log.warning("The coach at table %s goes by instinct: %s", table.id, error)
        return await asyncio.to_thread(judged, past, seat, entry)

    def _advise(self, table: Table) -> None:
        """Where a coached game has left its script the coach has to think."""
        pupil, match = table.pupil, table.match
        if pupil is None or match is None or pupil.seat not in match.pending or pupil.seat not in self._coached(table):
            return
        if table.advice.get(pupil.seat, (0, ()))[0] != match.decision and not pupil.is_on_the_record():
            table.advice[pupil.seat] = (match.decision, ())
            self._think_along(self._find_a_way(table, match, pupil.seat))

    async def _find_a_way(self, table: Table, match: Match, seat: int) -> None:
        """By looking ahead as Tycoon does, where that is compiled; by instinct until then."""
        decision, careful = match.decision, bots.adviser(table.game.declaration)
        here, rng = match.position(match.steps), random.Random(match.decision)
        tycoon = bots.level(WHO)
        try:
            ahead = self.thinkers.are_ready(tycoon, match) and not match.drawer.get(seat)
            actions = await self._thought(tycoon, here, seat, rng) if ahead else []
        except (TabletownError, Failed) as error:
            log.warning("The coach at table %s goes by instinct: %s", table.id, error)
            actions = []
        actions = actions or await asyncio.to_thread(chosen, careful, here, seat, rng)
        with contextlib.suppress(Refused):
            await table.do(None, coach.advise, seat, decision, actions)

    def _think_along(self, thinking: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(thinking)
        self._judging.add(task)
        task.add_done_callback(self._judging.discard)

    async def _thought(
        self, level: bots.Level, match: Match, seat: int, rng: random.Random, temper: Temper = PLAIN
    ) -> list[int]:
        """What comes of looking ahead, part by part."""
        choice = Choice(match, seat)
        while not choice.is_whole:
            action = await self.thinkers.choose(level, match, choice.view, seat, rng.getrandbits(63), temper)
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
