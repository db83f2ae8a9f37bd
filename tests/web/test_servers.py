"""Several servers on one PostgreSQL: what one does the others show, and what is to be done once is done by one."""

import asyncio
import json
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tabletown.match import Refused
from tabletown.match.orders import never_ask
from tabletown.web import bus, keys
from tabletown.web.at_table import consent, moves, orders, sitting, talking
from tabletown.web.at_table.settings import Settings
from tabletown.web.copying import back_up, restore
from tabletown.web.house import House
from tabletown.web.pushes import GOODBYE
from tabletown.web.store import Store
from tabletown.web.table import Table
from tabletown.web.tables import UnknownTable, Wish
from tabletown.web.viewers import Viewer
from tests.web.at_the_table import awaited
from tools.postgres import Cluster
from tools.running import PATIENCE

HOST = keys.new_secret()
ASLEEP = 3600.0


@pytest.fixture(autouse=True)
def quick_beats(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bus, "HEARTBEAT", 0.1)
    monkeypatch.setattr(bus, "PAUSE", 0.05)


@asynccontextmanager
async def houses(address: str, count: int = 2, pace: float = ASLEEP) -> AsyncIterator[list[House]]:
    """Servers that have all found each other and shared the tables out."""
    async with AsyncExitStack() as stack:
        made = [House(address, pace) for _ in range(count)]
        for house in made:
            stack.push_async_callback(house.close)
            await house.open()
        await until(lambda: all(house.bus.servers == count for house in made))
        await until(lambda: sum(len(held(house)) for house in made) == bus.SHARES)
        await until(lambda: all(len(held(house)) == bus.SHARES // count for house in made))
        yield made


def held(house: House) -> list[int]:
    return [share for share in range(bus.SHARES) if house.bus.holds(share)]


async def until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < deadline, "it never came to that"
        await asyncio.sleep(0.02)


async def new_table(house: House, *who: str, settings: Settings | None = None) -> Table:
    return await house.tables.create(
        "the_estates", [Wish(each) for each in who or ("me", "me")], HOST, settings=settings
    )


@asynccontextmanager
async def table_at_both(address: str) -> AsyncIterator[tuple[House, House, Table, Table]]:
    """Two servers, and a table of the first as each of them has it."""
    async with houses(address) as (one, other):
        here = await new_table(one)
        yield one, other, here, await other.tables.bring(here.id)


def deafen(monkeypatch: pytest.MonkeyPatch, house: House) -> None:
    """It is told of changes and does not hear."""
    monkeypatch.setattr(house.hearing, "_changed", lambda *_given, **_named: None)


async def move(table: Table) -> None:
    seat = table.playing.pending[0]
    await table.do(None, moves.play, seat, [table.playing.legal(seat)[0]])


class Onlooker:
    """A page that is open at a server."""

    def __init__(self, house: House, table: Table, *seats: int) -> None:
        self.viewer = Viewer(seats, "en")
        self.audience = house.pushes.audience(table, self.viewer)
        self.queue: asyncio.Queue[str] = asyncio.Queue()
        self.audience.listeners.add(self.queue)

    def heard(self) -> str:
        told = []
        while not self.queue.empty():
            told.append(self.queue.get_nowait() or "GOODBYE")
        return "\n".join(told)


def test_what_is_done_at_one_server_is_seen_at_the_other(on_postgres: str) -> None:
    async def play() -> None:
        async with table_at_both(on_postgres) as (one, other, here, there):
            page = Onlooker(other, there, 0)
            await move(here)
            await here.do(None, talking.say, 0, "Mara", "Seen from afar")
            await here.do(None, orders.order, 1, never_ask(here.playing, "skip_stowing"))
            await until(lambda: there.kept.version == here.kept.version)
            assert there.playing.digest == here.playing.digest
            assert there.orders == here.orders
            await until(lambda: "Seen from afar" in page.heard())
            await move(there)
            assert (await one.tables.bring(here.id)).playing.digest == there.playing.digest

    awaited(play())


def test_whoever_asks_is_shown_what_is_stored_though_nothing_was_heard_of_it(
    on_postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with table_at_both(on_postgres) as (_one, other, here, there):
            deafen(monkeypatch, other)
            for _ in range(6):
                await move(here)
            before = there.kept.version
            await consent_to_undo(here)
            assert (await other.tables.bring(here.id)).playing.digest == here.playing.digest
            assert there.kept.version == here.kept.version > before

    async def consent_to_undo(table: Table) -> None:
        mover = table.playing.entries[-1].moves[0].seat
        await table.do(None, consent.undo, mover)
        if table.proposal is not None:
            await table.do(None, consent.answer, 1 - mover, agrees=True)

    awaited(play())


def test_a_page_shows_what_another_server_did_though_the_deed_that_met_it_was_refused(
    on_postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with table_at_both(on_postgres) as (_one, other, here, there):
            deafen(monkeypatch, other)
            page = Onlooker(other, there, 0)
            seat, decision = here.playing.pending[0], here.playing.decision
            await move(here)
            await here.do(None, talking.say, 0, "Mara", "Seen all the same")
            with pytest.raises(Refused):
                await there.do(None, moves.play, seat, [there.playing.legal(seat)[0]], decision)
            assert there.playing.steps == 1
            assert "Seen all the same" in page.heard()

    awaited(play())


def test_sealed_answers_and_drafts_are_the_same_at_both_servers(on_postgres: str) -> None:
    async def play() -> None:
        async with houses(on_postgres) as (one, other):
            here = await one.tables.create("square_mile", [Wish("me")] * 3, HOST)
            there = await other.tables.bring(here.id)
            page = Onlooker(other, there, *there.playing.pending[:1])
            seat = here.playing.pending[0]
            for _ in range(40):
                declared = here.game.declaration
                legal = here.playing.legal(seat)
                composed = [action for action in legal if action.kind in declared.composed]
                if composed:
                    break
                await move(here)
                seat = here.playing.pending[0]
            if composed:
                await here.do(None, moves.choose, seat, [composed[0].id], here.playing.decision)
            await until(lambda: there.kept.version == here.kept.version)
            await until(lambda: there.draft(seat) == here.draft(seat))
            assert there.playing.drawer == here.playing.drawer
            assert page.viewer.seats

    awaited(play())


def test_bots_play_once_and_another_server_goes_on_when_one_dies(on_postgres: str) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            made = await stack.enter_async_context(houses(on_postgres, 2, 0.01))
            tables = [await new_table(made[0], "visitor", "visitor") for _ in range(6)]
            await until(lambda: all((whole := made[0].store.read(t.id)) and len(whole.items) > 3 for t in tables))
            dying, left = made
            _die(dying)
            await until(lambda: len(held(left)) == bus.SHARES)
            stood = [len(made[1].store.read(t.id).items) for t in tables]  # type: ignore[union-attr]
            await until(
                lambda: all(
                    (whole := left.store.read(t.id)) and (len(whole.items) > n + 2 or whole.kept.phase != "playing")
                    for t, n in zip(tables, stood, strict=True)
                )
            )
            for table in tables:
                whole = left.store.read(table.id)
                assert whole is not None
                again = Table(left.store, whole, _nobody)
                assert [item.number for item in again.playing.items] == list(range(1, len(whole.items) + 1))

    awaited(play())


async def _nobody(_table: Table, _only: int | None) -> None:
    """Nobody looks on."""


def _die(house: House) -> None:
    """As far as others can tell: its connection ends, and it says nothing more."""
    house.bus.close()


def test_clocks_run_out_once_wherever_the_table_was_made(on_postgres: str) -> None:
    async def play() -> None:
        async with houses(on_postgres) as both:
            made: list[Table] = []
            while {both[0].bus.is_mine(table.id) for table in made} != {True, False}:
                made.append(await new_table(both[0], settings=Settings(time=1)))

            def late(table: Table) -> bool:
                whole = both[1].store.read(table.id)
                return whole is not None and 1 in whole.kept.settings.late

            await until(lambda: all(map(late, made)))

    awaited(play())


def test_a_server_that_lost_its_connection_hears_everything_when_it_is_back(
    on_postgres: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def play() -> None:
        async with table_at_both(on_postgres) as (one, other, here, there):
            page = Onlooker(other, there, 0)
            plain = on_postgres.replace("+asyncpg", "")
            with psycopg.connect(plain, autocommit=True) as connection:
                connection.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE pid <> pg_backend_pid() AND datname = current_database()"
                )
            await move(await one.tables.bring(here.id))
            await until(lambda: there.playing.steps == 1)
            await until(lambda: len(held(one)) == len(held(other)) == bus.SHARES // 2)
            assert page.heard()

    awaited(play())
    assert "heard again" in caplog.text


def test_who_is_there_and_who_types_is_known_at_every_server(on_postgres: str) -> None:
    async def play() -> None:
        async with table_at_both(on_postgres) as (one, other, here, there):
            page = Onlooker(other, there, 1)
            with one.presence.there(here.id, [0]):
                await until(lambda: other.is_there(here.id, 0))
                assert '"present": {"0": 0}' in page.heard()
                one.presence.heard(here, Viewer((0,), "en"), "typing")
                await asyncio.sleep(0)
                told: list[str] = []

                def has_heard() -> bool:
                    told.append(page.heard())
                    return "typing" in "".join(told)

                await until(has_heard)
                typing = [json.loads(line) for line in "\n".join(told).splitlines() if "typing" in line]
                assert [each["typing"] for each in typing] == [0]
            await until(lambda: not other.is_there(here.id, 0))

    awaited(play())


def test_who_was_at_a_server_that_is_gone_is_not_there(on_postgres: str) -> None:
    async def play() -> None:
        async with houses(on_postgres) as (one, other):
            table = await new_table(one)
            with one.presence.there(table.id, [0]):
                await until(lambda: other.is_there(table.id, 0))
                _die(one)
                await until(lambda: not other.is_there(table.id, 0))

    awaited(play())


def test_a_renewed_link_sends_the_old_one_away_at_every_server(on_postgres: str) -> None:
    async def play() -> None:
        async with table_at_both(on_postgres) as (_one, other, here, there):
            assert there.opened_by(keys.hashed(HOST)) == (0, 1)
            page = Onlooker(other, there, 1)
            await here.do(None, sitting.renew_link, 1, lambda _times: ["another"])
            await until(lambda: "GOODBYE" in page.heard())
            assert there.opened_by(keys.hashed(HOST)) == (0,)
            assert GOODBYE == ""

    awaited(play())


def test_whoever_asks_while_a_table_is_being_read_is_shown_what_was_stored_before_they_asked(
    on_postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with houses(on_postgres) as (one, other):
            here = await new_table(one)
            deafen(monkeypatch, other)
            has_read, may_go_on = threading.Event(), threading.Event()
            read, loop = other.store.read, threading.current_thread()

            def slowly(name: str) -> Any:
                whole = read(name)
                if threading.current_thread() is not loop:  # in which the house may read too, and must not wait
                    has_read.set()
                    may_go_on.wait(PATIENCE)
                return whole

            monkeypatch.setattr(other.store, "read", slowly)
            asking: list[asyncio.Task[Any]] = []
            while not has_read.is_set():  # the house may have read it meanwhile, and then nobody waits for it
                await other.tables.leave(here.id)
                asking.append(asyncio.create_task(other.tables.bring(here.id)))
                await until(lambda: has_read.is_set() or asking[-1].done())
            await move(here)
            second = asyncio.create_task(other.tables.bring(here.id))
            await asyncio.sleep(0)  # it waits for the same reading now
            may_go_on.set()
            assert (await second).playing.steps == 1
            await asking[-1]

    awaited(play())


def test_a_deleted_table_is_gone_at_every_server(on_postgres: str) -> None:
    async def play() -> None:
        async with houses(on_postgres) as (one, other):
            table = await new_table(one)
            await other.tables.bring(table.id)
            await one.tables.delete([table.id])
            with pytest.raises(UnknownTable):
                await other.tables.bring(table.id)

    awaited(play())


def test_codes_are_guessed_no_more_often_at_two_servers_than_at_one(on_postgres: str) -> None:
    async def guess() -> None:
        async with houses(on_postgres) as (one, other):
            for _ in range(5):
                assert one.attempts.wait("192.0.2.1") == 0
            await until(lambda: other.attempts._of_one.wait(keys.hashed("tries.192.0.2.1")[:32]) > 0)
            assert other.attempts.wait("192.0.2.1") > 0

    awaited(guess())


@pytest.mark.parametrize("is_heard", [True, False], ids=["heard", "missed"])
def test_a_copy_is_restored_while_servers_play_and_they_show_it(
    on_postgres: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_heard: bool
) -> None:
    """Also where a server heard nothing of it, because its connection was away just then."""

    async def play() -> None:
        async with houses(on_postgres) as (one, other):
            here = await new_table(one)
            copy = tmp_path / "copy.sqlite"
            await asyncio.to_thread(back_up, one.store.engine, copy)
            await move(here)
            there = await other.tables.bring(here.id)
            page = Onlooker(other, there, 0)
            assert there.playing.steps == 1
            if not is_heard:
                monkeypatch.setattr(bus, "RESTORED", "something else")
            await asyncio.to_thread(restore, copy, on_postgres, replace=True)
            if not is_heard:
                one.hearing.heard.missed()
                other.hearing.heard.missed()
            await until(lambda: "GOODBYE" in page.heard())
            await until(lambda: one.tables.at_hand(here.id) is not here)
            for house in (one, other):
                again = await house.tables.bring(here.id)
                assert again.playing.steps == 0
            await move(again)
            assert (await one.tables.bring(here.id)).playing.steps == 1

    awaited(play())


# ---------------------------------------------------------------- the database comes and goes


@pytest.fixture
def own_postgres(postgres: Cluster) -> Iterator[Cluster]:
    """The cluster of all, for a test that restarts it."""
    yield postgres
    if postgres._process is None:
        postgres.start()


def test_a_commit_whose_answer_was_lost_is_looked_up(on_postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The connection ends between the commit and its answer: what was stored is answered as stored."""
    from sqlalchemy.engine import default
    from sqlalchemy.exc import OperationalError

    from tabletown.web.database import open_database

    store = Store(open_database(on_postgres))
    commit: Callable[[Any, Any], None] = default.DefaultDialect.do_commit

    def lost(dialect: Any, connection: Any) -> None:
        commit(dialect, connection)
        monkeypatch.setattr(type(store.engine.dialect), "do_commit", commit)
        connection.close()
        raise OperationalError("COMMIT", {}, psycopg.OperationalError("the connection is lost"))

    async def play() -> None:
        from tabletown.web.tables import Tables

        table = await Tables(store, _nobody).create("the_estates", [Wish("me")] * 2, HOST)
        monkeypatch.setattr(type(store.engine.dialect), "do_commit", lost)
        await table.do(None, talking.say, 0, "Mara", "Once")
        whole = store.read(table.id)
        assert whole is not None
        assert [said.text for said in whole.chat] == ["Once"]
        assert not table.is_stale

    awaited(play())
    store.close()


def test_servers_go_on_by_themselves_when_the_database_was_away(own_postgres: Cluster, on_postgres: str) -> None:
    async def play() -> None:
        async with table_at_both(on_postgres) as (one, other, here, there):
            own_postgres.stop()
            assert await one.trouble() == "database_away"
            own_postgres.start()
            await until_works(one)
            await move(await one.tables.bring(here.id))
            await until(lambda: len(held(one)) == len(held(other)) == bus.SHARES // 2)
            assert (await other.tables.bring(there.id)).playing.steps == 1

    async def until_works(house: House) -> None:
        deadline = time.monotonic() + PATIENCE
        while await house.trouble() is not None:
            assert time.monotonic() < deadline, "it never works again"
            await asyncio.sleep(0.1)

    awaited(play())
