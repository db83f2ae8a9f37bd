"""A server and a real Chromium for the tests."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
CHROMIUM = "/usr/bin/chromium"


class Server:
    """tabletown serve as a process: it can be stopped and started again on the same database."""

    def __init__(self, file: Path, pace: float = 0.02) -> None:
        self.file = file
        self.pace = pace
        self.port = 0
        self._process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> "Server":
        command = [sys.executable, "-m", "tabletown.web", "--port", str(self.port), "--pace", str(self.pace)]
        command += ["--database", f"sqlite:///{self.file}"]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        said = self._process.stdout.readline()
        assert "http://" in said, said
        self.port = int(said.strip().rstrip("/").rsplit(":", 1)[1])
        return self

    def kill(self) -> None:
        """Without a good-bye, as a power cut would."""
        assert self._process is not None
        self._process.kill()
        self._close()

    def stop(self) -> None:
        assert self._process is not None
        self._process.terminate()
        self._close()

    def _close(self) -> None:
        assert self._process is not None
        assert self._process.stdout is not None
        self._process.wait(timeout=20)
        self._process.stdout.close()
        self._process = None


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("web") / "tables.sqlite").start()
    yield running
    running.stop()


@pytest.fixture
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Server]:
    """The server of all tests; one of its own for a test that is marked `own_server`."""
    if request.node.get_closest_marker("own_server") is None:
        yield request.getfixturevalue("shared")
        return
    running = Server(tmp_path / "tables.sqlite").start()
    yield running
    running.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()


NewPerson = Callable[..., Page]


@pytest.fixture
def person(browser: Browser, server: Server) -> Iterator[NewPerson]:
    """A person with a browser of his own; errors of scripts fail the test."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def arrive(language: str = "en-GB", width: int = 1280, height: int = 800) -> Page:
        context = browser.new_context(
            base_url=server.address, locale=language, viewport={"width": width, "height": height}
        )
        context.set_default_timeout(15000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        return page

    yield arrive
    for context in contexts:
        context.close()
    assert errors == []
