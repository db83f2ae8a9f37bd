"""Bots that look ahead think in processes of their own; until they can, or where they cannot, they go by instinct."""

import asyncio
import copy
import os
from collections import defaultdict
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import cast
from unittest.mock import AsyncMock, Mock

import pytest

from tabletown import bots
from tabletown.bots import Level
from tabletown.bots.searcher import Searcher
from tabletown.bots.temper import PLAIN, Temper, tempers_of
from tabletown.bots.whole import chosen
from tabletown.match import Match, game
from tabletown.rulekit.records import Record
from tabletown.web import keys
from tabletown.web.at_table import consent, moves
from tabletown.web.at_table.settings import ABANDON
from tabletown.web.deciding import tempers
from tabletown.web.driver import Driver
from tabletown.web.house import House
from tabletown.web.scene import Scene
from tabletown.web.table import Table
from tabletown.web.tables import Wish
from tabletown.web.thinking import MOST_REMEMBERED, Thinkers, seated
from tabletown.web.workers import Busy
from tests.web.at_the_table import awaited
from tools.running import PATIENCE

HOST = keys.new_secret()
DEVELOPER = bots.level("developer")


def with_thinkers(act: Callable[[Thinkers], Awaitable[None]]) -> None:
    async def run() -> None:
        thinkers = Thinkers(1)
        try:
            await act(thinkers)
        finally:
            await thinkers.close()

    awaited(run())


def test_a_bot_looks_ahead_in_another_process_once_its_search_is_compiled_there() -> None:
    async def play(thinkers: Thinkers) -> None:
        match = game("the_estates").new(players=2, seed=3)
        seat = match.pending[0]
        assert not thinkers.are_ready(DEVELOPER, match)
        await asyncio.gather(*thinkers._compilations.values())
        assert thinkers.are_ready(DEVELOPER, match)
        before = match.digest
        action = await thinkers.choose(DEVELOPER, match, match.perfect_memory(seat), seat, 5)
        assert action in match.rules.legal_actions(match.perfect_memory(seat), seat)
        assert match.digest == before
        assert os.getpid() not in thinkers.pids
        assert len(thinkers.pids) == 1

    with_thinkers(play)


def test_a_process_keeps_what_the_last_few_bots_have_thought() -> None:
    rules = game("the_estates").rules()
    first, *others = [("developer", "bold", "a game", seat) for seat in range(MOST_REMEMBERED + 1)]
    player = seated(rules, first)
    assert isinstance(player, Searcher)
    assert player.memory is not None
    assert seated(rules, first) is player
    assert all(seated(rules, other) is not player for other in others)
    assert seated(rules, first) is not player


def test_nothing_is_compiled_for_bots_that_do_not_look_ahead_or_for_editions_of_strangers() -> None:
    async def play(thinkers: Thinkers) -> None:
        content = copy.deepcopy(game("the_estates").declaration.edition().content)
        content["name"] = "A stranger's"
        strange = game("the_estates").new(players=2, seed=3, edition=content)
        assert not thinkers.are_ready(DEVELOPER, strange)
        assert not thinkers.are_ready(bots.level("neighbour"), game("the_estates").new(players=2, seed=3))
        assert not thinkers._compilations

    with_thinkers(play)


class SlowThinkers(Thinkers):
    """Somebody who never comes to an end."""

    def __init__(self) -> None:
        super().__init__(1)
        self.begun = asyncio.Event()
        self.given_up = asyncio.Event()

    def are_ready(self, level: Level, match: Match) -> bool:  # noqa: ARG002
        return level.searches

    async def choose(
        self, level: Level, match: Match, view: Record, seat: int, seed: int, temper: Temper = PLAIN  # noqa: ARG002
    ) -> int:
        self.begun.set()
        try:
            await asyncio.sleep(3600)
        except asyncio.CancelledError:
            self.given_up.set()
            raise
        raise AssertionError


