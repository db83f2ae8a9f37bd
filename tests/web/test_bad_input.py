"""Whatever comes in, the answer is a sentence, and the table is as it was."""

import json
import re
from collections.abc import Iterator
from http.client import HTTPConnection
from importlib import resources

import pytest

from tools.played import Played, play_table
from tools.running import PATIENCE, Answer, Server

FORM = "application/x-www-form-urlencoded"


@pytest.fixture
def table(server: Server) -> Iterator[Played]:
    """A table whose game must not change, whatever a test sends there."""
    played = play_table(server, "the_estates", 2, 2)
    before = played.settled(), views(played)
    yield played
    assert (played.now(), views(played)) == before


def views(played: Played) -> list[object]:
    path = f"/api/tables/{played.table}/view?seat="
    return [played.server.ask(f"{path}{seat}", token=token).json for seat, token in played.tokens.items()]


def mover(table: Played) -> int:
    return int(table.now()["pending"][0])


def is_problem(answer: Answer, status: int) -> dict[str, object]:
    """The problem document of an answer, which says what is wrong in a sentence."""
    assert answer.status == status, answer.text
    assert answer.headers["content-type"].startswith("application/problem+json")
    problem: dict[str, object] = answer.json
    assert problem["status"] == status
    assert str(problem["title"])[0].isupper()
    assert str(problem["title"]).endswith((".", "!"))
    assert "Traceback" not in answer.text
    return problem


@pytest.mark.parametrize("path", ["", "/view", "/legal", "/events"])
def test_an_unknown_table_is_not_found(server: Server, path: str) -> None:
    is_problem(server.ask(f"/api/tables/nosuchtable{path}"), 404)


def test_an_unknown_path_is_not_found(server: Server) -> None:
    is_problem(server.ask("/api/nothing/here"), 404)
    page = server.ask("/nothing/here")
    assert page.status == 404
    assert "<h1" in page.text


def test_the_wrong_method_is_refused(server: Server, table: Played) -> None:
    is_problem(server.ask(f"/api/tables/{table.table}/play"), 405)
    is_problem(server.ask(f"/api/tables/{table.table}", {}, method="DELETE"), 405)


@pytest.mark.parametrize(
    ("which", "seats"),
    [
        ("chess", [{"who": "me"}, {"who": "open"}]),
        ("the_estates", []),
        ("the_estates", [{"who": "me"}] * 9),
        ("the_estates", [{"who": "me"}, {"who": "grandmaster"}]),
        ("the_estates", [{"who": "me", "name": "a" * 25}, {"who": "open"}]),
        ("the_estates", [{"who": "me", "name": "\x1b[31m"}, {"who": "open"}]),
    ],
)
def test_a_table_that_cannot_be_is_not_made(server: Server, which: str, seats: list[dict[str, str]]) -> None:
    is_problem(server.ask("/api/tables", {"game": which, "seats": seats}), 404 if which == "chess" else 400)


def test_options_and_editions_that_do_not_exist_are_refused(server: Server) -> None:
    usual = {"game": "the_estates", "seats": [{"who": "me"}, {"who": "open"}]}
    is_problem(server.ask("/api/tables", {**usual, "options": {"colour": "red"}}), 400)
    is_problem(server.ask("/api/tables", {**usual, "options": {"rounds": 999}}), 400)
    for file in (
        "../../etc/passwd",
        "/etc/passwd",
        str(resources.files("tabletown.games.the_estates") / "edition.toml"),
    ):
        problem = is_problem(server.ask("/api/tables", {**usual, "edition": file}), 400)
        assert "has no edition" in str(problem["title"]), "a file of the server was read"
    is_problem(server.ask("/api/tables", {**usual, "anything": 1}), 400)


def test_nobody_plays_or_looks_from_a_foreign_seat(server: Server, table: Played) -> None:
    seat = mover(table)
    other = table.tokens[1 - seat]
    action = table.legal(seat)[0]["id"]
    for token in ("", "made-up", other):
        move = {"seat": seat, "actions": [action]}
        is_problem(server.ask(f"/api/tables/{table.table}/play", move, token), 403)
        is_problem(server.ask(f"/api/tables/{table.table}/view?seat={seat}", token=token), 403)
        is_problem(server.ask(f"/api/tables/{table.table}/legal?seat={seat}", token=token), 403)
        is_problem(server.ask(f"/api/tables/{table.table}/events?seat={seat}", token=token), 403)
        is_problem(server.ask(f"/api/tables/{table.table}/resign", {"seat": seat}, token), 403)
    form = f"seat={seat}&action={action}".encode()
    assert server.ask(f"{table.path}/play", form, other, kind=FORM).status == 403


