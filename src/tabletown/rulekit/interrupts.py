"""Ctrl-C while the compiler works."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

Progress = Callable[[int, int], None]
"""Called with how many functions of how many are ready."""


@contextmanager
def heard_between_steps(progress: Progress | None) -> Iterator[Progress]:
    """Ctrl-C is heard after the function that is being compiled, by what is told of the progress.

    Inside LLVM Python would swallow it and leave the compiler without its code, which ends in a traceback. Whoever asks
    twice is heard at once. Elsewhere than in the main thread nobody hears it anyway.
    """
    usual = signal.getsignal(signal.SIGINT)
    asked: list[FrameType | None] = []

    def hear() -> None:
        if asked and callable(usual):
            usual(signal.SIGINT, asked.pop())

    def note(_number: int, frame: FrameType | None) -> None:
        if asked:
            hear()
        asked.append(frame)

    def tell(done: int, wanted: int) -> None:
        hear()
        if progress is not None:
            progress(done, wanted)

    if threading.current_thread() is not threading.main_thread() or not callable(usual):
        yield tell
        return
    signal.signal(signal.SIGINT, note)
    try:
        yield tell
    finally:
        signal.signal(signal.SIGINT, usual)
    hear()
