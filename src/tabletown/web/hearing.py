"""What a server does with what it hears from others: tables brought up to date, who is there, work taken over."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from tabletown.rulekit.errors import TabletownError
from tabletown.web import bus
from tabletown.web.store import GONE

if TYPE_CHECKING:
    from tabletown.web.house import House
    from tabletown.web.table import Table

log = logging.getLogger(__name__)
LAST_LOOK = 2.0
"""Seconds."""
MOST_AT_ONCE = 64
"""Tables whose people are told of in one message."""


class Hearing:
    """The house's ear."""

    def __init__(self, house: "House") -> None:
        self._house = house
        self._tasks: set[asyncio.Task[None]] = set()
        self._catching_up: dict[str, tuple[int, bool]] = {}

    @property
    def heard(self) -> bus.Heard:
        return bus.Heard(self._message, self._gained, self._lost, self._missed, self._house.presence.forget)

    async def close(self) -> None:
        """What is being read is read to its end."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=LAST_LOOK)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(self._seen_through(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _seen_through(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except TabletownError as error:
            log.warning("What another server did could not be followed: %s", error)
        except Exception:
            log.exception("What another server did could not be followed")

    # ------------------------------------------------------------ what others say

    def _message(self, message: bus.Message) -> None:
        sender = int(message.get(bus.FROM, 0))
        for name, (version, is_waited_on) in message.get(bus.CHANGED, {}).items():
            self._changed(name, version, is_waited_on=is_waited_on)
        if bus.RESTORED in message:
            self._begin(self._restored())
        if bus.HELLO in message:
            self._tell_who_is_here()
        if "here" in message:
            self._house.presence.elsewhere(sender, message["here"])
        if "typing" in message:
            self._house.presence.pass_on(message["typing"], message["seat"], message["name"])
        if "draft" in message and (table := self._house.tables.at_hand(message["draft"])) is not None:
            self._begin(table.take_drafts(message))
        if "hint" in message and (table := self._house.tables.at_hand(message["hint"])) is not None:
            self._begin(self._house.hints.heard(table, message["seat"], message["advice"]))
        if "unveil" in message and (table := self._house.tables.at_hand(message["unveil"])) is not None:
            self._begin(self._unveiled(table, message))
        if "tried" in message:
            self._house.attempts.count(message["tried"])
        if "ways" in message:
            self._begin(self._ways_at(message["ways"]))

    def _changed(self, name: str, version: int, *, is_waited_on: bool) -> None:
        house = self._house
        if version == GONE:
            self._begin(house.tables.leave(name))
            return
        is_ours = house.bus.is_mine(name) and (is_waited_on or house.teller.is_wanted(name))
        if not is_ours and not house.pushes.is_watched(name):
            return  # whoever asks for it next is shown how it stands then
        if name not in self._catching_up:
            self._begin(self._catch_up(name))
        known, needed = self._catching_up.get(name, (0, False))
        self._catching_up[name] = (max(known, version), needed or is_ours)

    async def _catch_up(self, name: str) -> None:
        """What comes while one is at it is seen to as well."""
        while (wanted := self._catching_up.pop(name, None)) is not None:
            version, is_ours = wanted
            if self._house.tables.at_hand(name) is None and is_ours:
                table = await self._house.tables.bring(name)
                async with table.at_rest():
                    self._house.see_to(table)
            await self.shown(name, version)

    async def shown(self, name: str, version: int) -> None:
        """The table as it stands at that version, to everybody who looks at it."""
        await self._house.tables.catch_up(name, version)

    def send_away(self, table: "Table") -> None:
        """Whoever has lost a seat because its link was renewed, perhaps at another server."""
        before, table.links_seen = table.links_seen, table.settings.links
        for seat in range(len(table.seats)):
            if before.get(seat) != table.links_seen.get(seat):
                self._house.pushes.send_away(table, seat)

    async def _unveiled(self, table: "Table", message: bus.Message) -> None:
        async with table.at_rest():
            await self._house.pushes.unveil_elsewhere(table, tuple(message["seats"]), message["seat"])

    async def _ways_at(self, name: str) -> None:
        self._house.teller.ways.learn(name)
        if self._house.bus.is_mine(name):
            table = await self._house.tables.bring(name)
            async with table.at_rest():
                self._house.teller.look(table)

    async def _restored(self) -> None:
        """Everything is another: whoever looks on is sent away, and comes back to what there is now."""
        house = self._house
        house.tables.forget_all()
        house.pushes.dismiss_all()
        house.teller.ways.forget()
        await house.wake(frozenset(share for share in range(bus.SHARES) if house.bus.holds(share)))

    # ------------------------------------------------------------ who does what

    def _gained(self, shares: frozenset[int]) -> None:
        self._begin(self._house.wake(shares))

    def _lost(self, shares: frozenset[int]) -> None:
        def is_lost(table: str) -> bool:
            return bus.share_of(table) in shares

        self._house.driver.leave(is_lost)
        self._house.timekeeper.leave(is_lost)
        self._house.teller.leave(is_lost)

    def _missed(self) -> None:
        """For a while nothing was heard: every table that is held is compared with the store."""
        self._house.teller.ways.forget()
        self._tell_who_is_here()
        self._begin(self._compare())

    async def _compare(self) -> None:
        held = self._house.tables.held
        if held:
            found = await asyncio.to_thread(self._house.store.versions, list(held))
            if any(GONE < found.get(name, GONE) < version for name, version in held.items()):
                await self._restored()  # versions only grow: a copy was taken back meanwhile
                return
            for name, version in held.items():
                if found.get(name, GONE) != version:
                    await self.shown(name, found.get(name, GONE))

    def _tell_who_is_here(self) -> None:
        for portion in bus.in_portions(self._house.presence.here, MOST_AT_ONCE):
            self._house.bus.tell({"here": portion})
