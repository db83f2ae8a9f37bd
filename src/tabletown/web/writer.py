"""One writer with group commit: whatever waits is stored in one transaction, and answered after its commit."""

import asyncio
import contextlib
import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Protocol

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import DBAPIError

from tabletown.web.condition import NOT_KEPT, UNSURE, Condition, NotKept, is_contended, reason_of
from tabletown.web.counting import counts
from tabletown.web.directly import alone

Job = Callable[[Connection], Any]
Waiting = tuple[Job, "Answer"]
Outcome = tuple["Answer", Any, Exception | None]
Announce = Callable[[Connection, dict[str, Any]], None]
MOST_IN_ONE = 512
MOST_ATTEMPTS = 20
"""Where other servers are in the way."""
LONGEST_DOUBT = 5.0
"""Seconds for which a database that went away during a commit is asked what became of it."""
NEWS = "news"
"""Under this name jobs leave with their connection what other servers should hear of, as the last that they do."""


class Answer(Protocol):
    """Whoever waits for a job, in whatever way."""

    def set_result(self, result: Any, /) -> None: ...

    def set_exception(self, exception: Exception, /) -> None: ...


class Awaited:
    """Somebody in an event loop, who may have gone by the time it is done."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self.future: asyncio.Future[Any] = self._loop.create_future()

    def set_result(self, result: Any, /) -> None:
        self._tell(self.future.set_result, result)

    def set_exception(self, exception: Exception, /) -> None:
        self._tell(self.future.set_exception, exception)

    def _tell(self, answer: Callable[[Any], None], given: Any) -> None:
        with contextlib.suppress(RuntimeError):  # a loop that is closed has nobody left
            self._loop.call_soon_threadsafe(self._answer, answer, given)

    def _answer(self, answer: Callable[[Any], None], given: Any) -> None:
        if not self.future.done():
            answer(given)


class Writer:
    """A thread that owns all writing."""

    def __init__(self, engine: Engine, condition: Condition, announce: Announce | None = None) -> None:
        """`announce` tells other servers, in the same transaction, what the jobs have left as news."""
        self._engine = engine.execution_options(writes=True)
        self._condition = condition
        self._announce = announce
        self._waiting: queue.SimpleQueue[Waiting | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    async def write(self, job: Job) -> Any:
        """Do it and wait until it is on the disk. A job that raises leaves the others alone."""
        answer = Awaited()
        self._waiting.put((job, answer))
        return await answer.future

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

    def _next_batch(self) -> list[Waiting] | None:
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

    def _store(self, batch: list[Waiting], attempts: int = 1) -> None:
        """Where other servers hold what several jobs want, the jobs are done one by one, again and again."""
        transaction = _Transaction(self._engine, self._announce)
        began = time.perf_counter()
        outcomes: list[Outcome] = []
        try:
            outcomes = transaction.carry_out(batch, self._condition)
            self._condition.works()
            counts.commits += 1
            counts.changes += sum(error is None for _future, _result, error in outcomes)
            counts.commit_seconds += time.perf_counter() - began
        except Exception as trouble:  # noqa: BLE001
            if is_contended(trouble) and attempts < MOST_ATTEMPTS:
                for each in batch:
                    self._store([each], attempts + 1)
                return
            if transaction.outcomes and transaction.was_committed() is True:
                outcomes = transaction.outcomes
            else:
                counts.not_kept += len(batch)
                failure = self._failure(trouble, is_sure=not transaction.is_in_doubt)
                outcomes = [(future, None, failure) for _job, future in batch]
        for future, result, error in outcomes:
            if error is None:
                future.set_result(result)
            else:
                future.set_exception(error)

    def _failure(self, trouble: Exception, *, is_sure: bool) -> Exception:
        if not self._condition.failed(trouble):
            return trouble
        error = NotKept(NOT_KEPT if is_sure else UNSURE)
        error.__cause__ = trouble
        return error


class _Transaction:
    """One attempt to store a batch, and what is known of it when the database goes away in its middle."""

    def __init__(self, engine: Engine, announce: Announce | None) -> None:
        self._engine = engine
        self._announce = announce
        self._number = ""
        self.outcomes: list[Outcome] = []
        """Once nothing is left to do but the commit."""
        self.is_in_doubt = False

    def carry_out(
        self, batch: list[Waiting], condition: Condition
    ) -> "list[Outcome]":
        with self._engine.begin() as connection:
            news = connection.info[NEWS] = {}
            if len(batch) == 1:  # there is no other to be saved from its failure
                outcomes: list[Outcome] = [
                    (batch[0][1], batch[0][0](connection), None)
                ]
            else:
                outcomes = [(future, *_tried(job, connection)) for job, future in batch]
            condition.check_file()
            if self._announce is not None:
                if news:
                    self._announce(connection, news)
                self._number = connection.execute(text("SELECT pg_current_xact_id()::text")).scalar_one()
            self.outcomes = outcomes
        return outcomes

    def was_committed(self) -> bool | None:
        """What became of a commit that was not answered, as the database says when it is back; None if it is not."""
        until = time.monotonic() + LONGEST_DOUBT
        while self._number and time.monotonic() < until:
            try:
                with self._engine.connect() as connection:
                    asked = text("SELECT pg_xact_status(CAST(:number AS xid8))")
                    state = connection.execute(asked, {"number": self._number}).scalar()
            except DBAPIError:
                state = "in progress"
            if state in {"committed", "aborted"}:
                return bool(state == "committed")
            time.sleep(0.05)
        self.is_in_doubt = bool(self._number)
        return None


def _tried(job: Job, connection: Connection) -> tuple[Any, Exception | None]:
    """Where the database itself fails, all fails: it may have dropped the whole transaction."""
    try:
        with alone(connection):
            return job(connection), None
    except Exception as error:
        if reason_of(error) is not None or is_contended(error):
            raise
        return None, error
