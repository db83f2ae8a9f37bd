"""Who is looking, and what has changed for them: parts of a page, numbered, sent to whoever is connected."""

import asyncio
import contextlib
import hashlib
import itertools
import logging
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import msgspec

from tabletown.web.slices import done_in_slices, sliced
from tabletown.web.table import Table
from tabletown.web.viewers import Viewer, first_look, is_dismissed, next_look

log = logging.getLogger(__name__)

MOST_IDLE = 128
"""So many pages that nobody is connected to are remembered; those that somebody is connected to are never forgotten."""
FEW = 4
"""So many who see the same do not have their page held: it is written again should another come."""
MOST_UNREAD = 200
"""Messages that may wait for a connection that is slow."""
MOST_GONE = 64
"""So many parts that have left each share of a page are remembered; who was away for longer is sent everything."""
AS_IT_WAS = "<!-- as it was -->"
"""In the place of a text that a page has had and that never changes: a log is long, and nobody is sent it again."""
EPOCH = secrets.token_hex(4)
"""Numbers mean something only to the server that gave them."""


class Part(msgspec.Struct, frozen=True, gc=False):
    """A piece of a page under its id; one that comes and goes has a home that it stands in."""

    html: str
    home: str = ""


Parts = Mapping[str, Part]
Making = Iterator[dict[str, Part] | None]
"""Makes parts; None comes where others may have a turn meanwhile."""
Had = Sequence[Collection[str]]
"""Of each share, what a page has had."""
Render = Callable[[Table, Viewer, int | None, Had], Iterator[Parts | None]]
"""A page in two shares, written as they are asked for: what happened, and what is to be done and stands beside it.

None comes in between where others may have a turn. Of what the page has had, and never changes, it is only said that it
is `AS_IT_WAS`.
"""
Unfold = Callable[[Table, Viewer, int | None, Collection[str]], Parts]
"""What stands behind a closed tab: it belongs to no share, and is written for those alone who look at it."""
Line = tuple[str, str, str | None, str | None]
"""A part in a message: its id, what it is, its home, and before which other it stands there."""
Message = str
SHARES = range(2)
NOTHING: Had = [()] * len(SHARES)
CROWD = 2
"""So many tables may show a change at the same time until it costs less to send each page all of it at once."""
FOLDED = ("forecast", "as-text")
"""Parts that a page shows only when somebody opens a tab, or a fold in it."""
GOODBYE: Message = ""
"""After it a connection is closed."""


