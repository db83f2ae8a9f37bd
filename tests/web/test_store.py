"""What is kept: appended from the version it was read at, in one transaction with others, and on the disk."""

import asyncio
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, text

from tabletown.match import Refused
from tabletown.match.orders import never_ask
from tabletown.rulekit.registry import declarations
from tabletown.web import keys, schema
from tabletown.web.asking import AlreadyDone, Asked
from tabletown.web.at_table import consent, moves, orders, sitting, talking
from tabletown.web.condition import NotKept, condition_of
from tabletown.web.copying import back_up
from tabletown.web.database import BadDatabase, open_database
from tabletown.web.kept import PLAYING, Change
from tabletown.web.store import Conflict, Store
from tabletown.web.table import Table
from tabletown.web.tables import Tables, UnknownTable, Wish
from tabletown.web.writer import Writer
from tests.sealed_game import GAME as SEALED_GAME
from tests.web.at_the_table import awaited

HOST = keys.new_secret()


async def nothing(table: Table, only: int | None) -> None:
    """Nobody looks on."""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "tables.sqlite"


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    opened = Store(open_database(address))
    yield opened
    opened.close()


def new_table(store: Store, *who: str) -> Table:
    wishes = [Wish(each) for each in who or ("me", "me", "me")]
    return awaited(Tables(store, nothing).create("the_estates", wishes, HOST))


def test_the_migrations_lead_to_the_schema(address: str) -> None:
    engine = open_database(address)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), schema.metadata) == []
    engine.dispose()


def test_the_database_is_careful_with_what_it_keeps(file: Path) -> None:
    engine = open_database(f"sqlite:///{file}")
    with engine.connect() as connection:
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(text("PRAGMA synchronous")).scalar() == 2
        assert connection.execute(text("PRAGMA foreign_keys")).scalar() == 1
    engine.dispose()


@pytest.mark.parametrize("address", ["mysql://localhost/x", "sqlite://", "sqlite:///:memory:", "nonsense", "postgresql://"])
def test_another_database_is_refused_in_a_sentence(address: str) -> None:
    with pytest.raises(BadDatabase, match="sqlite:///FILE"):
        open_database(address)


def test_a_file_that_is_no_database_is_refused_in_a_sentence(file: Path) -> None:
    file.write_bytes(b"not a database at all, only some text" * 40)
    with pytest.raises(BadDatabase, match="cannot be opened"):
        open_database(f"sqlite:///{file}")


def test_a_change_from_an_old_version_is_refused_whole(store: Store) -> None:
    table = new_table(store)
    awaited(store.change(table.id, 0, Change(phase=PLAYING)))
    with pytest.raises(Conflict):
        awaited(store.change(table.id, 0, Change(items=[(1, {"seat": 0})])))
    whole = store.read(table.id)
    assert whole is not None
    assert (whole.kept.version, whole.items) == (1, [])


def test_one_failing_job_leaves_the_others_of_its_transaction_alone(address: str) -> None:
    engine = open_database(address)
    writer = Writer(engine, condition_of(engine))

    def insert(name: str) -> None:
        raise ZeroDivisionError(name)

    def good(connection: Connection) -> int:
        return int(connection.execute(text("SELECT 41 + 1")).scalar_one())

    def bad(_connection: Connection) -> None:
        insert("x")

    futures = [writer.submit(job) for job in (good, bad, good)]
    assert futures[0].result(60) == futures[2].result(60) == 42
    with pytest.raises(ZeroDivisionError):
        futures[1].result(60)
    writer.close()
    engine.dispose()


def test_many_appends_wait_for_few_commits(address: str) -> None:
    engine = open_database(address)
    writer = Writer(engine, condition_of(engine))
    commits = 0

    def count(_connection: Connection) -> None:
        nonlocal commits
        commits += 1

    from sqlalchemy import event

    event.listen(engine, "commit", count)
    futures = [writer.submit(lambda connection: connection.execute(text("SELECT 1")).scalar()) for _ in range(200)]
    assert {future.result(60) for future in futures} == {1}
    assert commits < 100
    writer.close()
    engine.dispose()


def test_only_hashes_of_secrets_are_stored(store: Store, tmp_path: Path) -> None:
    table = new_table(store, "me", "open")
    secrets = [HOST, keys.seat_secret(HOST, table.id, 0), keys.invitation(HOST, table.id, 1, 0)]
    copy = tmp_path / "copy.sqlite"
    back_up(store.engine, copy)
    with closing(sqlite3.connect(copy)) as connection:
        dump = "\n".join(connection.iterdump())
    assert all(secret not in dump and keys.hashed(secret) in dump for secret in secrets)


