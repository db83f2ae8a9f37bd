"""Work that takes long, in processes of its own, so that nobody's page waits for it.

A process is started when it is first needed and kept. It is given one piece of work at a time: a function of some
module by its name, and what it is called with. Whatever takes too long is ended together with its process; another one
is started for the next piece. What waits is bounded, in all and for each client.
"""

import asyncio
import contextlib
import importlib
import os
import pickle
import signal
import struct
import sys
import traceback
from collections import Counter, deque
from collections.abc import Callable, Sequence
from typing import Any, ParamSpec, TypeVar

from tabletown.rulekit.errors import TabletownError
from tabletown.rulekit.language import message
from tabletown.rulekit.slips import slip_of_a_game

P = ParamSpec("P")
T = TypeVar("T")

PROCESSES = 2
MOST_WAITING = 16
"""Pieces of work that wait for a process; whoever comes then is sent away for a while."""
MOST_EACH = 3
"""Pieces that one client may have under way."""
PATIENCE = 10.0
"""Seconds of a processor that a piece of work may take."""
ON_THE_CLOCK = 6
"""So many times as long it may last, where others have the processor too, or it waits for something."""
LONGEST_WAIT = 20.0
"""Seconds that one waits for a process."""
LONGEST_START = 60.0
"""Seconds that a process may take to begin, which is nobody's fault."""
MOST_KNOWN = 8
"""Clients that a process is taken to know: who asks again gets the same one if it is free, for it may remember."""
GRACE = 5.0
"""Seconds after which a process that nobody ends any more ends itself."""
LENGTH = struct.Struct("!I")
MOST_TOLD = 4000
"""Letters of a traceback."""


class Busy(TabletownError):
    """There is more to do than can be done now."""

    retry_after = 5


class TooMuchAtOnce(TabletownError):
    """A client that asks for too much at the same time."""

    retry_after = 2


class TookTooLong(TabletownError):
    """A piece of work that had to be ended."""


class Failed(Exception):
    """A fault of ours in a piece of work."""


