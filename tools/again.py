"""The tests, and the few that failed once more, alone: what passes then is unsteady, and said loudly.

`make test` calls it with arguments for pytest. A test that fails among thousands in four processes and passes by
itself is a fault, mostly of the test; but nobody should have to wait for all the others again to learn that, and
nobody should read over it. An error in clearing up is not tried again, as any other test may have caused it.
TABLETOWN_STRICT=1: the first answer holds.
"""

import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from tools.in_memory import in_memory

FEW = 3
"""More tests than these do not fail by chance."""


@dataclass(eq=False)  # pytest keeps its plugins in sets
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
