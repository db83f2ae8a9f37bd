"""Everyone: axe finds nothing wrong with any page, by day and by night, at a desk and on a phone."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.web.conftest import NewPerson
from tools.played import Played
from tools.running import Server

AXE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text()
RUN = """rules => axe.run(document, {
    resultTypes: ['violations'],
    runOnly: rules ?? ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
}).then(found => found.violations.flatMap(
    broken => broken.nodes.map(node => broken.id + ': ' + node.html.slice(0, 140) + ' | ' + node.failureSummary)
))"""
OF_COLOUR = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
SMALL = """() => [...document.querySelectorAll('a[href], button, select, input, summary, .target')]
    .filter(e => e.checkVisibility({visibilityProperty: true}) && e.type !== 'hidden'
        && !e.closest('.vh, p, li > span'))
    .map(e => [e.getBoundingClientRect(), e.outerHTML.slice(0, 90)])
    .filter(([box]) => box.width > 1 && (box.width < 24 || box.height < 24))
    .map(([box, html]) => Math.round(box.width) + 'x' + Math.round(box.height) + ' ' + html)"""
WIDTHS = {1280: 800, 390: 844}


def faults(page: Page) -> list[str]:
    """What axe says by day, and of its colours by night; what is wider than the screen."""
    found: list[str] = []
    page.evaluate(AXE)
    for theme, rules in (("light", None), ("dark", OF_COLOUR)):
        page.evaluate("theme => document.documentElement.dataset.theme = theme", theme)
        found += [f"{theme} {fault}" for fault in page.evaluate(RUN, rules)]
    too_wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    if too_wide > 0:
        found.append(f"the page is {too_wide} px wider than the screen")
    return found


@pytest.fixture(params=WIDTHS, ids=["desk", "phone"])
def width(request: pytest.FixtureRequest) -> int:
    return int(request.param)


@pytest.fixture
def page(person: NewPerson, width: int) -> Page:
    return person(width=width, height=WIDTHS[width], reduced_motion="reduce")


def visit(page: Page, server: Server, path: str, me: str = "") -> list[str]:
    if me:
        page.context.add_cookies([{"name": "me", "value": me, "url": server.address}])
    page.goto(path)
    return [f"{path}: {fault}" for fault in faults(page)]


def test_the_pages_of_the_house_are_for_everyone(page: Page, server: Server) -> None:
    seats = [{"who": "me", "name": "Mika"}, {"who": "open"}, {"who": "visitor"}]
    made = server.ask("/api/tables", {"game": "the_estates", "seats": seats}).json
    found = visit(page, server, f"/join/{made['table']}/1/{made['invitations']['1']}")
    found += visit(page, server, "/t/nosuchtable")
    found += visit(page, server, "/", made["token"])
    found += visit(page, server, f"/t/{made['table']}", made["token"])
    assert found == []


def stages(played: Played) -> Iterator[tuple[str, dict[str, Any]]]:
    """A game in three states: one's own decision of two kinds, somebody else's, the end."""
    wanted = {"mine", "other"}
    kinds: set[str] = set()
    while not (now := played.settled())["over"]:
        if 0 in now["pending"]:
            kind = played.legal(0)[0]["kind"]
            if kind not in kinds and len(kinds) < 2:
                kinds.add(kind)
                yield kind, now
        elif "other" in wanted:
            wanted.remove("other")
            yield "other", now
        played.step()
    yield "over", now


def test_the_rulebook_is_for_everyone(page: Page, server: Server, game: str) -> None:
    assert visit(page, server, f"/rules/{game}") == []
