"""What we depend on is audited: by a service that answers, or not at all, which is said."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from tools.audit import NOT_KNOWN, audited, pinned, told

LOCKED = (Path(__file__).parents[1] / "requirements.txt").read_text(encoding="utf-8")
BAD = "jinja2"


class Service(BaseHTTPRequestHandler):
    """Knows one vulnerability of one package."""

    asked: list[str]

    def do_POST(self) -> None:
        queries = json.loads(self.rfile.read(int(self.headers["content-length"])))["queries"]
        names = [each["package"]["name"] for each in queries]
        self.asked += names
        found = {"vulns": [{"id": "BAD-1", "modified": "2026-01-01T00:00:00Z"}]}
        self.answer({"results": [found if name == BAD else {} for name in names]})

    def do_GET(self) -> None:
        ranges = [{"type": "ECOSYSTEM", "events": [{"introduced": "0"}, {"fixed": "99.0"}]}]
        affected = [{"package": {"name": BAD, "ecosystem": "PyPI"}, "ranges": ranges}]
        self.answer({"id": "BAD-1", "modified": "2026-01-01T00:00:00Z", "affected": affected})

    def answer(self, content: Any) -> None:
        body = json.dumps(content).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_given: object) -> None: ...


@pytest.fixture
def service() -> Iterator[str]:
    Service.asked = []
    with HTTPServer(("127.0.0.1", 0), Service) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_every_locked_package_is_asked_for_and_a_vulnerable_one_is_named(service: str) -> None:
    code, lines = told(audited(LOCKED, ["--service-url", service]))
    assert set(Service.asked) == {name for name, _version in pinned(LOCKED)}
    assert len(Service.asked) > 60
    assert code == 1
    (line,) = lines
    assert line.startswith(f"{BAD} ")
    assert line.endswith("has the vulnerability BAD-1: it is fixed in 99.0, so run make lock.")


def test_nothing_is_said_of_what_is_sound(service: str) -> None:
    assert told(audited("attrs==26.1.0\n", ["--service-url", service])) == (0, [])


def test_where_nobody_can_be_asked_the_audit_is_skipped_with_a_word() -> None:
    assert told(audited(LOCKED, ["--service-url", "http://127.0.0.1:9"])) == (0, [NOT_KNOWN])
