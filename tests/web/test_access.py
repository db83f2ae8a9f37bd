"""Everyone: axe finds nothing wrong with any page, by day and by night, at a desk and on a phone."""

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from tabletown.rulekit.registry import declaration, declarations
from tests.web.at_the_table import recorded_table
from tests.web.axe import faults, faults_of_what_is_new
from tests.web.conftest import NewPerson
from tests.web.screens import NOWHERE
from tests.web.test_composing import while_building_roads
from tools.played import Played, play_table
from tools.running import Server

SMALL = """() => {
    const offered = new Set([...document.querySelectorAll('#decide button[name=action]')].map(e => e.value));
    return [...document.querySelectorAll('a[href], button, select, input, summary, label[for], .target')]
        .filter(e => e.checkVisibility({visibilityProperty: true}) && e.type !== 'hidden'
            && !e.closest('.vh, p, li > span') && !offered.has(e.dataset.play))
        .map(e => [e.getBoundingClientRect(), e.outerHTML.slice(0, 90)])
        .filter(([box]) => box.width > 1 && (box.width < 24 || box.height < 24))
        .map(([box, html]) => Math.round(box.width) + 'x' + Math.round(box.height) + ' ' + html);
}"""
"""What is smaller than a finger, unless the list beside the board offers the same."""
DESK, PHONE = 1280, 390
WIDTHS = {DESK: 800, PHONE: 844}
FORM = "application/x-www-form-urlencoded"


@pytest.fixture(params=WIDTHS, ids=["desk", "phone"])
def width(request: pytest.FixtureRequest) -> int:
    return int(request.param)


@pytest.fixture
def page(person: NewPerson, width: int) -> Page:
    return person(width=width, height=WIDTHS[width], reduced_motion="reduce")


def visit(page: Page, server: Server, path: str, me: str = "", known: set[str] | None = None) -> list[str]:
    """What is wrong there, or with what was not known before."""
    if me:
        page.context.add_cookies([{"name": "me", "value": me, "url": server.address}])
    page.goto(path)
    found = faults(page) if known is None else faults_of_what_is_new(page, known)
    return [f"{path}: {fault}" for fault in found]


def test_the_pages_of_the_house_are_for_everyone(page: Page, server: Server) -> None:
    found, known = list[str](), set[str]()
    for game, declared in declarations().items():
        bots = [{"who": "visitor"}] * (declared.default_players - 2)
        seats = [{"who": "me", "name": "Mika"}, {"who": "open"}, *bots]
        made = server.ask("/api/tables", {"game": game, "seats": seats}).json
        page.context.clear_cookies(name="me")
        found += visit(page, server, f"/join/{made['table']}/1/{made['invitations']['1']}", known=known)
        found += visit(page, server, f"/?game={game}", made["token"], known)
        found += visit(page, server, f"/t/{made['table']}", made["token"], known)
    assert found == []


def test_an_error_is_for_everyone(page: Page, server: Server) -> None:
    assert visit(page, server, "/t/nosuchtable") == []


KINDS_SHOWN, MOST_DECISIONS = 4, 60


def test_what_is_new_on_a_page_is_looked_at_and_nothing_else(person: NewPerson) -> None:
    page, known = person(), set[str]()
    page.goto("/t/nosuchtable")
    assert faults_of_what_is_new(page, known) == []
    looked_at = []
    for text in ("pale", "as pale"):
        html = f"<p style='color: #eee; background: #fff'>{text}</p>"
        page.evaluate("html => document.querySelector('main').insertAdjacentHTML('beforeend', html)", html)
        looked_at += [fault.split(":")[0] for fault in faults_of_what_is_new(page, known)]
    assert sorted(looked_at) == ["dark color-contrast", "light color-contrast"]


def stages(played: Played) -> Iterator[str]:
    """One's own decisions of several kinds, somebody else's, an answer that lies sealed."""
    shown: set[str] = set()
    for _ in range(MOST_DECISIONS):
        now = played.settled()
        if now["over"]:
            return
        state = "sealed" if 0 in now["changeable"] else "other"
        if 0 in now["pending"]:
            state = "+".join(sorted({action["kind"] for action in played.legal(0)}))
        if state not in shown and (state in {"sealed", "other"} or len(shown) < KINDS_SHOWN):
            shown.add(state)
            yield state
        played.step()


def test_a_table_is_for_everyone_in_every_state(person: NewPerson, server: Server, game: str) -> None:
    played = play_table(server, game, 2, declaration(game).players[0])
    pages = [
        person(width=width, height=height, me=played.tokens[0], reduced_motion="reduce")
        for width, height in WIDTHS.items()
    ]
    found: list[str] = []
    known: list[set[str]] = [set() for _ in pages]
    for state in stages(played):
        for width, page, parts in zip(WIDTHS, pages, known, strict=True):
            page.goto(played.path)
            page.evaluate("for (const each of document.querySelectorAll('.side details')) each.open = true")
            if width == PHONE:  # on a desk one tab is open as it comes
                found += [f"{state}: {fault}" for fault in faults_of_what_is_new(page, parts)]
            for tab in page.locator("[role=tab]").all():
                tab.dispatch_event("click")
                found += [f"{state}: {fault}" for fault in faults_of_what_is_new(page, parts)]
                found += [f"{state}: too small to touch: {small}" for small in page.evaluate(SMALL)]
            page.goto(NOWHERE)  # until there is more to look at
    ended = recorded_table(server, game)
    for page, parts in zip(pages, known, strict=True):
        for path in (f"/t/{ended}", f"/m/{ended}?step=9"):
            found += visit(page, server, path, known=parts)
    assert found == []


