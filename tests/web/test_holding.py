"""A server holds the tables that are in use, and reads the others again when somebody comes."""

import asyncio
import time
from pathlib import Path

import pytest

from tabletown.web import keys
from tabletown.web.at_table import moves
from tabletown.web.at_table.settings import Settings
from tabletown.web.counting import counts
from tabletown.web.driver import PACE
from tabletown.web.house import House
from tabletown.web.kept import Change
from tabletown.web.tables import HELD, Wish
from tabletown.web.viewers import Viewer
from tests.web.at_the_table import awaited, until

HOST = keys.new_secret()


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'tables.sqlite'}"


class Watch:
    """A clock that the test puts forward."""

    def __init__(self) -> None:
        self.forward = 0.0

    def __call__(self) -> float:
        return time.time() + self.forward


@pytest.fixture
def watch() -> Watch:
    return Watch()


def test_a_table_that_nobody_asks_for_is_put_away_and_read_again(database: str, watch: Watch) -> None:
    async def play() -> None:
        house = House(database, now=watch)
        table = await house.tables.create("the_estates", [Wish("me"), Wish("me")], HOST)
        seat = table.playing.pending[0]
        await table.do(None, moves.play, seat, [table.playing.legal(seat)[0]])
        watch.forward = HELD - 10
        house.tables.put_away(house.is_in_use)
        assert house.tables.get(table.id) is table
        watch.forward = 2 * HELD
        house.tables.put_away(house.is_in_use)
        again = house.tables.get(table.id)
        assert again is not table
        assert again.playing.digest == table.playing.digest
        await again.do(None, moves.play, again.playing.pending[0], [again.playing.legal(again.playing.pending[0])[0]])
        await house.close()

    awaited(play())


def test_a_table_with_a_page_open_stays(database: str, watch: Watch) -> None:
    async def play() -> None:
        house = House(database, now=watch)
        table = await house.tables.create("the_estates", [Wish("me"), Wish("me")], HOST)
        audience = house.pushes.audience(table, Viewer((), "en"))
        listener: asyncio.Queue[str] = asyncio.Queue()
        audience.listeners.add(listener)
        watch.forward = 2 * HELD
        house.tables.put_away(house.is_in_use)
        assert house.tables.get(table.id) is table
        audience.listeners.discard(listener)
        watch.forward = 4 * HELD
        house.tables.put_away(house.is_in_use)
        assert house.tables.get(table.id) is not table
        await house.close()

    awaited(play())


def test_a_table_at_which_a_bot_thinks_stays(database: str, watch: Watch) -> None:
    async def play() -> None:
        house = House(database, pace=60, now=watch)
        table = await house.tables.create("the_estates", [Wish("visitor"), Wish("visitor")], HOST)
        watch.forward = 2 * HELD
        house.tables.put_away(house.is_in_use)
        assert house.tables.get(table.id) is table
        await house.close()

    awaited(play())


def test_a_clock_runs_on_at_a_table_that_was_put_away(database: str, watch: Watch) -> None:
    async def play() -> None:
        house = House(database, now=watch)
        table = await house.tables.create("the_estates", [Wish("me"), Wish("me")], HOST, settings=Settings(time=1))
        house.tables._drop(table.id)
        await until(lambda: bool(house.tables.get(table.id).late_at(1)))
        assert house.tables.get(table.id) is not table
        await house.close()

    awaited(play())


def test_bots_play_on_after_a_move_that_could_not_be_stored(
    database: str, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tabletown.web.driver.PAUSE_AFTER_TROUBLE", 0.05)

    async def play() -> None:
        house = House(database, pace=0.2, now=watch)
        table = await house.tables.create("the_estates", [Wish("visitor"), Wish("visitor")], HOST)
        before = counts.conflicts
        await house.store.change(table.id, table.kept.version, Change())
        await until(lambda: counts.conflicts > before)
        await until(lambda: house.tables.get(table.id).playing.steps > 0)
        await house.close()

    awaited(play())


def test_a_server_does_not_read_all_its_tables_before_it_answers(database: str, watch: Watch) -> None:
    async def play() -> None:
        house = House(database, pace=0, now=watch)
        made = [await house.tables.create("the_estates", [Wish("me"), Wish("visitor")], HOST) for _ in range(3)]
        await house.close()
        house = House(database, pace=0.01, now=watch)
        await house.open()
        assert not house.tables._live
        # bots go on by themselves
        await until(lambda: all(house.tables.get(table.id).playing.pending == (0,) for table in made))
        await house.close()

    awaited(play())


def test_bots_answer_at_a_pace_that_people_can_follow(database: str, watch: Watch) -> None:
    async def play() -> None:
        house = House(database, pace=0.15, now=watch)
        began = time.monotonic()
        table = await house.tables.create("the_estates", [Wish("visitor"), Wish("visitor")], HOST)
        for step in range(1, 5):
            await until(lambda step=step: table.playing.steps >= step)  # type: ignore[misc]
            assert time.monotonic() - began > 0.15 * table.playing.steps
        await house.close()

    assert PACE >= 0.5
    awaited(play())
