"""A server that is run for tests tells how it fares, and what has become of it."""

import os
import resource
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools.running import Server


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


def test_a_crash_says_where_and_is_not_taken_for_an_end(server: Server) -> None:
    resource.prlimit(server.pid, resource.RLIMIT_CORE, (0, 0))  # else the system may leave its memory in a file
    os.kill(server.pid, signal.SIGSEGV)
    while server.ended is None:
        time.sleep(0.01)
    assert server.account() == f"The server at port {server.port} has ended, by SIGSEGV."
    with pytest.raises(RuntimeError, match="crashed, by SIGSEGV") as told:
        server.stop()
    assert "Fatal Python error: Segmentation fault" in str(told.value)
