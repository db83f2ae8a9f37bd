"""A real server on a free port of this machine, and a real Chromium: for tests, screenshots and the bench."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from playwright.sync_api import Browser, BrowserContext, Playwright, sync_playwright

from tabletown.rulekit.registry import declarations
from tabletown.web.teaching import KNOWS
from tools import chromium
from tools.nursery import Child, nursery

CHROMIUM = chromium.found()
SHELL = chromium.without_windows()
STANDARD_ERROR = 2
FOUND_IN = os.environ.get("PYTHONPATH", "")
PATIENCE = 120.0
"""Seconds after which something is held never to come. A busy machine may take long; only a failure waits so long."""
CRASHES = {-number for number in (signal.SIGSEGV, signal.SIGBUS, signal.SIGABRT, signal.SIGILL, signal.SIGFPE)}
LONGEST_DUMP = 5.0
"""Seconds within which a server that runs has said what its threads do."""
LAST_WORDS = 20_000
"""Letters of a log that say what has happened last: what the threads of a server do takes up to a quarter of them."""
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
OFF = [
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "RenderDocument",
    "ThirdPartyStoragePartitioning",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxFullPopup",
    "WebUIOmniboxPopup",
]
"""What a browser under test has no use for. Playwright names the same but RenderDocument and the last three, and is
heard no more as we name some. Those three draw two pages for the address bar of every window, which takes longer than
most of the tests; and a new frame for every page, though the site is the same, takes a fifth of a page's time."""
FLAGS.append(f"--disable-features={','.join(OFF)}")


def knows_every_title(context: BrowserContext, address: str) -> None:
    """Somebody who has played before: no card with a goal comes by itself."""
    context.add_cookies([{"name": KNOWS.format(game=name), "value": "1", "url": address} for name in declarations()])


@dataclass
class Answer:
    """What a server said to a request."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class _Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_given: Any) -> None:
        return None


_door = urllib.request.build_opener(_Stay)


@dataclass
class Server:
    """A server process; `stop` and `start` again on the same port are a restart."""

    database: Path
    pace: float = 0.0
    port: int = 0
    log: Path | None = None
    address: str = ""
    options: Sequence[str] = ("--rate", "0", "--connections", "0")
    """Tests come from one address, and as often as they can."""
    address_of_database: str = ""
    """Where it is another one than the file."""
    forked: bool = False
    """From a process that is ready to serve, which takes a tenth of what a start of its own takes."""
    _process: "subprocess.Popen[bytes] | Child | None" = field(default=None, repr=False)
    _said: IO[str] | None = field(default=None, repr=False)

    def start(self) -> None:
        arguments = ["--port", str(self.port), "--pace", str(self.pace), *self.options]
        arguments += ["--database", self.address_of_database or f"sqlite:///{self.database}"]
        reading, writing = os.pipe()
        self._said = os.fdopen(reading)
        with contextlib.ExitStack() as stack:
            stack.callback(os.close, writing)
            errors = stack.enter_context(self.log.open("a")).fileno() if self.log else STANDARD_ERROR
            self._process = self._begun(arguments, writing, errors)
        first = self._said.readline()
        if not first:
            self.end()
            raise RuntimeError("The server did not start; its errors are above.")
        self.address = first.split()[-1].rstrip("/")
        self.port = int(self.address.rsplit(":", 1)[1])

    def _begun(self, arguments: list[str], out: int, errors: int) -> "subprocess.Popen[bytes] | Child":
        if self.forked and os.environ.get("PYTHONPATH", "") == FOUND_IN:  # else it would know other games
            return nursery().bear(arguments, out, errors)
        return subprocess.Popen([sys.executable, "-m", "tabletown.web", *arguments], stdout=out, stderr=errors)

    def stop(self) -> None:
        """RuntimeError if it has crashed meanwhile, which need not have been noticed."""
        code = self.end()
        if code in CRASHES:
            raise RuntimeError(f"The server has crashed, {_in_words(code)}. {self.last_words()}")

    def kill(self) -> None:
        """As a power cut would."""
        assert self._process is not None
        self._process.kill()
        self.stop()

    def end(self) -> int:
        """However it fares; answers with what it has ended."""
        code = 0
        if self._process is not None:
            self._process.terminate()
            code = self._process.wait(PATIENCE)
            self._process = None
        if self._said is not None:
            self._said.close()
            self._said = None
        return code

    @property
    def ended(self) -> int | None:
        """With what, if it has by itself."""
        return None if self._process is None else self._process.poll()

    def account(self) -> str:
        """How it fares; if it runs, what each of its threads does stands in its log then."""
        where = f"The server at port {self.port}"
        if self._process is None:
            return f"{where} does not run."
        if (code := self.ended) is not None:
            return f"{where} has ended, {_in_words(code)}."
        self._ask_for_threads()
        return f"{where} runs (process {self.pid})."

    def _ask_for_threads(self) -> None:
        if self.log is None:
            return
        sizes, until = [self.log.stat().st_size], time.monotonic() + LONGEST_DUMP
        os.kill(self.pid, signal.SIGUSR1)
        while (sizes[-1] == sizes[0] or sizes[-1] > sizes[-2]) and time.monotonic() < until:
            time.sleep(0.2)
            sizes.append(self.log.stat().st_size)

    def last_words(self) -> str:
        words = self.log.read_text(errors="replace")[-LAST_WORDS:] if self.log else ""
        return f"The log ends with:\n{words}" if words else ""

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def ask(
        self,
        path: str,
        data: object = None,
        token: str = "",
        *,
        method: str | None = None,
        kind: str = "application/json",
        **headers: str,
    ) -> Answer:
        """A request as a program makes it: JSON unless the data are bytes. Redirects are answers too."""
        body = data if isinstance(data, bytes) or data is None else json.dumps(data).encode()
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if body is not None:
            sent["content-type"] = kind
        if token:
            sent["authorization"] = f"Bearer {token}"
        request = urllib.request.Request(self.address + path, body, sent, method=method)
        try:
            with _door.open(request, timeout=PATIENCE) as answer:
                return Answer(answer.status, dict(answer.headers.items()), answer.read())
        except urllib.error.HTTPError as error:
            with error:
                return Answer(error.code, dict(error.headers.items()), error.read())


def _in_words(code: int) -> str:
    return f"by {signal.Signals(-code).name}" if code < 0 else f"with {code}"


@contextlib.contextmanager
def running_server(folder: Path, pace: float = 0.0, options: Sequence[str] | None = None) -> Iterator[Server]:
    server = Server(folder / "tables.sqlite", pace, log=folder / "server.log", forked=True)
    if options is not None:
        server.options = options
    server.start()
    try:
        yield server
    finally:
        server.stop()


@contextlib.contextmanager
def launched(playwright: Playwright, program: str = CHROMIUM) -> Iterator[Browser]:
    alone = ["--in-process-gpu"] if program == SHELL else []  # what draws needs no process of its own
    browser = playwright.chromium.launch(executable_path=program, args=[*FLAGS, *alone])
    try:
        yield browser
    finally:
        browser.close()


@contextlib.contextmanager
def running_browser() -> Iterator[Browser]:
    with sync_playwright() as playwright, launched(playwright) as browser:
        yield browser
