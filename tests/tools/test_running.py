"""A server that is run for tests tells how it fares, and what has become of it."""

import os
import resource
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tools.running import Server

BUSY = 1.0
"""Seconds."""
TABLE = {"game": "the_estates", "seats": [{"who": "me", "name": "Mika"}, {"who": "open"}]}


@pytest.fixture(params=[True, False], ids=["forked", "by itself"])
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Server]:
    started = Server(tmp_path / "tables.sqlite", log=tmp_path / "server.log", forked=request.param)
    started.start()
    yield started
    started.end()


def test_a_server_that_runs_says_what_its_threads_do_and_goes_on(server: Server) -> None:
    assert server.ended is None
    assert server.account() == f"The server at port {server.port} runs (process {server.pid})."
    assert " in _serve\n" in server.last_words()
    assert server.ask("/health").status == 200
    server.stop()
    assert server.account() == f"The server at port {server.port} does not run."


def test_a_server_is_asked_again_and_again_while_it_is_busy_and_goes_on(server: Server) -> None:
    """What looks at threads must not run beside them: that has crashed a server."""
    until = time.monotonic() + BUSY

    def hurry() -> None:
        while time.monotonic() < until:
            assert server.ask("/api/tables", TABLE).status == 201

    with ThreadPoolExecutor(4) as crowd:
        busy = [crowd.submit(hurry) for _ in range(4)]
        while time.monotonic() < until and server.ended is None:
            os.kill(server.pid, signal.SIGUSR1)
            time.sleep(0.001)
        assert server.ended is None
        for each in busy:
            each.result()


def test_a_crash_says_where_and_is_not_taken_for_an_end(server: Server) -> None:
    resource.prlimit(server.pid, resource.RLIMIT_CORE, (0, 0))  # else the system may leave its memory in a file
    os.kill(server.pid, signal.SIGSEGV)
    while server.ended is None:
        time.sleep(0.01)
    assert server.account() == f"The server at port {server.port} has ended, by SIGSEGV."
    with pytest.raises(RuntimeError, match="crashed, by SIGSEGV") as told:
        server.stop()
    assert "Fatal Python error: Segmentation fault" in str(told.value)
