"""A table at which a game is prepared and played: the only door for moves, of people and bots alike.

Whatever changes is stored first and shown afterwards. If it cannot be stored, the table is read anew.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from tabletown.match import Match, Refused, game
from tabletown.match.action import Playable
from tabletown.match.orders import Order, answer_for, has_lapsed
from tabletown.match.record import written, written_drawer
from tabletown.rulekit.errors import TabletownError
from tabletown.rulekit.language import message
from tabletown.web.asking import AlreadyDone, Asked, Remembered
from tabletown.web.condition import NOT_KEPT, NotKept
from tabletown.web.consent import ABANDON, RELIEVE, STOP, UNDO, Proposal, last_own_step, voters, without_proposal
from tabletown.web.drafts import Draft
from tabletown.web.reading import read_match
from tabletown.web.store import (
    ABANDONED,
    BOT,
    CANCELLED,
    HELD_CHAT,
    OPEN,
    OVER,
    PERSON,
    PLAYING,
    WAITING,
    Change,
    Kept,
    Said,
    Seat,
    Store,
    Whole,
)
from tabletown.web.timekeeping import Clock, play_for_absent, wound

STAND_IN = "neighbour"




class Table:
    """One table, alive. Its methods are called in the server's one event loop."""

    def __init__(
        self,
        store: Store,
        whole: Whole,
        on_change: Callable[["Table"], Awaitable[None]],
        now: Callable[[], float] = time.time,
        match: Match | None = None,
    ) -> None:
        """`match` is what `whole` comes to, where somebody has worked it out already."""
        self._store = store
        self._on_change = on_change
        self._now = now
        self._lock = asyncio.Lock()
        self.kept: Kept = whole.kept
        self.seats: list[Seat] = list(whole.kept.seats)
        self.chat: list[Said] = whole.chat
        """The newest lines."""
        self.orders = {seat: [Order.from_dict(each) for each in given] for seat, given in whole.orders.items()}
        self.game = game(self.kept.game)
        self._drafts: dict[int, Draft] = {}
        self.is_stale = False
        """Whether it must be read anew."""
        self.written_log: dict[tuple[int | None, str, tuple[str, ...], bool], dict[int, Any]] = {}
        """For each viewer, language, set of names, open or not: what pages have written of each entry of the log."""
        self.match: Match | None = match or read_match(whole)
        self._stored_items = len(self.match.items) if self.match else 0
        self._stored_drawer = written_drawer(self.match) if self.match else {}
        self._decided = self.match.changeable if self.match else ()
        self._keys: list[tuple[int, str]] | None = None
        self._remembered = Remembered(whole.done)
        self._asked: Asked | None = None
        """The request that is being carried out."""
        self._asked_at: int | None = None
        """The decision that was open when it came."""

    def __repr__(self) -> str:
        return f"<Table {self.id} {self.game.name} {self.phase}>"

    # ------------------------------------------------------------ what it is

    @property
    def id(self) -> str:
        return self.kept.id

    @property
    def phase(self) -> str:
        return self.kept.phase

    @property
    def settings(self) -> dict[str, Any]:
        return self.kept.settings

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    @property
    def playing(self) -> Match:
        """The match, once it has begun."""
        if self.match is None:
            raise Refused("not_begun", message("The game has not begun."))
        return self.match

    @property
    def lines_said(self) -> int:
        """How many lines the chat has, from the first."""
        return self.chat[-1].number if self.chat else 0

    @property
    def proposal(self) -> Proposal | None:
        return Proposal.of(self.settings)

    @property
    def clock(self) -> Clock | None:
        """The time of the decision that is open, where there is a limit."""
        return Clock.of(self.settings)

    def late_at(self, entry: int) -> list[int]:
        """The seats whose time was up at that entry of the log, so that it was made for them."""
        return list(self.settings.get("late", {}).get(str(entry), ()))


    # ------------------------------------------------------------ changing it

    @asynccontextmanager
    async def at_rest(self) -> AsyncIterator[None]:
        """Nothing changes meanwhile, and what is seen is stored. Whoever waited for what could not be, asks again."""
        async with self._lock:
            if self.is_stale:
                raise NotKept(NOT_KEPT)
            yield

    @asynccontextmanager
    async def changing(self, asked: Asked | None) -> AsyncIterator[None]:
        """At rest, and about to carry the request out; AlreadyDone if it was carried out before."""
        async with self.at_rest():
            self.refuse_repetition(asked)
            self._asked = asked
            self._asked_at = self.match.decision if self.match else None
            try:
                yield
            finally:
                self._asked = None

    def refuse_repetition(self, asked: Asked | None) -> None:
        """AlreadyDone if the request was carried out before."""
        if asked is not None and (done := self._remembered.find(asked)):
            raise AlreadyDone(self, done.answer)

    @property
    def is_changing(self) -> bool:
        return self._lock.locked()

    async def _keep(self, change: Change) -> None:
        """Store what has changed, then show it."""
        match = self.match
        if match is not None:
            actions = self.game.declaration.actions
            news = match.items[self._stored_items :]
            change.items = [(item.number, written(item, actions)) for item in news]
            drawer = written_drawer(match)
            change.drawer = drawer if drawer != self._stored_drawer else None
            if match.over and self.phase == PLAYING:
                change.phase = OVER
                change.settings = without_proposal(self.settings if change.settings is None else change.settings)
            self._drop_lapsed(match, change)
            self._wind(match, change)
        change.is_seen = self._is_seen(change)
        if self._asked is not None:
            change.done, self._asked = self._remembered.carried_out(self._asked, self._asked_at), None
        try:
            version = await self._store.change(self.id, self.kept.version, change)
        except BaseException as error:
            self.is_stale = True
            if isinstance(error, TabletownError) or not isinstance(error, Exception):
                raise
            raise NotKept(NOT_KEPT) from error
        self._take_over(change, version)
        await self._on_change(self)

    def _is_seen(self, change: Change) -> bool:
        """Whether others can see it: standing orders and parts of a sealed answer they cannot."""
        if change.items or change.chat or change.phase or change.seats is not None or change.settings is not None:
            return True
        return self.match is not None and change.drawer is not None and self.match.changeable != self._decided

    def _wind(self, match: Match, change: Change) -> None:
        """The clock that belongs to the decision is stored with it."""
        settings = self.settings if change.settings is None else change.settings
        seats = self.seats if change.seats is None else change.seats
        clock = wound(settings, match, seats, self._now())
        if clock != Clock.of(settings):
            change.settings = {**settings, "clock": clock.to_dict() if clock else None}

    def _take_over(self, change: Change, version: int) -> None:
        self.kept = replace(
            self.kept,
            version=version,
            changed=change.at,
            happened=change.at if change.is_seen else self.kept.happened,
            phase=change.phase or self.kept.phase,
            settings=self.kept.settings if change.settings is None else change.settings,
        )
        if change.seats is not None:
            self.seats = list(change.seats)
        if change.keys or change.keys_gone:
            self._keys = None
        if change.drawer is not None:
            self._stored_drawer = change.drawer
            self._decided = self.match.changeable if self.match else ()
        if change.done is not None:
            self._remembered.add(change.done)
        if self.match is not None:
            self._stored_items = len(self.match.items)
            self.match.names = self.names
        if change.chat:
            self.chat = [*self.chat, *change.chat][-HELD_CHAT:]

    def _drop_lapsed(self, match: Match, change: Change) -> None:
        """Orders for an auction that is over go."""
        left = {
            seat: [order for order in orders if not has_lapsed(match, seat, order)]
            for seat, orders in self.orders.items()
        }
        if left != self.orders:
            self.orders = {seat: orders for seat, orders in left.items() if orders}
            change.orders = self._written_orders()

    def _written_orders(self) -> dict[int, list[dict[str, Any]]]:
        return {seat: [order.to_dict() for order in orders] for seat, orders in self.orders.items()}

    def _with_seat(self, seat: int, **changes: Any) -> list[Seat]:
        return with_seat(self.seats, seat, **changes)

    # ------------------------------------------------------------ before the game

    async def claim(self, seat: int, name: str, keys: Sequence[str], asked: Asked | None = None) -> None:
        """A guest takes an open seat."""
        async with self.changing(asked):
            self.refuse_claim(seat)
            seats = self._with_seat(seat, kind=PERSON, name=self.free_name(name))
            await self._keep(Change(seats=seats, keys=[(seat, key) for key in keys]))

    def refuse_claim(self, seat: int) -> None:
        """Whoever comes too late with an invitation is told so."""
        self._refuse_cancelled()
        if self.phase != WAITING:
            raise Refused("begun", message("The game has begun; the seat is taken."))
        if self.seats[seat].kind != OPEN:
            raise Refused("taken", message("Somebody has taken that seat already. Ask for another link."))

    async def set_seat(
        self, seat: int, who: str, invitation: Callable[[int], str], name: str = "", asked: Asked | None = None
    ) -> None:
        """The host opens a seat, or puts a bot of a level in, which has a name; a guest who sat there has to go.

        `invitation` makes the hash of the link to the seat when it is renewed for the n-th time.
        """
        async with self.changing(asked):
            self._refuse_begun()
            kind, level = (OPEN, "") if who == OPEN else (BOT, who)
            name = self.free_name(name or level.capitalize()) if level else ""
            times = self.seats[seat].invitation + 1
            seats = self._with_seat(
                seat, kind=kind, level=level, name=name, invitation=times, invitation_hash=invitation(times)
            )
            await self._keep(Change(seats=seats, keys_gone=[seat]))

    async def start(self, asked: Asked | None = None) -> None:
        async with self.changing(asked):
            self._refuse_begun()
            if any(seat.kind == OPEN for seat in self.seats):
                raise Refused("open_seat", message("A seat is still open: wait for a guest, or put a bot there."))
            kept = self.kept
            edition = self.game.edition(kept.edition)
            options = self.game.declaration.read_options(kept.options)
            self.match = Match(self.game, kept.players, kept.seed, options, edition, self.names)
            await self._keep(Change(phase=PLAYING))

    async def cancel(self, asked: Asked | None = None) -> None:
        async with self.changing(asked):
            self._refuse_begun()
            await self._keep(Change(phase=CANCELLED))

    def _refuse_cancelled(self) -> None:
        if self.phase == CANCELLED:
            raise Refused("cancelled", message("This table was cancelled."))

    def _refuse_begun(self) -> None:
        self._refuse_cancelled()
        if self.phase != WAITING:
            raise Refused("begun", message("The game has begun already."))

    def free_name(self, wanted: str) -> str:
        """The name, or with a number behind it where somebody has it already."""
        taken = set(self.names)
        names = [wanted, *(f"{wanted} {n}" for n in range(2, len(self.seats) + 2))]
        return next(name for name in names if name not in taken)

    # ------------------------------------------------------------ playing

    async def play(
        self,
        seat: int,
        actions: Sequence[Playable],
        decision: int | None = None,
        asked: Asked | None = None,
        *,
        with_draft: bool = False,
    ) -> int:
        """Play as the seat; answers the decision that was made."""
        async with self.changing(asked):
            match = self._live()
            now = match.decision
            drafted = self.draft(seat).actions if with_draft else ()
            match.play(seat, [*drafted, *actions], decision)
            self._drafts.pop(seat, None)
            await self._keep(Change(settings=without_proposal(self.settings) if self._is_asked_back else None))
            return now

    def opened_by(self, key: str) -> tuple[int, ...]:
        """The seats that the key opens."""
        if self._keys is None:
            self._keys = self._store.keys_of(self.id)
        return tuple(sorted({seat for seat, known in self._keys if known == key}))

    def draft(self, seat: int | None) -> Draft:
        """What the seat has put together for the decision that is open."""
        decision = self.playing.decision
        draft = self._drafts.get(seat) if seat is not None else None
        return draft if draft is not None and draft.decision == decision else Draft(decision)

    async def add_to_draft(
        self, seat: int, actions: Sequence[int], decision: int | None, asked: Asked | None = None
    ) -> None:
        """Another part of the choice that the seat puts together. Private, and kept in memory only."""
        async with self.changing(asked):
            draft = self.draft(seat)
            if decision not in (None, draft.decision):
                raise Refused("stale_decision", message("That decision has been made meanwhile."))
            self._live().planned(seat, [*draft.actions, *actions])
            self._keep_draft(seat, replace(draft, parts=(*draft.parts, tuple(actions))))

    async def shorten_draft(self, seat: int, keep: int, asked: Asked | None = None) -> None:
        """Leave only the first parts of what the seat has put together."""
        async with self.changing(asked):
            draft = self.draft(seat)
            self._keep_draft(seat, replace(draft, parts=draft.parts[:keep]))

    def _keep_draft(self, seat: int, draft: Draft) -> None:
        """A draft lives no longer than this memory, and nor does what is remembered of the requests for it."""
        self._drafts[seat] = draft
        if self._asked is not None:
            self._remembered.add(self._remembered.carried_out(self._asked, self._asked_at))

    def _live(self) -> Match:
        if self.phase == ABANDONED:
            raise Refused("abandoned", message("The table has given this game up."))
        if self.playing.over:
            raise Refused("game_is_over", message("The game is over."))
        return self.playing

    async def withdraw(self, seat: int, asked: Asked | None = None) -> None:
        async with self.changing(asked):
            self._live().withdraw(seat)
            self._drafts.pop(seat, None)
            await self._keep(Change())

    async def undo(self, seat: int, asked: Asked | None = None) -> None:
        """Take the seat's own last move back; what needs the others' consent is proposed to them."""
        async with self.changing(asked):
            match = self._live()
            refusal = match.can_undo(seat)
            if refusal is None:
                match.undo(seat)
                self._drafts.pop(seat, None)
                await self._keep(Change())
            elif last_own_step(match, seat) is None:
                raise refusal
            else:
                await self._propose(Proposal(UNDO, seat, match.decision, (seat,)))

    def asks(self, seats: Sequence[int]) -> bool:
        """Whether a proposal waits for the word of one of the seats."""
        return self.proposal is not None and bool(self.proposal.waits_for(self.seats) & set(seats))

    def can_ask_to_undo(self, seat: int) -> bool:
        match = self.match
        return match is not None and (match.can_undo(seat) is None or last_own_step(match, seat) is not None)

    # ------------------------------------------------------------ agreeing

    @property
    def _is_asked_back(self) -> bool:
        """Whether a move is asked back, which holds only until the next one."""
        return self.proposal is not None and self.proposal.what == UNDO

    async def propose(
        self, what: str, by: int, about: int, asked: Asked | None = None, *, is_there: bool = False
    ) -> None:
        async with self.changing(asked):
            self._live()
            if what == STOP and (self.clock is None or self.clock.is_stopped):
                raise Refused("no_clock", message("No clock runs at this table now."))
            if what == RELIEVE and (self.seats[about].kind != PERSON or self.seats[about].bot):
                raise Refused("no_relief", message("A bot can stand in only for a person who plays."))
            await self._propose(Proposal(what, by, about, (by,), is_there))

    async def _propose(self, proposal: Proposal) -> None:
        asked = self.proposal
        if asked is not None and asked.by != proposal.by:
            sentence = message("{name} has asked for something already; answer that first.")
            raise Refused("proposal_open", sentence, name=self.names[asked.by])
        if not proposal.waits_for(self.seats):
            await self._carry_out(proposal)
        else:
            await self._keep(Change(settings={**self.settings, "proposal": proposal.to_dict()}))

    async def answer(self, seat: int, *, agrees: bool, to: str | None = None, asked: Asked | None = None) -> None:
        """Agree or not to what is proposed, if it is still what the answer was given `to`."""
        async with self.changing(asked):
            proposal = self.proposal
            if proposal is None:
                raise Refused("no_proposal", message("Nothing is proposed any more."))
            if to not in (None, proposal.name):
                raise Refused("other_proposal", message("Something else is proposed now; look at it first."))
            if seat not in voters(self.seats):
                raise Refused("no_vote", message("A bot plays for this seat; take it back first."))
            if not agrees:
                await self._keep(Change(settings=without_proposal(self.settings)))
                return
            await self._propose(proposal.agreed_by(seat))

    async def _carry_out(self, proposal: Proposal, seats: Sequence[Seat] | None = None) -> None:
        """Do what all agree on; with it the seats may change."""
        match = self._live()
        change = Change(settings=without_proposal(self.settings), seats=seats)
        if proposal.what == UNDO:
            steps = last_own_step(match, proposal.by)
            while steps is not None and match.steps > steps:
                match.undo(proposal.by, consent=True)
        elif proposal.what == ABANDON:
            change.phase = ABANDONED
        elif proposal.what == RELIEVE:
            change.seats = with_seat(seats or self.seats, proposal.about, stand_in=STAND_IN)
        elif proposal.what == STOP and self.clock is not None:
            change.settings = {**without_proposal(self.settings), "clock": self.clock.stopped(self._now()).to_dict()}
        await self._keep(change)

    # ------------------------------------------------------------ time

    async def begin(self) -> None:
        """The first look at a table that was made or read: a clock that should run, runs."""
        async with self.at_rest():
            change = Change()
            if self.match is not None and self.phase == PLAYING:
                self._wind(self.match, change)
            if change.settings is not None:
                await self._keep(change)
            else:
                await self._on_change(self)

    async def start_clock(self, asked: Asked | None = None) -> None:
        """Anybody may let a stopped clock go on."""
        async with self.changing(asked):
            self._live()
            if self.clock is None or not self.clock.is_stopped:
                raise Refused("clock_runs", message("The clock is not stopped."))
            await self._keep(Change(settings={**self.settings, "clock": self.clock.started(self._now()).to_dict()}))

    async def time_is_up(self) -> None:
        """Play for everybody who should have decided by now; the log says for whom."""
        async with self.at_rest():
            match, clock = self.match, self.clock
            is_due = clock is not None and clock.until is not None and clock.until <= self._now()
            if match is None or clock is None or not is_due or self.phase != PLAYING:
                return
            late = play_for_absent(match, self.seats, self.ordered)
            if late:
                settings = without_proposal(self.settings) if self._is_asked_back else self.settings
                all_late = sorted({*self.late_at(clock.decision), *late})
                noted = {**settings.get("late", {}), str(clock.decision): all_late}
                await self._keep(Change(settings={**settings, "late": noted}))

    # ------------------------------------------------------------ leaving and coming back

    async def resign(self, seat: int, asked: Asked | None = None) -> None:
        """A bot plays on; the result says so. Whoever leaves may be the last whose consent was missing."""
        async with self.changing(asked):
            self._live()
            seats = self._with_seat(seat, stand_in=STAND_IN, resigned=True)
            if self.proposal is not None and not self.proposal.waits_for(seats):
                await self._carry_out(self.proposal, seats)
            else:
                await self._keep(Change(seats=seats))

    async def come_back(self, seat: int, asked: Asked | None = None) -> None:
        """A person takes the seat back from the bot that stood in."""
        async with self.changing(asked):
            if not self.seats[seat].stand_in or self.seats[seat].resigned:
                raise Refused("no_stand_in", message("No bot stands in for that seat."))
            await self._keep(Change(seats=self._with_seat(seat, stand_in="")))

    async def rename(self, seat: int, name: str, asked: Asked | None = None) -> None:
        async with self.changing(asked):
            if name != self.seats[seat].name:
                await self._keep(Change(seats=self._with_seat(seat, name=self.free_name(name))))

    async def add_key(self, seat: int, keys: Sequence[str]) -> None:
        """Another browser may sit there too."""
        async with self.at_rest():
            await self._keep(Change(keys=[(seat, key) for key in keys]))

    def links_renewed(self, seat: int) -> int:
        """How often the seat's private link has been renewed."""
        return int(self.settings.get("links", {}).get(str(seat), 0))

    async def renew_link(self, seat: int, keys: Callable[[int], Sequence[str]], asked: Asked | None = None) -> None:
        """From now on only these keys open the seat, for the link that is made now; every other one is gone."""
        async with self.changing(asked):
            times = self.links_renewed(seat) + 1
            settings = {**self.settings, "links": {**self.settings.get("links", {}), str(seat): times}}
            new = [(seat, key) for key in keys(times)]
            await self._keep(Change(settings=settings, keys_gone=[seat], keys=new))

    async def rematch(self, laid: Callable[["Table"], Kept], asked: Asked | None = None) -> str:
        """The table at which the same play again, `laid` once and with all their keys; asked for twice, the same."""
        async with self.changing(asked):
            if self.phase not in {OVER, ABANDONED}:
                raise Refused("not_over", message("A rematch begins when the game is over."))
            if known := self.settings.get("rematch"):
                return str(known)
            new = laid(self)
            founds = (new, Change(keys=self._store.keys_of(self.id)))
            await self._keep(Change(settings={**self.settings, "rematch": new.id}, founds=founds))
            return new.id

    # ------------------------------------------------------------ talking, orders

    async def say(self, seat: int | None, name: str, text: str, asked: Asked | None = None) -> None:
        async with self.changing(asked):
            change = Change()
            change.chat = [Said(self.lines_said + 1, seat, name, text, change.at)]
            await self._keep(change)

    async def order(self, seat: int, order: Order, asked: Asked | None = None) -> None:
        """Add a standing order; one for the same thing is replaced."""
        async with self.changing(asked):
            others = [one for one in self.orders.get(seat, []) if (one.kind, one.answer) != (order.kind, order.answer)]
            await self._keep_orders({**self.orders, seat: [*others, order]})

    async def drop_order(self, seat: int, index: int, asked: Asked | None = None) -> None:
        async with self.changing(asked):
            mine = self.orders.get(seat, [])
            if not 0 <= index < len(mine):
                raise Refused("no_such_order", message("There is no such standing order any more."))
            await self._keep_orders({**self.orders, seat: [*mine[:index], *mine[index + 1 :]]})

    async def _keep_orders(self, orders: dict[int, list[Order]]) -> None:
        self.orders = {seat: given for seat, given in orders.items() if given}
        await self._keep(Change(orders=self._written_orders()))

    def ordered(self, seat: int) -> int | None:
        """What the seat's standing orders play now."""
        return answer_for(self.playing, seat, self.orders.get(seat, []))


def with_seat(seats: Sequence[Seat], seat: int, **changes: Any) -> list[Seat]:
    return [replace(each, **changes) if number == seat else each for number, each in enumerate(seats)]
