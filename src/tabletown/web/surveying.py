"""All tables at a glance, however many there are: those that wait for the house itself, and a list page by page."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import func, or_, select, union

from tabletown.web import schema
from tabletown.web.kept import BOT, PLAYING, Kept
from tabletown.web.store import Store

BY_ITSELF = ("time", "clock", "no_empty_questions")
"""Settings by which something may have to happen at a table that nobody asks for."""


def waited_on(store: Store) -> list[str]:
    """Running tables at which the house may have something to do, the last changed first.

    A bot or a standing order moves there, a clock runs, or somebody wants to be told. All others are left where they
    are until somebody comes: no game of theirs is played again, so ten thousand of them cost nobody a start.
    """
    tables, seats = schema.tables.c, schema.seats.c
    told_or_played = union(
        select(seats.table_id).where(or_(seats.kind == BOT, seats.stand_in != "")),
        select(schema.orders.c.table_id),
        select(schema.ways.c.table_id),
    )
    with store.reading() as connection:
        named = set(connection.scalars(told_or_played))
        running = select(tables.id, tables.settings).where(tables.phase == PLAYING).order_by(tables.changed.desc())
        return [
            name
            for name, settings in connection.execute(running)
            if name in named or any(settings.get(each) for each in BY_ITSELF)
        ]


@dataclass(frozen=True)
class Listed:
    """A piece of the list of tables."""

    tables: list[Kept]
    found: int
    """How many there are that were sought."""
    all: int
    running: int


def listed(store: Store, sought: str, first: int, most: int) -> Listed:
    """Tables by their name or somebody's who sits there, the last changed first."""
    tables = schema.tables.c
    which = _sought(sought) if sought else tables.id != ""
    with store.reading() as connection:

        def count(chosen: Any) -> int:
            return connection.scalar(select(func.count()).select_from(schema.tables).where(chosen)) or 0

        everything, running = count(tables.id != ""), count(tables.phase == PLAYING)
        found = count(which) if sought else everything
    return Listed(store.some(which, most, first), found, everything, running)


def _sought(text: str) -> Any:
    """SQLite knows capital letters of ASCII only: others are found as they are written."""
    name = schema.seats.c.name
    sits = or_(name.contains(text, autoescape=True), func.lower(name).contains(text.lower(), autoescape=True))
    there = select(schema.seats.c.table_id).where(sits)
    return or_(schema.tables.c.id.contains(text, autoescape=True), schema.tables.c.id.in_(there))
