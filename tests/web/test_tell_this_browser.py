"""The panel in the menu of a table, in a real browser: asked for on a click, and a worker that shows what comes."""

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tabletown.web.notices import push
from tests.web.at_the_table import play_now
from tests.web.axe import faults
from tests.web.conftest import NewPerson
from tests.web.test_access import SMALL
from tests.web.test_push_messages import AUTH, RECEIVER_PUBLIC
from tools.running import PATIENCE, Server

SUBSCRIBED = f"""
PushManager.prototype.subscribe = async function (wanted) {{
    window.subscribedWith = wanted;
    return {{ toJSON: () => ({{
        endpoint: 'https://93.184.216.34/browser',
        keys: {{ p256dh: '{RECEIVER_PUBLIC}', auth: '{AUTH}' }},
    }}) }};
}};
"""
"""No push service can be reached from here: all but its answer is real."""


@pytest.fixture
def browser(whole_browser: Browser) -> Browser:
    """One that shows notices."""
    return whole_browser


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("telling")
    key = folder / "push.key"
    push.write_key(key)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TABLETOWN_PUSH_KEY", key.read_text())
        patch.setenv("TABLETOWN_PUSH_CONTACT", "mailto:host@example.org")
        patch.setenv("TABLETOWN_WEBHOOKS", "1")
        patch.setenv("TABLETOWN_SMTP", "127.0.0.1:9")
        patch.setenv("TABLETOWN_SMTP_SENDER", "games@example.org")
        server = Server(folder / "tables.sqlite", log=folder / "server.log", forked=True)
        server.start()
    yield server
    server.stop()


def open_panel(page: Page) -> None:
    page.locator("#menu > summary").click()
    page.wait_for_selector("#tell-me .note")


def test_a_browser_is_one_of_the_ways_once_its_person_allows_it(server: Server, person: NewPerson) -> None:
    page = person(permissions=["notifications"])
    page.add_init_script(SUBSCRIBED)
    play_now(page)
    open_panel(page)
    page.get_by_role("button", name="Tell this browser").click()
    expect(page.locator("#tell-me .told-by")).to_contain_text("A browser, since")
    key = page.evaluate("window.subscribedWith.applicationServerKey")
    assert len(key) == 87
    assert page.evaluate("window.subscribedWith.userVisibleOnly") is True
    scopes = "(async () => (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope))()"
    assert page.evaluate(scopes) == [f"{server.address}/notices/"]
    assert page.evaluate("navigator.serviceWorker.controller") is None
    page.get_by_role("button", name="Remove").click()
    expect(page.locator("#tell-me .told-by")).to_have_count(0)


def test_who_does_not_allow_it_is_told_so_and_nothing_is_kept(server: Server, person: NewPerson) -> None:
    page = person()
    page.add_init_script("Notification.requestPermission = async () => 'denied';")
    play_now(page)
    open_panel(page)
    page.get_by_role("button", name="Tell this browser").click()
    expect(page.locator("[data-tell-denied]")).to_be_visible()
    assert page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0
    expect(page.locator("#tell-me .told-by")).to_have_count(0)


def test_the_worker_shows_what_it_is_told_and_opens_the_table(server: Server, person: NewPerson) -> None:
    page = person(permissions=["notifications"])
    page.add_init_script(SUBSCRIBED)
    path = play_now(page)
    open_panel(page)
    page.get_by_role("button", name="Tell this browser").click()
    expect(page.locator("#tell-me .told-by")).to_contain_text("A browser")
    [worker] = page.context.service_workers
    told = {"title": "The Estates: it is your move", "text": "Ann has moved.", "path": f"/{path}", "tag": "x-1"}
    shown = worker.evaluate(
        """async ([text, patience]) => {
            const shown = new Promise((resume, fail) => {
                setTimeout(fail, patience, new Error('nothing was shown'));
                registration.showNotification = (...given) => {
                    const showing = ServiceWorkerRegistration.prototype.showNotification.apply(registration, given);
                    resume(showing);
                    return showing;
                };
            });
            dispatchEvent(new PushEvent('push', { data: text }));
            await shown;  // Chromium forgets for good a notice that is asked for while it is about to be shown
            const [first, ...more] = await registration.getNotifications();
            return [first.title, first.body, first.tag, first.data, more.length];
        }""",
        [json.dumps(told), PATIENCE * 1000],
    )
    assert shown == [told["title"], told["text"], told["tag"], told["path"], 0]


def test_the_panel_in_japanese_takes_a_web_address_and_says_what_is_wrong_with_another(
    server: Server, person: NewPerson
) -> None:
    page = person("ja-JP", width=390, height=800)
    play_now(page)
    open_panel(page)
    expect(page.get_by_role("heading", name="自分の番になったら知らせる")).to_be_visible()
    page.locator("#tell-me [name=target]").fill("https://127.0.0.1/")
    page.get_by_role("button", name="このアドレスを呼び出す").click()
    expect(page.locator("#refusal")).to_contain_text("自身のネットワーク")
    page.locator("#tell-me [name=target]").fill("https://93.184.216.34/hook")
    page.get_by_role("button", name="このアドレスを呼び出す").click()
    expect(page.locator("#tell-me .told-by")).to_contain_text("93.184.216.34")


@pytest.mark.parametrize("width", [1280, 390])
def test_the_panel_is_for_everyone(server: Server, person: NewPerson, width: int) -> None:
    page = person(width=width, reduced_motion="reduce")
    path = play_now(page)
    open_panel(page)
    page.locator("#tell-me [name=mail]").fill("a.rather.long.name@players.example.org")
    page.get_by_role("button", name="Send me a mail").click()
    expect(page.locator("#tell-me .told-by")).to_contain_text("a…@players.example.org")
    assert page.evaluate("(panel => panel.scrollWidth <= panel.clientWidth)(document.getElementById('tell-me'))")
    assert [small for small in page.evaluate(SMALL) if "tell" in small or "with_link" in small] == []
    assert faults(page) == []
    page.goto(f"/notices/at/{path.removeprefix('t/')}")
    assert faults(page) == []
