"""Threads for what waits for the network, which nobody waits for when the server ends."""

import asyncio
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

T = TypeVar("T")
HANDS = 4


class Hands:
    """A few threads; the first work starts them."""

    def __init__(self, number: int = HANDS) -> None:
        self._work: queue.SimpleQueue[tuple[Callable[[], Any], Future[Any]]] = queue.SimpleQueue()
        self._number = number
        self._are_there = False

    async def do(self, work: Callable[[], T]) -> T:
        self._start()
        future: Future[T] = Future()
        self._work.put((work, future))
        return await asyncio.wrap_future(future)

    def _start(self) -> None:
        for _each in range(0 if self._are_there else self._number):
            threading.Thread(target=self._run, name="notices", daemon=True).start()
        self._are_there = True

    def _run(self) -> None:
        while True:
            work, future = self._work.get()
            if not future.set_running_or_notify_cancel():
                continue
            try:
                future.set_result(work())
            except BaseException as error:  # noqa: BLE001 -- it is told where the work is awaited
                future.set_exception(error)
