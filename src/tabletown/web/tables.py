"""All tables of this server: made, found, kept alive, and forgotten when they are old."""

import asyncio
import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from tabletown.bots import LEVELS, check_level
from tabletown.bots.names import a_name
from tabletown.match import Game, Match, game
from tabletown.match.chance import make_seed
from tabletown.rulekit.declare import Declaration
from tabletown.rulekit.errors import BadEdition, BadOption, TabletownError
from tabletown.rulekit.language import message, say
from tabletown.web import keys, rematching
from tabletown.web.asking import Asked
from tabletown.web.at_table import sitting
from tabletown.web.at_table.settings import Settings
from tabletown.web.errands import Written, in_writing
from tabletown.web.kept import ABANDONED, BOT, CANCELLED, OPEN, OVER, PERSON, PLAYING, WAITING, Change, Kept, Seat
from tabletown.web.newest import Newest
from tabletown.web.reading import read_slowly
from tabletown.web.slices import sliced
from tabletown.web.store import WAITING_ROOM_LASTS, AlreadyMade, Store
from tabletown.web.table import OnChange, Table

MOST_LETTERS = 24
"""Of a name."""
HELD = 1800.0
"""Seconds for which a table is held in memory after somebody asked for it."""


NO_SUCH_TABLE = message("There is no such table; it may have been cancelled or deleted.")


class UnknownTable(TabletownError):
    """A table that does not exist, or not any more."""


@dataclass(frozen=True)
class Wish:
    """Who is to sit on a seat of a new table: `me` (several for one screen), `open`, or a bot's level."""

    who: str
    name: str = ""
    language: str = "en"
    """In which a bot is named that has no name yet."""


class Tables:
    """The door to every table."""

    def __init__(
        self,
        store: Store,
        on_change: OnChange,
        now: Callable[[], float] = time.time,
        tell: Callable[[Mapping[str, Any]], None] | None = None,
    ) -> None:
        """`tell` lets other servers know what is not stored, where there may be others."""
        self.store = store
        self._on_change = on_change
        self._now = now
        self._tell = tell
        self._newest = Newest(store.versions) if store.is_shared else None
        self._live: dict[str, Table] = {}
        self._asked: dict[str, float] = {}
        self._reading: dict[str, asyncio.Task[None]] = {}

    def get(self, name: str) -> Table:
        """The table, from the store if it is not in use."""
        table = self._live.get(name)
        self._asked[name] = self._now()
        if table is None or table.is_stale:
            whole = self.store.read(name)
            if whole is None:
                del self._asked[name]
                raise UnknownTable(NO_SUCH_TABLE)
            table = self._live[name] = Table(self.store, whole, self._on_change, self._now, tell=self._tell)
        return table

    async def bring(self, name: str) -> Table:
        """The same, but a long game is replayed a little at a time, once for everybody who waits for it.

        It is as new as when it was asked for: what others began to read before may be older.
        """
        is_new = self._newest is None
        while not is_new or self.at_hand(name) is None:
            if self._newest is not None and self.at_hand(name) is not None:
                await self.catch_up(name, await self._newest.of(name))
                is_new = True
                continue
            if name not in self._reading:
                reading = asyncio.create_task(self._read(name))
                reading.add_done_callback(lambda _done: self._reading.pop(name, None))
                self._reading[name] = reading
                is_new = True
            await asyncio.shield(self._reading[name])
        return self.get(name)

    async def catch_up(self, name: str, version: int | None) -> Kept | None:
        """The table is at that version in the store, or not there: what is held is brought up to it, or forgotten.

        Answers how it was kept before, if that has changed.
        """
        table = self.at_hand(name)
        if table is None:
            return None
        if version is None or version < 0:
            self._drop(name)
            return None
        return await table.catch_up(version)

    async def leave(self, name: str) -> None:
        """It was deleted by another server."""
        self._drop(name)

    @property
    def held(self) -> dict[str, int]:
        """The tables that are in memory, and at which version."""
        return {name: table.kept.version for name, table in self._live.items() if not table.is_stale}

    def forget_all(self) -> None:
        """What is kept is another: everything is to be read anew."""
        for table in self._live.values():
            table.is_stale = True

    def at_hand(self, name: str) -> Table | None:
        """The table, if it is in memory and as it is stored."""
        table = self._live.get(name)
        return table if table is not None and not table.is_stale else None

    async def _read(self, name: str) -> None:
        whole = await asyncio.to_thread(self.store.read, name)
        if whole is None:
            raise UnknownTable(NO_SUCH_TABLE)
        match = await read_slowly(whole)
        if self.at_hand(name) is None:  # else somebody was in a hurry, and has perhaps changed it since
            self._live[name] = Table(self.store, whole, self._on_change, self._now, match, self._tell)

    def put_away(self, is_in_use: Callable[[str], bool]) -> None:
        """Tables that nobody has asked for lately need not be held: they are read again when somebody does."""
        longest_ago = self._now() - HELD
        for name, asked in list(self._asked.items()):
            table = self._live.get(name)
            if asked < longest_ago and not is_in_use(name) and (table is None or not table.is_changing):
                self._drop(name)

    def _drop(self, name: str) -> None:
        self._live.pop(name, None)
        self._asked.pop(name, None)

    async def create(
        self,
        game_name: str,
        wishes: Sequence[Wish],
        host: str,
        options: Mapping[str, object] | None = None,
        edition: str | None = None,
        settings: Settings | None = None,
        asked: Asked | None = None,
    ) -> Table:
        """A new table; it starts at once if no seat is open. `host` is the secret of whoever makes it."""
        chosen = game(game_name)
        chosen.declaration.check_players(len(wishes))
        values = chosen.declaration.read_options(options)
        check_edition(chosen, edition)
        rules = chosen.rules(edition)
        table = keys.new_table_id()
        seats = seats_for(chosen.declaration, wishes, table, host)
        start = all(seat.kind != OPEN for seat in seats)
        now = time.time()
        kept = Kept(
            id=table,
            game=chosen.name,
            rules=rules.version,
            edition=rules.edition.content,
            options=values,
            players=len(seats),
            seed=make_seed(None).hex(),
            start=None,
            phase=PLAYING if start else WAITING,
            version=0,
            host=keys.hashed(host),
            settings=settings or Settings(),
            created=now,
            changed=now,
            happened=now,
            seats=seats,
        )
        return await self._make(kept, Change(keys=_keys(seats, table, host), at=now), asked)

    async def _make(self, kept: Kept, change: Change, asked: Asked | None) -> Table:
        """The table that the request has made, now or when it came for the first time."""
        try:
            await self.store.create(kept, change, asked)
        except AlreadyMade as again:
            return await self.bring(again.table)
        made = await self.bring(kept.id)
        await made.begin()
        return made

    async def adopt(
        self,
        match: Match | Written,
        wishes: Sequence[Wish],
        host: str,
        settings: Settings,
        asked: Asked | None = None,
    ) -> Table:
        """A table at which a match is played on, or looked at."""
        given = in_writing(match) if isinstance(match, Match) else match
        table = keys.new_table_id()
        now = time.time()
        seats = seats_for(game(given.game).declaration, wishes, table, host)
        kept = Kept(
            id=table,
            game=given.game,
            rules=given.rules,
            edition=given.edition,
            options=dict(given.options),
            players=len(given.names),
            seed=given.seed,
            start=given.start,
            phase=OVER if given.over else PLAYING,
            version=0,
            host=keys.hashed(host),
            settings=settings,
            created=now,
            changed=now,
            happened=now,
            seats=seats,
        )
        items = [(number, json.loads(item)) async for number, item in sliced(given.items)]
        change = Change(items=items, drawer=given.drawer, keys=_keys(seats, table, host), at=now)
        return await self._make(kept, change, asked)

    async def rematch(self, old: Table, asked: Asked | None = None, way: str = rematching.SAME) -> str:
        """The same people and bots at a new table; asked for twice, also at the same moment, it is the same one."""
        known = old.settings.rematch
        sits = rematching.sitters(old.game.declaration, old.kept.players, way)
        laid = partial(rematching.laid_again, sits=sits)

        def taken_along() -> Change:
            return Change(keys=rematching.keys_again(self.store.keys_of(old.id), sits), follows=(old.id, sits))

        await old.do(asked, sitting.rematch, laid, taken_along)
        new = old.settings.rematch
        if not known:
            await (await self.bring(new)).begin()
        return new

    async def forget_old(self, days: float | None) -> list[str]:
        """Cancel waiting rooms that nobody started; delete finished tables after so many days (None: never)."""
        now = self._now()
        old = self.store.unchanged_since(now - WAITING_ROOM_LASTS, [WAITING])
        await self.store.forget_makings(now)
        if days is not None:
            old += self.store.unchanged_since(now - days * 86400, [OVER, ABANDONED, CANCELLED])
        return await self.delete([kept.id for kept in old])

    async def delete(self, names: Sequence[str]) -> list[str]:
        for name in names:
            self._drop(name)
        if names:
            await self.store.delete(names)
        return list(names)


