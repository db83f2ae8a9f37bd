"""The outer door: names, origins, rates, headers. Whoever stays outside is told why."""

import contextlib
import json
import re
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tabletown.web.guarding import Rules
from tabletown.web.limits import MOST_REMEMBERED, Buckets, Rate, neighbourhood
from tests.web.conftest import NewPerson
from tests.web.connecting import connect
from tests.web.test_bad_input import FORM
from tests.web.test_every_route import ROUTES, filled
from tools.played import Played, play_table
from tools.running import PATIENCE, Server, running_server


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the limits that it has without any settings, but for a name."""
    folder = tmp_path_factory.mktemp("strict")
    with running_server(folder, options=["--allow-host", "*.example.org"]) as running:
        yield running
    assert (folder / "server.log").read_text() == ""


def raw(server: Server, method: str, path: str, body: bytes | None = None, **headers: str | bytes) -> HTTPResponse:
    """A request with exactly these headers."""
    connection = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
    for name, value in headers.items():
        connection.putheader(name.replace("_", "-"), value)
    if body is not None:
        connection.putheader("content-length", str(len(body)))
    connection.endheaders(body)
    answer = connection.getresponse()
    answer.read_text = answer.read().decode()  # type: ignore[attr-defined]
    connection.close()
    return answer


# ---------------------------------------------------------------- names


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost:{port}", 200),
        ("LOCALHOST.:{port}", 200),
        ("127.0.0.1:{port}", 200),
        ("127.0.0.1", 200),
        ("[::1]:{port}", 200),
        ("games.example.org", 200),
        ("a.b.example.org:80", 200),
        ("example.org", 421),
        ("evil.example", 421),
        ("evil.example:{port}", 421),
        ("localhost.evil.example:{port}", 421),
        ("127.0.0.1.evil.example", 421),
        ("203.0.113.9", 421),
        ("", 421),
    ],
)
def test_a_server_answers_to_its_own_names_only(strict: Server, host: str, status: int) -> None:
    answer = raw(strict, "GET", "/", host=host.format(port=strict.port))
    assert answer.status == status
    assert ("--allow-host" in answer.read_text) == (status == 421)  # type: ignore[attr-defined]


def test_a_page_that_makes_its_name_point_here_reads_and_connects_nothing(strict: Server) -> None:
    played = play_table(strict, "the_estates", 1, 2)
    for path in (played.path, f"/api/tables/{played.table}", "/health", "/static/x/y"):
        assert raw(strict, "GET", path, host="evil.example", cookie=f"me={played.tokens[0]}").status == 421
    connecting = raw(
        strict,
        "GET",
        f"{played.path}/live",
        host="evil.example",
        origin="http://evil.example",
        upgrade="websocket",
        connection="Upgrade",
        sec_websocket_version="13",
        sec_websocket_key="dGhlIHNhbXBsZSBub25jZQ==",
    )
    assert connecting.status == 421


def live_status(server: Server, played: Played, **headers: str) -> int:
    """101, or with what status the connection was refused."""
    cookie = {"cookie": f"me={played.tokens[0]}"}
    sent = {name.replace("_", "-"): value for name, value in headers.items()} | cookie
    try:
        address = f"ws://127.0.0.1:{server.port}{played.path}/live"
        with connect(address, additional_headers=sent, ping_interval=None):
            return 101
    except InvalidStatus as refused:
        return refused.response.status_code


# ---------------------------------------------------------------- origins


def from_elsewhere(server: Server) -> list[dict[str, str]]:
    here = f"http://127.0.0.1:{server.port}"
    return [
        {"origin": "http://127.0.0.1:1"},
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": f"https://127.0.0.1:{server.port}"},
        {"origin": here, "sec_fetch_site": "cross-site"},
        {"origin": here, "sec_fetch_site": "same-site"},
        {"sec_fetch_site": "cross-site"},
    ]


def test_a_page_from_elsewhere_does_nothing_in_my_name(server: Server) -> None:
    played = play_table(server, "the_estates", 2, 2)
    mine = f"me={played.tokens[0]}"
    before = played.now()
    for headers in from_elsewhere(server):
        for path in ROUTES["POST"]:
            answer = server.ask(filled(path, played), b"seat=0&text=hi", kind=FORM, cookie=mine, **headers)
            assert answer.status == 403, (path, headers)
        assert live_status(server, played, **headers) == 403
    assert played.now() == before


def test_our_own_pages_and_programs_without_a_browser_are_served(server: Server) -> None:
    played = play_table(server, "the_estates", 2, 2)
    here = f"http://127.0.0.1:{server.port}"
    mine = f"me={played.tokens[0]}"
    for headers in ({"origin": here}, {"sec_fetch_site": "same-origin"}, {"sec_fetch_site": "none"}, {}):
        assert server.ask(f"{played.path}/say", b"text=hello", kind=FORM, cookie=mine, **headers).status == 303
        assert live_status(server, played, **headers) == 101


def test_the_json_door_knows_no_cookies(server: Server) -> None:
    played = play_table(server, "the_estates", 2, 2)
    path = f"/api/tables/{played.table}"
    cookie = f"me={played.tokens[0]}"
    assert server.ask(f"{path}/view", cookie=cookie).json["seat"] is None
    assert server.ask(f"{path}/view?seat=0", cookie=cookie).status == 403
    assert server.ask(f"{path}/resign", {"seat": 0}, cookie=cookie).status == 403
    assert server.ask("/api/tables", {"game": "the_estates", "seats": [{"who": "me"}] * 2}, cookie=cookie).json[
        "token"
    ] != played.tokens[0]


def test_a_page_of_another_port_cannot_resign_for_me(server: Server, person: NewPerson, strict: Server) -> None:
    """The attack itself, in a real browser: cookies of one port are sent to every other."""
    played = play_table(server, "the_estates", 2, 2)
    page = person(me=played.tokens[0])
    page.goto(f"{strict.address}/rules/the_estates")
    page.evaluate(
        """async ([to, body]) => { try { await fetch(to, {method: 'POST', mode: 'no-cors', credentials: 'include',
            headers: {'content-type': 'application/x-www-form-urlencoded'}, body}); } catch {} }""",
        [f"{server.address}{played.path}/resign", "seat=0"],
    )
    assert not any(seat["bot"] for seat in played.now()["seats"])


# ---------------------------------------------------------------- what every answer says


def test_every_answer_says_how_it_may_be_used(server: Server) -> None:
    played = play_table(server, "the_estates", 2, 2)
    static = re.search(r'src="(/static/[^"]+table\.js)"', server.ask("/").text)
    assert static is not None
    asked: list[tuple[str, dict[str, Any]]] = [
        ("/", {}), (played.path, {}), (f"/m/{played.table}", {}), ("/nothing", {}), ("/t/nowhere", {}), ("/health", {}),
        ("/openapi.json", {}), (f"/api/tables/{played.table}", {}), ("/api/tables/nowhere", {}), (static[1], {}),
        (f"/m/{played.table}/record.json", {}), (f"/m/{played.table}/picture.svg", {}),
        ("/games/the_estates/cover.svg", {}), ("/language", {"data": b"language=ja", "kind": FORM}),
        ("/language", {"data": b"language=xx", "kind": FORM}), ("/language", {"data": b"x" * 20_000, "kind": FORM}),
        ("/", {"method": "DELETE"}), ("/", {"data": b"", "origin": "http://evil.example"}),
    ]  # fmt: skip
    for path, how in asked:
        headers = {name.lower(): value for name, value in server.ask(path, **how).headers.items()}
        assert headers["x-content-type-options"] == "nosniff", path
        assert headers["referrer-policy"] == "same-origin", path
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy, path
        assert "frame-ancestors 'none'" in policy, path
        assert "unsafe-inline" not in re.sub(r"style-src(-attr)? 'unsafe-inline'", "", policy), path
        is_kept = path.startswith(("/static/", "/games/"))
        assert headers["cache-control"].startswith("public" if is_kept else "no-store"), path
        assert "server" not in headers, path


def test_a_stream_of_events_is_not_kept_either(server: Server) -> None:
    played = play_table(server, "the_estates", 2, 2)
    connection = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    connection.request("GET", f"/api/tables/{played.table}/events", headers={"accept-encoding": "gzip"})
    answer = connection.getresponse()
    assert answer.getheader("cache-control") == "no-store"
    assert answer.getheader("content-encoding") is None, "an event does not wait until enough is there to be packed"
    assert answer.fp.readline()
    connection.close()


def test_no_page_runs_or_is_styled_by_what_stands_in_it(server: Server) -> None:
    played = play_table(server, "the_estates", 2, 2)
    for path in ("/", played.path, f"/m/{played.table}", "/rules/the_estates", "/nothing"):
        text = server.ask(path, token=played.tokens[0]).text
        assert not re.search(r"<script(?![^>]* src=)|<style|\son\w+=|javascript:", text), path


def test_pages_work_under_their_policy(person: NewPerson, server: Server, game: str) -> None:
    """Nothing that a page does is refused by the browser."""
    played = play_table(server, game, 1, 2)
    page = person(me=played.tokens[0])
    refused: list[str] = []
    page.on("console", lambda said: refused.append(said.text) if "Content Security Policy" in said.text else None)
    for path in ("/", played.path, f"/m/{played.table}", f"/rules/{game}", f"/m/{played.table}/picture.svg?step=0"):
        if path.endswith("step=0"):
            assert server.ask(path).status == 200
            continue
        page.goto(path)
        page.wait_for_load_state("networkidle")
    assert refused == []


def test_an_error_page_does_not_repeat_where_one_came_from(server: Server) -> None:
    secret = "/s/table/0/0123456789abcdef"
    answer = server.ask("/language", b"language=xx", kind=FORM, referer=server.address + secret)
    assert answer.status == 400
    assert secret not in answer.text


# ---------------------------------------------------------------- how often


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@given(st.integers(1, 50), st.integers(1, 50), st.lists(st.floats(0, 3), max_size=80))
def test_nobody_gets_more_than_the_rate_and_everybody_gets_that(
    per_second: int, at_once: int, pauses: list[float]
) -> None:
    clock = Clock()
    buckets = Buckets(Rate(per_second, at_once), clock)
    start, had = clock.now, 0
    for pause in pauses:
        clock.now += pause
        wait = buckets.wait("a")
        had += not wait
        assert had <= at_once + per_second * (clock.now - start) + 1e-6
        if wait:
            clock.now += wait
            assert buckets.wait("a") == 0, "after the seconds that were named"
            had += 1
        assert buckets.wait(f"another {clock.now} {had}") == 0


def test_a_rate_of_nothing_is_no_limit_and_strangers_do_not_fill_the_memory() -> None:
    assert [Buckets(Rate()).wait("a") for _ in range(1000)] == [0] * 1000
    clock = Clock()
    buckets = Buckets(Rate(0.001, 1), clock)
    for number in range(2 * MOST_REMEMBERED + 5):
        assert buckets.wait(str(number)) == 0
    assert len(buckets._rested) <= MOST_REMEMBERED


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "192.0.2.2", False),
        ("2001:db8::1", "2001:db8::ffff:2", True),
        ("2001:db8:0:1::1", "2001:db8:0:2::1", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("::ffff:192.0.2.1", "::ffff:192.0.2.2", False),
    ],
)
def test_a_network_of_one_household_counts_as_one(one: str, other: str, same: bool) -> None:
    assert (neighbourhood(one) == neighbourhood(other)) is same


def test_whoever_asks_too_often_is_told_when_to_come_back(tmp_path: Path) -> None:
    with running_server(tmp_path, options=["--rate", "0.1"]) as server:
        assert server.ask("/health").status == 200
        refused = server.ask("/health", accept="application/json")
        assert refused.status == 429
        assert 1 <= int(refused.headers["retry-after"]) <= 10
        assert refused.json["status"] == 429
        assert refused.json["title"].startswith("Too many requests")
        page = server.ask("/", accept_language="ja")
        assert page.status == 429
        assert "<h1" in page.text
        assert "リクエスト" in page.text
        said = server.ask("/health", x_forwarded_for="192.0.2.7")
        assert said.status == 429, "anybody can say that they come from elsewhere"


def test_a_proxy_that_is_named_is_believed(tmp_path: Path) -> None:
    with running_server(tmp_path, options=["--rate", "0.1", "--behind-proxy"]) as server:
        answers = [server.ask("/health", x_forwarded_for=f"192.0.2.{number}").status for number in (1, 1, 2, 2, 3)]
        assert answers == [200, 429, 200, 429, 200]


def test_only_so_many_tables_are_made_at_a_time(tmp_path: Path) -> None:
    with running_server(tmp_path, options=["--rate", "3"]) as server:
        made = [server.ask("/play-now/the_estates", b"", kind=FORM).status for _ in range(5)]
        assert made == [303, 303, 303, 429, 429]
        assert server.ask("/health").status == 200


def test_only_so_many_pages_are_open_from_one_address(tmp_path: Path) -> None:
    with running_server(tmp_path, options=["--rate", "0", "--connections", "3"]) as server:
        played = play_table(server, "the_estates", 1, 2)
        address = f"ws://127.0.0.1:{server.port}{played.path}/live"
        with connect(address), connect(address), connect(address) as last:
            with pytest.raises(InvalidStatus) as refused:
                connect(address)
            assert refused.value.response.status_code == 429
            assert refused.value.response.headers["retry-after"]
            last.recv()  # a page that is still being written is open for as long
            last.close()
            with connect(address):
                pass


def test_behind_a_proxy_pages_are_counted_by_the_address_that_it_names(tmp_path: Path) -> None:
    with running_server(tmp_path, options=["--rate", "0", "--connections", "2", "--behind-proxy"]) as server:
        played = play_table(server, "the_estates", 1, 2)
        address = f"ws://127.0.0.1:{server.port}{played.path}/live"
        one, other = ({"X-Forwarded-For": f"192.0.2.{number}"} for number in (7, 8))
        with connect(address, additional_headers=one), connect(address, additional_headers=one):
            with pytest.raises(InvalidStatus) as refused:
                connect(address, additional_headers=one)
            assert refused.value.response.status_code == 429
            with connect(address, additional_headers=other):
                pass


def test_a_page_that_talks_without_end_or_in_large_words_is_not_listened_to(server: Server) -> None:
    played = play_table(server, "the_estates", 1, 2)
    address = f"ws://127.0.0.1:{server.port}{played.path}/live"
    for word, times in (("x", 200), ("x" * 5000, 1)):
        with connect(address) as talking:
            with contextlib.suppress(ConnectionClosed):
                for _ in range(times):
                    talking.send(word)
            with contextlib.suppress(ConnectionClosed):
                while True:
                    talking.recv(timeout=PATIENCE)
            assert talking.close_code is not None


def test_the_usual_limits_let_a_whole_household_play() -> None:
    rules = Rules.usual()
    assert rules.requests.at_once >= 500
    assert rules.connections >= 200
    assert "localhost" in rules.hosts


@pytest.mark.parametrize("who", ["", "made-up"])
def test_one_person_has_only_so_many_tables_that_wait(server: Server, who: str) -> None:
    seats = [{"who": "me"}, {"who": "open"}]
    token = server.ask("/api/tables", {"game": "the_estates", "seats": seats}).json["token"]
    for _ in range(19):
        assert server.ask("/api/tables", {"game": "the_estates", "seats": seats}, token).status == 201
    refused = server.ask("/api/tables", {"game": "the_estates", "seats": seats}, token)
    assert refused.status == 429
    assert "20" in refused.json["title"]
    other = server.ask("/api/tables", {"game": "the_estates", "seats": seats}, who)
    assert other.status == 201
    at_once = [{"who": "me"}, {"who": "me"}]
    assert server.ask("/api/tables", {"game": "the_estates", "seats": at_once}, token).status == 201
    assert json.loads(refused.body)["code"] == "TooManyWaiting"
