"""Whatever people write is words: in a real browser nothing of it runs, and nothing of it becomes part of a page."""

import json
import random
from collections.abc import Callable, Iterator
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, BrowserContext, FilePayload, Page, Response, expect

from tabletown import game
from tests.web.test_bad_input import FORM
from tools.played import Played, play_table
from tools.running import PATIENCE, Server

NAMES = [
    "<b data-xss>x", '"><i data-xss=1>', "'><u data-xss>", "</title><s data-xss>", "<svg/onload=xss()>",
    "<img src onerror=xss()>", "{{7*7}}<b data-xss>", "]]><a data-xss>", "--><p data-xss>", "&lt;b data-xss&gt;",
]  # fmt: skip
LINES = [
    *NAMES,
    "<script>xss()</script>",
    "</script><script>xss()</script>",
    "<img src=x onerror=xss() data-xss>",
    '<img src="x" onerror="xss()" data-xss>',
    "<svg data-xss><script>xss()</script></svg>",
    '<svg><use href="data:image/svg+xml,<svg onload=xss()>" data-xss/></svg>',
    '<iframe srcdoc="<script>parent.xss()</script>" data-xss></iframe>',
    '<a href="javascript:xss()" data-xss>click</a>',
    "javascript:xss()",
    "<style data-xss>*{display:none}</style>",
    '<form action="https://elsewhere.example" data-xss><input name=me>',
    '<meta http-equiv="refresh" content="0;url=//elsewhere.example" data-xss>',
    '<base href="//elsewhere.example" data-xss>',
    "<math><mtext><table><mglyph><style><img src onerror=xss() data-xss>",
    "<template data-xss><script>xss()</script></template>",
    "<details open ontoggle=xss() data-xss>",
    "<body onload=xss() data-xss>",
    '" autofocus onfocus=xss() data-xss x="',
    "' onmouseover=xss() data-xss x='",
    "`${xss()}` {{constructor.constructor('xss()')()}} <%= xss() %>",
    "<!--><img src onerror=xss() data-xss>-->",
    "<![CDATA[<img data-xss>]]>",
    "&#60;img data-xss src onerror=xss()&#62;",
    "\\u003cimg data-xss src onerror=xss()\\u003e",
    "+ADw-script+AD4-xss()+ADw-/script+AD4-",
]
WATCH = "window.ran = 0; window.xss = () => { window.ran++; }; window.alert = window.xss;"
FOUND = """() => [window.ran, document.querySelectorAll('[data-xss]').length,
    [...document.scripts].filter(each => !each.src.startsWith(location.origin)).length,
    document.querySelectorAll('[onerror], [onload], [onfocus], [onmouseover], iframe, base').length]"""
HARMLESS = [0, 0, 0, 0]
SHOWN = "document.documentElement.textContent + [...document.querySelectorAll('input')].map(each => each.value)"


@pytest.fixture(scope="module")
def context(browser: Browser, shared: Server) -> Iterator[BrowserContext]:
    made = browser.new_context(base_url=shared.address)
    made.set_default_timeout(PATIENCE * 1000)
    made.add_init_script(WATCH)
    yield made
    made.close()


@pytest.fixture
def page(context: BrowserContext, shared: Server) -> Iterator[Page]:
    """A page that leads nowhere else, and on which no policy had to stop anything."""
    opened = context.new_page()
    stopped: list[str] = []
    elsewhere: list[str] = []
    opened.on("console", lambda said: stopped.append(said.text) if "Content Security Policy" in said.text else None)
    opened.on("request", lambda asked: None if asked.url.startswith(shared.address) else elsewhere.append(asked.url))
    opened.on("dialog", lambda dialog: pytest.fail(f"A dialog: {dialog.message}"))
    yield opened
    opened.close()
    assert (stopped, elsewhere) == ([], [])


def is_harmless(page: Page, *told: str) -> None:
    """Nothing has run, nothing was put in, and what was written can be read."""
    page.wait_for_load_state()
    assert page.evaluate(FOUND) == HARMLESS
    shown = page.evaluate(SHOWN)
    assert [each for each in told if each not in shown] == []


def go(page: Page, path: str) -> Response:
    answer = page.goto(path)
    assert answer is not None
    policy = answer.header_value("content-security-policy") or ""
    assert "script-src 'self'" in policy or "default-src 'none'" in policy or "default-src 'self'" in policy
    assert "unsafe-inline" not in policy.split("style-src")[0]
    return answer


def sit_down(context: BrowserContext, table: Played, seat: int = 0) -> None:
    context.clear_cookies()
    context.add_cookies([{"name": "me", "value": table.tokens[seat], "url": table.server.address}])


def told(table: Played, where: str, **fields: object) -> None:
    body = "&".join(f"{name}={quote(str(value))}" for name, value in fields.items()).encode()
    answer = table.server.ask(f"{table.path}/{where}", body, kind=FORM, cookie=f"me={table.tokens[0]}")
    assert answer.status == 303, answer.text


@pytest.mark.parametrize("which", [0, 1])
def test_names_are_words_on_every_page_of_a_table(
    context: BrowserContext, page: Page, shared: Server, which: int
) -> None:
    names = NAMES[5 * which :][:5]
    seats = [{"who": "me", "name": name} for name in names]
    made = shared.ask("/api/tables", {"game": "the_estates", "seats": seats}).json
    table = Played(shared, made["table"], dict.fromkeys(range(5), made["token"]))
    for _ in range(4):
        table.step()
    sit_down(context, table)
    for path in (table.path, f"/m/{table.table}", f"/m/{table.table}?step=1"):
        go(page, path)
        is_harmless(page, *names)
    go(page, "/")
    is_harmless(page)
    drawn = page.evaluate(
        """path => fetch(path).then(answer => answer.text()).then(text => {
            const parsed = new DOMParser().parseFromString(text, 'image/svg+xml');
            return [parsed.querySelectorAll('[data-xss], script, parsererror').length, parsed.documentElement.tagName];
        })""",
        f"/m/{table.table}/picture.svg",
    )
    assert drawn == [0, "svg"]