@dataclass
class Audience:
    """Everybody who sees the same. Its number counts what has changed for them, and nothing else."""

    viewer: Viewer
    looking: int | None
    """The seat whose view is shown; at a shared screen nobody's while it is handed on."""
    epoch: str = ""
    """Which life of this audience its numbers belong to: one that was forgotten begins anew."""
    shares: list[Parts] = field(default_factory=lambda: [{} for _share in SHARES])
    """What was written last, while somebody may still ask for it."""
    marks: list[dict[str, int]] = field(default_factory=lambda: [{} for _share in SHARES])
    """By which a part is known again that is not held any more."""
    changed: dict[str, int] = field(default_factory=dict)
    """At which number, where that is not the first."""
    gone: list[dict[str, int]] = field(default_factory=lambda: [{} for _share in SHARES])
    forgotten: int = 0
    """The number at which the last part left of which nobody knows any more."""
    written_as: tuple[object, ...] = ()
    """Whose view it was when it was written last, and what everybody was called."""
    number: int = -1
    has_news: bool = False
    """Whether something is different since the number was reached."""
    is_fresh: bool = False
    """Whether the page is held, and nothing can have changed since it was written."""
    listeners: "set[asyncio.Queue[Message]]" = field(default_factory=set)
    unfolded: "dict[asyncio.Queue[Message], frozenset[str]]" = field(default_factory=dict)
    """Which folded parts each connection looks at."""
    unfolded_marks: dict[str, int] = field(default_factory=dict)

    @property
    def parts(self) -> Parts:
        return {name: part for share in self.shares for name, part in share.items()}

    def has_had(self, written_as: tuple[object, ...]) -> Had:
        """What need not be written again: what was sent, while nobody else looks at the screen.

        Where something could not be sent, or many look on and the next who comes is given all of it, that is nothing.
        """
        is_all_wanted = self.has_news or len(self.listeners) > FEW or written_as != self.written_as
        return NOTHING if is_all_wanted else self.marks

    @property
    def next_number(self) -> int:
        return self.number + self.has_news

    def take(self, share: int, parts: Parts) -> None:
        """Note what is different now."""
        marks, number = self.marks[share], self.number + 1
        for name, part in parts.items():
            if part.html is AS_IT_WAS:
                continue
            mark = hash(part)
            if marks.get(name) != mark:
                marks[name] = mark
                if number:
                    self.changed[name] = number
                self.gone[share].pop(name, None)
                self.has_news = True
        if len(marks) == len(parts):  # all of them are among the marks now, so none of those has gone
            self.shares[share] = parts
            return
        for name in marks.keys() - parts.keys():
            del marks[name]
            self._lose(self.gone[share], name, number)
            self.changed.pop(name, None)
            self.has_news = True
        self.shares[share] = parts

    def _lose(self, gone: dict[str, int], name: str, number: int) -> None:
        gone[name] = number
        if len(gone) > MOST_GONE:
            self.forgotten = max(self.forgotten, gone.pop(next(iter(gone))))

    def let_go(self) -> None:
        """Of what was written: it is sent. Where many look on it is held, for whoever comes next."""
        if len(self.listeners) <= FEW or not self.is_fresh:
            self.shares, self.is_fresh = [{} for _share in SHARES], False

    def arrive(self, written_as: tuple[object, ...], *, is_whole: bool) -> None:
        """All that is new is written, or the whole page."""
        self.number, self.has_news, self.is_fresh = self.next_number, False, is_whole
        self.written_as = written_as

    def welcome(self, listener: "asyncio.Queue[Message]", epoch: str, number: int) -> None:
        """Tell a connection that comes what it has missed, and what there will be from now on."""
        if news := self.since(epoch, number):
            listener.put_nowait(news)
        self.listeners.add(listener)
        self.let_go()

    def since(self, epoch: str, number: int) -> Message | None:
        """For a connection that comes: what it has not seen, or everything if its number means nothing here."""
        if epoch == self.epoch and self.forgotten <= number <= self.number:
            return self.message(number, self.number)
        told = {"number": self.number, "epoch": self.epoch, "parts": self._all_news(SHARES, -1), "gone": []}
        return _written(told)

    def message(
        self, since: int, number: int, shares: Sequence[int] = SHARES, more: Sequence[Line] = ()
    ) -> Message | None:
        """What is newer than one number, and more; with it another is reached. None if nothing is."""
        news = [*more, *self._all_news(shares, since)]
        gone = [name for share in shares for name, left in self.gone[share].items() if left > since]
        return _written({"number": number, "parts": news, "gone": gone}) if news or gone else None

    def leave(self, listener: "asyncio.Queue[Message]") -> None:
        self.listeners.discard(listener)
        self.unfolded.pop(listener, None)

    @property
    def looked_at(self) -> frozenset[str]:
        """The folded parts that somebody looks at."""
        return frozenset().union(*self.unfolded.values())

    def take_unfolded(self, parts: Parts) -> list[Line]:
        """Those that are different from what was sent last."""
        news: list[Line] = [(name, part.html, None, None) for name, part in parts.items() if self._is_new(name, part)]
        self.unfolded_marks |= {name: hash(part) for name, part in parts.items()}
        return news

    def _is_new(self, name: str, part: Part) -> bool:
        return self.unfolded_marks.get(name) != hash(part)

    def _all_news(self, shares: Sequence[int], since: int) -> Sequence[Line]:
        """Backwards, so that the part before which another is to stand is there already."""
        return [line for share in shares for line in self._news(self.shares[share], since)][::-1]

    def _news(self, parts: Parts, since: int) -> Iterator[Line]:
        changed = self.changed
        for (name, part), after in zip(parts.items(), [*islice(parts, 1, None), ""], strict=False):
            if changed.get(name, 0) > since:
                before = after if after and parts[after].home == part.home else None
                yield name, part.html, part.home or None, before


_as_json = msgspec.json.Encoder(enc_hook=str).encode
"""Drawings are text of a kind of their own."""


def _written(told: Mapping[str, Any]) -> Message:
    return _as_json(told).decode()


