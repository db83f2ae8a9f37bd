"""What was asked of a server that was killed, and whether it happened once: the books of `tools/torture.py`."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tabletown.match import load
from tabletown.match.errors import Refused
from tabletown.match.log import Entry, LogItem, Undo
from tabletown.match.match import Match


@dataclass
class Done:
    """What somebody was answered for, and the decisions before and after: the log between them is theirs."""

    what: str
    seat: int
    before: int
    after: int
    detail: Any = None


@dataclass
class Kept:
    """What must be found at a table in the end."""

    table: str
    game: str
    done: list[Done] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    ordered: set[tuple[int, str]] = field(default_factory=set)
    """Seats and the kinds of action that their standing orders may have played."""
    is_asleep: bool = False
    """Whether nobody there decides anything: every entry of the log was made because the time was up."""


def check(database: str, tables: list[Kept]) -> list[str]:
    """What is lost, doubled or unreadable in the database."""
    from tabletown.web.database import damages, open_database
    from tabletown.web.store import Store

    engine = open_database(database)
    faults = [f"The database is damaged: {found}." for found in damages(engine, thoroughly=True)]
    store = Store(engine)
    try:
        there = {kept.id for kept in store.all()}
        made = {kept.table for kept in tables}
        faults += [f"Table {table} is lost." for table in made - there]
        faults += [f"Table {table} was made once more than anybody knows." for table in there - made]
        for kept in tables:
            if kept.table in there:
                faults += [f"{kept.game} at table {kept.table}: {fault}." for fault in _check_table(store, kept)]
    finally:
        store.close()
    return faults


def _check_table(store: Any, kept: Kept) -> Iterator[str]:
    from tabletown.web.tables import Tables

    async def nobody(_table: object, _only: int | None) -> None: ...

    try:
        table = Tables(store, nobody).get(kept.table)
    except Refused as refused:  # what lies sealed answers another question than the one that its log leads to
        yield f"the game cannot be read: {refused}"
        return
    match = table.match
    if match is None:
        yield "the game has not begun"
        return
    if load(match.record()).digest != match.digest:
        yield "the game does not replay"
    said = Counter(line.text for line in table.chat)
    yield from (f"a line was said {said[text]} times" for text in kept.said if said[text] != 1)
    yield from (f"nobody knows of the line {text}" for text in said.keys() - set(kept.said))
    if kept.is_asleep:
        yield from (f"entry {item.number} was not late" for item in match.items if not table.late_at(item.number))
        return
    yield from _check_log(match, kept)


def _check_log(match: Match, kept: Kept) -> Iterator[str]:
    parts: dict[tuple[int, int], list[int]] = {}
    if kept.done and kept.done[-1].after != match.decision:
        yield f"decision {kept.done[-1].after} was open at the end, and now {match.decision} is"
    for done in kept.done:
        if done.what == "move":
            parts.setdefault((done.before, done.seat), []).append(done.detail)
        items = match.items[done.before - 1 : done.after - 1]
        left = [item for item in items if not _is_ordered(item, match, kept)]
        yield from _check_act(done, items, left)
    entered = {(done.before, done.seat) for done in kept.done if done.what == "move" and done.after > done.before}
    for (number, seat), actions in parts.items():
        if number > len(match.items):
            continue
        item = match.items[number - 1]
        if isinstance(item, Undo) and (number, seat) not in entered:
            continue  # parts that waited in the drawer for the rest: what is taken back by consent empties it
        yield from _check_entry(item, seat, actions)


def _check_act(done: Done, items: list[LogItem], left: list[LogItem]) -> Iterator[str]:
    """Only what the act says has happened between the two decisions."""
    if done.what == "undo":
        mine = [item for item in left if isinstance(item, Undo) and item.seat == done.seat and not item.consent]
        if len(mine) != 1 or len(left) != 1:
            yield f"an undo was answered at decision {done.before}, and the log has {left}"
    elif done.what == "agree":
        if not left or not all(isinstance(item, Undo) and item.consent for item in left):
            yield f"an undo was agreed to at decision {done.before}, and the log has {left}"
    elif done.what == "move":
        others = [item for item in left if item.number != done.before or isinstance(item, Undo)]
        if others or (items and done.before not in {item.number for item in items}):
            yield f"a move was answered at decision {done.before}, and the log has {items}"
    elif left:
        yield f"'{done.what}' was answered at decision {done.before}, and the log has {left}"


def _check_entry(item: LogItem, seat: int, actions: list[int]) -> Iterator[str]:
    moves = item.moves if isinstance(item, Entry) else ()
    made = [move.action for move in moves if move.seat == seat and not move.automatic]
    if made != actions:
        yield f"seat {seat} was answered for {actions} at decision {item.number}, and the log has {made}"


def _is_ordered(item: LogItem, match: Match, kept: Kept) -> bool:
    """An entry that a standing order may have made."""
    if not isinstance(item, Entry):
        return False
    decode = match.game.declaration.actions.decode
    made = [(move.seat, decode(move.action)[0]) for move in item.moves if not move.automatic]
    return all(each in kept.ordered for each in made)
