"""A server that is killed under load has forgotten nothing that it answered, and has done nothing twice."""

import os
import re
import resource
import signal
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tools.postgres import Cluster
from tools.running import Server
from tools.torture import Outcome, torture, torture_postgres
from tools.torture_books import check
from tools.torture_people import Crowd

KILLS, KILLS_ON_POSTGRESQL = 30, 10
ACTS = {"move", "say", "order", "drop", "propose", "disagree", "agree"}


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("kills") / "tables.sqlite"


@pytest.fixture(scope="module")
def killed(database: Path) -> Outcome:
    return torture(database.parent, KILLS)


def test_thirty_kills_lose_nothing_and_double_nothing(killed: Outcome) -> None:
    assert killed.faults == []
    assert killed.counts.keys() >= ACTS
    assert killed.counts["undo"] + killed.counts["asked to undo"] > 0
    assert killed.counts["repeated"] > 0, "nobody was waiting for an answer when the server was killed"


def test_two_servers_on_postgresql_lose_nothing_while_one_is_killed_and_the_database_restarted(
    postgres: Cluster, tmp_path: Path
) -> None:
    killed = torture_postgres(postgres, tmp_path, KILLS_ON_POSTGRESQL)
    assert killed.faults == []
    assert killed.counts["repeated"] > 0


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ("DELETE FROM chat WHERE rowid = (SELECT max(rowid) FROM chat)", "a line was said 0 times"),
        ("INSERT INTO chat SELECT table_id, number + 99, seat, name, text, at FROM chat LIMIT 1", "said 2 times"),
        (
            "DELETE FROM entries WHERE rowid = (SELECT max(rowid) FROM entries WHERE table_id != :asleep)",
            "was open at the end|cannot be read",
        ),
        ("DELETE FROM tables WHERE id = (SELECT max(id) FROM tables)", "is lost"),
    ],
)
def test_the_books_notice_what_is_lost_or_doubled(
    killed: Outcome, database: Path, tmp_path: Path, change: str, fault: str
) -> None:
    copy = tmp_path / "copy.sqlite"
    (asleep,) = (kept.table for kept in killed.tables if kept.is_asleep)  # where the server alone decides
    with closing(sqlite3.connect(database)) as connection, closing(sqlite3.connect(copy)) as other:
        connection.backup(other)
        other.execute(change, {"asleep": asleep})
        other.commit()
    assert check(f"sqlite:///{database}", killed.tables) == []
    faults = check(f"sqlite:///{copy}", killed.tables)
    assert any(re.search(fault, each) for each in faults), faults


# ---------------------------------------------------------------- a server that goes by itself


def crash(server: Server) -> None:
    resource.prlimit(server.pid, resource.RLIMIT_CORE, (0, 0))  # else the system may leave its memory in a file
    os.kill(server.pid, signal.SIGSEGV)


def test_a_server_that_crashes_is_noticed_though_another_answers(postgres: Cluster, tmp_path: Path) -> None:
    address, log = postgres.new_database(), tmp_path / "servers.log"
    servers = [Server(tmp_path, log=log, address_of_database=address, forked=True) for _ in range(2)]
    for server in servers:
        server.start()
    try:
        with Crowd(servers, 0, postgres.account) as crowd:
            crowd.wait_for(10)
            assert crowd.faults == []
            crash(servers[0])
            while not crowd.faults:
                crowd.wait_for(10)
    finally:
        codes = [server.end() for server in servers]
    assert codes[0] == -signal.SIGSEGV
    (fault,) = crowd.faults
    gone, there = (f"at port {server.port}" for server in servers)
    assert f"{gone} has ended, by SIGSEGV" in fault
    assert f"{there} runs" in fault
    assert "Fatal Python error: Segmentation fault" in fault
    assert "'ExclusiveLock', 'advisory'" in fault, fault  # who holds what in the database


def test_whoever_asks_nobody_gives_up_at_once(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.sqlite", log=tmp_path / "server.log", forked=True)
    server.start()
    with Crowd([server], 0) as crowd:
        crash(server)
        crowd.wait_for(1_000_000)
    assert "by SIGSEGV" in crowd.faults[0]
    with pytest.raises(RuntimeError, match="crashed, by SIGSEGV"):
        server.stop()
