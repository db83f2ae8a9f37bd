"""A table at which a game is prepared and played: the only door for moves, of people and bots alike.

What may be done, and what it changes, is said by the rooms of `at_table`. Whatever changes is stored first and shown
afterwards. If it cannot be stored, the table is read anew.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, Concatenate, ParamSpec

from tabletown.coaching import Judgement, Pupil, lesson_of
from tabletown.match import Match, game
from tabletown.match.record import read_item, written, written_drawer
from tabletown.rulekit.errors import TabletownError
from tabletown.web.asking import AlreadyDone, Asked, Done, Remembered
from tabletown.web.at_table import clocks, consequences, moves, orders, sitting
from tabletown.web.at_table.advice import Advice
from tabletown.web.at_table.drafts import Draft
from tabletown.web.at_table.settings import Clock, Proposal, Settings
from tabletown.web.at_table.standing import Standing
from tabletown.web.condition import NOT_KEPT, NotKept
from tabletown.web.counting import counts
from tabletown.web.kept import PLAYING, Change, Kept, Said, Seat, Since, Whole
from tabletown.web.reading import has_begun, read_match, read_slowly
from tabletown.web.slices import done_in_slices
from tabletown.web.store import CHANGED_MEANWHILE, HELD_CHAT, Conflict, Store

Given = ParamSpec("Given")
MOST_ATTEMPTS = 8
"""So often something is judged anew because another server was quicker."""
OnChange = Callable[["Table", int | None], Awaitable[None]]
"""Shows what is stored: to everybody, or only to the seat that it is private to."""


class Table:
    """One table, alive. Its methods are called in the server's one event loop."""

    def __init__(
        self,
        store: Store,
        whole: Whole,
        on_change: OnChange,
        now: Callable[[], float] = time.time,
        match: Match | None = None,
        tell: Callable[[Mapping[str, Any]], None] | None = None,
    ) -> None:
        """`match` is what `whole` comes to, where somebody has worked it out already.

        `tell` lets other servers know what is not stored.
        """
        self._store = store
        self._tell = tell
        self._on_change = on_change
        self._now = now
        self._lock = asyncio.Lock()
        self._drafts: dict[int, Draft] = {}
        self.is_stale = False
        """Whether it must be read anew."""
        self.judged: dict[int, tuple[int, Judgement | None]] = {}
        """By seat: the last entry that the coach has judged, and what it cost. Never stored."""
        self.advice: dict[int, tuple[int, tuple[int, ...]]] = {}
        """By seat: a decision off the script, and what the coach would play there. Never stored."""
        self.hints: dict[int, Advice] = {}
        """By seat: what Tycoon would do there, as far as that is known. Never stored."""
        self._load(whole, match)
        self.links_seen = self.settings.links
        """The private links that those who look on came by, as far as is known."""

    def _load(self, whole: Whole, match: Match | None) -> None:
        """All that is kept of it, and what is remembered of that."""
        self.kept: Kept = whole.kept
        self.chat: list[Said] = whole.chat
        """The newest lines."""
        self.orders = orders.read(whole.orders)
        self.game = game(self.kept.game)
        self.written_log: dict[tuple[int | None, str, tuple[str, ...], bool], dict[int, Any]] = {}
        self.written_standings: dict[tuple[str, int, bool], str] = {}
        """By language, and whether an analysis was kept with the game by then."""
        self.written_analyses: dict[tuple[str, int], str] = {}
        """By language, once the game is over."""
        self.drawn_end = b""
        """The board as a PNG, once the game is over and somebody has asked for it."""
        self.written_moments: dict[tuple[int | None, str, tuple[str, ...]], dict[int, Any]] = {}
        """For each viewer, language, set of names, open or not: what pages have written of each entry of the log."""
        self.written_marks: dict[tuple[str, tuple[str, ...]], dict[int, Any]] = {}
        """By language and names: which turn and phase each entry led to, once somebody has looked back."""
        self.match: Match | None = match or read_match(whole)
        self._keys: list[tuple[int, str]] | None = None
        self._remembered = Remembered(whole.done)
        self._pupil: Pupil | None = None
        self._note_stored()

    def _note_stored(self) -> None:
        """What of the match is in the store."""
        self._stored_items = len(self.match.items) if self.match else 0
        self._stored_drawer = written_drawer(self.match) if self.match else {}
        self._decided = self.match.changeable if self.match else ()

    def __repr__(self) -> str:
        return f"<Table {self.id} {self.game.name} {self.phase}>"

    # ------------------------------------------------------------ what it is

    @property
    def standing(self) -> Standing:
        in_memory = self.orders, self._drafts, self.lines_said, self._now(), self.pupil
        return Standing(self.kept, self.game, self.match, *in_memory)

    @property
    def id(self) -> str:
        return self.kept.id

    @property
    def phase(self) -> str:
        return self.kept.phase

    @property
    def settings(self) -> Settings:
        return self.kept.settings

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.kept.seats

    @property
    def names(self) -> list[str]:
        return self.standing.names

    @property
    def playing(self) -> Match:
        """The match, once it has begun."""
        return self.standing.playing

    @property
    def lines_said(self) -> int:
        """How many lines the chat has, from the first."""
        return self.chat[-1].number if self.chat else 0

    @property
    def proposal(self) -> Proposal | None:
        return self.settings.proposal

    @property
    def clock(self) -> Clock | None:
        """The time of the decision that is open, where there is a limit."""
        return self.settings.clock

    def late_at(self, entry: int) -> list[int]:
        """The seats whose time was up at that entry of the log, so that it was made for them."""
        return list(self.settings.late.get(entry, ()))

    def opened_by(self, key: str) -> tuple[int, ...]:
        """The seats that the key opens."""
        if self._keys is None:
            self._keys = self._store.keys_of(self.id)
        return tuple(sorted({seat for seat, known in self._keys if known == key}))

    def links_renewed(self, seat: int) -> int:
        """How often the seat's private link has been renewed."""
        return self.settings.links.get(seat, 0)

    def draft(self, seat: int | None) -> Draft:
        """What the seat has put together for the decision that is open."""
        return moves.draft(self.standing, seat)

    def asks(self, seats: Sequence[int]) -> bool:
        """Whether a proposal waits for the word of one of the seats."""
        return self.proposal is not None and bool(self.proposal.waits_for(self.seats) & set(seats))

    @property
    def pupil(self) -> Pupil | None:
        """The match as the coach follows it, while the script of a coached game goes on."""
        lesson = lesson_of(self.game.declaration) if self.settings.coached and self.match else None
        if lesson is None or self.match is None:
            return None
        if self._pupil is None or self._pupil.match is not self.match:
            self._pupil = Pupil(lesson, self.match)
        return self._pupil

    # ------------------------------------------------------------ changing it

    @asynccontextmanager
    async def at_rest(self) -> AsyncIterator[None]:
        """Nothing changes meanwhile, and what is seen is stored. Whoever waited for what could not be, asks again."""
        async with self._lock:
            if self.is_stale:
                raise NotKept(NOT_KEPT)
            yield

    @property
    def is_changing(self) -> bool:
        return self._lock.locked()

    def refuse_repetition(self, asked: Asked | None) -> None:
        """AlreadyDone if the request was carried out before."""
        if asked is not None and (done := self._remembered.find(asked)):
            raise AlreadyDone(self, done.answer)

    async def do(
        self,
        asked: Asked | None,
        deed: Callable[Concatenate[Standing, Given], Change | None],
        *given: Given.args,
        **named: Given.kwargs,
    ) -> int | None:
        """Carry a request out, once, or what the house itself does, `asked` by nobody.

        A `deed` of `at_table` says what is to change. Answers the decision that was open when it came.
        """
        async with self.at_rest():
            for _attempt in range(MOST_ATTEMPTS):
                self.refuse_repetition(asked)
                decision = self.match.decision if self.match else None
                change = deed(self.standing, *given, **named)
                if change is None:
                    return decision
                change.done = self._remembered.carried_out(asked, decision) if asked is not None else None
                try:
                    await self._keep(change)
                except Conflict:  # another server was quicker: judge it again as the table stands now
                    await self._read_anew()
                else:
                    return decision
            raise Conflict(CHANGED_MEANWHILE)

    async def begin(self) -> None:
        """The first look at a table that was made or read: a clock runs that should, nobody is asked in vain."""
        async with self.at_rest():
            for _attempt in range(MOST_ATTEMPTS):
                change = clocks.begin(self.standing) or consequences.begin(self.standing)
                try:
                    await (self._keep(change) if change is not None else self._on_change(self, None))
                except Conflict:
                    await self._read_anew()
                else:
                    return
            raise Conflict(CHANGED_MEANWHILE)

    async def _keep(self, change: Change) -> None:
        """Store what has changed, then show it. What is private to a seat lives no longer than this memory."""
        if change.only is None:
            change = self._whole(change)
            self._take_over(change, await self._stored(change))
        else:
            self._take_over(change, self.kept.version)
            self._tell_drafts(change)
        await self._on_change(self, change.only)

    # ------------------------------------------------------------ where other servers change it too

    async def _read_anew(self) -> None:
        """What a deed has moved in vain is thrown away."""
        self.is_stale = True
        counts.conflicts += 1
        whole = await asyncio.to_thread(self._store.read, self.id)
        if whole is None:
            raise Conflict(CHANGED_MEANWHILE)
        self._load(whole, await read_slowly(whole))
        self.is_stale = False
        await self._on_change(self, None)  # whatever becomes of the deed, pages show what is stored

    async def catch_up(self, version: int) -> Kept | None:
        """Take over and show what another server has stored, up to that version at least.

        Answers how it was kept before; None if it is as new already.
        """
        async with self._lock:
            if self.is_stale or self.kept.version >= version:
                return None
            before, lines = self.kept, self.lines_said
            read = self._store.read_since
            new = await asyncio.to_thread(read, self.id, self._stored_items, lines, self._remembered.newest)
            if new is None or (self.match is None and has_begun(new.kept)):
                await self._read_anew()
                return before
            await done_in_slices(self._go_on(new))
            await self._on_change(self, None)
            return before

    def _go_on(self, new: Since) -> Iterator[None]:
        """From what is held to what is kept, without playing the whole game anew."""
        match = self.match
        if match is not None:
            for seat in match.drawer:
                match.withdraw(seat)
            for number, item in enumerate(new.items, self._stored_items + 1):
                match.replay([read_item(match, item, number, self.id)])
                yield
            for seat, actions in new.drawer.items():
                match.hand_in(seat, actions)
            match.names = [seat.name for seat in new.kept.seats]
        self.kept = new.kept
        self.chat = [*self.chat, *new.chat][-HELD_CHAT:]
        self.orders = orders.read(new.orders)
        self._keys = new.keys
        for done in new.done:
            self._remembered.add(done)
        self._note_stored()

    def _tell_drafts(self, change: Change) -> None:
        if self._tell is None or not change.drafts:
            return
        drafts = [(seat, draft and (draft.decision, draft.parts)) for seat, draft in change.drafts.items()]
        done = change.done and tuple(vars(change.done).values())
        self._tell({"draft": self.id, "version": self.kept.version, "drafts": drafts, "done": done, "of": change.only})

    async def take_drafts(self, told: Mapping[str, Any]) -> None:
        """What a seat has put together at another server, if it still fits."""
        async with self._lock:
            if self.is_stale or self.kept.version != told["version"]:
                return
            drafts = {seat: draft and Draft(draft[0], tuple(map(tuple, draft[1]))) for seat, draft in told["drafts"]}
            done = Done(*told["done"]) if told["done"] else None
            self._take_over(Change(drafts=drafts, done=done, only=told["of"]), self.kept.version)
            await self._on_change(self, told["of"])

    def _whole(self, change: Change) -> Change:
        """With what follows from it, and what the match has come to."""
        if change.phase == PLAYING and self.match is None:
            self.match = sitting.first_position(self.standing)
        match = self.match
        if match is not None:
            actions = self.game.declaration.actions
            change = consequences.followed(self.standing, match, change)
            drawer = written_drawer(match)
            change.items = [(item.number, written(item, actions)) for item in match.items[self._stored_items :]]
            change.drawer = drawer if drawer != self._stored_drawer else None
        change.is_seen = self._is_seen(change)
        change.is_waited_on = self._is_waited_on(change)
        return change

    def _is_waited_on(self, change: Change) -> bool:
        """Whether the house may have to do something at this table by itself."""
        settings = self.settings if change.settings is None else change.settings
        seats = self.seats if change.seats is None else change.seats
        has_orders = any(self.orders.values()) if change.orders is None else any(change.orders.values())
        return settings.clock is not None or has_orders or any(seat.bot for seat in seats)

    def _is_seen(self, change: Change) -> bool:
        """Whether others can see it: standing orders, parts of a sealed answer and asking for hints they cannot."""
        if change.items or change.chat or change.phase or change.seats is not None:
            return True
        if change.settings is not None and change.settings.without_hints() != self.settings.without_hints():
            return True
        return self.match is not None and change.drawer is not None and self.match.changeable != self._decided

    async def _stored(self, change: Change) -> int:
        """Answers the version that the table has then."""
        try:
            return await self._store.change(self.id, self.kept.version, change)
        except BaseException as error:
            self.is_stale = not isinstance(error, Conflict)
            if isinstance(error, TabletownError) or not isinstance(error, Exception):
                raise
            raise NotKept(NOT_KEPT) from error

    def _take_over(self, change: Change, version: int) -> None:
        if change.only is None:
            self.kept = self.kept.changed_by(change, version)
        if change.keys or change.keys_gone:
            self._keys = None
        if change.orders is not None:
            self.orders = orders.read(change.orders)
        if change.drawer is not None:
            self._stored_drawer = change.drawer
            self._decided = self.match.changeable if self.match else ()
        if change.done is not None:
            self._remembered.add(change.done)
        if self.match is not None:
            self._stored_items = len(self.match.items)
            self.match.names = self.names
        for seat, draft in change.drafts.items():
            self._drafts.pop(seat, None)
            if draft is not None:
                self._drafts[seat] = draft
        self.judged |= change.judged
        self.advice |= change.advice
        self.hints |= change.hints
        self.chat = [*self.chat, *change.chat][-HELD_CHAT:]
