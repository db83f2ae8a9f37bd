"""Who does the work of the lab: any number of chunks, each of which gives the same again wherever it is done."""

import os
import threading
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Generator, Hashable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import closing, suppress
from itertools import islice
from queue import Empty, SimpleQueue
from typing import Generic, TypeVar
from weakref import ref

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
    """Compiled rules let go of the interpreter, so threads of one process are enough. Few chunks wait at once.

    Ctrl-C may come at any step of whoever waits here, so it holds no lock that a thread needs: an executor's futures
    have one each, and a thread that waited for one in vain kept the program from ending.
    """

    def __init__(self, threads: int) -> None:
        self.workers = check_threads(threads)

    def __call__(self, work: Callable[[Chunk], Found], chunks: Iterable[Chunk]) -> Done[Chunk, Found]:
        customer, left, waiting = _Customer(), iter(chunks), 0
        desk = _Desk[Chunk, Found](work, customer)
        try:
            for _ in range(self.workers):
                threading.Thread(target=desk.serve).start()
            for chunk in islice(left, 2 * self.workers):
                desk.due.put([chunk])
                waiting += 1
            while waiting:
                chunk, future = desk.done.get()
                waiting -= 1
                for after in islice(left, 1):
                    desk.due.put([after])
                    waiting += 1
                yield chunk, future.result()
        finally:
            desk.close(self.workers)


class _Customer:
    """Whoever waits for what threads do."""


class _Desk(Generic[Chunk, Found]):
    """Over which threads are handed their chunks and hand back what came of them."""

    def __init__(self, work: Callable[[Chunk], Found], customer: _Customer) -> None:
        self.due: SimpleQueue[list[Chunk]] = SimpleQueue()
        """An empty list: nothing more comes."""
        self.done: SimpleQueue[tuple[Chunk, Future[Found]]] = SimpleQueue()
        self._work, self._stopping, self._customer = work, threading.Event(), ref(customer)

    def serve(self) -> None:
        _here.stopping = self._stopping
        while (due := self._next()) and not self._stopping.is_set():
            future = Future[Found]()
            try:
                future.set_result(self._work(due[0]))
            except BaseException as error:  # noqa: BLE001  whoever waits for it gets it
                future.set_exception(error)
            self.done.put((due[0], future))

    def _next(self) -> list[Chunk]:
        """Whoever is interrupted even as they close says nothing, so a thread also looks whether they are there."""
        while self._customer():
            with suppress(Empty):
                return self.due.get(timeout=1.0)
        return []

    def close(self, threads: int) -> None:
        self._stopping.set()
        for _ in range(threads):
            self.due.put([])


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
