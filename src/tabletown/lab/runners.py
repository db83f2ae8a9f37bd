"""Who does the work of the lab: any number of chunks, each of which gives the same again wherever it is done."""

import os
import threading
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Generator, Hashable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from contextlib import closing
from itertools import islice
from typing import TypeVar

from tabletown.rulekit.errors import BadOption

Chunk = TypeVar("Chunk", bound=Hashable)
Found = TypeVar("Found")
Done = Generator[tuple[Chunk, Found], None, None]


class Runner(ABC):
    """Does every chunk, wherever and in whatever order, and yields each with what came of it as soon as it is there.

    What is done must be a function of a module, or a `partial` of one, over what can be pickled: a cluster sends it.
    Chunks are taken from their iterable as they are needed, so that there can be any number of them.
    """

    workers: int = 1
    """Chunks that are done at once."""
    grain: int = 1
    """So many times what is worth a thread's while is a chunk that is worth being sent."""

    @abstractmethod
    def __call__(self, work: Callable[[Chunk], Found], chunks: Iterable[Chunk]) -> Done[Chunk, Found]:
        """Closed before its end (see `contextlib.closing`), it stops what is under way."""


_here = threading.local()


def is_stopped() -> bool:
    """Whether nobody waits any longer for what this thread does; asked now and then by work that takes long."""
    stopping: threading.Event | None = getattr(_here, "stopping", None)
    return stopping is not None and stopping.is_set()


class Here(Runner):
    """One after the other in this thread."""

    def __call__(self, work: Callable[[Chunk], Found], chunks: Iterable[Chunk]) -> Done[Chunk, Found]:
        yield from ((chunk, work(chunk)) for chunk in chunks)


class OnThreads(Runner):
    """Compiled rules let go of the interpreter, so threads of one process are enough. Few chunks wait at once."""

    def __init__(self, threads: int) -> None:
        self.workers = check_threads(threads)

    def __call__(self, work: Callable[[Chunk], Found], chunks: Iterable[Chunk]) -> Done[Chunk, Found]:
        stopping, left = threading.Event(), iter(chunks)
        pool = ThreadPoolExecutor(self.workers, initializer=_here.__setattr__, initargs=("stopping", stopping))
        try:
            waiting = {pool.submit(work, chunk): chunk for chunk in islice(left, 2 * self.workers)}
            while waiting:
                done, _ = wait(waiting, return_when=FIRST_COMPLETED)
                for future in done:
                    chunk = waiting.pop(future)
                    waiting |= {pool.submit(work, after): after for after in islice(left, 1)}
                    yield chunk, future.result()
        finally:
            stopping.set()
            pool.shutdown(wait=False, cancel_futures=True)


def on_threads(threads: int) -> Runner:
    """The usual runner."""
    return OnThreads(threads)


def in_order(runner: Runner, work: Callable[[Chunk], Found], chunks: Iterable[Chunk]) -> Done[Chunk, Found]:
    """Each as soon as all before it are there; so few wait for a slow one that their results have room."""
    left, most = iter(chunks), 4 * runner.workers
    due: deque[Chunk] = deque()
    early: dict[Chunk, Found] = {}

    def given_out() -> Iterator[Chunk]:
        while len(due) < most and (following := list(islice(left, 1))):
            due.append(following[0])
            yield following[0]

    more = True
    while more:
        more = False
        with closing(runner(work, given_out())) as done:
            for chunk, found in done:
                more = True
                early[chunk] = found
                while due and due[0] in early:
                    first = due.popleft()
                    yield first, early.pop(first)


def check_number(name: str, value: object, least: int, beyond: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value < beyond:
        raise BadOption(f"The number of {name} is a whole number from {least} to {beyond - 1}, not {value!r}.")
    return value


def check_threads(threads: object) -> int:
    return check_number("threads", threads, 1, 1 + 8 * (os.cpu_count() or 1))
