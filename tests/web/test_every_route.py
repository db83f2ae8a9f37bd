"""Every address of the server, asked for in every wrong way: a sentence with the right status, and nothing changes."""

import re
from collections.abc import Iterator

import pytest
from litestar.handlers import HTTPRouteHandler

from tabletown.web import api, coaching, covers, devices, health, learning, looking_back, playing, seating
from tabletown.web.notices import pages as notices
from tests.web.test_bad_input import FORM, views
from tools.played import Played, play_table
from tools.running import Answer, Server

TOO_LARGE = b"x" * 5_100_000
PROGRAMS = {
    "join": b'{"seat": 0, "invitation": "x", "name": "Eve"}',
    "play": b'{"seat": 0, "actions": [0]}',
    "hint": b'{"seat": 0}',
    "resign": b'{"seat": 0}',
}
BODIES = [
    (b"\xff\xfe\x00\x80", "application/json"),
    (b'{"seat": ', "application/json"),
    (b'[["seat", 0]]', "application/json"),
    (b'"seat"', "application/json"),
    (b"[" * 60_000, "application/json"),
    (b"seat=nobody&about=x&index=x&step=x&action=x&who=x&time=x&game=nothing", FORM),
    (b"seat=99&about=99&index=99&step=99999&action=99999999&who=x&what=x&kind=x&text=&name=&game=", FORM),
    (b"seat=-1&about=-1&index=-1&step=-1&action=-1&what=relieve&kind=bid_up_to&limit=-5&text=%00&name=%00", FORM),
    (b"--cut\r\nbroken", "multipart/form-data; boundary=cut"),
    (b"--cut\r\nbroken", "multipart/form-data"),
    (b"<seat>0</seat>", "application/xml"),
    (b"seat: 0", "nonsense"),
]


def served() -> dict[str, list[str]]:
    """Method -> every path of the server that it is for."""
    found: dict[str, list[str]] = {"POST": [], "GET": []}
    for module in (api, coaching, covers, devices, health, learning, looking_back, notices, playing, seating):
        for handler in module.HANDLERS:
            if isinstance(handler, HTTPRouteHandler):
                for method in found:
                    found[method] += sorted(handler.paths) if method in handler.http_methods else []
    return found


ROUTES = served()


@pytest.fixture
def table(server: Server) -> Iterator[Played]:
    """A table whose game, seats and words must not change, whatever a test sends there."""
    played = play_table(server, "the_estates", 2, 2)
    played.step()
    before = played.settled(), views(played), page_of(played)
    yield played
    assert (played.now(), views(played), page_of(played)) == before


def page_of(played: Played) -> str:
    """What a player sees, without the numbers that count pushes."""
    page = played.server.ask(played.path, token=played.tokens[0]).text
    return re.sub(r'data-number="\d+"', "", page)


def filled(path: str, played: Played, table: str | None = None) -> str:
    values = {"table": table or played.table, "seat": "0", "secret": "made-up", "name": "nothing", "hash": "x"}
    return re.sub(r"{(\w+)(?::\w+)?}", lambda found: values.get(found[1], "nothing"), path)


def is_sentence(answer: Answer, path: str) -> None:
    """A page with a heading and a sentence, or a problem document."""
    assert "Traceback" not in answer.text
    if path.startswith("/api/"):
        assert answer.headers["content-type"].startswith("application/problem+json"), path
        assert answer.json["status"] == answer.status
        assert answer.json["title"].rstrip().endswith((".", "!")), answer.json["title"]
    else:
        assert answer.headers["content-type"].startswith("text/html"), (path, answer.headers["content-type"])
        assert "<h1" in answer.text
        assert "Back" in answer.text or 'role="alert">' in answer.text
    assert answer.status < 500, (path, answer.status, answer.text[:400])


def test_every_posting_route_refuses_what_means_nothing(server: Server, table: Played) -> None:
    assert len(ROUTES["POST"]) > 20
    for path in ROUTES["POST"]:
        for body, kind in BODIES:
            answer = server.ask(filled(path, table), body, table.tokens[0], kind=kind)
            assert 400 <= answer.status < 500, (path, body[:40], kind, answer.status)
            is_sentence(answer, path)


def test_every_posting_route_refuses_too_much(server: Server, table: Played) -> None:
    for path in ROUTES["POST"]:
        for kind in ("application/json", FORM):
            answer = server.ask(filled(path, table), TOO_LARGE, table.tokens[0], kind=kind)
            assert answer.status in {413, 400, 403, 404, 409}, (path, answer.status)
            is_sentence(answer, path)


def test_every_route_of_a_table_knows_no_other_table(server: Server, table: Played) -> None:
    for method, paths in ROUTES.items():
        for path in paths:
            if "{table" not in path:
                continue
            body = PROGRAMS.get(path.rsplit("/", 1)[1], b"{}") if method == "POST" else None
            for unknown in ("nosuchtable", "%00", "a" * 300, "..%2f..", "日本".encode().hex()):
                answer = server.ask(filled(path, table, unknown), body, table.tokens[0], method=method)
                assert answer.status == 404, (path, unknown, answer.status)
                is_sentence(answer, path)


def test_no_route_of_a_table_changes_it_for_a_stranger_or_the_wrong_player(server: Server, table: Played) -> None:
    other = table.tokens[1]
    for path in ROUTES["POST"]:
        if "{table" not in path:
            continue
        body = b"seat=0&action=0&what=abandon&agrees=1&kind=pass_auction&text=x&name=Eve&index=0&who=open&step=0"
        for token in ("", "made-up", other):
            if path.startswith("/api/"):
                answer = server.ask(filled(path, table), PROGRAMS.get(path.rsplit("/", 1)[1], b"{}"), token)
            elif token == other and path.endswith(("/say", "/rematch")):
                continue
            else:
                answer = server.ask(filled(path, table), body, token, kind=FORM)
            assert answer.status in {403, 409}, (path, token, answer.status)
            is_sentence(answer, path)


def test_the_wrong_method_is_refused_everywhere(server: Server, table: Played) -> None:
    both = set(ROUTES["POST"]) & set(ROUTES["GET"])
    for path in set(ROUTES["POST"]) - both:
        answer = server.ask(filled(path, table), token=table.tokens[0])
        assert answer.status in {404, 405}, path
        is_sentence(answer, path)
    for path in set(ROUTES["GET"]) - both - {"/"}:
        answer = server.ask(filled(path, table), b"{}", table.tokens[0])
        assert answer.status in {404, 405}, path
