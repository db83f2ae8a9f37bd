"""Copies, records and updates: everything that is kept can be taken along, from either kind of database to either."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tabletown.cli import main
from tabletown.web import keys
from tabletown.web.at_table import moves, talking
from tabletown.web.backing_up import Backups
from tabletown.web.copying import NotCopied, back_up, restore
from tabletown.web.database import migrate, open_database, step_of
from tabletown.web.house import House
from tabletown.web.kept import Whole
from tabletown.web.notices.ways import MAIL, Ways, new_way
from tabletown.web.store import Store
from tabletown.web.table import Table
from tabletown.web.tables import Tables, Wish
from tests.web.at_the_table import aside, awaited, nothing

HOST = keys.new_secret()
Captured = pytest.CaptureFixture[str]


async def play(store: Store) -> Table:
    """A table with something of everything."""
    table = await Tables(store, nothing).create("the_estates", [Wish("me"), Wish("visitor")], HOST)
    for _ in range(3):
        seat = table.playing.pending[0]
        await table.do(None, moves.play, seat, [table.playing.legal(seat)[0]])
    await table.do(None, talking.say, 0, "Mara", "Bis später 🏙")
    await Ways(store).add(new_way(table.id, 0, MAIL, "mara@example.org", confirmed=True))
    return table


def kept(address: str) -> dict[str, Whole | None]:
    store = Store(open_database(address))
    found = {each.id: store.read(each.id) for each in store.all()}
    store.close()
    return found


@pytest.fixture
def played(address: str) -> str:
    store = Store(open_database(address))
    table = awaited(play(store))
    store.close()
    return table.id


def test_a_copy_brings_everything_back_into_either_kind_of_database(
    address: str, played: str, on_postgres: str, tmp_path: Path
) -> None:
    copy = tmp_path / "copies" / "copy.sqlite"
    assert main(["backup", str(copy), "--database", address]) == 0
    assert copy.stat().st_mode & 0o077 == 0
    assert [file.name for file in copy.parent.iterdir()] == [copy.name]
    before = kept(address)
    assert list(before) == [played]
    other = f"sqlite:///{tmp_path}/other.sqlite"
    assert restore(copy, other) == 1
    assert kept(other) == before
    assert restore(copy, on_postgres, replace=True) == 1
    assert kept(on_postgres) == before
    again = tmp_path / "again.sqlite"
    engine = open_database(on_postgres)
    back_up(engine, again)
    engine.dispose()
    assert kept(f"sqlite:///{again}") == before


def test_nothing_is_written_over_and_nothing_replaced_unasked(
    address: str, played: str, tmp_path: Path, capsys: Captured
) -> None:
    copy = tmp_path / "copy.sqlite"
    assert main(["backup", str(copy), "--database", address]) == 0
    assert main(["backup", str(copy), "--database", address]) == 2
    assert "nothing is written over it" in capsys.readouterr().err
    assert main(["restore", str(copy), "--database", address]) == 2
    assert "holds tables already (count: 1)" in capsys.readouterr().err
    assert main(["restore", str(copy), "--database", address, "--replace"]) == 0
    assert list(kept(address)) == [played]


@pytest.mark.parametrize("content", [b"", b"no database at all" * 99])
def test_what_is_no_copy_is_refused_in_a_sentence(content: bytes, tmp_path: Path, capsys: Captured) -> None:
    file = tmp_path / "copy.sqlite"
    file.write_bytes(content)
    assert main(["restore", str(file), "--database", f"sqlite:///{tmp_path}/new.sqlite"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_before_an_update_the_database_is_copied_as_it_was(address: str, tmp_path: Path) -> None:
    from alembic import command

    from tabletown.web.database import connect, migrations

    store = Store(open_database(address))
    table = awaited(play(store))
    store.close()
    engine = connect(address)
    with engine.begin() as connection:
        command.downgrade(migrations(connection), "0004")
    engine.dispose()
    backups = tmp_path / "backups"
    open_database(address, backups).dispose()
    (copy,) = backups.iterdir()
    old = connect(f"sqlite:///{copy}")
    with old.connect() as connection:
        assert step_of(connection) == "0004"
    with old.begin() as connection:
        migrate(connection)
    old.dispose()
    assert list(kept(f"sqlite:///{copy}")) == [table.id]
    assert kept(f"sqlite:///{copy}") == kept(address)


def test_an_update_that_cannot_be_copied_first_is_not_made(tmp_path: Path, capsys: Captured) -> None:
    from alembic import command

    from tabletown.web.database import connect, migrations

    address = f"sqlite:///{tmp_path}/tables.sqlite"
    engine = open_database(address)
    with engine.begin() as connection:
        command.downgrade(migrations(connection), "0004")
    engine.dispose()
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(Exception, match="Before an update the database is copied"):
        open_database(address, tmp_path / "file" / "folder")
    engine = connect(address)
    with engine.connect() as connection:
        assert step_of(connection) == "0004"
    engine.dispose()


def test_games_go_out_as_records_and_come_in_as_tables(
    address: str, played: str, tmp_path: Path, capsys: Captured
) -> None:
    folder = tmp_path / "records"
    assert main(["export", str(folder), "--database", address]) == 0
    assert list(folder.iterdir()) == [], "a running game is exported only if somebody says so"
    assert main(["export", str(folder), "--running", "--database", address]) == 0
    (record,) = folder.iterdir()
    other = f"sqlite:///{tmp_path}/other.sqlite"
    capsys.readouterr()
    assert aside(main, ["import", str(record), "--address", "https://games.example.org", "--database", other]) == 0
    told = capsys.readouterr().out
    ((name, whole),) = kept(other).items()
    before = kept(address)[played]
    assert whole is not None
    assert before is not None
    assert (whole.items, whole.kept.seed) == (before.items, before.kept.seed)
    assert f"https://games.example.org/t/{name}" in told
    link = next(line.rsplit("/", 1)[1] for line in told.splitlines() if f"/s/{name}/0/" in line)
    store = Store(open_database(other))
    assert store.seats_of(name, [keys.hashed(link)]) == [0]
    store.close()
    assert main(["export", str(folder), "nosuchtable", "--database", address]) == 2


def test_every_running_game_is_replayed_before_others_rules_serve_them(
    address: str, played: str, capsys: Captured
) -> None:
    assert main(["check-games", "--database", address]) == 0
    assert "1 of 1 running games replay" in capsys.readouterr().out
    engine = open_database(address)
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE tables SET rules = 'other'")
    assert main(["check-games", "--database", address]) == 1
    assert f"Table {played} was played by other rules" in capsys.readouterr().out
    engine.dispose()


def test_a_server_makes_copies_by_itself_and_keeps_the_newest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import asyncio

    monkeypatch.setattr("tabletown.web.house.FIRST_COPY", 0.01)
    folder = tmp_path / "backups"
    folder.mkdir()
    for number in range(4):
        (folder / f"tables-2020010{number + 1}T000000.sqlite").write_bytes(b"")
    (folder / "tables-of-mine.sqlite").write_bytes(b"")

    async def serve() -> None:
        house = House(f"sqlite:///{tmp_path}/tables.sqlite", backups=Backups(folder, 1e-9, 2))
        await house.open()
        while not any(file.stat().st_size for file in folder.iterdir()):  # noqa: ASYNC110 -- a file tells nobody
            await asyncio.sleep(0.02)
        await house.close()

    awaited(serve())
    made = Backups(folder).made()
    assert len(made) == 2
    assert (folder / "tables-of-mine.sqlite").exists()
    with closing(sqlite3.connect(made[-1])) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def test_a_full_disk_leaves_no_half_copy(tmp_path: Path) -> None:
    engine = open_database(f"sqlite:///{tmp_path}/tables.sqlite")
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(NotCopied, match="could not be made"):
        back_up(engine, tmp_path / "file" / "copy.sqlite")
    engine.dispose()
    assert sorted(file.name for file in tmp_path.iterdir() if "copy" in file.name) == []
