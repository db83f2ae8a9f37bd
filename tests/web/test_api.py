"""The JSON door: what docs/api.md promises, and its bot at a real table."""

import json
import re
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

import jsonschema

from tabletown.rulekit.registry import declaration
from tools.played import play_table
from tools.running import PATIENCE, Server

GUIDE = Path(__file__).parents[2] / "docs" / "api.md"
MOST_LINES = 40
KIND = "application/problem+json"


def example_bot() -> str:
    found = re.findall(r"```python\n(.*?)```", GUIDE.read_text(), re.DOTALL)
    assert len(found) == 1
    return str(found[0])


def new_table(server: Server, game: str, seats: list[dict[str, str]]) -> dict[str, Any]:
    made: dict[str, Any] = server.ask("/api/tables", {"game": game, "seats": seats}).json
    return made


def test_the_bot_in_the_guide_has_forty_lines_of_code() -> None:
    assert len([line for line in example_bot().splitlines() if line.strip()]) <= MOST_LINES


def test_the_bot_in_the_guide_plays_a_whole_game(server: Server, game: str, tmp_path: Path) -> None:
    players = declaration(game).players[0]
    made = new_table(server, game, [{"who": "visitor"}] * (players - 1) + [{"who": "open"}])
    seat = players - 1
    (tmp_path / "bot.py").write_text(example_bot())
    arguments = [server.address, made["table"], str(seat), made["invitations"][str(seat)]]
    bot = subprocess.Popen([sys.executable, tmp_path / "bot.py", *arguments], stdout=subprocess.PIPE, text=True)
    start_when_taken(server, made)
    said, _ = bot.communicate(timeout=PATIENCE)
    assert bot.returncode == 0
    end = server.ask(f"/api/tables/{made['table']}").json
    assert end["over"]
    assert json.loads(said) == end["scores"]
    assert sum(end["returns"]) > 0


def start_when_taken(server: Server, made: dict[str, Any]) -> None:
    while any(seat["kind"] == "open" for seat in server.ask(f"/api/tables/{made['table']}").json["seats"]):
        time.sleep(0.05)
    server.ask(f"/api/tables/{made['table']}/start", {}, made["token"])


def test_the_guide_names_every_request_of_the_openapi_document_and_no_other(server: Server) -> None:
    document = server.ask("/openapi.json").json
    served = {
        f"{method.upper()} {re.sub(r'{table}', 'T', path)}"
        for path, methods in document["paths"].items()
        for method in methods
    }
    named = {re.sub(r"\?.*", "", name) for name in re.findall(r"^\| `([A-Z]+ [^`]+)`", GUIDE.read_text(), re.MULTILINE)}
    assert named == served


def test_a_repeated_move_is_made_once(server: Server) -> None:
    played = play_table(server, "the_estates", 2, 2)
    before = played.settled()
    seat = before["pending"][0]
    move = {
        "seat": seat,
        "actions": [played.legal(seat)[0]["id"]],
        "decision": before["decision"],
        "client_move": "only once",
    }
    answers = [server.ask(f"/api/tables/{played.table}/play", move, played.tokens[seat]) for _ in range(3)]
    assert [answer.json for answer in answers] == [{"decision": before["decision"]}] * 3
    record = server.ask(f"/m/{played.table}/record.json", token=played.tokens[seat]).json
    assert len(record["log"]) == 1


def test_an_action_is_a_number_or_a_kind_with_its_arguments(server: Server) -> None:
    played = play_table(server, "the_estates", 2, 2)
    seat = played.settled()["pending"][0]
    action = played.legal(seat)[0]
    move = {"seat": seat, "actions": [{"kind": action["kind"], "args": action["args"]}]}
    assert server.ask(f"/api/tables/{played.table}/play", move, played.tokens[seat]).status == 200
    assert server.ask(f"/api/tables/{played.table}").json["decision"] > 1


def events(server: Server, path: str, token: str, many: int, **headers: str) -> list[tuple[str, int, dict[str, Any]]]:
    """The first events of a stream: kind, number, content."""
    request = urllib.request.Request(server.address + path, headers={"authorization": f"Bearer {token}", **headers})
    found: list[tuple[str, int, dict[str, Any]]] = []
    fields: dict[str, str] = {}
    with urllib.request.urlopen(request, timeout=PATIENCE) as stream:
        for line in stream:
            name, _, value = line.decode().strip().partition(": ")
            if name:
                fields[name] = value
            elif fields:
                found.append((fields["event"], int(fields["id"]), json.loads(fields["data"])))
                fields = {}
            if len(found) == many:
                break
    return found


