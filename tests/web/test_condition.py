"""A server tells the truth about its database, and takes nothing that it cannot keep."""

import asyncio
import contextlib
import resource
import shutil
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient
from sqlalchemy import Connection, event

from tabletown.cli import main
from tabletown.web import condition, driver
from tabletown.web.condition import InUse
from tabletown.web.database import open_database
from tabletown.web.house import CLOSING, STARTING, House
from tabletown.web.server import make_app
from tabletown.web.tables import Wish
from tabletown.web.writer import Writer
from tests.web.at_the_table import awaited, until
from tests.web.test_once import DEEDS, send, told, world
from tools.played import Played, play_table
from tools.running import PATIENCE, Server, running_server

FORM = "application/x-www-form-urlencoded"
ASLEEP = 3600.0
pytestmark = pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning")


def say(played: Played, text: str) -> int:
    return played.server.ask(f"{played.path}/say", f"text={text}".encode(), played.tokens[0], kind=FORM).status


def reason(server: Server, path: str = "/health") -> tuple[int, str | None]:
    answer = server.ask(path)
    return answer.status, answer.json.get("reason")


def reason_when_ready(server: Server) -> tuple[int, str | None]:
    """What `/ready` says once the server has started; before that it says so."""
    while (found := reason(server, "/ready"))[1] is None and found[0] != 200:
        time.sleep(0.1)
    return found


# ---------------------------------------------------------------- one server a file


def second_server(database: Path) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "tabletown.web", "--port", "0", "--database", f"sqlite:///{database}"]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)


