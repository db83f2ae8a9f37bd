"""Who is looking, and what has changed for him: parts of a page, numbered, sent to whoever is connected."""

import asyncio
import contextlib
import json
import logging
import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, NamedTuple

from tabletown.web.store import PERSON
from tabletown.web.table import Table

log = logging.getLogger(__name__)

MOST_AUDIENCES = 64
EPOCH = secrets.token_hex(4)
"""Numbers mean something only to the server that gave them."""


class Part(NamedTuple):
    """A piece of a page under its id; one that comes and goes has a home that it stands in."""

    html: str
    home: str = ""


class Viewer(NamedTuple):
    """Whose eyes: the seats that the browser may sit on, and in which language."""

    seats: tuple[int, ...]
    language: str
    is_host: bool = False
    secret: str = ""
    """The host's, while invitations are still to be shown; never stored."""
    address: str = ""
    """Where the host reaches this server; the beginning of the links that he sends."""


Parts = Mapping[str, Part]
Render = Callable[[Table, Viewer, int | None], Iterator[Parts]]
"""A page in two halves, written as they are asked for: what is looked at, and what stands beside it."""
Message = str
GOODBYE: Message = ""
"""After it a connection is closed."""


@dataclass
class Audience:
    """Everybody who sees the same."""

    viewer: Viewer
    looking: int | None
    """The seat whose view is shown; at a shared screen nobody's while it is handed on."""
    halves: list[Parts] = field(default_factory=lambda: [{}, {}])
    changed: dict[str, int] = field(default_factory=dict)
    gone: list[dict[str, int]] = field(default_factory=lambda: [{}, {}])
    at: int = -1
    listeners: "set[asyncio.Queue[Message]]" = field(default_factory=set)

    @property
    def parts(self) -> Parts:
        return {name: part for half in self.halves for name, part in half.items()}

    def take(self, half: int, parts: Parts, number: int) -> None:
        """Note what is different now."""
        old = self.halves[half]
        for name, part in parts.items():
            if old.get(name) != part:
                self.changed[name] = number
                self.gone[half].pop(name, None)
        for name in old.keys() - parts.keys():
            self.gone[half][name] = number
            self.changed.pop(name, None)
        self.halves[half] = parts

    def message(self, since: int, number: int, halves: Sequence[int] = (0, 1)) -> Message | None:
        """What is newer than one number, with which another is reached; None if nothing is."""
        news = [line for half in halves for line in self._news(self.halves[half], since)]
        gone = [name for half in halves for name, left in self.gone[half].items() if left > since]
        # Backwards, so that the part before which another is to stand is there already.
        return _written(number, news[::-1], gone) if news or gone else None

    def _news(self, parts: Parts, since: int) -> Iterator[tuple[str, str, str | None, str | None]]:
        ids = [*parts, None]
        for name, after in pairwise(ids):
            assert name is not None
            if self.changed[name] > since:
                part = parts[name]
                before = after if after is not None and parts[after].home == part.home else None
                yield name, part.html, part.home or None, before


def _written(number: int, parts: Sequence[Sequence[str | None]], gone: Sequence[str]) -> Message:
    told = {"number": number, "parts": parts, "gone": gone}
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


