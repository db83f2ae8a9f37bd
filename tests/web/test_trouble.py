"""Bytes that are no text, and a database that fails: a sentence and the right status, on every route."""

import logging
import sqlite3
import sys
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient
from sqlalchemy.exc import OperationalError

from tabletown.web.logs import MOST_LETTERS, MOST_LINES, Short
from tabletown.web.server import make_app
from tests.web.test_bad_input import FORM, is_problem
from tests.web.test_every_route import PROGRAMS, ROUTES, filled
from tools.played import Played, play_table
from tools.running import PATIENCE, Server

BAD = "%ff%fe"


# ---------------------------------------------------------------- no text


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_an_address_that_is_no_text_is_refused(server: Server, method: str) -> None:
    played = play_table(server, "the_estates", 2, 2)
    for path in ROUTES[method]:
        body = b"" if method == "POST" else None
        for address in (
            f"{filled(path, played)}?step={BAD}",
            f"{filled(path, played)}?{BAD}=1",
            filled(path, played, BAD),
        ):
            if BAD in address:
                answer = server.ask(address, body, played.tokens[0], accept="application/json", method=method)
                assert answer.status == 400, (address, answer.status)
                is_problem(answer, 400)


@pytest.mark.parametrize(
    "name", ["cookie", "accept-language", "authorization", "user-agent", "referer", "last-event-id"]
)
def test_a_header_that_is_no_text_is_refused(server: Server, name: str) -> None:
    played = play_table(server, "the_estates", 2, 2)
    for path in ("/", played.path, f"/api/tables/{played.table}", f"/api/tables/{played.table}/view", "/nothing"):
        connection = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        connection.putrequest("GET", path)
        connection.putheader(name, b"me=\xff\xfe; bearer \xff")
        connection.endheaders()
        assert connection.getresponse().status == 400, path
        connection.close()


@pytest.mark.parametrize("path", [path for path in ROUTES["POST"] if not path.startswith("/api/")])
def test_a_form_that_is_no_text_is_refused(server: Server, path: str) -> None:
    played = play_table(server, "the_estates", 1, 2)
    bodies = {
        FORM: [
            b"name=\xff\xfe&text=\xff&seat=0",
            b"name=%ff&text=%ff&seat=%ff&game=%ff&language=%ff&theme=%ff&step=%ff",
        ],
        "application/json": [b'{"name": "\xff"}', b'{"text": "\\ud800", "name": "\\udfff", "seat": "0"}'],
    }
    for kind, all_bodies in bodies.items():
        for body in all_bodies:
            answer = server.ask(filled(path, played), body, played.tokens[0], kind=kind)
            assert answer.status < 500, (path, body, answer.status)
            reads_it = not path.endswith(("/rematch", "/start", "/cancel", "/fork", "/clock", "/seat", "/analysis"))
            if reads_it and "{name" not in path and "{secret" not in path:
                assert answer.status == 400, (path, body, answer.status)


def test_half_a_letter_in_json_is_refused(server: Server) -> None:
    played = play_table(server, "the_estates", 1, 2)
    for path in ("/api/tables", f"/api/tables/{played.table}/play", f"/api/tables/{played.table}/join"):
        body = b'{"game": "\\ud800", "seats": [{"who": "me", "name": "\\ud800"}]}'
        is_problem(server.ask(path, body, played.tokens[0]), 400)
        is_problem(server.ask(path, body.replace(b"\\ud800", b"\xff"), played.tokens[0]), 400)


# ---------------------------------------------------------------- a database that fails


@pytest.fixture
def failing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple["TestClient[Any]", str, str]]:
    """A server whose disk has failed after a table was made, and put out of memory."""
    app = make_app(f"sqlite:///{tmp_path / 'tables.sqlite'}", pace=1e6)
    with TestClient(app, raise_server_exceptions=False) as client:
        seats = [{"who": "me"}, {"who": "me"}]
        made = client.post("/api/tables", json={"game": "the_estates", "seats": seats}).json()
        house = app.state.house
        house.tables._drop(made["table"])

        def fail(*_given: Any, **_more: Any) -> Any:
            raise OperationalError("SELECT", {}, sqlite3.OperationalError("disk I/O error"))

        with monkeypatch.context() as broken:
            broken.setattr(type(house.store.engine), "begin", fail)
            yield client, made["table"], made["token"]


@pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning")
def test_a_database_that_fails_is_503_on_every_route(
    failing: tuple["TestClient[Any]", str, str], caplog: pytest.LogCaptureFixture
) -> None:
    client, table, token = failing
    played = Played(None, table, {})  # type: ignore[arg-type]
    seen = 0
    for method, paths in ROUTES.items():
        for path in paths:
            if "{table" not in path and path not in {"/", "/health", "/api/tables", "/tables"}:
                continue
            kind = "application/json" if path.startswith("/api/") else FORM
            body = PROGRAMS.get(
                path.rsplit("/", 1)[1], b'{"game": "the_estates", "seats": [{"who": "me"}, {"who": "me"}]}'
            )
            form = b"game=the_estates&seat-1=me&name=Ada"
            answer = client.request(
                method,
                filled(path, played),
                content=None if method == "GET" else body if kind == "application/json" else form,
                headers={"authorization": f"Bearer {token}", "content-type": kind, "accept": "application/json"},
            )
            assert answer.status_code == 503, (method, path, answer.status_code, answer.text)
            assert answer.json()["status"] == 503 or path == "/health"
            seen += 1
    assert seen > 40
    assert "Traceback" not in caplog.text


# ---------------------------------------------------------------- logs


def test_a_line_of_the_log_is_bounded_whatever_it_repeats() -> None:
    def deep(left: int) -> None:
        if left:
            deep(left - 1)
            return
        raise ValueError("z" * 100_000 + "\n" * 1000)

    record = logging.LogRecord("x", logging.ERROR, "x.py", 1, "%s failed", ("y" * 100_000,), None)
    try:
        deep(200)
    except ValueError:
        record.exc_info = sys.exc_info()
    lines = Short("%(message)s").format(record).splitlines()
    assert len(lines) <= MOST_LINES + 2
    assert all(len(line) <= MOST_LETTERS + 1 for line in lines)


def test_nobody_writes_a_line_of_their_own_into_the_log() -> None:
    record = logging.LogRecord("x", logging.ERROR, "x.py", 1, "%s failed", ("a name\r\nforged line",), None)
    assert Short("%(message)s").format(record) == "a name  forged line failed"


@pytest.mark.own_server
def test_strangers_write_nothing_into_the_log(server: Server) -> None:
    for nonsense in (
        b"\x16\x03\x01\r\n\r\n",
        b"GET / HTTP/1.1\r\nupgrade: h2c\r\nconnection: upgrade\r\nhost: 127.0.0.1\r\n\r\n",
    ):
        connection = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        connection.connect()
        connection.sock.sendall(nonsense)
        assert connection.sock.recv(100)
        connection.close()
    for path in ("/nothing", "/t/" + "x" * 5000, "/api/tables/nowhere/view"):
        assert server.ask(path).status in {404, 400}
    assert server.log is not None
    assert server.log.read_text() == ""
