"""One writer with group commit: whatever waits is stored in one transaction, and answered after its commit."""

import asyncio
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from sqlalchemy import Connection, Engine

Job = Callable[[Connection], Any]
MOST_IN_ONE = 512


class Writer:
    """A thread that owns all writing."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine.execution_options(writes=True)
        self._waiting: queue.SimpleQueue[tuple[Job, Future[Any]] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    async def write(self, job: Job) -> Any:
        """Do it and wait until it is on the disk. A job that raises leaves the others alone."""
        return await asyncio.shield(asyncio.wrap_future(self.submit(job)))

    def submit(self, job: Job) -> "Future[Any]":
        future: Future[Any] = Future()
        self._waiting.put((job, future))
        return future

    def close(self) -> None:
        """Store what waits, and end."""
        self._waiting.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (batch := self._next_batch()) is not None:
            self._store(batch)

    def _next_batch(self) -> list[tuple[Job, "Future[Any]"]] | None:
        first = self._waiting.get()
        if first is None:
            return None
        batch = [first]
        while len(batch) < MOST_IN_ONE and not self._waiting.empty():
            more = self._waiting.get()
            if more is None:
                self._waiting.put(None)
                break
            batch.append(more)
        return batch

    def _store(self, batch: list[tuple[Job, "Future[Any]"]]) -> None:
        done: list[tuple[Future[Any], Any]] = []
        failed: list[tuple[Future[Any], BaseException]] = []
        try:
            with self._engine.begin() as connection:
                for job, future in batch:
                    try:
                        with connection.begin_nested():
                            done.append((future, job(connection)))
                    except Exception as error:  # noqa: BLE001
                        failed.append((future, error))
        except Exception as trouble:  # noqa: BLE001
            failed = [(future, trouble) for _job, future in batch]
            done = []
        for future, result in done:
            future.set_result(result)
        for future, reason in failed:
            future.set_exception(reason)