class Workers:
    """A few processes, and who may use them."""

    def __init__(
        self,
        processes: int = PROCESSES,
        most_waiting: int = MOST_WAITING,
        most_each: int = MOST_EACH,
        patience: float = PATIENCE,
        ready: Sequence[str] = (),
        longest_wait: float = LONGEST_WAIT,
    ) -> None:
        """`ready` are the modules that a process knows before its first work, so that it does not wait for them."""
        self._ready = ready
        self._longest_wait = longest_wait
        self._most_waiting = most_waiting
        self._most_each = most_each
        self._patience = patience
        self._turns = asyncio.Semaphore(processes)
        self._idle: list[_Process] = []
        self._all: set[_Process] = set()
        self._waiting = 0
        self._under_way: Counter[str] = Counter()
        self._is_closed = False

    @property
    def pids(self) -> list[int]:
        return sorted(process.pid for process in self._all)

    async def run(self, client: str, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What the function returns or refuses, called in another process. `client` is whoever wants it."""
        if self._under_way[client] >= self._most_each:
            raise TooMuchAtOnce(message("You have asked for too much at once. Try again when some of it is done."))
        self._under_way[client] += 1
        try:
            await self._take_turn()
            try:
                done: T = await self._done(client, (work.__module__, work.__qualname__, args, kwargs, self._patience))
                return done
            finally:
                self._turns.release()
        finally:
            self._under_way[client] -= 1
            if not self._under_way[client]:
                del self._under_way[client]

    async def _take_turn(self) -> None:
        busy = Busy(message("The server has too much to do at the moment. Try again soon."))
        if self._is_closed or self._waiting >= self._most_waiting:
            raise busy
        self._waiting += 1
        try:
            async with asyncio.timeout(self._longest_wait):
                await self._turns.acquire()
        except TimeoutError:
            raise busy from None
        finally:
            self._waiting -= 1

    async def _done(self, client: str, work: Any) -> Any:
        process = self._free_for(client) or await self._new()
        process.clients.append(client)
        try:
            async with asyncio.timeout(self._patience * ON_THE_CLOCK):
                fine, answer = await process.ask(work)
        except TimeoutError:
            raise self._too_long() from None
        except (OSError, EOFError) as error:
            code = await process.code()
            failed = Failed(f"A worker process has ended with code {code}: {error}")
            raise (self._too_long() if code == -signal.SIGPROF else failed) from None
        finally:
            if process.is_ready and not self._is_closed:
                self._idle.append(process)
            else:
                self._all.discard(process)
                await asyncio.shield(process.end())
        if fine:
            return answer
        raise answer if isinstance(answer, Exception) else Failed(answer)

    def _free_for(self, client: str) -> "_Process | None":
        """A process that waits for work; one that has worked for the client, if there is one."""
        if not self._idle:
            return None
        process = next((each for each in self._idle if client in each.clients), self._idle[-1])
        self._idle.remove(process)
        return process

    def _too_long(self) -> TookTooLong:
        sentence = message("That took longer than {seconds:g} seconds, so it was stopped.")
        return TookTooLong(sentence, seconds=self._patience)

    async def _new(self) -> "_Process":
        pipe = asyncio.subprocess.PIPE
        command = (sys.executable, "-m", __name__, *self._ready)
        process = _Process(await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe))
        self._all.add(process)
        try:
            async with asyncio.timeout(LONGEST_START):
                await process.begin()
        except BaseException as error:
            self._all.discard(process)
            await asyncio.shield(process.end())
            if isinstance(error, (OSError, EOFError)):
                raise Failed(f"A worker process did not begin: {error}") from None
            raise
        return process

    async def close(self) -> None:
        """End all processes, whatever they are doing."""
        self._is_closed = True
        processes, self._all, self._idle = self._all, set(), []
        for process in processes:
            await process.end()


class _Process:
    """One process, seen from the server."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.is_ready = False
        """Whether it waits for work: one that was left in the middle of something is of no more use."""
        self.clients: deque[str] = deque(maxlen=MOST_KNOWN)
        """For whom it has worked last."""

    @property
    def pid(self) -> int:
        return self._process.pid

    async def begin(self) -> None:
        assert await self._answer() is None
        self.is_ready = True

    async def ask(self, work: Any) -> Any:
        assert self._process.stdin is not None
        self.is_ready = False
        self._process.stdin.write(_packed(work))
        await self._process.stdin.drain()
        answer = await self._answer()
        self.is_ready = True
        return answer

    async def _answer(self) -> Any:
        answers = self._process.stdout
        assert answers is not None
        (length,) = LENGTH.unpack(await answers.readexactly(LENGTH.size))
        return pickle.loads(await answers.readexactly(length))

    async def code(self) -> int | None:
        """What it ended with, if it ends by itself."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(1):
                return await self._process.wait()
        return None

    async def end(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()


def _packed(given: Any) -> bytes:
    content = pickle.dumps(given)
    return LENGTH.pack(len(content)) + content


# ---------------------------------------------------------------- in the process


def main() -> None:
    """Do what comes in, one after the other, until nothing can come any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C in a terminal is for the server, which ends its processes
    os.nice(2)
    with os.fdopen(os.dup(1), "wb") as answers:
        os.dup2(2, 1)  # whatever prints does not speak in between
        for module in sys.argv[1:]:
            importlib.import_module(module)
        answers.write(_packed(None))
        answers.flush()
        asked = sys.stdin.buffer
        while head := asked.read(LENGTH.size):
            module, name, args, kwargs, patience = pickle.loads(asked.read(*LENGTH.unpack(head)))
            _allow(patience, patience * ON_THE_CLOCK + GRACE)
            answer = _packed(_result(module, name, args, kwargs))
            _allow(0, 0)
            answers.write(answer)
            answers.flush()


def _allow(working: float, passing: float) -> None:
    """The system ends this process after so many seconds of work, and after so many that pass; 0: never."""
    signal.setitimer(signal.ITIMER_PROF, working)
    signal.setitimer(signal.ITIMER_REAL, passing)


def _result(module: str, name: str, args: Any, kwargs: Any) -> tuple[bool, Any]:
    try:
        return True, getattr(importlib.import_module(module), name)(*args, **kwargs)
    except (TabletownError, RecursionError) as error:
        return False, error
    except Exception as error:  # noqa: BLE001 -- the server says that there was a fault, and writes this into its log
        return False, (slip_of_a_game(error) or traceback.format_exc())[-MOST_TOLD:]


if __name__ == "__main__":
    main()
