"""Where a Chromium is on this machine. `python -m tools.chromium` has one downloaded where there is none, if it can."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
APPLICATIONS = ("Chromium.app/Contents/MacOS/Chromium", "Google Chrome.app/Contents/MacOS/Google Chrome")
SHELL = "chromium-headless-shell"
"""The same engine without windows: a person at a table costs a third less."""
PATIENCE = 300
"""Seconds for a download."""


def found() -> str:
    """The program, or nothing: Debian's under its usual names, a Mac's application, the one that Playwright keeps."""
    return next(filter(None, _places()), "")


def without_windows() -> str:
    """The program for pages that nobody looks at, if it is here. It shows no notices; a whole browser does."""
    return shutil.which(SHELL) or ""


def _places(applications: Path = Path("/Applications")) -> Iterator[str]:
    yield from (shutil.which(name) or "" for name in NAMES)
    yield from (str(applications / each) for each in APPLICATIONS if (applications / each).is_file())
    yield _playwrights()


def _playwrights() -> str:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        kept = playwright.chromium.executable_path
    return kept if Path(kept).is_file() else ""


def main() -> int:
    if found():
        return 0
    try:
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=True, timeout=PATIENCE)
    except (subprocess.SubprocessError, OSError):
        told = "*** Chromium is neither here nor to be had: NO TEST IN A BROWSER WILL BE RUN. ***"
        print(told, file=sys.stderr)  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main())
