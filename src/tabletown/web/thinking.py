"""Bots that look ahead, in processes of their own with compiled rules, so that nobody's page waits for them.

A bot goes on from its last thought if it finds it, and begins anew where another process has it.

Before anybody can look ahead in a game its search is compiled, in a process beside the others. Until then, and where
too many bots think at once, a bot plays by instinct.
"""

import asyncio
import logging
import os
from collections.abc import Awaitable, Callable, Generator, Mapping, Sequence
from functools import cache, lru_cache
from random import Random
from typing import Any

from tabletown import bots
from tabletown.bots import USUAL_BUDGET, Bot, Level
from tabletown.bots.temper import BY_NAME, PLAIN, Temper
from tabletown.explaining.analysis import loops_for
from tabletown.explaining.parts import Found, Piece, next_step
from tabletown.match import Match, game
from tabletown.rulekit.errors import TabletownError
from tabletown.rulekit.namespace import Namespace
from tabletown.rulekit.records import Record
from tabletown.rulekit.twin import cache_folder
from tabletown.web.workers import Failed, Workers

log = logging.getLogger(__name__)

PATIENCE = 30.0
"""Seconds of a processor for one thought, with the loading of what is compiled before a process's first."""
LONGEST_COMPILATION = 600.0
BEHIND_PAGES = 3
"""By how much the processes that think come after those that answer pages."""
MOST_WAITING = 32
"""Bots that wait for their turn to think."""

MOST_REMEMBERED = 4
"""Bots whose last thoughts a process keeps, up to 50 MB each."""

Key = tuple[str, str, str]
"""A game, its edition, and a loop."""


class Thinkers:
    """A few processes for bots, and what is compiled for them."""

    def __init__(self, processes: int | None = None) -> None:
        """One processor is left to the pages, if there are several."""
        ready = [__name__]
        count = max(1, (os.cpu_count() or 1) - 1) if processes is None else processes
        self._thinking = Workers(count, MOST_WAITING, MOST_WAITING, PATIENCE, ready)
        whenever = MOST_WAITING * LONGEST_COMPILATION  # what is not compiled now would never be
        self._compiling = Workers(1, MOST_WAITING, MOST_WAITING, LONGEST_COMPILATION, ready, whenever)
        self._compilations: dict[Key, asyncio.Task[bool]] = {}

    @property
    def pids(self) -> list[int]:
        """The processes that think now, or may."""
        return self._thinking.pids

    def are_ready(self, level: Level, match: Match) -> bool:
        """Whether a bot of the level can look ahead in the match; if not yet, it is seen to."""
        rules = match.rules
        return level.searches and self.have(rules, level.loops_for(rules.declaration, match.players))

    def have(self, rules: Namespace, loops: Sequence[str]) -> bool:
        """Whether these loops are compiled; if not yet, it is seen to.

        Only editions that come with a game are: any stranger can bring another one.
        """
        tasks = self._compilations_of(rules, loops)
        return bool(tasks) and all(task.done() and not task.cancelled() and task.result() for task in tasks)

    async def ready(self, rules: Namespace, loops: Sequence[str]) -> bool:
        """Waits for that; False if it cannot be had."""
        tasks = self._compilations_of(rules, loops)
        return bool(tasks) and all(await asyncio.gather(*map(asyncio.shield, tasks)))

    def _compilations_of(self, rules: Namespace, loops: Sequence[str]) -> list[asyncio.Task[bool]]:
        if not rules.declaration.comes_with(rules.edition):
            return []
        return [self._compilation(rules, loop) for loop in loops]

    def _compilation(self, rules: Namespace, loop: str) -> asyncio.Task[bool]:
        key = (rules.declaration.name, rules.edition.hash, loop)
        if key not in self._compilations:
            self._compilations[key] = asyncio.get_running_loop().create_task(self._compile(rules, loop))
        return self._compilations[key]

    async def _compile(self, rules: Namespace, loop: str) -> bool:
        try:
            return await self._compiling.run("", compiled, rules.declaration.name, rules.edition.content, loop)
        except (TabletownError, Failed) as error:
            log.warning("%s of %s was not compiled, so bots play by instinct: %s", loop, rules.declaration.name, error)
            return False

    async def choose(
        self, level: Level, match: Match, view: Record, seat: int, seed: int, temper: Temper = PLAIN
    ) -> int:
        """What a bot of the level does; whoever gives up waiting for it ends the thought."""
        name, edition = match.game.name, match.rules.edition.content
        player = (level.name, temper.name, match.commitment, seat)
        client = f"{match.commitment} {seat}"
        return await self._thinking.run(client, thought, name, edition, view.to_dict(), player, seed)

    async def ponder(self, client: str, rules: Namespace, piece: Piece, seat: int) -> Any:
        """What a piece of a hint comes to, or of a coach's judgement."""
        name, edition, view = rules.declaration.name, rules.edition.content, piece.view.to_dict()
        return await self._thinking.run(client, pondered, name, edition, view, seat, piece.work, piece.given)

    async def carry_out(
        self,
        client: str,
        rules: Namespace,
        course: Generator[Piece, Any, Found],
        seat: int,
        told: Callable[[Piece], Awaitable[None]] | None = None,
    ) -> Found:
        """All pieces, one after the other; each may be told of before it is thought about."""
        step = await asyncio.to_thread(next_step, course, None)
        while isinstance(step, Piece):
            if told is not None:
                await told(step)
            step = await asyncio.to_thread(next_step, course, await self.ponder(client, rules, step, seat))
        return step

    async def close(self) -> None:
        for task in self._compilations.values():
            task.cancel()
        await asyncio.gather(*self._compilations.values(), return_exceptions=True)
        await self._thinking.close()
        await self._compiling.close()


# ---------------------------------------------------------------- in the processes


@cache
def stand_back() -> None:
    """Whoever thinks lets everybody go first who answers a page; what is compiled is waited for by all of them."""
    os.nice(BEHIND_PAGES)


def compiled(name: str, edition: Mapping[str, Any], loop: str) -> bool:
    """Compile a loop; answers whether other processes find it then."""
    rules = game(name).rules(edition)
    rules.twin.compile(loops=[loop])
    return cache_folder(rules) is not None


Player = tuple[str, str, str, int]
"""A bot's level and temper, what its game is known by, and its seat."""


@lru_cache(MOST_REMEMBERED)
def seated(rules: Namespace, player: Player) -> Bot:
    """The bot, who goes on from its last thought if that was here: where another process has it, it thinks anew."""
    level, temper, _game, _seat = player
    return bots.level(level).bot_with(rules, BY_NAME[temper]).seated()


def thought(name: str, edition: Mapping[str, Any], view: dict[str, Any], player: Player, seed: int) -> int:
    """What a bot does on the view, with compiled rules."""
    stand_back()
    rules = game(name).rules(edition)
    seen = rules.declaration.state.from_dict(view)
    level, _temper, _game, seat = player
    rules.twin.compile(loops=bots.level(level).loops_for(rules.declaration, seen.players))
    return seated(rules, player).choose(seen, seat, USUAL_BUDGET, Random(seed))


def pondered(
    name: str,
    edition: Mapping[str, Any],
    view: dict[str, Any],
    seat: int,
    work: Callable[..., Any],
    given: Sequence[Any],
) -> Any:
    """What a piece of a hint on the view comes to, or of a coach's judgement."""
    stand_back()
    rules = game(name).rules(edition)
    seen = rules.declaration.state.from_dict(view)
    rules.twin.compile(loops=loops_for(rules.declaration, seen.players))
    return work(rules, seen, seat, *given)
