"""Servers without what every start costs: forked from a process that has imported everything and made it ready.

A start of its own takes 1.4 s of a processor, and 1.3 s more while it makes its pages ready.
"""

import atexit
import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import threading
import traceback
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

PATIENCE = 120.0
END = b"\n"
HOME = Path(__file__).parents[1]


class Child:
    """A server, with what a process that one has started oneself can do."""

    def __init__(self, nursery: "Nursery", pid: int) -> None:
        self._nursery = nursery
        self.pid = pid
        self.returncode: int | None = None

    def terminate(self) -> None:
        self._signal(signal.SIGTERM)

    def kill(self) -> None:
        self._signal(signal.SIGKILL)

    def wait(self, _timeout: float | None = None) -> int:
        if self.returncode is None:
            self.returncode = int(self._nursery.ask({"wait": self.pid, "how": 0}))
        return self.returncode

    def poll(self) -> int | None:
        if self.returncode is None:
            self.returncode = self._nursery.ask({"wait": self.pid, "how": os.WNOHANG})
        return self.returncode

    def _signal(self, number: signal.Signals) -> None:
        if self.returncode is None:  # until it is waited for, nobody else can have its number
            os.kill(self.pid, number)


class Nursery:
    """The process, and the way to tell it what to do."""

    def __init__(self) -> None:
        self._door, theirs = socket.socketpair(socket.AF_UNIX)
        self._door.settimeout(PATIENCE)
        self._lock = threading.Lock()
        with theirs:
            command = [sys.executable, "-m", "tools.nursery", str(theirs.fileno())]
            self._process = subprocess.Popen(command, cwd=HOME, pass_fds=[theirs.fileno()])
        atexit.register(self.close)

    def bear(self, arguments: Sequence[str], out: int, errors: int) -> Child:
        """A server with these arguments, here and in the environment of now, that writes into these files."""
        birth = {"arguments": list(arguments), "environment": dict(os.environ), "folder": os.getcwd()}  # noqa: PTH109
        return Child(self, int(self.ask(birth, [out, errors])))

    def ask(self, what: object, files: Sequence[int] = ()) -> Any:
        with self._lock:
            said = json.dumps(what).encode() + END
            sent = socket.send_fds(self._door, [said], files)
            self._door.sendall(said[sent:])
            answer, _none = _heard(self._door)
        if not answer:
            raise RuntimeError("The nursery of servers has ended; its errors are above.")
        return json.loads(answer)

    def close(self) -> None:
        """Whoever is left has nobody to ask, and ends."""
        atexit.unregister(self.close)
        self._door.close()
        self._process.wait(PATIENCE)


def _heard(door: socket.socket) -> tuple[bytes, list[int]]:
    """A line and the files that came with it; nothing if nobody is there any more."""
    said, files = b"", list[int]()
    while not said.endswith(END):
        more, came, _flags, _from = socket.recv_fds(door, 1 << 16, 2)
        if not more:
            return b"", files
        said += more
        files += came
    return said, files


@cache
def nursery() -> Nursery:
    """One for all servers of a process."""
    return Nursery()


# ---------------------------------------------------------------- in the process


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever is interrupted closes the door
    _get_ready()
    with socket.socket(fileno=int(sys.argv[1])) as door:
        alive: set[int] = set()
        while True:
            said, files = _heard(door)
            if not said:
                break
            told = json.loads(said)
            if "wait" in told:
                answer = _ended(told["wait"], told["how"])
                alive -= {told["wait"]} if answer is not None else set()
            else:
                answer = _born(door, told, files)
                alive.add(answer)
            door.sendall(json.dumps(answer).encode() + END)
        for pid in alive:
            os.kill(pid, signal.SIGKILL)


def _get_ready() -> None:
    import asyncio
    import gc

    from tabletown.web import serve  # noqa: F401
    from tabletown.web.warming import warm_up

    for _piece in warm_up():
        pass
    asyncio.run(_rehearsal())
    assert threading.active_count() == 1, "a thread is not forked with its process"
    gc.collect()
    gc.freeze()


async def _rehearsal() -> None:
    """A server that opens and closes: what it had to import and to find out nobody has to after it."""
    from tabletown.web.server import make_app

    with TemporaryDirectory() as folder:
        async with make_app(f"sqlite:///{folder}/tables.sqlite").lifespan():
            pass


def _ended(pid: int, how: int) -> int | None:
    """With what, if it has."""
    found, status = os.waitpid(pid, how)
    return os.waitstatus_to_exitcode(status) if found else None


def _born(door: socket.socket, told: dict[str, Any], files: list[int]) -> int:
    pid = os.fork()
    if pid:
        for file in files:
            os.close(file)
        return pid
    signal.signal(signal.SIGINT, signal.default_int_handler)
    door.close()
    for file, place in zip(files, (1, 2), strict=True):
        os.dup2(file, place)
        os.close(file)
    os._exit(_served(told))


def _served(told: dict[str, Any]) -> int:
    """As `python -m tabletown.web` does it; answers how that ends."""
    from tabletown.web import pushes
    from tabletown.web.serve import main as serve

    pushes.EPOCH = secrets.token_hex(4)  # which tells a server from the one before it
    os.chdir(told["folder"])
    os.environ.clear()
    os.environ.update(told["environment"])
    sys.argv[1:] = told["arguments"]
    try:
        return serve()
    except SystemExit as ended:
        return int(ended.code or 0)
    except BaseException:  # noqa: BLE001  nothing of this process may go on in the one that was forked
        traceback.print_exc()
        return 1
    finally:
        sys.stdout.flush()
        sys.stderr.flush()


if __name__ == "__main__":
    main()