def test_events_are_numbered_and_resume_after_the_last(server: Server) -> None:
    played = play_table(server, "the_estates", 2, 2)
    for _ in range(6):
        played.step()
    path = f"/api/tables/{played.table}/events"
    happened = [event for event in events(server, path, played.tokens[0], 7) if event[0] == "happened"]
    assert [number for _, number, _ in happened] == [1, 2, 3, 4, 5, 6]
    assert all(content["texts"] for _, _, content in happened)
    assert events(server, f"{path}?after=4", played.tokens[0], 2) == happened[4:]
    assert events(server, path, played.tokens[0], 2, **{"Last-Event-ID": "4"}) == happened[4:]


def test_who_resigns_is_played_on_by_a_bot_to_the_end(server: Server) -> None:
    played = play_table(server, "the_estates", 1, 2)
    played.settled()
    token = played.tokens.pop(0)
    assert server.ask(f"/api/tables/{played.table}/resign", {"seat": 0}, token).json["seats"][0]["bot"]
    assert server.ask(f"/api/tables/{played.table}/play", {"seat": 0, "actions": [0]}, token).status == 403
    assert played.settled()["over"]


def test_texts_come_in_the_language_that_is_asked_for(server: Server) -> None:
    played = play_table(server, "the_estates", 1, 2)
    played.settled()
    path = f"/api/tables/{played.table}/legal"
    english, japanese = (
        server.ask(path, token=played.tokens[0], accept_language=language).json["actions"] for language in ("en", "ja")
    )
    assert [action["id"] for action in english] == [action["id"] for action in japanese]
    assert all(re.search(r"[ぁ-んァ-ン一-龯]", action["text"]) for action in japanese)
    assert not any(re.search(r"[ぁ-んァ-ン一-龯]", action["text"]) for action in english)


def test_the_stream_of_a_guest_ends_when_the_host_frees_the_seat(server: Server) -> None:
    made = new_table(server, "the_estates", [{"who": "me"}, {"who": "open"}])
    path = f"/api/tables/{made['table']}"
    joining = {"seat": 1, "invitation": made["invitations"]["1"], "name": "Eve"}
    token = server.ask(f"{path}/join", joining).json["token"]
    request = urllib.request.Request(
        f"{server.address}{path}/events?seat=1", headers={"authorization": f"Bearer {token}"}
    )
    with urllib.request.urlopen(request, timeout=PATIENCE) as stream:
        assert stream.readline()
        form = "application/x-www-form-urlencoded"
        assert server.ask(f"/t/{made['table']}/seat", b"seat=1&who=open", made["token"], kind=form).status == 303
        assert b'"kind": "person", "name": "Eve"' in stream.read()


def test_the_document_names_every_refusal_of_every_route_and_what_it_looks_like(server: Server) -> None:
    document = server.ask("/openapi.json").json
    routes = {path: route for path, route in document["paths"].items() if path.startswith("/api/")}
    assert len(routes) == 12
    for path, route in routes.items():
        for operation in route.values():
            refusals = {status: told for status, told in operation["responses"].items() if status >= "400"}
            assert set(refusals) == {"400", "403", "404", "409", "413", "421", "429", "503"}, path
            for told in refusals.values():
                assert told["content"] == {KIND: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    schema = document["components"]["schemas"]["Problem"]
    assert set(schema["required"]) == {"title", "status", "code"}
    assert set(schema["properties"]) == {"title", "status", "code", "rule", "type"}
    waiting = new_table(server, "the_estates", [{"who": "me"}, {"who": "open"}])
    for status, answer in {
        400: server.ask("/api/tables", {"game": "the_estates", "seats": []}),
        403: server.ask("/api/tables", b"{}", origin="http://evil.example"),
        404: server.ask("/api/tables/nowhere"),
        409: server.ask(f"/api/tables/{waiting['table']}/start", {}, waiting["token"]),
        413: server.ask("/api/tables", b"x" * 20_000),
        421: server.ask("/api/tables/nowhere", host="evil.example"),
    }.items():
        assert (answer.status, answer.headers["content-type"]) == (status, KIND)
        jsonschema.validate(answer.json, schema | {"additionalProperties": False})
        assert answer.json["status"] == status
