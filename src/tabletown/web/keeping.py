"""tabletown tables: for hosts, the games that a server keeps, and how to delete old ones."""

import argparse
import asyncio
import time

from tabletown.rulekit.errors import TabletownError
from tabletown.web.database import open_database
from tabletown.web.serve import usual_database
from tabletown.web.store import Kept, Store


class NothingToDelete(TabletownError):
    """Tables that are not there."""


def keep_house(given: argparse.Namespace) -> int:
    """List the tables; or delete some, and say which."""
    store = Store(open_database(given.database or usual_database()))
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
