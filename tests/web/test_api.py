"""The door for programs, asked as any program would."""

import http.client
import json
import re
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from tests.web.conftest import Server

ESTATES = {"game": "the_estates", "seats": [{"who": "me", "name": "Mara"}, {"who": "open"}]}


class Program:
    """One program with its token."""

    def __init__(self, server: Server, token: str = "") -> None:
        self.server = server
        self.token = token

    def ask(self, path: str, body: object = None, raw: bytes | None = None) -> tuple[int, Any]:
        request = urllib.request.Request(self.server.address + path, headers={"content-type": "application/json"})
        if self.token:
            request.add_header("authorization", f"Bearer {self.token}")
        if body is not None or raw is not None:
            request.data = raw if raw is not None else json.dumps(body).encode()
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.load(error)


@pytest.fixture
def game(server: Server) -> tuple[Program, Program, str]:
    """A table of two programs, begun."""
    host = Program(server)
    _status, made = host.ask("/api/tables", ESTATES)
    host.token, table = made["token"], f"/api/tables/{made['table']}"
    guest = Program(server)
    joining = {"seat": 1, "invitation": made["invitations"]["1"], "name": "Jun"}
    guest.token = guest.ask(f"{table}/join", joining)[1]["token"]
    assert host.ask(f"{table}/start", {})[1]["phase"] == "playing"
    return host, guest, table


def asked_first(host: Program, guest: Program, table: str) -> tuple[Program, Program, int]:
    seat = host.ask(table)[1]["pending"][0]
    return (host, guest, 0) if seat == 0 else (guest, host, 1)


def test_a_move_is_made_once_however_often_it_is_sent(game: tuple[Program, Program, str]) -> None:
    mover, _other, seat = asked_first(*game)
    table = game[2]
    choice = mover.ask(f"{table}/legal?seat={seat}")[1]
    move = {"seat": seat, "actions": [choice["actions"][0]["id"]], "decision": choice["decision"], "client_move": "a"}
    first = mover.ask(f"{table}/play", move)
    assert first == mover.ask(f"{table}/play", move) == (200, {"decision": choice["decision"]})
    assert mover.ask(table)[1]["decision"] == choice["decision"] + 1


def test_a_stale_decision_is_refused_and_changes_nothing(game: tuple[Program, Program, str]) -> None:
    mover, _other, seat = asked_first(*game)
    table = game[2]
    status, problem = mover.ask(f"{table}/play", {"seat": seat, "actions": [0], "decision": 99})
    assert (status, problem["code"]) == (409, "stale_decision")
    assert mover.ask(table)[1]["decision"] == 1


def test_nobody_plays_or_looks_from_a_foreign_seat(game: tuple[Program, Program, str]) -> None:
    mover, other, seat = asked_first(*game)
    table = game[2]
    assert other.ask(f"{table}/play", {"seat": seat, "actions": [0]})[0] == 403
    assert other.ask(f"{table}/view?seat={seat}")[0] == 403
    assert mover.ask(f"{table}/view?seat={seat}")[0] == 200


def test_a_view_hides_what_the_seat_may_not_know(game: tuple[Program, Program, str]) -> None:
    host, guest, table = game
    mine = host.ask(f"{table}/view?seat=0")[1]["state"]["cash"]
    theirs = guest.ask(f"{table}/view?seat=1")[1]["state"]["cash"]
    assert mine[0] is not None
    assert Program(host.server).ask(f"{table}/view")[1]["state"]["cash"][:2] == [None, None] or mine == theirs


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/api/tables/nowhere", None, 404),
        ("/api/tables", {"game": "chess", "seats": []}, 404),
        ("/api/tables", {"game": "the_estates", "seats": [{"who": "me"}]}, 400),
        ("/api/tables", {"game": "the_estates", "seats": [{"who": "ghost"}, {"who": "me"}]}, 400),
        ("/api/tables", {"game": "the_estates"}, 400),
        ("/api/tables", ["the_estates"], 400),
        ("/api/nothing", None, 404),
    ],
)
def test_bad_requests_get_a_problem_document(server: Server, path: str, body: object, status: int) -> None:
    code, problem = Program(server).ask(path, body)
    assert code == status
    assert problem["status"] == status
    assert problem["title"].endswith(".")


def test_damaged_and_oversized_bodies_are_refused(server: Server) -> None:
    assert Program(server).ask("/api/tables", raw=b'{"game": ')[0] == 400
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    headers = {"content-type": "application/json", "content-length": "6000000"}
    connection.request("POST", "/api/tables", body=b'{"game": "', headers=headers)
    answer = connection.getresponse()
    assert (answer.status, json.load(answer)["status"]) == (413, 413)
    connection.close()


def test_the_openapi_document_describes_every_door(server: Server) -> None:
    document = Program(server).ask("/openapi.json")[1]
    paths = {path for path in document["paths"] if path.startswith("/api/")}
    assert paths == {
        "/api/tables",
        *(f"/api/tables/{{table}}{door}" for door in ("", "/join", "/start", "/view", "/legal", "/play", "/resign")),
        "/api/tables/{table}/events",
    }
    assert Program(server).ask("/health") == (200, {"status": "ok"})


def test_the_bot_in_the_documentation_plays_a_game_to_its_end(server: Server, tmp_path: Path) -> None:
    text = (Path(__file__).parents[2] / "docs" / "api.md").read_text(encoding="utf-8")
    code = re.findall(r"```python\n(.*?)```", text, re.DOTALL)[0]
    assert len([line for line in code.splitlines() if line.strip()]) <= 42
    file = tmp_path / "bot.py"
    file.write_text(code, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, file, server.address], capture_output=True, text=True, timeout=240, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Over: ")
