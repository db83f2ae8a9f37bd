"""The tests, and the few that failed once more, alone: what passes then is unsteady, and said loudly.

`make test` calls it with arguments for pytest. A test that fails among thousands in four processes and passes by
itself is a fault, mostly of the test; but nobody should have to wait for all the others again to learn that, and
nobody should read over it. An error in clearing up is not tried again, as any other test may have caused it.
TABLETOWN_STRICT=1: the first answer holds.

What tests write lies in memory meanwhile, where there is room for it: servers wait for the disk with every move.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

FEW = 3
"""More tests than these do not fail by chance."""
MEMORY = Path("/dev/shm")
ROOM = 6 << 30
"""Bytes: all tests together leave less than one GiB there, and Ray wants some of its own."""


@dataclass
class Witness:
    """What failed in a run, and what it said."""

    failures: dict[str, str] = field(default_factory=dict)
    beyond: bool = False
    """Something failed that cannot be run alone: clearing up, or reading a file of tests."""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failures.setdefault(report.nodeid, report.longreprtext)
            self.beyond = self.beyond or report.when == "teardown"

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        self.beyond = self.beyond or report.failed


def worth_a_second_try(code: int, seen: Witness) -> bool:
    strict = os.environ.get("TABLETOWN_STRICT", "") not in {"", "0"}
    return code == pytest.ExitCode.TESTS_FAILED and not (strict or seen.beyond) and 0 < len(seen.failures) <= FEW


@contextmanager
def in_memory(place: Path = MEMORY, room: int = ROOM) -> Iterator[None]:
    """Temporary files lie there while it lasts, unless somebody has said where they shall lie."""
    if "TMPDIR" in os.environ or not is_roomy(place, room):
        yield
        return
    with tempfile.TemporaryDirectory(prefix="tt-", dir=place, ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o711)  # PostgreSQL's own user goes through it
        os.environ["TMPDIR"] = tempfile.tempdir = folder
        try:
            yield
        finally:
            del os.environ["TMPDIR"]
            tempfile.tempdir = None


def is_roomy(place: Path, room: int) -> bool:
    """Whether so much can be written there, and programs be started from there."""
    if not os.access(place, os.W_OK):
        return False
    return shutil.disk_usage(place).free >= room and not os.statvfs(place).f_flag & os.ST_NOEXEC


def main(arguments: Sequence[str]) -> int:
    with in_memory():
        return tried(arguments)


def tried(arguments: Sequence[str]) -> int:
    seen = Witness()
    code = int(pytest.main([*arguments], plugins=[seen]))
    if not worth_a_second_try(code, seen):
        return code
    print(f"\nOnce more, alone, because only {len(seen.failures)} failed:", flush=True)  # noqa: T201
    again = subprocess.run([sys.executable, "-m", "pytest", "--quiet", *seen.failures], check=False).returncode
    if again == pytest.ExitCode.OK:
        print(*unsteady(seen.failures), sep="\n", flush=True)  # noqa: T201
    return again


def unsteady(failures: dict[str, str]) -> list[str]:
    """The last words of the run: first what was said, then which tests said it."""
    texts = [f"\n--- what failed at first in {test}\n{text}" for test, text in failures.items()]
    names = [f"*** UNSTEADY: {test} failed, and passed when it was run again alone. ***" for test in failures]
    return [*texts, "", *names]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
