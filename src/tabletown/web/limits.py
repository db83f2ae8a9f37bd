"""How much is taken from whom: requests, new tables and open pages of each address."""

import ipaddress
import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from tabletown.rulekit.errors import TabletownError

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
