"""What holds for every test."""

import signal
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tools.chromium import lightest
from tools.running import PATIENCE, running_browser

# A shell that runs the tests in the background has them ignore Ctrl-C, and so would every program that they start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

expect.set_options(timeout=PATIENCE * 1000)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One for all tests of a process, wherever they stand: a second one cannot be started beside it."""
    if not (program := lightest()):
        pytest.skip("Chromium is missing on this machine.")
    with running_browser(program) as chromium:
        yield chromium
