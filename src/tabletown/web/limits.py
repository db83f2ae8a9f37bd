"""How much is taken from whom: requests, new tables and open pages of each address; bodies that are heard out."""

import asyncio
import contextlib
import ipaddress
import math
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from tabletown.rulekit.errors import TabletownError

if TYPE_CHECKING:
    from litestar.types import Message, Receive, Send

MOST_HEARD = 8_000_000
"""Bytes that are read, and thrown away, of what is refused."""
LONGEST_PAUSE = 1.0
LONGEST_HEARD = 10.0
"""Seconds for which somebody is heard out."""
MOST_REMEMBERED = 10_000
"""Addresses."""
USUAL_RATE = 100.0
"""Requests a second from one address: several tables behind one router play at once, and programs play fast."""
USUAL_CONNECTIONS = 512
"""From one address."""


# ---------------------------------------------------------------- how often


class TooOften(TabletownError):
    """More than one address may ask for."""

    def __init__(self, sentence: str, retry_after: int) -> None:
        super().__init__(sentence, seconds=retry_after)
        self.retry_after = retry_after


@dataclass(frozen=True)
class Rate:
    """So many a second in the long run, and so many at once after a rest. Nothing a second: as many as come."""

    per_second: float = 0.0
    at_once: float = 0.0


class Buckets:
    """Who has had how much. For each address one number is kept: when it will have had its rest."""

    def __init__(self, rate: Rate, now: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._now = now
        self._rested: dict[str, float] = {}

    def wait(self, who: str) -> int:
        """0 if they may have one more, else the seconds after which they may."""
        rate = self._rate
        if rate.per_second <= 0:
            return 0
        now = self._now()
        rested = max(now, self._rested.get(who, now)) + 1 / rate.per_second
        excess = rested - now - rate.at_once / rate.per_second
        if excess > 1e-9:
            return max(1, math.ceil(excess))
        if len(self._rested) >= MOST_REMEMBERED and who not in self._rested:
            self._forget(now)
        self._rested[who] = rested
        return 0

    def _forget(self, now: float) -> None:
        """Those who have had their rest; if everybody is busy, everybody begins anew."""
        self._rested = {who: until for who, until in self._rested.items() if until > now}
        if len(self._rested) >= MOST_REMEMBERED:
            self._rested = {}


@lru_cache(4096)
def neighbourhood(address: str) -> str:
    """Whom an address counts as: of IPv6, everybody has a whole network."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((int(found) >> 64 << 64, 64)))


def makes_something(method: str, path: str) -> bool:
    """Whether a request leaves a table behind."""
    return method == "POST" and (
        path in {"/tables", "/records", "/api/tables"}
        or path.startswith("/play-now/")
        or path.endswith(("/fork", "/rematch"))
    )


# ---------------------------------------------------------------- how much at once

BEAT = 0.1
"""Seconds between two looks at how late everything is."""
LATE = 0.4
"""Seconds for which whatever is ready waits for its turn at a server that has all that it can do; a request needs some
eight turns."""
MANY = 128
"""So many requests may wait however late it is: a slow machine is no crowd."""
TURNS = 8


class Overloaded(TabletownError):
    """More is asked for than can be done; what is turned away at once costs those who wait next to nothing."""

    def __init__(self, sentence: str, retry_after: int) -> None:
        super().__init__(sentence, seconds=retry_after)
        self.retry_after = retry_after


class Pressure:
    """How many requests wait for their answer, and how late everything is; looked at only while somebody waits."""

    def __init__(self, late: float = LATE, many: int = MANY, now: Callable[[], float] = time.monotonic) -> None:
        """Nothing is ever too late if `late` is 0."""
        self._late, self._many, self._now = late, many, now
        self.waiting = 0
        self._lag = 0.0
        self._due = math.inf

    def begin(self) -> None:
        self.waiting += 1
        if self._due == math.inf and self._late:
            self._expect()

    def end(self) -> None:
        self.waiting -= 1

    def wait(self) -> int:
        """0 if there is room for one more request, else the seconds after which there may be."""
        if self.waiting <= self._many or not self._late:
            return 0
        lag = max(self._lag, self._now() - self._due)
        return math.ceil(TURNS * lag) if lag >= self._late else 0

    def _expect(self) -> None:
        self._due = self._now() + BEAT
        asyncio.get_running_loop().call_later(BEAT, self._beat)

    def _beat(self) -> None:
        self._lag = max(0.0, self._now() - self._due)
        self._due = math.inf
        if self.waiting:
            self._expect()


# ---------------------------------------------------------------- bodies


def heard_out(receive: "Receive", send: "Send") -> "tuple[Receive, Send]":
    """Reads on, within reason, before it answers: whoever is cut off while sending never sees the answer."""
    more = True

    async def listen() -> Any:
        nonlocal more
        given = await receive()
        more = bool(given["type"] == "http.request" and given["more_body"])
        return given

    async def answer(sent: "Message") -> None:
        if more and sent["type"] == "http.response.start":
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LONGEST_HEARD):
                    await _hear(listen, lambda: more)
        await send(sent)

    return listen, answer


async def _hear(listen: Callable[[], Awaitable[Any]], more: Callable[[], bool]) -> None:
    heard = 0
    while more() and heard < MOST_HEARD:
        async with asyncio.timeout(LONGEST_PAUSE):
            heard += len((await listen()).get("body", b""))