class BusyThinkers(SlowThinkers):
    """Nobody has time."""

    def __init__(self) -> None:
        super().__init__()
        self.tempers: dict[int, Temper] = {}
        self.met = defaultdict[int, asyncio.Event](asyncio.Event)

    async def choose(
        self, level: Level, match: Match, view: Record, seat: int, seed: int, temper: Temper = PLAIN  # noqa: ARG002
    ) -> int:
        self.begun.set()
        self.tempers[seat] = temper
        self.met[seat].set()
        raise Busy("Too much to do.")


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'tables.sqlite'}"


def test_a_thought_is_given_up_when_the_table_does_not_ask_for_it_any_more(database: str) -> None:
    async def play() -> None:
        house = House(database, pace=0)
        thinkers = house.driver.thinkers = SlowThinkers()
        table = await house.tables.create("the_estates", [Wish("me"), Wish("tycoon")], HOST)
        match = table.playing
        while 1 not in match.pending:
            await table.do(None, moves.play, 0, [match.legal(0)[0]])
        await asyncio.wait_for(thinkers.begun.wait(), PATIENCE)
        assert not thinkers.given_up.is_set()
        await table.do(None, consent.propose, ABANDON, 0, 0)
        await asyncio.wait_for(thinkers.given_up.wait(), PATIENCE)
        await house.close()

    awaited(play())


def test_where_too_many_think_a_bot_plays_by_instinct(database: str) -> None:
    async def play() -> None:
        house = House(database, pace=0)
        thinkers = house.driver.thinkers = BusyThinkers()
        table = await house.tables.create("the_estates", [Wish("tycoon"), Wish("tycoon")], HOST)
        for _ in range(1000):
            if len(table.playing.entries) > 3:
                break
            await asyncio.sleep(0.01)
        assert thinkers.begun.is_set()
        assert len(table.playing.entries) > 3
        await house.close()

    awaited(play())


def test_bots_play_with_the_tempers_that_are_told_of_them_at_the_end(database: str) -> None:
    async def play() -> None:
        house = House(database, pace=0)
        thinkers = house.driver.thinkers = BusyThinkers()
        wishes = [Wish("developer"), Wish("neighbour"), Wish("tycoon"), Wish("developer")]
        table = await house.tables.create("the_estates", wishes, HOST)
        await asyncio.gather(*(thinkers.met[seat].wait() for seat in (0, 2, 3)))
        found = tempers_of(table.game.declaration, table.playing.seed, [0, 2, 3])
        assert thinkers.tempers == found
        told = tempers(table, cast(Scene, SimpleNamespace(_=str, match=table.playing)))
        said = [found[seat].told.format(names=table.seats[seat].name) for seat in (0, 2, 3)]
        assert told == [f"Of equal choices {said[0]}, {said[1]} and {said[2]}."]
        await house.close()

    awaited(asyncio.wait_for(play(), PATIENCE))


class Asked:
    """A table that notes what the coach advises."""

    def __init__(self, match: Match) -> None:
        self.id, self.game, self.advised = "asked", match.game, list[int]()

    async def do(self, _asker: object, _change: object, _seat: int, _decision: int, actions: list[int]) -> None:
        self.advised = actions


def test_a_coach_who_cannot_look_ahead_yet_advises_no_slips() -> None:
    """Neighbours of Squad Car slip, for they are easy opponents; who asks for advice wants none."""
    match, usual = game("squad_car").new(players=2, seed=11), bots.level("neighbour")
    differed = 0
    for _ in range(30):
        seat, slipping = match.pending[0], Random(match.decision)
        driver, table = Driver(AsyncMock(), thinkers=Mock(are_ready=lambda *_: False)), Asked(match)
        awaited(driver._find_a_way(cast(Table, table), match, seat))
        careful = chosen(bots.adviser(match.game.declaration), match, seat, Random(match.decision))
        differed += careful != chosen(usual, match, seat, slipping)
        assert table.advised == careful
        match.play(seat, careful)
    assert differed
