"""Players for the tests: one that answers a pipe by what it reads, and a terminal to type into."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tools.running import PATIENCE

COMMAND = (sys.executable, "-m", "tabletown")


def at_home(home: Path, environment: pytest.MonkeyPatch, columns: int) -> Path:
    """Whatever is played is played in that folder, in English, on a screen of so many letters in a line."""
    environment.chdir(home)
    settings = {"XDG_STATE_HOME": str(home / "state"), "LANG": "C.UTF-8", "COLUMNS": str(columns)}
    for name, value in settings.items():
        environment.setenv(name, value)
    for name in ("LC_ALL", "LC_MESSAGES"):
        environment.delenv(name, raising=False)
    return home


class Reader:
    """Stands in for the standard input: each answer is made from what was printed since the last one."""

    def __init__(self, capsys: pytest.CaptureFixture[str], answer: Callable[[str], str | None]) -> None:
        self._capsys = capsys
        self._answer = answer
        self.pages: list[str] = []
        self.complaints: list[str] = []

    def isatty(self) -> bool:
        return False

    def readline(self) -> str:
        page, complaint = self._capsys.readouterr()
        self.pages.append(page)
        self.complaints.append(complaint)
        answer = self._answer(self.pages[-1])
        return "" if answer is None else f"{answer}\n"


def numbers_on(page: str) -> list[int]:
    """The choices that a page offers."""
    return [int(number) for number in re.findall(r"^ *(\d+) (?=[A-Z])", page.rpartition("?\n")[2], re.MULTILINE)]


def give_answers(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *answers: str) -> Reader:
    """A fixed list of answers, then the end."""
    left = list(answers)
    reader = Reader(capsys, lambda _page: left.pop(0) if left else None)
    monkeypatch.setattr(sys, "stdin", reader)
    return reader


class Terminal:
    """A program in a terminal of its own, 80 by 24 unless told otherwise."""

    def __init__(self, *arguments: str, home: Path, size: tuple[int, int] = (24, 80), **environment: str) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))
        env = {**os.environ, "TERM": "xterm-256color", "XDG_STATE_HOME": str(home), "LANG": "C.UTF-8", **environment}
        self.process = subprocess.Popen(
            [*COMMAND, *arguments], stdin=slave, stdout=slave, stderr=slave, env=env, cwd=home, start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # noqa: PLW1509  Ctrl-C needs it
        )  # fmt: skip
        os.close(slave)
        self.screen = ""
        """Everything since the last look."""

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, *_error: object) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
        os.close(self.master)

    def type(self, text: str) -> None:
        self.screen = ""
        os.write(self.master, text.encode())

    def interrupt(self, wanted: str) -> str:
        """Ctrl-C until the wanted text comes: one that arrives just before the line is read waits for the next key."""
        self.screen = ""
        last = time.monotonic() + PATIENCE
        while time.monotonic() < last:
            time.sleep(0.3)
            os.write(self.master, b"\x03")
            end = time.monotonic() + 3
            while time.monotonic() < end:
                if re.search(wanted, self.screen):
                    return self.screen
                self._take()
        raise AssertionError(f"{wanted!r} did not come; the screen holds {self.screen!r}")

    def until(self, wanted: str) -> str:
        """What has come since the last typing, once it holds the wanted text."""
        end = time.monotonic() + PATIENCE
        while not re.search(wanted, self.screen):
            assert time.monotonic() < end, f"{wanted!r} did not come; the screen holds {self.screen[-2000:]!r}"
            self._take()
        return self.screen

    def _take(self) -> None:
        if select.select([self.master], [], [], 0.2)[0]:
            try:
                self.screen += os.read(self.master, 65536).decode("utf-8", "replace")
            except OSError:
                assert self.process.wait(PATIENCE) is not None
                time.sleep(0.05)

    def ended(self) -> int:
        """The exit code, once everything is read."""
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None:
            assert time.monotonic() < end, f"it goes on; the screen holds {self.screen[-2000:]!r}"
            self._take()
        while select.select([self.master], [], [], 0.1)[0]:
            try:
                self.screen += os.read(self.master, 65536).decode("utf-8", "replace")
            except OSError:
                break
        return self.process.returncode


def run(*arguments: str, answers: str | None = "", home: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """The program with pipes."""
    env = {**os.environ, "XDG_STATE_HOME": str(home), "LANG": "C.UTF-8", **environment}
    return subprocess.run(
        [*COMMAND, *arguments], input=answers, capture_output=True, text=True, env=env, cwd=home, timeout=PATIENCE,
        check=False,
    )  # fmt: skip