def test_names_are_words_in_a_waiting_room_and_in_an_invitation(
    context: BrowserContext, page: Page, shared: Server
) -> None:
    seats = [{"who": "me", "name": NAMES[0]}, {"who": "me", "name": NAMES[1]}, {"who": "open"}]
    made = shared.ask("/api/tables", {"game": "the_estates", "seats": seats}).json
    sit_down(context, Played(shared, made["table"], {0: made["token"]}))
    go(page, f"/t/{made['table']}")
    is_harmless(page, *NAMES[:2])
    context.clear_cookies()
    go(page, f"/join/{made['table']}/2/{made['invitations']['2']}")
    is_harmless(page)


def test_what_is_pushed_to_an_open_page_is_words(context: BrowserContext, page: Page, shared: Server) -> None:
    table = play_table(shared, "squad_car", 2, 2)
    sit_down(context, table, 1)
    go(page, table.path)
    for line in LINES:
        told(table, "say", text=line)
    told(table, "rename", seat=0, name=NAMES[5])
    expect(page.locator("#chat-list li")).to_have_count(len(LINES))
    expect(page.locator("#seat-0")).to_contain_text(NAMES[5])
    is_harmless(page, *LINES)
    go(page, table.path)
    is_harmless(page, *LINES)


@pytest.mark.parametrize("path", ["/?game={}", "/rules/{}", "/t/{}", "/m/{}", "/join/x/0/{}", "/s/x/0/{}", "/{}"])
def test_a_page_that_refuses_an_address_says_it_in_words(page: Page, path: str) -> None:
    for line in LINES[10:30:4]:
        go(page, path.format(quote(line, safe="")))
        is_harmless(page)


def test_a_form_that_is_refused_is_shown_again_in_words(page: Page) -> None:
    for field in ("option-rounds", "edition", "name", "seat-1", "time", "game"):
        for line in (LINES[12], LINES[27]):
            go(page, "/")
            with page.expect_navigation():
                page.evaluate(
                    """([field, line]) => {
                        const form = document.createElement('form');
                        Object.assign(form, {method: 'post', action: '/tables'});
                        const fields = {game: 'the_estates', 'seat-1': 'open', [field]: line};
                        for (const [name, value] of Object.entries(fields)) {
                            form.append(Object.assign(document.createElement('input'), {name, value}));
                        }
                        document.body.append(form);
                        HTMLFormElement.prototype.submit.call(form);
                    }""",
                    [field, line],
                )
            is_harmless(page)


def test_what_a_script_is_refused_is_shown_in_words(context: BrowserContext, page: Page, shared: Server) -> None:
    """The sentence comes as HTML, and quotes what was sent."""
    table = play_table(shared, "the_estates", 2, 2)
    sit_down(context, table)
    go(page, table.path)
    for where, field in (("orders", "kind"), ("propose", "what"), ("play", "action"), ("rename", "name")):
        page.evaluate(
            """([action, field, line]) => {
                const form = Object.assign(document.createElement('form'), {method: 'post', action});
                for (const [name, value] of [['seat', '0'], [field, line]]) {
                    form.append(Object.assign(document.createElement('input'), {name, value, type: 'hidden'}));
                }
                document.querySelector('main, body').append(form);
                form.requestSubmit();
            }""",
            [f"{table.path}/{where}", field, "<img src onerror=xss() data-xss>"],
        )
        expect(page.locator("#refusal")).not_to_be_empty()
        is_harmless(page)
        page.evaluate("document.getElementById('refusal').replaceChildren()")


def file_of(name: str, content: bytes) -> FilePayload:
    return {"name": name, "mimeType": "application/json", "buffer": content}


def record_with(change: Callable[[dict[str, object]], None]) -> bytes:
    match, rng = game("the_estates").new(players=2, seed=3), random.Random(3)
    for _ in range(3):
        seat = match.pending[0]
        match.play(seat, rng.choice(match.rules.legal_actions(match.perfect_memory(seat), seat)))
    record = match.record()
    change(record)
    return json.dumps(record).encode()


def test_record_files_are_words_in_their_names_and_in_what_they_say(page: Page) -> None:
    line = '<img src=x onerror="xss()" data-xss>'
    opened = [
        (line + ".json", b"{"),
        ("x.json", line.encode()),
        ("x.json", record_with(lambda record: record.update(game=line))),
        ("x.json", record_with(lambda record: record.update(format=line))),
        ("x.json", record_with(lambda record: record.update(rules=line))),
        ("x.json", record_with(lambda record: record.update(options={"rounds": line}))),
        ("x.json", record_with(lambda record: record.update(edition={"name": line}))),
        ("x.json", record_with(lambda record: record.update({line: line}))),
    ]
    for name, content in opened:
        go(page, "/")
        with page.expect_navigation():
            page.set_input_files("input[name=record]", file_of(name, content))
        expect(page.locator("h1")).to_be_visible()
        is_harmless(page)
    content = record_with(lambda record: record.update(seats=NAMES[4:6]))
    go(page, "/")
    with page.expect_navigation(url="**/t/*"):
        page.set_input_files("input[name=record]", file_of("x", content))
    is_harmless(page, *NAMES[4:6])