def seats_for(declared: Declaration, wishes: Sequence[Wish], table: str, host: str) -> tuple[Seat, ...]:
    seats: list[Seat] = []
    luck = int(keys.hashed(table), 16)
    for number, wish in enumerate(wishes):
        check_level(declared, wish.who)
        taken = {seat.name for seat in seats}
        if wish.who == "me":
            seats.append(Seat(PERSON, _free(check_name(wish.name) or f"Player {number + 1}", taken)))
        elif wish.who == "open":
            secret = keys.invitation(host, table, number, 0)
            seats.append(Seat(OPEN, "", invitation_hash=keys.hashed(secret)))
        elif wish.who in LEVELS:
            name = _free(check_name(wish.name), taken) if wish.name else a_name(say(wish.language), taken, luck)
            seats.append(Seat(BOT, name, wish.who))
        else:
            known = ("me", "open", *LEVELS)
            raise BadOption(message("A seat is one of {known}, not {who!r}."), known=known, who=wish.who)
    return tuple(seats)


def _free(name: str, taken: set[str]) -> str:
    return next(each for each in [name, *(f"{name} {n}" for n in range(2, 20))] if each not in taken)


def _keys(seats: Sequence[Seat], table: str, host: str) -> list[tuple[int, str]]:
    """A person's seat of a new table is opened by the host's browser and by the seat's own link."""
    return [
        (number, keys.hashed(secret))
        for number, seat in enumerate(seats)
        if seat.kind == PERSON
        for secret in (host, keys.seat_secret(host, table, number))
    ]


def check_edition(chosen: Game, edition: str | None) -> None:
    """Never a path: whoever can make a table must not read the server's files."""
    known = chosen.declaration.editions
    if edition is not None and edition not in known:
        raise BadEdition(
            message("{game} has no edition {edition!r} here; there are {known}."),
            game=chosen.declaration.called,
            edition=edition[:60],
            known=tuple(known),
        )


def check_name(name: str) -> str:
    name = " ".join(name.split())
    if not name.isprintable() or len(name) > MOST_LETTERS:
        raise BadOption(message("A name is up to 24 printable letters."))
    return name
