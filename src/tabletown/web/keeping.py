"""tabletown tables: for hosts, the games that a server keeps, and how to delete old ones."""

import argparse
import asyncio
import time

from tabletown.rulekit.errors import BadDeclaration, TabletownError, UnknownGame
from tabletown.web.database import BadDatabase, damages, file_of, is_shared, named, open_database
from tabletown.web.kept import Kept
from tabletown.web.reading import Frozen
from tabletown.web.serve import database_of
from tabletown.web.store import Store
from tabletown.web.table import Table


class NothingToDelete(TabletownError):
    """Tables that are not there."""


DAMAGED = 1


def keep_house(given: argparse.Namespace) -> int:
    """List the tables; or delete some, and say which; or look whether all is whole."""
    address = database_of(given)
    if given.check:
        return _check(address)
    store = Store(open_database(address))
    try:
        kept = store.all()
        gone = _to_delete(kept, given.delete, given.delete_older)
        if gone:
            asyncio.run(store.delete([each.id for each in gone]))
        for each in gone or kept:
            print(("deleted  " if gone else "") + in_a_line(each))  # noqa: T201
    finally:
        store.close()
    return 0


def _check(address: str) -> int:
    """Say what is damaged, or that nothing is."""
    if not is_shared(address) and not file_of(address).exists():
        raise BadDatabase(f"There is no database {file_of(address)}. Name another with --database.")
    name = named(address)
    try:
        engine = open_database(address)
    except BadDatabase as error:
        print(f"Damaged: {error}")  # noqa: T201
        return DAMAGED
    wrong = damages(engine, thoroughly=True)
    store = Store(engine)
    try:
        kept = store.all() if not wrong else []
        wrong += [line for each in kept if (line := _broken(store, each.id))]
    finally:
        store.close()
    for line in wrong:
        print(f"Damaged: {line}")  # noqa: T201
    if wrong:
        print(f"The database {name} is damaged; take the newest copy that is whole.")  # noqa: T201
        return DAMAGED
    print(f"The database {name} is whole: {len(kept)} tables, and every game whose rules are here can be read.")  # noqa: T201
    return 0


def _broken(store: Store, name: str) -> str:
    """Why the table cannot be played on, unless only its rules have changed since, or are not here."""
    try:
        whole = store.read(name)
        if whole is not None:
            Table(store, whole, _nobody)
    except (Frozen, UnknownGame, BadDeclaration):
        return ""
    except Exception as error:  # noqa: BLE001 -- whatever a damaged game leads to
        return f"table {name} cannot be read: {type(error).__name__}: {error}"
    return ""


async def _nobody(_table: Table, _only: int | None) -> None:
    """Nobody looks on."""


def _to_delete(kept: list[Kept], named: list[str], days: float | None) -> list[Kept]:
    unknown = set(named) - {each.id for each in kept}
    if unknown:
        raise NothingToDelete(f"There is no table {', '.join(sorted(unknown))}; nothing was deleted.")
    oldest = time.time() - days * 86400 if days is not None else float("-inf")
    return [each for each in kept if each.id in named or each.changed < oldest]


def in_a_line(kept: Kept) -> str:
    changed = time.strftime("%Y-%m-%d %H:%M", time.localtime(kept.changed))
    names = ", ".join(seat.name or "(open)" for seat in kept.seats)
    return f"{kept.id}  {changed}  {kept.phase:<9}  {kept.game:<13}  {names}"