def test_rulebooks_and_the_two_minutes_are_for_everyone(page: Page, server: Server) -> None:
    known = set[str]()
    pages = [f"/{kind}/{game}" for kind in ("rules", "learn") for game in declarations()]
    assert [fault for path in pages for fault in visit(page, server, path, known=known)] == []


def test_what_opens_over_a_table_is_for_everyone(person: NewPerson, server: Server) -> None:
    """The menu, a proposal, a refusal, the curtain."""
    played = play_table(server, "the_estates", 2, 3)
    other = server.ask(f"{played.path}/propose", b"seat=1&what=abandon", played.tokens[1], kind=FORM)
    assert other.status == 303
    seats = [{"who": "me"}, {"who": "me"}]
    shared = server.ask("/api/tables", {"game": "milton_keynes", "seats": seats}).json
    found: list[str] = []
    for width, height in WIDTHS.items():
        page = person(width=width, height=height, me=played.tokens[0], reduced_motion="reduce")
        page.goto(played.path)
        assert page.locator("#proposal .banner").count() == 1
        found += [f"proposal at {width}: {fault}" for fault in faults(page)]
        page.click("#menu summary")
        page.click("#resigning summary")
        found += [f"menu at {width}: {fault}" for fault in faults(page)]
        page.click(".bar [popovertarget=goal]")
        found += [f"goal at {width}: {fault}" for fault in faults(page)]
        page = person(width=width, height=height, me=shared["token"], reduced_motion="reduce")
        page.goto(f"/t/{shared['table']}")
        assert page.locator(".curtain").count() == 1
        found += [f"curtain at {width}: {fault}" for fault in faults(page)]
    assert found == []


def test_a_plan_and_a_refusal_are_for_everyone(person: NewPerson, server: Server) -> None:
    played, seat = while_building_roads(server)
    sections = [each["id"] for each in played.legal(seat) if each["kind"] == "lay_section"]
    body = f"seat={seat}&action={sections[0]}".encode()
    assert server.ask(f"{played.path}/play", body, played.tokens[seat], kind=FORM).status == 303
    found: list[str] = []
    for width, height in WIDTHS.items():
        page = person(width=width, height=height, me=played.tokens[seat], reduced_motion="reduce")
        page.goto(played.path)
        assert page.locator("#decide .draft").count() == 1
        found += [f"plan at {width}: {fault}" for fault in faults(page)]
        page.locator("[data-whynot]").click()
        page.wait_for_selector("#refusal .pop")
        found += [f"refusal at {width}: {fault}" for fault in faults(page)]
    assert found == []


def test_a_game_that_was_given_up_is_for_everyone(page: Page, server: Server) -> None:
    played = play_table(server, "the_estates", 1, 2)
    assert server.ask(f"{played.path}/propose", b"what=abandon", played.tokens[0], kind=FORM).status == 303
    assert visit(page, server, played.path, played.tokens[0]) == []


@pytest.fixture
def host_token(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("TABLETOWN_HOST_TOKEN", "the token of the host")
    return os.environ["TABLETOWN_HOST_TOKEN"]


@pytest.mark.own_server
def test_the_hosts_page_is_for_everyone_and_done_with_keys_alone(
    host_token: str, person: NewPerson, server: Server
) -> None:
    seats = [{"who": "me", "name": "Maximilienne Featherston"}, {"who": "me", "name": "Jun"}]
    table = server.ask("/api/tables", {"game": "the_estates", "seats": seats}).json["table"]
    page = person(reduced_motion="reduce")
    found = visit(page, server, "/host")
    tab_to(page, "[name=token]")
    page.keyboard.type(host_token)
    page.keyboard.press("Enter")
    page.wait_for_selector("details.hosted")
    tab_to(page, "summary")
    page.keyboard.press("Enter")
    tab_to(page, "form[action$=revoke] button")
    for width, height in WIDTHS.items():
        page.set_viewport_size({"width": width, "height": height})
        found += faults(page) + [f"{width}: {small}" for small in page.evaluate(SMALL)]
    page.keyboard.press("Enter")
    page.wait_for_selector("[role=status] code")
    found += faults(page)
    tab_to(page, "summary")
    page.keyboard.press("Enter")
    tab_to(page, "[name=sure]")
    page.keyboard.press("Space")
    tab_to(page, "form[action$=delete] button")
    page.keyboard.press("Enter")
    page.wait_for_selector("main:not(:has(details.hosted))")
    assert table not in (page.text_content("main") or "")
    assert found == []


def tab_to(page: Page, selector: str) -> None:
    """With the key alone, as far as it takes."""
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"No key leads to {selector}")