def test_sealed_answers_survive_the_server(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(declarations(), SEALED_GAME.name, SEALED_GAME)

    async def seal(store: Store) -> Table:
        table = await Tables(store, nothing).create("sealed_game", [Wish("me")] * 3, HOST)
        await table.do(None, moves.play, 2, [{"kind": "bid", "args": {"amount": 3}}, {"kind": "stay", "args": {}}])
        await table.do(None, moves.play, 0, [{"kind": "bid", "args": {"amount": 1}}])
        return table

    store = Store(open_database(address))
    before = awaited(seal(store))
    store.close()
    store = Store(open_database(address))
    after = Tables(store, nothing).get(before.id)
    assert after.playing.drawer == before.playing.drawer != {}
    assert (after.playing.changeable, after.playing.pending) == ((2,), (0, 1))
    assert after.playing.view(2).to_dict()["bid"][2] == 3
    awaited(after.do(None, moves.withdraw, 2))
    assert Tables(store, nothing).get(before.id).playing.changeable == ()
    store.close()


def test_orders_and_chat_survive_the_server(store: Store) -> None:
    async def play() -> Table:
        table = await Tables(store, nothing).create("the_estates", [Wish("me")] * 3, HOST)
        match = table.playing
        seat = match.pending[0]
        await table.do(None, moves.play, seat, [match.legal(seat)[0]])
        await table.do(None, orders.order, 1, never_ask(match, "skip_stowing"))
        await table.do(None, talking.say, 0, "Mara", "Hello")
        return table

    before = awaited(play())
    after = Tables(store, nothing).get(before.id)
    assert after.playing.digest == before.playing.digest
    assert after.playing.items == before.playing.items
    assert after.orders == before.orders
    assert [said.text for said in after.chat] == ["Hello"]


def test_a_move_is_judged_again_if_somebody_else_was_quicker(store: Store) -> None:
    """Two servers hold the table at the same version. What fits all the same is done; what does not is refused."""

    async def play() -> None:
        here = await Tables(store, nothing).create("the_estates", [Wish("me")] * 3, HOST)
        there = Tables(store, nothing).get(here.id)
        await there.do(None, talking.say, 1, "Noor", "Hello")
        seat = here.playing.pending[0]
        await here.do(None, moves.play, seat, [here.playing.legal(seat)[0]])
        assert (here.kept.version, here.playing.steps, here.lines_said) == (2, 1, 1)
        decision = there.playing.decision
        with pytest.raises(Refused, match="decision"):
            await there.do(None, moves.play, seat, [there.playing.legal(seat)[0]], decision)
        assert there.playing.digest == here.playing.digest
        whole = store.read(here.id)
        assert whole is not None
        assert len(whole.items) == 1

    awaited(play())


def test_the_same_request_at_two_servers_is_done_once(store: Store) -> None:
    async def play() -> None:
        here = await Tables(store, nothing).create("the_estates", [Wish("me")] * 3, HOST)
        there = Tables(store, nothing).get(here.id)
        asked = Asked("1", "a" * 32, "say", "b" * 32)
        await here.do(asked, talking.say, 1, "Noor", "Hello")
        with pytest.raises(AlreadyDone):
            await there.do(asked, talking.say, 1, "Noor", "Hello")
        assert [said.text for said in there.chat] == ["Hello"]

    awaited(play())


def test_a_table_is_made_once_though_two_servers_are_asked_at_the_same_moment(address: str) -> None:
    stores = [Store(open_database(address)) for _ in range(2)]
    asked = Asked("p" * 64, "a" * 32, "tables", "b" * 32)

    async def make() -> list[str]:
        making = [
            Tables(store, nothing).create("the_estates", [Wish("me")] * 2, HOST, asked=asked) for store in stores * 3
        ]
        return [table.id for table in await asyncio.gather(*making)]

    assert len(set(awaited(make()))) == 1
    assert len(stores[0].all()) == 1
    for store in stores:
        store.close()


def test_servers_that_play_at_the_same_tables_lose_and_double_nothing(address: str) -> None:
    """Each in a loop and thread of its own, all at every table; jobs that meet are done again."""
    stores = [Store(open_database(address), by) for by in range(3)]
    names = [new_table(stores[0]).id for _ in range(4)]

    def talk(store: Store) -> None:
        async def say() -> None:
            tables = Tables(store, nothing)

            async def at(name: str) -> None:
                for line in range(5):
                    table = await tables.bring(name)
                    try:
                        await table.do(None, talking.say, 0, "Mara", f"{store._by} {line}")
                    except Conflict:
                        refused.append(f"{store._by} {line} {name}")

            await asyncio.gather(*(at(name) for name in names))

        awaited(say())

    refused: list[str] = []
    with ThreadPoolExecutor(3) as pool:
        list(pool.map(talk, stores))
    for name in names:
        whole = stores[0].read(name)
        assert whole is not None
        wanted = {f"{by} {line}" for by in range(3) for line in range(5)}
        lost = {each.rsplit(" ", 1)[0] for each in refused if each.endswith(name)}
        assert sorted(said.text for said in whole.chat) == sorted(wanted - lost)
        assert [said.number for said in whole.chat] == list(range(1, len(wanted - lost) + 1))
        assert whole.kept.version == len(whole.chat)
    for store in stores:
        store.close()


def test_what_could_not_be_stored_is_neither_shown_nor_stored_by_whoever_comes_next(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = Tables(store, nothing)

    async def play() -> None:
        table = await tables.create("the_estates", [Wish("me")] * 3, HOST)
        match = table.playing
        seat = match.pending[0]

        async def full(*_change: object) -> int:
            await asyncio.sleep(0.01)
            raise OSError("the disk is full")

        async def look() -> None:
            async with table.at_rest():
                raise AssertionError("a move was seen that has not happened")

        with monkeypatch.context() as patch:
            patch.setattr(store, "change", full)
            move = table.do(None, moves.play, seat, [match.legal(seat)[0]])
            line = table.do(None, talking.say, 0, "Mara", "Hello")
            waiting = [asyncio.create_task(each) for each in (move, line, look())]
            await asyncio.sleep(0)
        outcomes = await asyncio.gather(*waiting, return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [NotKept] * 3
        whole = store.read(table.id)
        assert whole is not None
        assert (whole.items, whole.chat) == ([], [])
        assert tables.get(table.id).playing.steps == 0

    awaited(play())


def test_old_tables_are_forgotten_by_their_age_and_phase(store: Store) -> None:
    async def forget() -> tuple[list[str], str]:
        tables = Tables(store, nothing)
        table = await tables.create("the_estates", [Wish("me")] * 3, HOST)
        waiting = await tables.create("the_estates", [Wish("me"), Wish("open")], HOST)
        await waiting.do(None, sitting.cancel)
        assert await tables.forget_old(1) == []
        return await tables.forget_old(-1), table.id

    gone, running = awaited(forget())
    assert len(gone) == 1
    tables = Tables(store, nothing)
    with pytest.raises(UnknownTable):
        tables.get(gone[0])
    assert tables.get(running).phase == PLAYING


def test_undo_by_consent_waits_for_every_person_and_not_for_bots(store: Store) -> None:
    async def play() -> None:
        table = await Tables(store, nothing).create("the_estates", [Wish("me"), Wish("me"), Wish("visitor")], HOST)
        match = table.playing
        while match.pending[0] != 0 or match.steps == 0:
            seat = match.pending[0]
            await table.do(None, moves.play, seat, [match.legal(seat)[0]])
        await table.do(None, moves.play, 0, [match.legal(0)[-1]])
        while match.can_undo(0) is None:
            seat = match.pending[0]
            await table.do(None, moves.play, seat, [match.legal(seat)[0]])
        steps = match.steps
        await table.do(None, consent.undo, 0)
        assert table.settings.written()["proposal"]["agreed"] == (0,)
        assert match.steps == steps
        await table.do(None, consent.answer, 1, agrees=True)
        assert "proposal" not in table.settings.written()
        assert match.steps < steps

    awaited(play())


def test_a_taken_seat_is_not_taken_twice(store: Store) -> None:
    async def claim() -> None:
        table = await Tables(store, nothing).create("the_estates", [Wish("me"), Wish("open")], HOST)
        await table.do(None, sitting.claim, 1, "Jun", ["a"])
        with pytest.raises(Refused, match="taken"):
            await table.do(None, sitting.claim, 1, "Elif", ["b"])
        assert table.names[1] == "Jun"
        assert store.seats_of(table.id, ["b"]) == []

    awaited(claim())