@pytest.mark.parametrize("seat", [-1, 2, 99, 10**30])
def test_a_seat_that_does_not_exist_is_refused(server: Server, table: Played, seat: int) -> None:
    move = {"seat": seat, "actions": [0]}
    is_problem(server.ask(f"/api/tables/{table.table}/play", move, table.tokens[0]), 403)


def test_a_stale_decision_is_refused(server: Server, table: Played) -> None:
    seat = mover(table)
    move = {"seat": seat, "actions": [table.legal(seat)[0]["id"]], "decision": table.now()["decision"] - 1}
    problem = is_problem(server.ask(f"/api/tables/{table.table}/play", move, table.tokens[seat]), 409)
    assert "decision" in str(problem["title"])


def test_the_wrong_turn_is_refused(server: Server, table: Played) -> None:
    seat = mover(table)
    move = {"seat": 1 - seat, "actions": [table.legal(seat)[0]["id"]]}
    is_problem(server.ask(f"/api/tables/{table.table}/play", move, table.tokens[1 - seat]), 409)


@pytest.mark.parametrize(
    "actions",
    [
        [], [-1], [10**9], [10**40], ["pass"], [{"kind": "fly"}], [{"kind": "bid"}],
        [{"kind": "bid", "args": {"x": 1}}], [None], [[1]], [1.5], [{}], [0] * 65,
    ],
)  # fmt: skip
def test_an_action_that_does_not_exist_is_refused(server: Server, table: Played, actions: list[object]) -> None:
    seat = mover(table)
    answer = server.ask(f"/api/tables/{table.table}/play", {"seat": seat, "actions": actions}, table.tokens[seat])
    is_problem(answer, answer.status)
    assert answer.status in {400, 409}


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        (b"", "application/json", 400),
        (b"{", "application/json", 400),
        (b"[]", "application/json", 400),
        (b"null", "application/json", 400),
        (b'{"seat": "one", "actions": [1]}', "application/json", 400),
        (b"\xff\xfe\x00", "application/json", 400),
        (b"[" * 10_000, "application/json", 400),
        (b"seat=0&actions=1", FORM, 400),
        (b"seat 0", "text/plain", 400),
        (b"x" * 5_100_000, "application/json", 413),
    ],
    ids=["empty", "cut", "list", "null", "wrong type", "not text", "deep", "form", "plain text", "too large"],
)
def test_a_body_that_means_nothing_is_refused(
    server: Server, table: Played, body: bytes, kind: str, status: int
) -> None:
    seat = mover(table)
    answer = server.ask(f"/api/tables/{table.table}/play", body, table.tokens[seat], kind=kind)
    is_problem(answer, status)


@pytest.mark.parametrize(
    "form",
    [
        b"", b"seat=0", b"seat=&action=", b"seat=0&action=abc", b"seat=0&action=99999999", b"seat=0&kind=fly",
        b"seat=0&kind=bid", b"seat=0&action=%ff%00", b"seat=0&action=0&decision=x", b"%%%", b"seat=--1&action=0",
        b"seat=0&action=--5", b"seat=-&action=0", "seat=٣&action=0".encode(),
    ],
)  # fmt: skip
def test_a_form_that_means_nothing_gets_a_page_that_says_so(server: Server, table: Played, form: bytes) -> None:
    answer = server.ask(f"{table.path}/play", form, table.tokens[0], kind=FORM)
    assert answer.status in {400, 409}
    assert "<h1" in answer.text
    assert 'href="/t/' in answer.text


def test_a_refusal_by_the_rules_links_to_its_rule_also_without_a_script(server: Server, table: Played) -> None:
    seat = mover(table)
    legal = {action["id"] for action in table.legal(seat)}
    illegal = next(number for number in range(999) if number not in legal)
    answer = server.ask(f"{table.path}/play", f"action={illegal}".encode(), table.tokens[seat], kind=FORM)
    assert answer.status == 409
    link = re.search(r'<main.*href="/rules/the_estates#(TE-\w+)"', answer.text, re.DOTALL)
    assert link is not None
    assert f'id="{link[1]}"' in server.ask("/rules/the_estates").text


@pytest.mark.parametrize("last", ["x", "-1", "9" * 5000])
def test_a_last_event_that_is_no_number_is_refused(server: Server, table: Played, last: str) -> None:
    is_problem(server.ask(f"/api/tables/{table.table}/events", last_event_id=last), 400)


@pytest.mark.parametrize("where", ["say", "rename", "orders", "orders/drop", "propose", "answer", "return", "withdraw"])
def test_everything_done_at_a_table_needs_a_seat(server: Server, table: Played, where: str) -> None:
    answer = server.ask(f"{table.path}/{where}", b"text=hello&name=Eve&index=0&kind=pass_auction", kind=FORM)
    assert answer.status == 403
    assert "<h1" in answer.text


