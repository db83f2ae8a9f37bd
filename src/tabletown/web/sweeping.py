"""When a server looks for objects that hold each other and that nobody else can reach.

Python would look through young ones by the hundred thousand, and through all of them whenever there are a quarter more:
a fifth of a second, and a second with a thousand tables, in which nobody is answered.
"""

import gc
import time
from collections.abc import Callable

from tabletown.web.counting import memory

OFTEN = (2_000, 10, 1_000_000)
"""After so many new objects the new ones are looked through, after so many times those that stayed: in milliseconds.
All of them never by themselves."""
LONGEST, SOONEST = 3600.0, 600.0
"""Seconds after which everything is looked through, and before which it never is: a house that fills is no rubbish."""
MORE, MUCH = 1.25, 64 << 20
"""In between, once the process has grown by a quarter and so many bytes: that may be some."""


def sweep_often() -> None:
    """In a process that is a server and nothing else: what is there by now stays, and is never looked at again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*OFTEN)


class Sweeping:
    """Looks through everything, seldom."""

    def __init__(self, now: Callable[[], float] = time.monotonic, held: Callable[[], int] = memory) -> None:
        self._now, self._held = now, held
        self._note()

    def _note(self) -> None:
        held = self._held()
        self._swept, self._most = self._now(), max(held * MORE, held + MUCH)

    @property
    def is_due(self) -> bool:
        seconds = self._now() - self._swept
        return seconds >= LONGEST or (seconds >= SOONEST and self._held() > self._most)

    def sweep(self) -> None:
        gc.collect()
        self._note()
