"""However many tables there are, only those are woken that wait for the house, and lists come page by page."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from tabletown.match.orders import never_ask
from tabletown.web import keys
from tabletown.web.at_table import consent, orders
from tabletown.web.at_table.settings import Settings
from tabletown.web.house import House
from tabletown.web.surveying import listed, waited_on
from tabletown.web.table import Table
from tabletown.web.tables import Wish
from tests.web.at_the_table import awaited, until

HOST = keys.new_secret()
PEOPLE = [Wish("me"), Wish("me")]
ASLEEP = 3600.0


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'tables.sqlite'}"


async def made(house: House, wishes: Sequence[Wish] = PEOPLE, settings: Settings | None = None) -> Table:
    return await house.tables.create("the_estates", wishes, HOST, settings=settings)


def test_a_house_wakes_the_tables_that_wait_for_it_and_no_others(database: str) -> None:
    async def play() -> None:
        house = House(database, ASLEEP)
        quiet, ordered, left = await made(house), await made(house), await made(house)
        unasked = next(iter(ordered.game.declaration.unasked))
        await ordered.do(None, orders.order, 0, never_ask(ordered.playing, unasked))
        await left.do(None, consent.resign, 1)
        waiting = {
            ordered.id,
            left.id,
            (await made(house, [Wish("me"), Wish("visitor")])).id,
            (await made(house, settings=Settings(time=60))).id,
            (await made(house, settings=Settings(no_empty_questions=True))).id,
        }
        assert set(waited_on(house.store)) == waiting
        await house.close()

        again = House(database, ASLEEP)
        await again.open()
        await until(lambda: again.state == "open")
        assert set(again.tables.held) == waiting
        assert (await again.tables.bring(quiet.id)).playing.pending
        await again.close()

    awaited(play())


def test_a_table_whose_game_is_over_is_not_woken(database: str) -> None:
    async def play() -> None:
        house = House(database, ASLEEP)
        table = await made(house, [Wish("me"), Wish("visitor")])
        assert waited_on(house.store) == [table.id]
        await table.do(None, consent.propose, "abandon", 0, 0)
        assert table.phase == "abandoned"
        assert waited_on(house.store) == []
        await house.close()

    awaited(play())


def test_a_list_is_read_page_by_page_and_misses_nothing(database: str) -> None:
    async def play() -> None:
        house = House(database, ASLEEP)
        names = {(await made(house)).id for _ in range(7)}
        pages = [listed(house.store, "", first, 3) for first in range(0, 9, 3)]
        assert [len(page.tables) for page in pages] == [3, 3, 1]
        assert {table.id for page in pages for table in page.tables} == names
        assert {(page.found, page.all, page.running) for page in pages} == {(7, 7, 7)}
        await house.close()

    awaited(play())


@pytest.mark.parametrize(("sought", "count"), [("mar", 1), ("MAR", 1), ("%", 1), ("_", 0), ("Zoë", 1), ("nobody", 0)])
def test_a_table_is_found_by_whoever_sits_there(database: str, sought: str, count: int) -> None:
    async def play() -> None:
        house = House(database, ASLEEP)
        for name in ("Mara", "100%", "Zoë"):
            await made(house, [Wish("me", name), Wish("me", "Jun")])
        page = listed(house.store, sought, 0, 10)
        assert (page.found, len(page.tables), page.all) == (count, count, 3)
        await house.close()

    awaited(play())


def test_a_table_is_found_by_its_own_name(database: str) -> None:
    async def play() -> None:
        house = House(database, ASLEEP)
        one, _other = await made(house), await made(house)
        assert [table.id for table in listed(house.store, one.id[2:], 0, 10).tables] == [one.id]
        await house.close()

    awaited(play())