def test_a_chat_line_is_words_of_a_sensible_length(server: Server, table: Played) -> None:
    for text in (b"", b"a" * 501, b"%1b%5b31m"):
        assert server.ask(f"{table.path}/say", b"text=" + text, table.tokens[0], kind=FORM).status == 400


def test_an_invitation_holds_for_its_seat_only(server: Server) -> None:
    seats = [{"who": "me"}, {"who": "open"}, {"who": "open"}]
    made = server.ask("/api/tables", {"game": "the_estates", "seats": seats}).json
    first = made["invitations"]["1"]
    for joining in (
        {"seat": 2, "invitation": first, "name": "Eve"},
        {"seat": 0, "invitation": first, "name": "Eve"},
        {"seat": -1, "invitation": first, "name": "Eve"},
        {"seat": 1, "invitation": "", "name": "Eve"},
    ):
        is_problem(server.ask(f"/api/tables/{made['table']}/join", joining), 403)
    joining = {"seat": 1, "invitation": first, "name": "Ada"}
    assert server.ask(f"/api/tables/{made['table']}/join", joining).status == 200
    again = server.ask(f"/api/tables/{made['table']}/join", joining)
    is_problem(again, again.status)
    assert again.status in {403, 409}
    is_problem(server.ask(f"/api/tables/{made['table']}/start", {}, "made-up"), 403)
    is_problem(server.ask(f"/api/tables/{made['table']}/start", {}, made["token"]), 409)


@pytest.mark.parametrize("query", ["step=--1", "step=-1", "step=999", "step=x", "seat=1", "seat=9", "seat=-1"])
def test_a_step_or_seat_that_cannot_be_looked_at_is_refused(server: Server, table: Played, query: str) -> None:
    answer = server.ask(f"/m/{table.table}?{query}", token=table.tokens[0])
    assert answer.status in {400, 403}
    assert "<h1" in answer.text


@pytest.mark.parametrize(
    "content", [b"", b"not json", b"{}", b'{"format": "tabletown-record/1"}', b"[" * 50_000, b"\xff\xff"]
)
def test_a_file_that_is_no_record_is_refused(server: Server, content: bytes) -> None:
    body = b'--cut\r\nContent-Disposition: form-data; name="record"; filename="game.json"\r\n'
    body += b"Content-Type: application/json\r\n\r\n" + content + b"\r\n--cut--\r\n"
    answer = server.ask("/records", body, kind="multipart/form-data; boundary=cut")
    assert answer.status == 400
    assert "<h1" in answer.text


def test_a_record_that_is_not_a_file_is_refused(server: Server) -> None:
    assert server.ask("/records", b"record=1", kind=FORM).status == 400
    assert server.ask("/records", b"{}", kind="application/json").status == 400


def test_the_way_back_stays_in_this_house(server: Server) -> None:
    for back in (b"//evil.example", b"https://evil.example/", b"/%5Cevil.example"):
        answer = server.ask("/language", b"language=ja&back=" + back, kind=FORM)
        assert answer.status == 303
        assert answer.headers["location"] == "/"


def test_words_of_players_are_text_and_never_markup(server: Server) -> None:
    wild = '<img src=x onerror="alert(1)">'[:24]
    seats = [{"who": "me", "name": wild}, {"who": "visitor"}]
    made = server.ask("/api/tables", {"game": "the_estates", "seats": seats}).json
    said = server.ask(f"/t/{made['table']}/say", b"text=%3Cscript%3Ealert(2)%3C/script%3E", made["token"], kind=FORM)
    assert said.status == 303
    page = server.ask(f"/t/{made['table']}", token=made["token"]).text
    assert "<img src=x" not in page
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(2)" in page


def test_a_damaged_cookie_or_language_is_a_newcomers(server: Server) -> None:
    for cookie in ("me=%00%ff; language=xx; theme=<b>; name=%e3%81", "me=" + "a" * 4000, ";;;=", "language=../en"):
        assert server.ask("/", cookie=cookie).status == 200
    assert server.ask("/", accept_language="*;q=x, ,,-").status == 200


def test_a_broken_upgrade_does_not_hurt_the_server(server: Server, table: Played) -> None:
    connection = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    connection.request("GET", f"{table.path}/live", headers={"Upgrade": "websocket", "Connection": "Upgrade"})
    assert connection.getresponse().status >= 400
    connection.close()
    assert json.loads(server.ask("/health").body) == {"status": "ok"}
