"""Whoever watches over workers stops them all, also one that has just begun."""

import subprocess
import sys

import pytest

STOPPED_AS_A_WORKER_BEGINS = """
import os, signal, time
from tabletown.web.supervising import Supervisor

fork = os.fork

def stopped_meanwhile():
    supervisor = os.getpid()
    worker = fork()
    if {who}:
        os.kill(supervisor, signal.SIGTERM)
        time.sleep(0.3)
    return worker

def work():
    time.sleep(3)
    print("went on", flush=True)
    return 0

os.fork = stopped_meanwhile
raise SystemExit(Supervisor(2, work).run())
"""


@pytest.mark.parametrize(
    "who",
    [
        pytest.param("worker", id="before the supervisor knows it"),
        pytest.param("not worker", id="before it answers for itself"),
    ],
)
def test_a_worker_that_has_just_begun_is_stopped_with_the_others(who: str) -> None:
    script = STOPPED_AS_A_WORKER_BEGINS.format(who=who)
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")
