"""What holds for every test."""

import signal
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tools.running import CHROMIUM, running_browser

# A shell that runs the tests in the background has them ignore Ctrl-C, and so would every program that they start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One for all tests of a process, wherever they stand: a second one cannot be started beside it."""
    if not CHROMIUM:
        pytest.skip("Chromium is missing on this machine.")
    with running_browser() as chromium:
        yield chromium
