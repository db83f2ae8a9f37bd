"""Browsers at which one person after another sits down: to go on in the same process costs half of a new one."""

from collections import defaultdict
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Error, Page

from tools.running import PATIENCE

MOST_WAITING = 3
"""Of one kind: each that waits holds a process."""
WITHOUT_TRACE = {"locale", "reduced_motion", "color_scheme", "has_touch", "is_mobile"}
"""What may be asked of a browser that somebody else uses next: it belongs to its kind."""
LASTING = {
    "add_init_script", "expose_binding", "expose_function", "grant_permissions", "new_cdp_session", "on", "once",
    "route", "route_web_socket", "set_extra_http_headers", "set_offline",
}  # fmt: skip
"""What changes a browser for good. (So does `Page.clock`, which cannot be seen: who moves it asks for `alone`.)"""
FORGET = "localStorage.clear(); sessionStorage.clear()"
NOWHERE = "/health"
"""A page of the same house, which hears of no table: nearly nothing to draw, and the process goes on."""

Kind = tuple[tuple[str, Any], ...]


@dataclass
class Screen:
    """A page in a context of its own, and the errors of scripts in it."""

    context: BrowserContext
    page: Page
    kind: Kind | None
    """For whom it may serve afterwards; for nobody, once something has changed it for good."""
    errors: list[str] = field(default_factory=list)

    def watch(self) -> None:
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        for thing in (self.context, self.page):
            for name in LASTING & set(dir(thing)):
                self._notice(thing, name)

    def _notice(self, thing: object, name: str) -> None:
        plain = getattr(thing, name)

        def lasting(*given: Any, **more: Any) -> Any:
            self.kind = None
            return plain(*given, **more)

        setattr(thing, name, lasting)

    def forget(self) -> None:
        """Who sat here, and what they have left: the next one comes as a stranger."""
        for other in self.context.pages:
            if other is not self.page:
                other.close()
        self.page.goto(NOWHERE)
        self.page.mouse.move(0, 0)
        self.page.evaluate(FORGET)
        self.context.clear_cookies()


class Screens:
    """All that show the pages of one server."""

    def __init__(self, browser: Browser, address: str) -> None:
        self._browser, self._address = browser, address
        self._waiting: dict[Kind, list[Screen]] = defaultdict(list)

    def lend(self, width: int, height: int, *, alone: bool, **more: Any) -> Screen:
        """A screen that nobody has left anything at; `alone`: and that nobody uses afterwards."""
        kind = tuple(sorted(more.items())) if not alone and set(more) <= WITHOUT_TRACE else None
        if kind is None or not self._waiting[kind]:
            return self._new(kind, viewport={"width": width, "height": height}, **more)
        screen = self._waiting[kind].pop()
        screen.page.set_viewport_size({"width": width, "height": height})
        return screen

    def _new(self, kind: Kind | None, **more: Any) -> Screen:
        context = self._browser.new_context(base_url=self._address, **more)
        context.set_default_timeout(PATIENCE * 1000)
        screen = Screen(context, context.new_page(), kind)
        screen.watch()
        return screen

    def take_back(self, screen: Screen) -> list[str]:
        """Answers which errors there were."""
        kind = screen.kind
        if kind is None or screen.errors or screen.page.is_closed() or len(self._waiting[kind]) >= MOST_WAITING:
            screen.context.close()
            return screen.errors
        try:
            screen.forget()
        except Error:  # it was still on its way to another page
            screen.context.close()
        else:
            self._waiting[kind].append(screen)
        return screen.errors


@cache
def screens_of(browser: Browser, address: str) -> Screens:
    """The same for all tests of a process, until its browser ends."""
    return Screens(browser, address)
