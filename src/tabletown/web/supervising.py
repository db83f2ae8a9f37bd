"""Several worker processes at one address: started again when they end, stopped together."""

import contextlib
import logging
import os
import signal
import time
from collections.abc import Callable, Iterator
from types import FrameType

log = logging.getLogger(__name__)

TOO_SOON = 5.0
"""Seconds. A worker that ends sooner has not served anybody."""
MOST_TOO_SOON = 5
PAUSE = 0.5
Ended = Callable[[int], None]


class Supervisor:
    """Forks the workers, and waits for what becomes of them. Nothing of the server is alive in this process."""

    def __init__(self, count: int, work: Callable[[], int], ended: Ended = lambda _pid: None) -> None:
        self._count = count
        self._work = work
        self._ended = ended
        self._workers: dict[int, float] = {}
        self._is_stopping = False
        self._too_soon = 0

    def run(self) -> int:
        for name in (signal.SIGTERM, signal.SIGINT):
            signal.signal(name, self._stop)
        signal.signal(signal.SIGUSR1, self._pass_on)
        for _ in range(self._count):
            self._start()
        code = 0
        while self._workers:
            code = max(code, self._wait_for_one())
        return code

    def _start(self) -> None:
        with _signals_wait():
            if self._is_stopping:
                return
            pid = os.fork()
            if pid:
                self._workers[pid] = time.monotonic()
                return
            for name in (signal.SIGTERM, signal.SIGINT):
                signal.signal(name, signal.SIG_DFL)
            signal.signal(signal.SIGUSR1, signal.SIG_IGN)  # until the server in it knows what to answer
        code = 1
        try:
            code = self._work()
        finally:
            os._exit(code)

    def _wait_for_one(self) -> int:
        """Its exit code, if nobody takes its place."""
        pid, status = os.wait()
        lived = time.monotonic() - self._workers.pop(pid, 0.0)
        self._ended(pid)
        code = abs(os.waitstatus_to_exitcode(status))
        if self._is_stopping:
            return 0
        self._too_soon = self._too_soon + 1 if lived < TOO_SOON else 0
        if self._too_soon >= MOST_TOO_SOON or (lived < TOO_SOON and code == BAD):
            self._stop()
            return code or 1
        log.error("A worker process ended (%d) and is started again", code)
        time.sleep(PAUSE)
        self._start()
        return 0

    def _stop(self, _signal: int = 0, _frame: FrameType | None = None) -> None:
        self._is_stopping = True
        self._pass_on(signal.SIGTERM)

    def _pass_on(self, name: int, _frame: FrameType | None = None) -> None:
        for pid in self._workers:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, name)


@contextlib.contextmanager
def _signals_wait() -> Iterator[None]:
    """Until a worker is known here and knows its own answers: told in between it would go on for ever."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM, signal.SIGINT, signal.SIGUSR1})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


BAD = 2
"""The exit code of a worker that was started with something that cannot work."""