def test_a_second_server_on_the_same_file_is_refused_in_a_sentence(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        played = play_table(server, "the_estates", 2, 2)
        refused = second_server(server.database)
        assert refused.returncode == 2
        assert refused.stderr.startswith(f"Another server (process {server.pid}) plays on the database")
        assert refused.stderr.count("\n") == 1
        assert say(played, "still here") == 303
        server.kill()
        server.start()
        assert say(played, "again") == 303


def test_two_houses_of_one_process_do_not_share_a_file_either(tmp_path: Path) -> None:
    async def open_twice() -> None:
        database = f"sqlite:///{tmp_path}/tables.sqlite"
        house = House(database)
        with pytest.raises(InUse):
            House(database)
        refused = await asyncio.to_thread(second_server, tmp_path / "tables.sqlite")
        assert (refused.returncode, "Another server" in refused.stderr) == (2, True)
        await house.close()
        await House(database).close()

    awaited(open_twice())


# ---------------------------------------------------------------- gone


def test_moves_into_a_deleted_file_are_not_acknowledged_and_play_goes_on_when_it_is_back(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        played = play_table(server, "the_estates", 2, 2)
        assert say(played, "before") == 303
        before = world(server)
        aside = server.database.with_name("aside")
        server.database.rename(aside)
        assert reason(server) == (503, "database_gone"), "nobody has tried to store anything yet"
        assert say(played, "into nothing") == 503
        assert server.ask("/play-now/the_estates", b"", kind=FORM).status == 503
        assert reason(server) == reason_when_ready(server) == (503, "database_gone")
        shutil.copy(aside, server.database)
        assert say(played, "into a copy") == 503
        aside.replace(server.database)
        assert say(played, "after") == 303
        assert reason(server) == (200, None)
        assert sum(row[1] for row in world(server)) == sum(row[1] for row in before) + 1


# ---------------------------------------------------------------- damaged


def damage(database: Path) -> None:
    """Nonsense over every page but the first."""
    with database.open("r+b") as file:
        file.seek(4096)
        left = database.stat().st_size - 4096
        file.write(b"\xa5nonsense" * (left // 9))


@pytest.fixture
def damaged(tmp_path: Path) -> Path:
    with running_server(tmp_path) as server:
        play_table(server, "the_estates", 2, 2)
        database = server.database
    damage(database)
    return database


def test_a_server_refuses_to_start_on_a_damaged_database(damaged: Path) -> None:
    refused = second_server(damaged)
    assert refused.returncode == 2
    assert "damaged" in refused.stderr or "malformed" in refused.stderr
    assert refused.stderr.count("\n") == 1


def test_the_check_finds_the_damage_and_ends_with_1(damaged: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tables", "--check", "--database", f"sqlite:///{damaged}"]) == 1
    assert "Damaged" in capsys.readouterr().out


def test_the_check_says_that_all_is_whole_also_while_a_server_runs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with running_server(tmp_path) as server:
        played = play_table(server, "the_estates", 2, 2)
        check = ["tables", "--check", "--database", f"sqlite:///{server.database}"]
        assert main(check) == 0
        assert "is whole: 1 tables" in capsys.readouterr().out
        server.stop()
        with contextlib.closing(sqlite3.connect(server.database)) as connection, connection:
            connection.execute("UPDATE tables SET seed = 'none'")
        assert main(check) == 1
        assert f"table {played.table} cannot be read" in capsys.readouterr().out
        server.start()


def test_there_is_nothing_to_check_where_no_file_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tables", "--check", "--database", f"sqlite:///{tmp_path}/none.sqlite"]) == 2
    assert list(tmp_path.iterdir()) == []
    assert "There is no database" in capsys.readouterr().err


# ---------------------------------------------------------------- full

PLENTY = 1_000_000


@pytest.fixture
def client(tmp_path: Path) -> "Iterator[TestClient[Any]]":
    with TestClient(make_app(f"sqlite:///{tmp_path}/tables.sqlite", ASLEEP)) as client:
        yield client


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="Only Linux limits what another process may write.")
def test_what_cannot_be_written_is_refused_at_every_door_and_done_when_it_can(tmp_path: Path) -> None:
    with running_server(tmp_path, ASLEEP) as server:
        requests = [deed(server) for deed in DEEDS]
        before = world(server)
        free = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (1, free[1]))
        assert {sent.path: send(server, sent).status for sent in requests} == {sent.path: 503 for sent in requests}
        assert reason(server) == (503, "storage")
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, free)
        assert world(server) == before
        answers = [told(send(server, sent)) for sent in requests]
        assert {answer[0] for answer in answers} <= {200, 201, 303}
        assert [told(send(server, sent)) for sent in requests] == answers
        assert reason(server) == (200, None)


def test_a_full_disk_is_told_and_the_server_goes_on_when_there_is_room(
    client: "TestClient[Any]", caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tabletown.web.house.PATIENCE", 0.0)
    pages = 1
    engine = client.app.state.house.store.engine
    event.listen(engine, "checkout", lambda raw, *_: raw.execute(f"PRAGMA max_page_count={pages}").close())
    new = {"game": "the_estates", "seats": [{"who": "me"}] * 2}
    made = [client.post("/api/tables", json=new).status_code for _ in range(60)]
    assert set(made) == {201, 503}
    answer = client.get("/health")
    assert (answer.status_code, answer.json()["reason"]) == (503, "disk_full")
    pages = PLENTY
    assert client.get("/health").json() == {"status": "ok"}
    assert client.post("/api/tables", json=new).status_code == 201
    assert "The disk is full" in caplog.text
    assert "works again" in caplog.text


def test_a_disk_that_is_nearly_full_is_told_before_anything_fails(
    client: "TestClient[Any]", tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert client.get("/health").json() == {"status": "ok"}
    usage = shutil.disk_usage(tmp_path)._replace(free=1000)
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: usage)
    answer = client.get("/health")
    assert (answer.status_code, answer.json()["reason"]) == (503, "disk_full")


def test_a_batch_in_which_the_database_fails_is_dropped_whole(tmp_path: Path) -> None:
    """It may have dropped what the others had stored already; nobody is told that anything was."""
    file = tmp_path / "tables.sqlite"
    engine = open_database(f"sqlite:///{file}")
    started, held = threading.Event(), threading.Event()
    writer = Writer(engine, condition.Condition(file))

    def add(number: int) -> Callable[[Connection], Any]:
        return lambda connection: connection.exec_driver_sql("INSERT INTO numbers VALUES (?)", (number,)).close()

    def fail(connection: Connection) -> None:
        connection.exec_driver_sql("PRAGMA max_page_count = 1")
        connection.exec_driver_sql("CREATE TABLE too_much (a)")
        connection.exec_driver_sql("INSERT INTO too_much VALUES (zeroblob(900000))")

    writer.submit(lambda connection: connection.exec_driver_sql("CREATE TABLE numbers (n)").close()).result(PATIENCE)

    def hold(_connection: Connection) -> None:
        started.set()
        held.wait(PATIENCE)

    waiting = writer.submit(hold)
    started.wait(PATIENCE)
    futures = [writer.submit(job) for job in (add(1), fail, add(2))]
    held.set()
    waiting.result(PATIENCE)
    assert [type(future.exception(PATIENCE)) for future in futures] == [condition.NotKept] * 3
    with engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM numbers").scalar() == 0
    assert writer._condition.reason() == condition.FULL
    writer.close()
    engine.dispose()


# ---------------------------------------------------------------- ready


def test_it_is_not_ready_while_it_starts_or_closes(client: "TestClient[Any]") -> None:
    house: House = client.app.state.house
    end = time.monotonic() + PATIENCE
    while (answer := client.get("/ready")).status_code != 200 and time.monotonic() < end:
        assert answer.json() == {"status": STARTING}
        time.sleep(0.01)
    assert answer.json() == {"status": "ok"}
    for state in (STARTING, CLOSING):
        house.state = state
        answer = client.get("/ready")
        assert (answer.status_code, answer.json()) == (503, {"status": state})
        assert client.get("/health").status_code == 200


def test_bots_go_on_when_there_is_room_again(tmp_path: Path) -> None:
    """A move that could not be kept is made later."""
    async def play() -> None:
        house = House(f"sqlite:///{tmp_path}/tables.sqlite", pace=0)
        table = await house.tables.create("the_estates", [Wish("visitor"), Wish("visitor")], "host")
        aside = tmp_path / "aside"
        (tmp_path / "tables.sqlite").rename(aside)
        await asyncio.sleep(0.2)
        stood = table.playing.steps  # the house may have to read it again, which it cannot now
        aside.rename(tmp_path / "tables.sqlite")
        await until(lambda: house.tables.get(table.id).playing.steps > stood)
        await house.close()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(driver, "PAUSE_AFTER_TROUBLE", 0.05)
        awaited(play())
