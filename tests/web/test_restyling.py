"""A push costs what it brings: the browser works out styles of what has changed, and not of the whole page."""

from random import Random
from typing import Any

from playwright.sync_api import Browser

from tests.web.at_the_table import decide, play_now, wait_for_my_move
from tests.web.conftest import NewPerson

DECISIONS = 3
ALL = "document.querySelectorAll('*').length"


class Styling:
    """What a browser says of how many elements it worked out styles for, each time that it did."""

    def __init__(self, browser: Browser) -> None:
        self._session = browser.new_browser_cdp_session()
        self._events: list[dict[str, Any]] = []
        self._session.on("Tracing.dataCollected", lambda told: self._events.extend(told["value"]))
        self._has_ended = False
        self._session.on("Tracing.tracingComplete", self._end)
        self._session.send("Tracing.start", {"categories": "devtools.timeline", "transferMode": "ReportEvents"})

    def _end(self, _told: Any) -> None:
        self._has_ended = True

    def counts(self) -> list[int]:
        self._session.send("Tracing.end")
        while not self._has_ended:
            self._session.send("Browser.getVersion")  # what it tells is heard while we wait for an answer
        self._session.detach()
        told = [each["args"] for each in self._events if each["name"] == "UpdateLayoutTree"]
        return [each["elementCount"] for each in told if "elementCount" in each]  # the last may be cut short


def test_a_move_is_styled_and_not_the_whole_page(browser: Browser, person: NewPerson) -> None:
    """One rule `a:has(b) > *` is enough to have every push restyle everything: `*` stands for all that there is."""
    page = person()
    play_now(page)
    wait_for_my_move(page)
    styling = Styling(browser)
    for _ in range(DECISIONS):
        wait_for_my_move(page)
        decide(page, Random(1))
    counts = styling.counts()
    assert len(counts) > DECISIONS
    assert max(counts) < page.evaluate(ALL) / 2, sorted(counts)[-3:]
