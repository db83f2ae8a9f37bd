"""A program that is asked in JSON lines: started, told, asked and given a time for its answer, and ended."""

import contextlib
import json
import os
import queue
import signal
import subprocess
import threading
from collections import deque
from collections.abc import Mapping, Sequence
from concurrent.futures import CancelledError
from time import monotonic
from typing import IO, Any

from tabletown.lab.runners import is_stopped
from tabletown.rulekit.errors import TabletownError

LONGEST_LINE = 1 << 16
MOST_UNREAD = 64
"""Lines that a program may have written unasked."""
TIME_TO_GET_READY = 300.0
"""Seconds; somebody may have to load a large model, or to compile rules for the first time."""
GLANCE = 0.1
CRASHED, LATE, NONSENSE, ILLEGAL = 1, 2, 3, 4
FAULTS = {CRASHED: "crashed", LATE: "late", NONSENSE: "nonsense", ILLEGAL: "illegal"}


class Failed(TabletownError):
    """A program that did not do its part; what it did instead is one of FAULTS."""

    def __init__(self, fault: int, text: str) -> None:
        super().__init__(text)
        self.fault = fault


class Program:
    """One process. Nothing it does, or does not do, holds up whoever asks it."""

    def __init__(self, line: Sequence[str]) -> None:
        try:
            self._process = subprocess.Popen(
                line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
            )
        except OSError as error:
            raise Failed(CRASHED, f"{line[0]} cannot be started: {error.strerror or error}") from None
        self._said: queue.Queue[bytes] = queue.Queue(MOST_UNREAD)
        self._to_say: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._notes: deque[str] = deque(maxlen=20)
        process = self._process
        assert process.stdin
        assert process.stdout
        assert process.stderr
        self._threads = [
            threading.Thread(target=work, args=(pipe,), daemon=True)
            for work, pipe in ((self._write, process.stdin), (self._read, process.stdout), (self._note, process.stderr))
        ]
        for thread in self._threads:
            thread.start()

    def _write(self, pipe: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError), pipe:
            while (line := self._to_say.get()) is not None:
                pipe.write(line)
                pipe.flush()

    def _read(self, pipe: IO[bytes]) -> None:
        """An empty line means that there will be no more; of a program that talks and talks no more is read."""
        with contextlib.suppress(OSError, ValueError, queue.Full), pipe:
            while line := pipe.readline(LONGEST_LINE):
                self._said.put_nowait(line)
        with contextlib.suppress(queue.Full):
            self._said.put_nowait(b"")

    def _note(self, pipe: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError), pipe:
            while line := pipe.readline(LONGEST_LINE):
                self._notes.append(line.decode(errors="replace").strip())

    def tell(self, message: Mapping[str, Any]) -> None:
        self._to_say.put(json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")

    def ask(self, message: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        """Its answer, an object."""
        self.tell(message)
        line = self._answer(seconds)
        if not line:
            raise Failed(CRASHED, self._last_words())
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            answer = None
        if not line.endswith(b"\n") or not isinstance(answer, dict):
            said = line[:60].decode(errors="replace").strip()
            raise Failed(NONSENSE, f"it answered {said!r}, which is no JSON object on a line (notes go to stderr)")
        return answer

    def _answer(self, seconds: float) -> bytes:
        deadline = monotonic() + seconds
        while True:
            if is_stopped():
                raise CancelledError
            try:
                return self._said.get(timeout=max(0.0, min(GLANCE, deadline - monotonic())))
            except queue.Empty:
                if monotonic() >= deadline:
                    raise Failed(LATE, f"it had no answer after {seconds:g} s") from None

    def _last_words(self) -> str:
        """How it ended, when it has said its last line."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=2)
        self._threads[-1].join(timeout=2)
        code = self._process.poll()
        how = "it closed its output" if code is None else f"it ended with code {code}"
        words = next((note for note in reversed(self._notes) if note), "")
        return f"{how}: {words[:200]}" if words else how

    def end(self, *, grace: float = 0.0) -> None:
        """With all that it has started; one that has been told everything may say goodbye to itself first."""
        self._to_say.put(None)
        if grace:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(timeout=grace)
        with contextlib.suppress(OSError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        for thread in self._threads:
            thread.join(timeout=2)
