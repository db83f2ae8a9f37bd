"""Japanese throughout: no English is left on a Japanese page but names."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tabletown.bots.names import NAMES as BOTS
from tabletown.rulekit.registry import declaration, declarations
from tests.web.at_the_table import recorded_table
from tests.web.conftest import NewPerson
from tests.web.connecting import connect
from tools.played import play_table
from tools.running import Answer, Server

SHOWN = """() => [
    document.title, document.body.innerText,
    ...[...document.querySelectorAll('[aria-label], [title], [placeholder]')].flatMap(
        e => ['aria-label', 'title', 'placeholder'].map(name => e.getAttribute(name))),
    ...[...document.querySelectorAll('.vh, title, details, [role=tabpanel]')].map(e => e.textContent),
].filter(Boolean)"""
NAMES = {
    *("tabletown", "english", "mika", "noor", "olu", "visitor", "neighbour", "developer", "tycoon"),
    *("http", "json", "svg", "qr", "bot", "host"),
    *(name.lower() for name in BOTS),
}
NEITHER = re.compile(
    r"https?://\S+|[0-9a-f]{4}( [0-9a-f]{4})+|\b[A-Z]{2}-\w+|Player \d|(Page Up|Page Down|Home|End)(?![a-z])"
)
"""Links, hashes, clauses, what nameless players of a record are called, and what stands on keys."""
WORD = re.compile(r"[A-Za-z][a-z]{2,}")
STOPPED = re.compile(r"[ぁ-んァ-ヶー一-龯）][,;:] |[,;:] [ぁ-んァ-ヶー一-龯]")
"""An English comma or colon beside a Japanese letter."""


def left_in_english(page: Page) -> set[str]:
    known = NAMES | {word.lower() for each in declarations().values() for word in each.title.split()}
    return {
        text.strip()[:100]
        for shown in page.evaluate(SHOWN)
        for text in re.split(r"[\n。、]", NEITHER.sub("", shown))
        if STOPPED.search(text) or any(word.lower() not in known for word in WORD.findall(text))
    }


@pytest.fixture
def page(person: NewPerson) -> Page:
    return person("ja-JP", reduced_motion="reduce")


def paths(server: Server) -> Iterator[tuple[str, str]]:
    seats = [{"who": "me", "name": "Mika"}, {"who": "open"}, {"who": "visitor"}]
    made = server.ask("/api/tables", {"game": "the_estates", "seats": seats}).json
    yield f"/join/{made['table']}/1/{made['invitations']['1']}", ""
    yield f"/join/{made['table']}/1/nosuchinvitation", ""
    yield "/no/such/page", ""
    yield "/t/nosuchtable", ""
    yield f"/t/{made['table']}", made["token"]
    yield "/", made["token"]
    yield "/?game=milton_keynes", made["token"]
    yield "/?game=squad_car", made["token"]
    marshes = {"game": "milton_keynes", "edition": "small_marshes.toml", "seats": seats}
    made = server.ask("/api/tables", marshes).json
    yield f"/t/{made['table']}", made["token"]


def test_the_pages_of_the_house_are_in_japanese(page: Page, server: Server) -> None:
    found: dict[str, set[str]] = {}
    for path, me in paths(server):
        if me:
            page.context.add_cookies([{"name": "me", "value": me, "url": server.address}])
        page.goto(path)
        assert page.get_attribute("html", "lang") == "ja"
        found[path] = left_in_english(page)
    assert {path: texts for path, texts in found.items() if texts} == {}
    assert page.get_by_text("小さな湿地").is_visible()


MOVES_READ = 12


def test_a_table_is_in_japanese_from_the_first_move_to_the_result(page: Page, server: Server, game: str) -> None:
    played = play_table(server, game, 1, declaration(game).players[0])
    page.context.add_cookies([{"name": "me", "value": played.tokens[0], "url": server.address}])
    page.goto(played.path)
    left: set[str] = set()
    for _ in range(MOVES_READ):
        left |= left_in_english(page)
        played.step()
    ended = recorded_table(server, game)
    page.goto(f"/m/{ended}?step=9")
    left |= left_in_english(page)
    page.goto(f"/t/{ended}")
    expect(page.locator("#phase")).to_have_attribute("data-phase", "over")
    left |= left_in_english(page)
    assert left == set()


def test_the_rulebook_is_in_japanese(page: Page, game: str) -> None:
    page.goto(f"/rules/{game}")
    assert not [text for text in left_in_english(page) if re.search(r"[a-z]+ [a-z]+ [a-z]+", text)]


def test_the_language_is_the_headers_until_another_is_chosen(person: NewPerson) -> None:
    page = person("ja-JP")
    page.goto("/")
    page.click("button[name=language][value=en]")
    assert page.get_attribute("html", "lang") == "en"
    page.goto("/rules/the_estates")
    assert page.get_attribute("html", "lang") == "en"


LIKES = [
    ("ja", "", "ja"),
    ("ja", "en", "ja"),
    ("", "ja", "ja"),
    ("none", "ja", "ja"),
    ("en", "ja", "en"),
    ("", "", "en"),
]


@pytest.mark.parametrize(("of_page", "liked", "spoken"), LIKES)
def test_a_page_goes_on_in_its_own_language(server: Server, of_page: str, liked: str, spoken: str) -> None:
    """Whatever its browser says over the connection that it likes: some say nothing, some what was never chosen."""
    table = play_table(server, "the_estates", 1, 2).table
    address = f"{server.address.replace('http', 'ws')}/t/{table}/live?language={of_page}"
    with connect(address, additional_headers={"Accept-Language": liked} if liked else {}) as connection:
        told = str(connection.recv())
    assert ("競売" in told) == (spoken == "ja")


FORM = "application/x-www-form-urlencoded"
UPLOAD = (
    b'--cut\r\nContent-Disposition: form-data; name="record"; filename="g.json"\r\n\r\n{"format": "x"}\r\n--cut--\r\n'
)


def refusals(server: Server) -> Iterator[tuple[str, Answer]]:
    """What a Japanese reader is refused, in the house's words and in a game's."""
    played = play_table(server, "the_estates", 2, 2)
    mover = played.settled()["pending"][0]
    legal = {action["id"] for action in played.legal(mover)}
    illegal = next(number for number in range(999) if number not in legal)

    def post(path: str, body: bytes, seat: int = mover, kind: str = FORM) -> Answer:
        return server.ask(path, body, played.tokens[seat], kind=kind, accept_language="ja")

    yield "too few seats", post("/tables", b"game=squad_car&seat-1=visitor&seat-2=visitor")
    yield "somebody else's turn", post(f"{played.path}/play", b"action=0", 1 - mover)
    yield "an illegal move", post(f"{played.path}/play", f"action={illegal}".encode())
    yield "an old decision", post(f"{played.path}/play", b"action=0&decision=99")
    yield "nothing sealed", post(f"{played.path}/withdraw", b"")
    yield "nothing to undo", post(f"{played.path}/undo", b"")
    yield "no number", post(f"{played.path}/play", b"action=x")
    yield "no such seat", post(f"{played.path}/play", b"seat=9")
    yield "no such page", server.ask("/nowhere", accept_language="ja")
    yield "no such step", server.ask(f"/m/{played.table}?step=99", accept_language="ja")
    yield "a foreign record", post("/records", UPLOAD, kind="multipart/form-data; boundary=cut")
    yield "a program's", server.ask(f"/api/tables/{played.table}/start", {}, "made-up", accept_language="ja")


def test_refusals_are_in_japanese_on_japanese_pages(server: Server) -> None:
    texts = {}
    for name, answer in refusals(server):
        assert 400 <= answer.status < 500, name
        is_page = answer.headers["content-type"].startswith("text/html")
        found = re.search(r'<p(?: class="banner" role="alert")?>(.*?)</p>', answer.text) if is_page else None
        texts[name] = found[1] if found else answer.json["title"]
    assert {name: text for name, text in texts.items() if not re.search(r"[ぁ-んァ-ン一-龯]", text)} == {}
    assert {name: text for name, text in texts.items() if re.search(r"[a-z]{2,} [a-z]{2,} [a-z]{2,}", text)} == {}
    assert "スクワッド・カーは2、4、6人用" in texts["too few seats"]


def test_reasons_beside_the_board_are_in_japanese(server: Server) -> None:
    played = play_table(server, "the_estates", 2, 2)
    mover = played.settled()["pending"][0]
    legal = {action["id"] for action in played.legal(mover)}
    illegal = next(number for number in range(999) if number not in legal)
    page = server.ask(f"{played.path}/why?action={illegal}", token=played.tokens[mover], accept_language="ja").text
    assert re.search(r"[ぁ-んァ-ン一-龯]", page)
    assert not re.search(r">[^<]*[a-z]{2,} [a-z]{2,} [a-z]{2,}[^<]*<", page)


@pytest.mark.parametrize(
    ("asked", "spoken"),
    [
        ("ja", "ja"),
        ("ja-JP,en;q=0.5", "ja"),
        ("en;q=0.5, ja", "ja"),
        ("en;q=0.2,de;q=0.9,ja-jp;q=0.8", "ja"),
        ("JA", "ja"),
        ("EN-us, ja;q=0.9", "en"),
        ("ja;q=0, en;q=0.1", "en"),
        ("ja;q=0", "en"),
        ("fr, *;q=0.5", "en"),
        ("ja;q=most, en;q=0.3", "en"),
        ("en;Q=0.2, ja;Q=0.3", "ja"),
        ("", "en"),
    ],
)
def test_a_browser_is_answered_in_the_language_that_it_likes_best(server: Server, asked: str, spoken: str) -> None:
    assert f'<html lang="{spoken}"' in server.ask("/", accept_language=asked).text
