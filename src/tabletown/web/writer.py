"""One writer with group commit: whatever waits is stored in one transaction, and answered after its commit."""

import asyncio
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from sqlalchemy import Connection, Engine

from tabletown.web.condition import NOT_KEPT, Condition, NotKept, reason_of

Job = Callable[[Connection], Any]
MOST_IN_ONE = 512


class Writer:
    """A thread that owns all writing."""

    def __init__(self, engine: Engine, condition: Condition) -> None:
        self._engine = engine.execution_options(writes=True)
        self._condition = condition
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
        outcomes: list[tuple[Future[Any], Any, Exception | None]] = []
        try:
            with self._engine.begin() as connection:
                if len(batch) == 1:  # there is no other to be saved from its failure
                    outcomes = [(batch[0][1], batch[0][0](connection), None)]
                else:
                    outcomes = [(future, *_tried(job, connection)) for job, future in batch]
                self._condition.check_file()
            self._condition.works()
        except Exception as trouble:  # noqa: BLE001
            failure = _not_kept(trouble) if self._condition.failed(trouble) else trouble
            outcomes = [(future, None, failure) for _job, future in batch]
        for future, result, error in outcomes:
            if error is None:
                future.set_result(result)
            else:
                future.set_exception(error)


def _tried(job: Job, connection: Connection) -> tuple[Any, Exception | None]:
    """Where the database itself fails, all fails: it may have dropped the whole transaction."""
    try:
        with connection.begin_nested():
            return job(connection), None
    except Exception as error:
        if reason_of(error) is not None:
            raise
        return None, error


def _not_kept(trouble: Exception) -> NotKept:
    error = NotKept(NOT_KEPT)
    error.__cause__ = trouble
    return error
