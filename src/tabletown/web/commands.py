"""What a host does with all that is kept, from the command line: copies, records, and a look whether games replay."""

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from tabletown.rulekit.errors import TabletownError
from tabletown.web.serve import add_database, database_of

if TYPE_CHECKING:
    from tabletown.web.store import Store

WRONG = 1


class NothingToDo(TabletownError):
    """Nothing of what was named is there."""


def add_backup_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="a new file")
    add_database(parser)


def add_restore_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="what `tabletown backup` has written")
    add_database(parser)
    parser.add_argument("--replace", action="store_true", help="delete what is there first")


def add_export_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="where a record of each game is written")
    parser.add_argument("tables", nargs="*", metavar="ID", help="only these tables")
    parser.add_argument("--running", action="store_true", help="also games that are not over: with all their secrets")
    add_database(parser)


def add_import_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="records")
    parser.add_argument("--address", default="", metavar="URL", help="how the links that are printed begin")
    add_database(parser)


def add_check_arguments(parser: argparse.ArgumentParser) -> None:
    add_database(parser)


# ---------------------------------------------------------------- copies


def back_up(given: argparse.Namespace) -> int:
    from tabletown.web import copying
    from tabletown.web.database import open_database

    address = database_of(given)
    _refuse_missing(address)
    engine = open_database(address)
    try:
        with _progress("Copying") as told:
            copying.back_up(engine, given.file, told)
    finally:
        engine.dispose()
    _say(f"Everything is copied to {given.file}; whoever reads it knows every secret of the games.")
    return 0


def restore(given: argparse.Namespace) -> int:
    from tabletown.web import copying
    from tabletown.web.database import named

    address = database_of(given)
    with _progress("Copying") as told:
        count = copying.restore(given.file, address, told, replace=given.replace)
    _say(f"{named(address)} holds this many tables now: {count}.")
    return 0


def _refuse_missing(address: str) -> None:
    """Nothing is made by looking."""
    from tabletown.web.database import BadDatabase, file_of, is_shared

    if not is_shared(address) and not file_of(address).exists():
        raise BadDatabase(f"There is no database {file_of(address)}. Name another with --database.")


# ---------------------------------------------------------------- records


def export_records(given: argparse.Namespace) -> int:
    from tabletown.web.errands import recorded
    from tabletown.web.kept import PLAYING
    from tabletown.web.reading import has_begun

    with _store(given) as store:
        kept = [each for each in store.all() if has_begun(each) and (given.running or each.phase != PLAYING)]
        if missing := set(given.tables) - {each.id for each in kept}:
            raise NothingToDo(f"There is no such game to export: {', '.join(sorted(missing))}. Nothing was written.")
        wanted = [each for each in kept if not given.tables or each.id in given.tables]
        given.folder.mkdir(parents=True, exist_ok=True)
        failed = 0
        with _progress("Exporting") as told:
            for done, each in enumerate(wanted, 1):
                found = store.read_folded(each.id)
                try:
                    if found is not None:
                        file = given.folder / f"{each.game}-{each.id}.json"
                        file.write_bytes(recorded(found, None, zipped=False))
                except TabletownError as error:
                    failed += 1
                    _say(f"{each.id}: {error}")
                told(done, len(wanted))
    _say(f"{len(wanted) - failed} records are in {given.folder}.")
    return WRONG if failed else 0


def import_records(given: argparse.Namespace) -> int:
    import asyncio

    from tabletown.match import load
    from tabletown.web import keys
    from tabletown.web.at_table.settings import Settings
    from tabletown.web.kept import OVER
    from tabletown.web.tables import MOST_LETTERS, Tables, Wish

    matches = [(file, load(_read(file), file.name)) for file in given.files]
    start = given.address.rstrip("/")
    with _store(given, must_be_there=False) as store:

        async def bring_in() -> None:
            tables = Tables(store, _nobody)
            for file, match in matches:
                host = keys.new_secret()
                wishes = [Wish("me", name[:MOST_LETTERS].strip()) for name in match.names]
                table = await tables.adopt(match, wishes, host, Settings(opened="import"))
                _say(f"{file.name}: {start}/{'m' if table.phase == OVER else 't'}/{table.id}")
                for seat, each in enumerate(table.seats):
                    if table.phase != OVER:
                        _say(f"  {each.name}: {start}/s/{table.id}/{seat}/{keys.seat_secret(host, table.id, seat)!s}")

        asyncio.run(bring_in())
    return 0


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise NothingToDo(f"{file} cannot be read: {error}.") from None


async def _nobody(_table: object, _only: int | None) -> None:
    """Nobody looks on."""


# ---------------------------------------------------------------- before an update


def check_games(given: argparse.Namespace) -> int:
    """Whether every running game replays by the rules that are installed here."""
    from tabletown.web.reading import Frozen, read_match

    frozen, broken = [], []
    with _store(given) as store:
        running = store.running()
        with _progress("Replaying") as told:
            for done, each in enumerate(running, 1):
                try:
                    whole = store.read(each.id)
                    if whole is not None:
                        read_match(whole)
                except Frozen:
                    frozen.append(each.id)
                except Exception as error:  # noqa: BLE001 -- whatever other rules lead to
                    broken.append(each.id)
                    _say(f"Table {each.id} ({each.game}) does not replay: {type(error).__name__}: {error}")
                told(done, len(running))
    for name in frozen:
        _say(f"Table {name} was played by other rules than those that are here; it would be frozen.")
    whole_games = len(running) - len(frozen) - len(broken)
    _say(f"{whole_games} of {len(running)} running games replay by the rules that are here.")
    return WRONG if frozen or broken else 0


# ---------------------------------------------------------------- help


@contextmanager
def _store(given: argparse.Namespace, *, must_be_there: bool = True) -> "Iterator[Store]":
    from tabletown.web.database import open_database
    from tabletown.web.store import Store

    address = database_of(given)
    if must_be_there:
        _refuse_missing(address)
    store = Store(open_database(address))
    try:
        yield store
    finally:
        store.close()


@contextmanager
def _progress(what: str) -> Iterator[Callable[[int, int], None]]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = TextColumn(what), BarColumn(), MofNCompleteColumn()
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=None)
        yield lambda done, whole: progress.update(task, completed=done, total=whole)


def _say(text: str) -> None:
    print(text)  # noqa: T201