class Pushes:
    """The audiences of every table."""

    def __init__(self, render: Render) -> None:
        self._render = render
        self._audiences: OrderedDict[tuple[str, Viewer], Audience] = OrderedDict()
        self._numbers: dict[str, int] = {}
        self._followers: dict[str, set[asyncio.Queue[int]]] = {}

    def audience(self, table: Table, viewer: Viewer) -> Audience:
        """The audience that the viewer belongs to, up to date."""
        key = (table.id, viewer)
        if key not in self._audiences:
            self._audiences[key] = Audience(viewer, first_look(viewer))
            self._forget_some()
        self._audiences.move_to_end(key)
        audience = self._audiences[key]
        if audience.at != self._number(table):
            for _half in self._refresh(table, audience):
                pass
        return audience

    def _number(self, table: Table) -> int:
        return self._numbers.setdefault(table.id, 0)

    def _forget_some(self) -> None:
        for key, audience in list(self._audiences.items()):
            if len(self._audiences) <= MOST_AUDIENCES:
                return
            if not audience.listeners:
                del self._audiences[key]

    def _refresh(self, table: Table, audience: Audience) -> Iterator[int]:
        """Bring a page up to date, half by half."""
        audience.looking = next_look(table, audience)
        for half, parts in enumerate(self._render(table, audience.viewer, audience.looking)):
            audience.take(half, parts, self._number(table))
            yield half
        audience.at = self._number(table)

    async def table_changed(self, table: Table, only: int | None = None) -> None:
        """It is stored: show it to everybody who is connected, each as soon as his page is written.

        What only one seat sees is shown to `only` that.
        """
        self._numbers[table.id] = self._number(table) + 1
        for follower in self._followers.get(table.id, ()) if only is None else ():
            follower.put_nowait(self._number(table))
        for audience in self._looking_on(table):
            if only is None or only in audience.viewer.seats:
                try:
                    await self._push(table, audience)
                except Exception:
                    # The move is stored and stands; one page that cannot be written must not stop the others.
                    log.exception("The page of %s at table %s could not be written", audience.viewer.seats, table.id)
                await asyncio.sleep(0)

    def _looking_on(self, table: Table) -> list[Audience]:
        """Whoever is connected. The one who moved last knows what he did, so others come first."""
        entries = table.match.entries if table.match else ()
        mover = entries[-1].moves[0].seat if entries else None
        here = [each for (name, _viewer), each in self._audiences.items() if name == table.id and each.listeners]
        return sorted(here, key=lambda audience: mover in audience.viewer.seats)

    async def _push(self, table: Table, audience: Audience) -> None:
        """The first half is on its way before the second is written; only with that the new number is reached."""
        since, told = audience.at, False
        for half in self._refresh(table, audience):
            reached = self._number(table) if half else since
            if message := audience.message(since, reached, [half]) or (_written(reached, [], []) if told else None):
                _tell(audience, message)
                told = True
                await asyncio.sleep(0)
        if is_dismissed(table, audience.viewer):
            _tell(audience, GOODBYE)
            self._audiences.pop((table.id, audience.viewer), None)

    @contextlib.contextmanager
    def following(self, table: Table) -> "Iterator[asyncio.Queue[int]]":
        """A queue that hears of every change, for programs that ask for more than a page's parts."""
        queue: asyncio.Queue[int] = asyncio.Queue()
        self._followers.setdefault(table.id, set()).add(queue)
        try:
            yield queue
        finally:
            self._followers[table.id].discard(queue)

    async def unveil(self, table: Table, viewer: Viewer, seat: int) -> None:
        """At a shared screen: the next player is sitting before it."""
        audience = self.audience(table, viewer)
        if seat in viewer.seats:
            audience.looking = seat
            await self.table_changed(table)

    def send_away(self, table: Table, seat: int) -> None:
        """Whoever looks from the seat comes back, and sees what he may see then."""
        for viewer in self._viewers(table.id):
            if seat in viewer.seats:
                _tell(self.audience(table, viewer), GOODBYE)

    def is_watched(self, table: str) -> bool:
        """Whether anybody has its page open."""
        return bool(self._viewers(table))

    def is_there(self, table: str, seat: int) -> bool:
        """Whether whoever sits there has the page open."""
        return any(seat in viewer.seats for viewer in self._viewers(table))

    def _viewers(self, table: str) -> list[Viewer]:
        return [viewer for (name, viewer), audience in self._audiences.items() if name == table and audience.listeners]


def _tell(audience: Audience, message: Message) -> None:
    for listener in audience.listeners:
        listener.put_nowait(message)


def is_dismissed(table: Table, viewer: Viewer) -> bool:
    """Whether the host has given the viewer's seat away; he comes back as a stranger, if at all."""
    return any(table.seats[seat].kind != PERSON for seat in viewer.seats)


def wanted_seat(table: Table, viewer: Viewer) -> int | None:
    """At a shared screen: whose turn it is to look."""
    pending = table.match.pending if table.match else ()
    mine = [seat for seat in pending if seat in viewer.seats and not table.seats[seat].bot]
    return mine[0] if mine else None


def first_look(viewer: Viewer) -> int | None:
    return viewer.seats[0] if len(viewer.seats) == 1 else None


def next_look(table: Table, audience: Audience) -> int | None:
    """Whose view is shown after a change. Between people with secrets from each other the screen shows nobody's."""
    viewer = audience.viewer
    if len(viewer.seats) < 2:
        return first_look(viewer)
    wanted = wanted_seat(table, viewer)
    if not table.game.declaration.has_secrets:
        return wanted if wanted is not None else audience.looking
    if wanted is None or wanted == audience.looking:
        return audience.looking
    return None


def state_of(audience: Audience) -> dict[str, Any]:
    """What a page tells its script, so that it can go on from here."""
    return {"number": audience.at, "epoch": EPOCH}
