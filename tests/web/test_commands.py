"""tabletown serve and tabletown tables, as a host uses them."""

import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tabletown.cli import main
from tabletown.web.database import open_database
from tabletown.web.house import House
from tabletown.web.kept import Change
from tabletown.web.store import Store
from tabletown.web.tables import Tables, Wish
from tests.web.at_the_table import awaited
from tests.web.test_store import HOST, nothing
from tools.running import PATIENCE

Captured = pytest.CaptureFixture[str]
ROOT = Path(__file__).parents[2]


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'tables.sqlite'}"


def host(words: list[str]) -> int:
    """A command, in a thread of its own: the browser's driver keeps a loop running in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(main, words).result()


def made(database: str, many: int) -> list[str]:
    """Tables that were changed 1, 2, 3, ... days ago."""

    async def make() -> list[str]:
        store = Store(open_database(database))
        tables = Tables(store, nothing)
        ids = [
            (await tables.create("the_estates", [Wish("me", f"Ada{n}"), Wish("open")], HOST)).id for n in range(many)
        ]
        for n, each in enumerate(ids, 1):
            await store.change(each, 0, Change(at=time.time() - n * 86400))
        store.close()
        return ids

    return awaited(make())


def test_a_host_lists_tables_and_deletes_some(database: str, capsys: Captured) -> None:
    ids = made(database, 3)
    assert host(["tables", "--database", database]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ids
    assert re.search(r"waiting +the_estates +Ada0, \(open\)$", lines[0])
    assert host(["tables", "--database", database, "--delete", ids[0]]) == 0
    assert capsys.readouterr().out.startswith(f"deleted  {ids[0]}")
    assert host(["tables", "--database", database, "--delete-older", "2.5"]) == 0
    assert [line.split()[1] for line in capsys.readouterr().out.splitlines()] == [ids[2]]
    assert host(["tables", "--database", database]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == [ids[1]]


def test_deleting_takes_everything_of_a_table_along(database: str, tmp_path: Path, capsys: Captured) -> None:
    (only,) = made(database, 1)
    host(["tables", "--database", database, "--delete", only])
    with sqlite3.connect(tmp_path / "tables.sqlite") as connection:
        left = {
            name: connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0]
            for name in ("tables", "seats", "keys", "entries", "chat", "orders", "drawer")
        }
    connection.close()
    assert set(left.values()) == {0}
    assert only in capsys.readouterr().out


def test_an_unknown_table_deletes_nothing(database: str, capsys: Captured) -> None:
    ids = made(database, 1)
    assert host(["tables", "--database", database, "--delete", ids[0], "nosuchone"]) == 2
    assert "no table nosuchone; nothing was deleted" in capsys.readouterr().err
    host(["tables", "--database", database])
    assert ids[0] in capsys.readouterr().out


@pytest.mark.parametrize("command", ["serve", "tables"])
def test_another_database_is_refused_in_a_sentence(command: str, capsys: Captured) -> None:
    assert host([command, "--database", "mysql://localhost/tabletown"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.strip() == (
        "Games are kept in a file, as --database sqlite:///FILE, or in PostgreSQL, "
        "as --database postgresql://USER@HOST/NAME, not in 'mysql://localhost/tabletown'."
    )


def test_a_server_forgets_finished_tables_after_the_days_it_is_told(database: str) -> None:
    ids = made(database, 3)

    async def serve(days: float | None) -> set[str]:
        house = House(database, keep_days=days)
        await house.open()
        for each in ids:
            table = house.store.read(each)
            if table is not None and table.kept.phase == "waiting":
                await house.store.change(each, table.kept.version, Change(phase="over", at=table.kept.changed))
        await house.tables.forget_old(house.keep_days)
        left = {kept.id for kept in house.store.all()}
        await house.close()
        return left

    assert awaited(serve(None)) == set(ids)
    assert awaited(serve(2.5)) == set(ids[:2])


OPENING = (
    [sys.executable, "-m", "tabletown.web", "--open", "--port", "0"],
    ["make", "play", "PLAY=--port 0 --host 127.0.0.1"],
)


@pytest.mark.parametrize("command", OPENING)
def test_it_opens_the_browser_on_a_lobby_and_keeps_games_in_the_data_folder(command: list[str], tmp_path: Path) -> None:
    browser, opened = tmp_path / "browser", tmp_path / "opened"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}.new && mv {opened}.new {opened}\n')
    browser.chmod(0o755)
    environment = os.environ | {"BROWSER": str(browser), "XDG_DATA_HOME": str(tmp_path / "data")}
    serving = subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        end = time.monotonic() + PATIENCE
        while not opened.exists() and time.monotonic() < end:
            time.sleep(0.1)
        address = opened.read_text().strip()
        with urllib.request.urlopen(address, timeout=PATIENCE) as lobby:
            assert b"The Estates" in lobby.read()
        assert (tmp_path / "data" / "tabletown" / "tables.sqlite").is_file()
    finally:
        os.killpg(serving.pid, signal.SIGINT)
        said, _ = serving.communicate(timeout=PATIENCE)
    assert f"Tabletown is at {address}" in said
