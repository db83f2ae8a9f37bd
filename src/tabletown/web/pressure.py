"""How much at once: how many requests wait for their answer, and how late everything is."""

import asyncio
import math
import time
from collections.abc import Callable

from tabletown.rulekit.errors import TabletownError

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
