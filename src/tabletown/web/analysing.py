"""A game explained on a server: worked out a piece at a time in a process of its own, and kept with the game."""

import asyncio
import logging
import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec
from markupsafe import Markup
from sqlalchemy import Connection, delete, insert, select

from tabletown.explaining import Analysis, Analyst, Effort, Outlook
from tabletown.explaining.report import fragment
from tabletown.explaining.telling import ToldTurn, told
from tabletown.match import Match
from tabletown.rulekit.errors import TabletownError
from tabletown.rulekit.kinds import Kind
from tabletown.rulekit.language import message
from tabletown.web.kept import Folded
from tabletown.web.reading import read_match
from tabletown.web.schema import analyses
from tabletown.web.store import Store
from tabletown.web.workers import Busy, Failed, Workers

log = logging.getLogger(__name__)
SECONDS = 20.0
"""Of a processor for all positions of a game."""
PIECE = 6
"""Positions that are looked at in one go."""
PATIENCE = 240.0
"""Seconds of a processor for one piece: rules may have to be compiled for the first."""
MOST_AT_ONCE = 8
"""Games that are explained or wait for it."""
NICENESS = 10
MOST_TURNS = 3
"""For as many there is room at the end of a game; the explanation tells all."""
LINK = "/m/{table}?step={{step}}"
ANALYSIS = Kind(Analysis)


class NotExplained(TabletownError):
    """A game that cannot be explained here."""


@dataclass
class UnderWay:
    """How far it is with a game."""

    done: int = 0
    whole: int = 1
    task: "asyncio.Task[None] | None" = None


class Analysts:
    """Explains one game after the other."""

    def __init__(self, store: Store) -> None:
        self._store = store
        whenever = MOST_AT_ONCE * PATIENCE
        self._workers = Workers(1, MOST_AT_ONCE, MOST_AT_ONCE, PATIENCE, [__name__], whenever)
        self._under_way: dict[str, UnderWay] = {}
        self._failed: dict[str, str] = {}

    def kept(self, table: str) -> Analysis | None:
        """What was found out about the game before, by any server."""
        with self._store.reading() as connection:
            content = connection.execute(select(analyses.c.content).where(analyses.c.table_id == table)).scalar()
        return None if content is None else ANALYSIS.read(content)

    def progress(self, table: str) -> UnderWay | None:
        return self._under_way.get(table)

    def failure(self, table: str) -> str:
        """Why the last attempt came to nothing, if it did."""
        return self._failed.get(table, "")

    def begin(self, kept: Folded) -> None:
        """Start explaining the game, unless that is under way."""
        table = kept.kept.id
        if table in self._under_way:
            return
        if len(self._under_way) >= MOST_AT_ONCE:
            raise Busy(message("The server has too much to do at the moment. Try again soon."))
        under_way = self._under_way[table] = UnderWay()
        self._failed.pop(table, None)
        under_way.task = asyncio.get_running_loop().create_task(self._explain(kept, under_way))

    async def _explain(self, kept: Folded, under_way: UnderWay) -> None:
        table = kept.kept.id
        try:
            effort, steps = await self._workers.run(table, planned, kept)
            under_way.whole = len(steps) + 1
            found: list[Outlook] = []
            for first in range(0, len(steps), PIECE):
                found += await self._workers.run(table, looked_at, kept, effort, steps[first : first + PIECE])
                under_way.done = len(found)
            analysis = await self._workers.run(table, judged, kept, effort, found)
            await self._keep(table, msgspec.to_builtins(analysis))
        except TabletownError as error:
            self._failed[table] = str(error)
        except Failed as error:
            log.warning("Table %s was not explained: %s", table, error)
            self._failed[table] = message("That did not work; the fault is ours.")
        finally:
            del self._under_way[table]

    async def _keep(self, table: str, content: dict[str, Any]) -> None:
        def job(connection: Connection) -> None:
            connection.execute(delete(analyses).where(analyses.c.table_id == table))
            connection.execute(insert(analyses).values(table_id=table, content=content))

        await self._store.write(job)

    async def close(self) -> None:
        tasks = [each.task for each in self._under_way.values() if each.task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._workers.close()


# ---------------------------------------------------------------- in the process


def analyst_for(kept: Folded, effort: Effort | None = None) -> Analyst:
    """Only editions that come with a game are compiled: any stranger can bring another one."""
    os.nice(max(0, NICENESS - os.nice(0)))
    match = _match_of(kept)
    if not match.game.declaration.comes_with(match.rules.edition):
        raise NotExplained(message("A game with figures of one's own is explained by `tabletown analyse` only."))
    analyst = Analyst(match, effort)
    analyst.prepare()
    return analyst


def _match_of(kept: Folded) -> Match:
    match = read_match(kept.unfolded())
    assert match is not None, "the game has begun"
    return match


def planned(kept: Folded) -> tuple[Effort, list[int]]:
    """How much is played in all, and the steps to look at."""
    analyst = analyst_for(kept)
    analyst.effort = analyst.affordable(SECONDS)
    return analyst.effort, analyst.steps


def looked_at(kept: Folded, effort: Effort, steps: Sequence[int]) -> list[Outlook]:
    analyst = analyst_for(kept, effort)
    return [analyst.outlook(step) for step in steps]


def judged(kept: Folded, effort: Effort, found: Sequence[Outlook]) -> Analysis:
    return analyst_for(kept, effort).judged(found)


def explained(kept: Folded, analysis: Analysis, language: str, viewer: int) -> str:
    """The part of a page that tells it."""
    match = _match_of(kept)
    link = LINK.format(table=kept.kept.id)
    return fragment(told(match, analysis, language, link, viewer), match.say(language), link)


def chances(kept: Folded, analysis: Analysis, language: str, viewer: int) -> tuple[Markup, tuple[ToldTurn, ...]]:
    """For the page of the end: everybody's chance to win as a chart, and where it turned most."""
    greatest = sorted(analysis.turns, key=lambda turn: -abs(turn.after - turn.before))[:MOST_TURNS]
    few = replace(analysis, turns=tuple(sorted(greatest, key=lambda turn: turn.step)))
    said = told(_match_of(kept), few, language, LINK.format(table=kept.kept.id), viewer)
    return Markup(said.truth), said.turns
