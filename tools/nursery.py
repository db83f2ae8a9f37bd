"""A server that is soon up again after it was killed."""

import argparse
import os
import signal
import subprocess
import sys
from pathlib import Path

from tabletown.match import games
from tools.running import Server

PATIENCE = 60.0


class Nursery:
    """A process that has everything imported and forks a server when it is told to: a start without the imports."""

    def __init__(self, database: str, errors: Path) -> None:
        self.database = database
        self.port = 0
        self._pid = 0
        with errors.open("a") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tools.nursery"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )

    def start(self) -> None:
        self._tell(f"{self.port} {self.database}")
        self._pid = int(self._hear())
        self.port = int(self._hear().rstrip("/").rsplit(":", 1)[1])

    def kill(self) -> None:
        os.kill(self._pid, signal.SIGKILL)
        self._pid = 0
        if self._hear() != "ended":
            raise RuntimeError("A killed server went on.")

    def close(self) -> None:
        if self._pid:
            self.kill()
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(PATIENCE)
        self._process.stdout.close()

    def _tell(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()

    def _hear(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("The server did not start; its errors are in its log.")
        return line.strip()


def nursery() -> None:
    import tabletown.web.server  # noqa: F401 -- so that servers need not
    from tabletown.web.serve import add_arguments, serve
    from tabletown.web.templates import pages

    for page in pages().list_templates():
        pages().get_template(page)
    for each in games():
        each.new().picture()
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    for line in sys.stdin:
        port, database = line.split()
        child = os.fork()
        if not child:
            given = parser.parse_args(["--port", port, "--database", database, "--pace", "0", *Server.options])
            os._exit(serve(given))
        print(child, flush=True)  # noqa: T201
        os.waitpid(child, 0)
        print("ended", flush=True)  # noqa: T201


if __name__ == "__main__":
    nursery()
