"""What each thread of the process is doing, on the standard error: when it crashes, and when somebody asks."""

import contextlib
import faulthandler
import os
import signal
import sys
import threading
import traceback
from collections.abc import Iterator
from itertools import islice
from types import FrameType

STANDARD_ERROR = 2
DEPTH = 100
"""Calls that are told of a thread."""


def tell_what_threads_do() -> None:
    """When the process crashes, and whenever somebody sends SIGUSR1."""
    faulthandler.enable(STANDARD_ERROR)
    if threading.current_thread() is threading.main_thread():  # elsewhere Python lets nobody answer to signals
        # Not faulthandler.register: it looks at threads while they run, and crashed a busy server one time in ten.
        signal.signal(signal.SIGUSR1, _tell)


def _tell(_signal: int, frame: FrameType | None) -> None:
    """At one go: several workers write into one log, and what they say shall not be mixed."""
    with contextlib.suppress(OSError):
        os.write(STANDARD_ERROR, "".join(f"{line}\n" for line in _lines(frame)).encode(errors="replace"))


def _lines(asked_at: FrameType | None) -> Iterator[str]:
    """Innermost calls first, as faulthandler has them."""
    names = {thread.ident: thread.name for thread in threading.enumerate()}
    yield f"What the threads of process {os.getpid()} are doing:"
    for thread, frame in sys._current_frames().items():  # noqa: SLF001 -- there is no other door
        yield f"Thread {names.get(thread, thread)} (most recent call first):"
        innermost = asked_at if thread == threading.get_ident() else frame
        for each, line in islice(traceback.walk_stack(innermost), DEPTH) if innermost else ():
            yield f'  File "{each.f_code.co_filename}", line {line} in {each.f_code.co_name}'
