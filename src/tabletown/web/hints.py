"""What would Tycoon do, at a table: thought about in a process of its own, told to whoever asked, and to nobody else.

A hint that is not asked for any more, because the game has gone on or another part is being chosen, is given up.
"""

import asyncio
import contextlib
import logging
import zlib
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from tabletown.explaining.analysis import loops_for
from tabletown.explaining.hinting import Effort, Option, pieces
from tabletown.explaining.parts import Piece
from tabletown.match import Refused
from tabletown.rulekit.errors import TabletownError
from tabletown.rulekit.kinds import Kind
from tabletown.rulekit.language import message
from tabletown.web.asking import AlreadyDone, Asked
from tabletown.web.at_table import hints
from tabletown.web.at_table.advice import Advice
from tabletown.web.at_table.hints import Question
from tabletown.web.limits import Buckets, Rate, TooOften, neighbourhood
from tabletown.web.table import Table
from tabletown.web.thinking import Thinkers
from tabletown.web.workers import Failed, TooMuchAtOnce

log = logging.getLogger(__name__)
MOST_EACH = 2
"""Hints for one client that are thought about at the same time."""
RATE = Rate(0.5, 12)
"""Hints for one address."""
CHANGED = message("The position has changed, so nobody asks for this hint any more.")
SOON = message("Thinking begins in a moment: Tycoon gets ready, which takes a minute or two the first time.")
OURS = message("That did not work; the fault is ours.")
ADVICE = Kind(Advice)


class NotReady(TabletownError):
    """The search is being compiled."""

    retry_after = 5


@dataclass(frozen=True)
class _UnderWay:
    question: str
    task: asyncio.Task[tuple[Option, ...]]


class Hints:
    """Everybody's hints."""

    def __init__(self, thinkers: Callable[[], Thinkers], tell_others: Callable[[Mapping[str, Any]], None]) -> None:
        self._thinkers = thinkers
        self._tell_others = tell_others
        self._under_way: dict[tuple[str, int], _UnderWay] = {}
        self._clients: Counter[str] = Counter()
        self._rate = Buckets(RATE)

    def look(self, table: Table) -> None:
        """Something changed: what is not asked any more is given up."""
        for (name, seat), each in list(self._under_way.items()):
            if name == table.id:
                question = hints.asked_at(table.standing, seat)
                if question is None or question.name != each.question:
                    each.task.cancel()

    def is_ready(self, table: Table) -> bool:
        """Whether thinking can begin at once; if not, it is seen to."""
        match = table.playing
        return self._thinkers().have(match.rules, loops_for(match.game.declaration, match.players))

    async def ask(self, table: Table, seat: int, client: str, asked: Asked | None) -> asyncio.Task[tuple[Option, ...]]:
        """Begin to think about what the seat decides; of one question once, however often it is asked."""
        question = hints.refuse(table.standing, seat)
        known = self._under_way.get((table.id, seat))
        if known is not None and known.question == question.name and not known.task.done():
            return known.task
        told = table.hints.get(seat)
        if told is not None and told.question == question.name and told.options:
            return asyncio.get_running_loop().create_task(_known(told.options))
        self._refuse_too_much(client)
        with contextlib.suppress(AlreadyDone):
            await table.do(asked, hints.ask, seat)
        question = hints.refuse(table.standing, seat)
        task = asyncio.get_running_loop().create_task(self._think(table, seat, question, client))
        self._under_way[table.id, seat] = _UnderWay(question.name, task)
        task.add_done_callback(lambda done: self._done(table.id, seat, done))
        return task

    def _refuse_too_much(self, client: str) -> None:
        if self._clients[client] >= MOST_EACH:
            raise TooMuchAtOnce(message("You have asked for too much at once. Try again when some of it is done."))
        if seconds := self._rate.wait(neighbourhood(client)):
            raise TooOften(message("That was often. Tycoon answers again in {seconds} seconds."), seconds)

    def _done(self, table: str, seat: int, task: asyncio.Task[tuple[Option, ...]]) -> None:
        known = self._under_way.get((table, seat))
        if known is not None and known.task is task:
            del self._under_way[table, seat]
        if not task.cancelled():
            task.exception()  # whoever waits for it hears of it; if nobody does, the page has said it

    async def _think(self, table: Table, seat: int, question: Question, client: str) -> tuple[Option, ...]:
        self._clients[client] += 1
        try:
            return await self._found(table, seat, question, client)
        except (TabletownError, Failed) as error:
            if isinstance(error, Failed):
                log.warning("There was no hint at table %s: %s", table.id, error)
            sentence = str(error) if isinstance(error, TabletownError) else OURS
            await self._tell(table, seat, Advice(question.name, failure=sentence))
            raise
        finally:
            self._clients[client] -= 1
            if not self._clients[client]:
                del self._clients[client]

    async def _found(self, table: Table, seat: int, question: Question, client: str) -> tuple[Option, ...]:
        match = table.playing
        rules = match.rules
        await self._tell(table, seat, Advice(question.name, is_ready=self.is_ready(table)))
        if not await self._thinkers().ready(rules, loops_for(match.game.declaration, match.players)):
            raise Refused("not_compiled", message("Tycoon cannot think on this server."))
        x = zlib.crc32(question.name.encode())
        course = pieces(match, seat, question.begun, Effort.of(rules, match.players), x)
        last = (-1, -1)

        async def tell(step: Piece) -> None:
            nonlocal last
            if last != (step.done, step.whole):
                last = step.done, step.whole
                await self._tell(table, seat, Advice(question.name, is_ready=True, done=step.done, whole=step.whole))

        options = await self._thinkers().carry_out(client, rules, course, seat, tell)
        await self._tell(table, seat, Advice(question.name, is_ready=True, done=1, options=options))
        return options

    async def _tell(self, table: Table, seat: int, advice: Advice) -> None:
        await table.do(None, hints.tell, seat, advice)
        self._tell_others({"hint": table.id, "seat": seat, "advice": asdict(advice)})

    async def heard(self, table: Table, seat: int, told: Mapping[str, Any]) -> None:
        """What another server has found out for somebody whose page is connected here."""
        await table.do(None, hints.tell, seat, ADVICE.read(told))

    async def close(self) -> None:
        tasks = [each.task for each in self._under_way.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _known(options: tuple[Option, ...]) -> tuple[Option, ...]:
    return options
