"""What holds for every test."""

import gc
import signal
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:  # a second of a processor, which each run of a few rule tests on changed rules would pay too
    from playwright.sync_api import Browser, Playwright

# A shell that runs the tests in the background has them ignore Ctrl-C, and so would every program that they start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

LONGEST = (
    "test_cluster.py",
    "test_every_kind.py",
    "test_kills.py",
    "milton_keynes/test_bots.py",
    "test_whole_games.py",
    "test_access.py",
    "test_motion.py",
)
"""Files with tests that last long. They are begun first, so that no process is left alone with one in the end."""


def pytest_configure(config: pytest.Config) -> None:
    """A busy machine refutes no law."""
    if config.pluginmanager.hasplugin("hypothesispytest"):
        from hypothesis import settings

        settings.register_profile("untimed", deadline=None)
        settings.load_profile("untimed")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: not item.path.as_posix().endswith(LONGEST))


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """What a machine lacks is said loudly: nobody reads that three of five thousand were skipped."""
    reasons = (report.longrepr[2] for report in terminalreporter.stats.get("skipped", ()))
    for reason, count in Counter(each for each in reasons if "missing" in each).items():
        terminalreporter.write_line(f"*** {count} SKIPPED. {reason.removeprefix('Skipped: ')} ***")


def pytest_collection_finish() -> None:
    """Five thousand tests and all that they import stay to the end, so the collector need not look at them again.

    States are lists of lists: as often as it is usual, looking for garbage took a sixth of all that rules take.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


@pytest.fixture(scope="session")
def driver() -> "Iterator[Playwright]":
    """One for all tests of a process, wherever they stand: a second one cannot be started beside it."""
    from playwright.sync_api import expect, sync_playwright

    from tools.running import CHROMIUM, PATIENCE

    if not CHROMIUM:
        pytest.skip("Chromium is missing on this machine.")
    expect.set_options(timeout=PATIENCE * 1000)
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(driver: "Playwright") -> "Iterator[Browser]":
    """For everything that needs no window, where there is one without."""
    from tools.running import CHROMIUM, SHELL, launched

    with launched(driver, SHELL or CHROMIUM) as chromium:
        yield chromium


@pytest.fixture(scope="session")
def whole_browser(driver: "Playwright") -> "Iterator[Browser]":
    """As people have it."""
    from tools.running import launched

    with launched(driver) as chromium:
        yield chromium