class Pushes:
    """The audiences of every table."""

    def __init__(self, render: Render, unfold: Unfold) -> None:
        self._render = render
        self._unfold = unfold
        self._audiences: dict[str, dict[Viewer, Audience]] = {}
        self._idle: OrderedDict[tuple[str, Viewer], Audience] = OrderedDict()
        self._lives = itertools.count()
        self._followers: dict[str, set[asyncio.Queue[None]]] = {}
        self._changing = 0

    def audience(self, table: Table, viewer: Viewer) -> Audience:
        """The audience that the viewer belongs to, up to date."""
        audience = self._here(table, viewer)
        if not audience.is_fresh:
            for _share in self._catch_up(table, audience):
                pass
        return audience

    async def write(self, table: Table, viewer: Viewer) -> Audience:
        """The same, a little at a time, while the table is at rest: a first page of a long game is long."""
        audience = self._here(table, viewer)
        if not audience.is_fresh:
            await done_in_slices(self._catch_up(table, audience))
        return audience

    def _here(self, table: Table, viewer: Viewer) -> Audience:
        audience = self._of(table.id).get(viewer)
        if audience is None:
            audience = Audience(viewer, first_look(viewer), self._new_epoch())
            self._audiences.setdefault(table.id, {})[viewer] = audience
        self._rest(table.id, audience)
        return audience

    def _of(self, table: str) -> Mapping[Viewer, Audience]:
        return self._audiences.get(table, {})

    def _new_epoch(self) -> str:
        """Like no other, and saying nothing of how many there were."""
        return hashlib.sha256(f"{EPOCH}.{next(self._lives)}".encode()).hexdigest()[:12]

    def _rest(self, table: str, audience: Audience) -> None:
        """Remember it while others are idle longer; if somebody is connected to it, for as long as they are."""
        key = (table, audience.viewer)
        if self._of(table).get(audience.viewer) is audience:
            self._idle.pop(key, None)
            if not audience.listeners:
                self._idle[key] = audience
        while len(self._idle) > MOST_IDLE:
            (name, viewer), oldest = self._idle.popitem(last=False)
            if not oldest.listeners:
                self._forget(name, viewer)

    def _forget(self, table: str, viewer: Viewer) -> None:
        self._idle.pop((table, viewer), None)
        here = self._audiences.get(table, {})
        here.pop(viewer, None)
        if not here:
            self._audiences.pop(table, None)

    def _refresh(self, table: Table, audience: Audience, *, is_whole: bool = True) -> Iterator[int | None]:
        """Bring a page up to date, share by share; None comes where others may have a turn."""
        audience.looking = next_look(table, audience.viewer, audience.looking)
        written_as = (audience.looking, *(seat.name for seat in table.seats))
        had = NOTHING if is_whole else audience.has_had(written_as)
        share = 0
        for parts in self._render(table, audience.viewer, audience.looking, had):
            if parts is None:
                yield None
                continue
            audience.take(share, parts)
            yield share
            share += 1
        audience.arrive(written_as, is_whole=had is NOTHING)

    def _catch_up(self, table: Table, audience: Audience) -> Iterator[int | None]:
        """The same when somebody asks for the page: whoever is connected hears what a push could not tell them."""
        since = audience.number
        yield from self._refresh(table, audience)
        if audience.listeners:
            more = self._news_unfolded(table, audience)
            if message := audience.message(since, audience.number, more=more):
                _tell(audience, message)

    async def table_changed(self, table: Table, only: int | None = None) -> None:
        """It is stored: show it to everybody who is connected, share by share, so that nobody waits for another's log.

        What only one seat sees is shown to `only` that.
        """
        for follower in self._followers.get(table.id, ()) if only is None else ():
            follower.put_nowait(None)
        touched = [each for each in self._of(table.id).values() if only is None or only in each.viewer.seats]
        for audience in touched:
            audience.is_fresh = False
        self._changing += 1
        try:
            pushes = [(audience, self._push(table, audience)) for audience in _in_turn(table, touched)]
            while pushes:
                pushes = [each for each in pushes if await self._goes_on(table, *each)]
        finally:
            self._changing -= 1

    async def _goes_on(self, table: Table, audience: Audience, push: AsyncIterator[None]) -> bool:
        """Send the next share; False if there is none any more."""
        try:
            await anext(push)
        except StopAsyncIteration:
            return False
        except Exception:
            # The move is stored and stands; one page that cannot be written must not stop the others.
            log.exception("The page of %s at table %s could not be written", audience.viewer.seats, table.id)
            return False
        return True

    async def _push(self, table: Table, audience: Audience) -> AsyncIterator[None]:
        """A share is on its way before the next one is written; only with the last the new number is reached.

        In a crowd they go together: a message costs as much as a part of it.
        """
        since, told, written = audience.number, False, 0
        async for share in sliced(self._refresh(table, audience, is_whole=False)):
            is_last = share == SHARES[-1]
            if self._changing > CROWD and not is_last:
                continue
            reached = audience.next_number if is_last else since
            empty = _written({"number": reached, "parts": [], "gone": []}) if told and is_last else None
            more = self._news_unfolded(table, audience) if is_last else ()
            if message := audience.message(since, reached, SHARES[written : share + 1], more) or empty:
                _tell(audience, message)
                told = True
                await asyncio.sleep(0)
            written = share + 1
            yield
        audience.let_go()
        if is_dismissed(table, audience.viewer):
            _tell(audience, GOODBYE)
            self._forget(table.id, audience.viewer)

    def _news_unfolded(self, table: Table, audience: Audience) -> list[Line]:
        wanted = audience.looked_at
        return audience.take_unfolded(self._unfold(table, audience.viewer, audience.looking, wanted)) if wanted else []

    def folded(self, table: Table, audience: Audience) -> Parts:
        """For a page as a whole, of which nobody knows yet what they will look at."""
        return self._unfold(table, audience.viewer, audience.looking, FOLDED)

    def unfold(self, table: Table, viewer: Viewer, listener: "asyncio.Queue[Message]", names: Collection[str]) -> None:
        """A connection says which folded parts are looked at: what it did not look at before is sent at once."""
        audience = self._here(table, viewer)
        if listener not in audience.listeners:
            return
        new = set(names) - audience.unfolded.pop(listener, frozenset())
        if names:
            audience.unfolded[listener] = frozenset(names)
        if new:
            parts = self._unfold(table, viewer, audience.looking, new)
            audience.take_unfolded(parts)
            lines = [(name, part.html, None, None) for name, part in parts.items()]
            _send(listener, _written({"parts": lines, "gone": []}))

    @contextlib.contextmanager
    def listening(self, table: Table, viewer: Viewer, epoch: str, number: int) -> "Iterator[asyncio.Queue[Message]]":
        """What a connection is sent: first what it has missed since the number that it names."""
        audience = self.audience(table, viewer)
        queue: asyncio.Queue[Message] = asyncio.Queue()
        audience.welcome(queue, epoch, number)
        self._rest(table.id, audience)
        try:
            yield queue
        finally:
            audience.leave(queue)
            self._rest(table.id, audience)

    @contextlib.contextmanager
    def following(self, table: Table) -> "Iterator[asyncio.Queue[None]]":
        """A queue that hears of every change, for programs that ask for more than a page's parts."""
        queue: asyncio.Queue[None] = asyncio.Queue()
        self._followers.setdefault(table.id, set()).add(queue)
        try:
            yield queue
        finally:
            self._followers[table.id].discard(queue)
            if not self._followers[table.id]:
                del self._followers[table.id]

    async def unveil(self, table: Table, viewer: Viewer, seat: int) -> None:
        """At a shared screen: the next player is sitting before it."""
        audience = self._here(table, viewer)
        if seat in viewer.seats:
            audience.looking = seat
            async for _share in self._push(table, audience):
                pass

    async def unveil_elsewhere(self, table: Table, seats: tuple[int, ...], seat: int) -> None:
        """The same, said to another server than the one that the screen is connected to."""
        for viewer in self.viewers(table.id):
            if viewer.seats == seats:
                await self.unveil(table, viewer, seat)

    def dismiss_all(self) -> None:
        """Everybody comes back, and sees what there is then."""
        for table in list(self._audiences):
            for viewer in list(self._of(table)):
                _tell(self._of(table)[viewer], GOODBYE)
                self._forget(table, viewer)

    def send_away(self, table: Table, seat: int) -> None:
        """Whoever looks from the seat comes back, and sees what they may see then."""
        for viewer in self.viewers(table.id):
            if seat in viewer.seats:
                _tell(self._here(table, viewer), GOODBYE)

    def tell(self, table: str, message: Message, concerns: Callable[[Viewer], bool]) -> None:
        """Something that is no part of a page, and moves no number: to everybody connected whom it concerns."""
        for viewer, audience in self._of(table).items():
            if concerns(viewer):
                _tell(audience, message)

    def is_watched(self, table: str) -> bool:
        """Whether anybody has its page open, or follows it by a program."""
        return table in self._followers or bool(self.viewers(table))

    @property
    def pages_open(self) -> int:
        return sum(len(each.listeners) for here in self._audiences.values() for each in here.values())

    def is_there(self, table: str, seat: int) -> bool:
        """Whether whoever sits there has the page open."""
        return any(seat in viewer.seats for viewer in self.viewers(table))

    def viewers(self, table: str) -> list[Viewer]:
        return [viewer for viewer, audience in self._of(table).items() if audience.listeners]


def _in_turn(table: Table, audiences: Sequence[Audience]) -> list[Audience]:
    """Whoever is connected. Those who moved last know what they did, so others come first."""
    entries = table.match.entries if table.match else ()
    mover = entries[-1].moves[0].seat if entries else None
    here = [audience for audience in audiences if audience.listeners]
    return sorted(here, key=lambda audience: mover in audience.viewer.seats)


def _tell(audience: Audience, message: Message) -> None:
    """Whoever does not read what they are sent is sent away; they come back with the last number that they saw."""
    for listener in audience.listeners:
        _send(listener, message)


def _send(listener: "asyncio.Queue[Message]", message: Message) -> None:
    if listener.qsize() >= MOST_UNREAD:
        while not listener.empty():
            listener.get_nowait()
        listener.put_nowait(GOODBYE)
    else:
        listener.put_nowait(message)


def state_of(audience: Audience) -> dict[str, Any]:
    """What a page tells its script, so that it can go on from here."""
    return {"number": audience.number, "epoch": audience.epoch}
