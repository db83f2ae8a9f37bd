"""What a host has for themselves: a page behind a token, figures, logs for programs, several workers."""

import contextlib
import json
import logging
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from tabletown.web import hosting, keys
from tabletown.web.hosting import Token
from tabletown.web.keys import Secret
from tabletown.web.limits import Buckets
from tabletown.web.logs import Lines, remembered
from tabletown.web.server import Hosting, make_app
from tools.played import play_table
from tools.running import PATIENCE, Server

pytestmark = pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning")
TOKEN = "the token of the host"
ASLEEP = 3600.0
WHAT_THREADS_DO = re.compile(
    r"What the threads of process \d+ are doing:|Thread .+ \(most recent call first\):|  File \".+\", line \d+ in \S+"
)
HERE = {"origin": "http://testserver.local"}


@pytest.fixture(autouse=True)
def rested(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has tried a token lately."""
    monkeypatch.setattr(hosting, "_tries", Buckets(hosting.TRIES))


@pytest.fixture
def client(tmp_path: Path) -> "Iterator[TestClient[Any]]":
    own = Hosting(Token(Secret(TOKEN)), has_metrics=True, metrics_token=Token(Secret("for prometheus")))
    app = make_app(f"sqlite:///{tmp_path}/tables.sqlite", ASLEEP, make_ready=tuple, hosting=own)
    with TestClient(app) as client:
        yield client


def new_table(client: "TestClient[Any]") -> dict[str, Any]:
    seats = [{"who": "me", "name": "Mara"}, {"who": "me", "name": "<b>Jun</b>"}]
    made: dict[str, Any] = client.post("/api/tables", json={"game": "the_estates", "seats": seats}).json()
    return made


def enter(client: "TestClient[Any]", token: str = TOKEN) -> int:
    return client.post("/host/enter", data={"token": token}, headers=HERE, follow_redirects=False).status_code


def test_the_hosts_page_is_for_whoever_has_the_token(client: "TestClient[Any]") -> None:
    made = new_table(client)
    assert made["table"] not in client.get("/host").text
    assert enter(client, "another token here") == 403
    for act in ("delete", "revoke"):
        form = {"table": made["table"], "seat": "0", "sure": "1"}
        assert client.post(f"/host/{act}", data=form, headers=HERE).status_code == 403
    assert enter(client) == 303
    page = client.get("/host").text
    assert made["table"] in page
    assert "<b>Jun" not in page
    assert TOKEN not in page
    assert str(made["token"]) not in page


@pytest.mark.parametrize(("language", "word"), [("en", "How the server fares"), ("ja", "サーバー")])
def test_it_speaks_both_languages_and_shows_what_went_wrong(
    client: "TestClient[Any]", language: str, word: str
) -> None:
    new_table(client)
    enter(client)
    remembered.handle(logging.LogRecord("tabletown", logging.ERROR, "", 0, "A <pipe> burst", (), None))
    page = client.get("/host", headers={"accept-language": language}).text
    assert word in page
    assert "A &lt;pipe&gt; burst" in page
    remembered.lines.clear()


def test_the_list_of_tables_is_shown_page_by_page(client: "TestClient[Any]", monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hosting, "SHOWN", 2)
    made = {new_table(client)["table"] for _ in range(5)}
    enter(client)
    pages = [client.get("/host", params={"page": page, "q": "Mara"}).text for page in range(3)]
    shown = [{name for name in made if name in page} for page in pages]
    assert [len(each) for each in shown] == [2, 2, 1]
    assert set.union(*shown) == made
    assert ["rel=\"prev\"" in page for page in pages] == [False, True, True]
    assert ["rel=\"next\"" in page for page in pages] == [True, True, False]
    assert "/host?q=Mara&amp;page=2" in pages[1]
    assert "3 to 4 of 5" in pages[1]
    assert "5 in all, 5 running" in client.get("/host", params={"q": "nobody"}).text
    assert "No tables." in client.get("/host", params={"page": "999999"}).text
    assert client.get("/host", params={"page": "-1"}).text.count("<details") == 2


def test_a_token_is_not_tried_for_ever(client: "TestClient[Any]") -> None:
    assert [enter(client, "wrong") for _ in range(6)] == [403] * 5 + [429]


def test_the_host_deletes_a_table_only_when_they_are_sure(client: "TestClient[Any]") -> None:
    made = new_table(client)
    enter(client)
    assert client.post("/host/delete", data={"table": made["table"]}, headers=HERE).status_code == 403
    assert client.get(f"/api/tables/{made['table']}").status_code == 200
    form = {"table": made["table"], "sure": "1"}
    assert client.post("/host/delete", data=form, headers=HERE, follow_redirects=False).status_code == 303
    assert client.get(f"/api/tables/{made['table']}").status_code == 404


def test_a_revoked_link_opens_nothing_and_the_new_one_does(client: "TestClient[Any]") -> None:
    made = new_table(client)
    house = client.app.state.house
    enter(client)
    page = client.post("/host/revoke", data={"table": made["table"], "seat": "1"}, headers=HERE).text
    assert house.store.seats_of(made["table"], [keys.hashed(made["token"])]) == [0]
    new = page.split(f"/s/{made['table']}/1/")[1].split("<")[0]
    assert house.store.seats_of(made["table"], [keys.hashed(new)]) == [1]


def test_without_a_token_there_is_no_such_page(tmp_path: Path) -> None:
    with TestClient(make_app(f"sqlite:///{tmp_path}/tables.sqlite", ASLEEP, make_ready=tuple)) as client:
        assert client.get("/host").status_code == 404
        assert client.post("/host/enter", data={"token": ""}, headers=HERE).status_code == 404
        assert client.get("/metrics").status_code == 404


def test_figures_count_requests_by_route_and_hold_no_secret(client: "TestClient[Any]") -> None:
    made = new_table(client)
    client.get(f"/t/{made['table']}")
    assert client.get("/metrics").status_code == 403
    figures = client.get("/metrics", headers={"authorization": "Bearer for prometheus"}).text
    route = 'tabletown_request_seconds_count{method="GET",route="/t/{table}",status="200"}'
    assert route in figures.replace(":str", "")
    assert "tabletown_tables_held 1.0" in figures
    commits = next(line for line in figures.splitlines() if line.startswith("tabletown_commits_total"))
    assert float(commits.split()[1]) >= 1
    assert made["table"] not in figures
    assert made["token"] not in figures


def test_a_log_for_programs_is_one_object_a_line() -> None:
    try:
        raise ValueError("ab" * 9000)
    except ValueError:
        told = logging.LogRecord("x", logging.ERROR, "", 0, "It %s\nbroke", ("really",), sys.exc_info())
    line = Lines().format(told)
    assert "\n" not in line
    read = json.loads(line)
    assert (read["level"], read["logger"], read["message"]) == ("error", "x", "It really\nbroke")
    assert len(line) < 60_000
    assert "ValueError" in read["exception"]


# ---------------------------------------------------------------- workers


def children(pid: int) -> list[int]:
    """The worker processes of a server."""
    found = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(each) for each in found.read_text().split()]


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="Only Linux tells whose child a process is.")
def test_workers_share_an_address_and_one_that_dies_is_started_again(on_postgres: str, tmp_path: Path) -> None:
    server = Server(tmp_path / "unused", pace=0.01, log=tmp_path / "server.log")
    server.address_of_database = on_postgres
    server.options = [*server.options, "--workers", "2", "--metrics", "--log-format", "json"]
    server.start()
    try:
        played = play_table(server, "the_estates", 2, 2)
        until(lambda: len(children(server.pid)) == 2)
        for _ in range(6):
            played.step()
        first = children(server.pid)
        until(lambda: said_what_they_do(server) == set(first))
        os.kill(first[0], signal.SIGKILL)
        until(lambda: len(children(server.pid)) == 2 and first[0] not in children(server.pid))
        before = played.settled()["decision"]
        played.step()
        assert played.settled()["decision"] > before
        assert "tabletown_commits_total" in server.ask("/metrics").text
    finally:
        server.stop()
    lines = server.log.read_text().splitlines()  # type: ignore[union-attr]
    told = [json.loads(line) for line in lines if line.startswith("{")]
    doing = [line for line in lines if not line.startswith("{")]
    assert any(line.endswith(" in _serve") for line in doing)
    assert [line for line in doing if not WHAT_THREADS_DO.fullmatch(line)] == [], "two workers have spoken at once"
    assert any("worker process ended" in each["message"] for each in told)


def said_what_they_do(server: Server) -> set[int]:
    """The processes that have said so; one that has just begun does not listen yet."""
    os.kill(server.pid, signal.SIGUSR1)
    time.sleep(0.2)
    said = re.findall(r"^What .* process (\d+) are doing:$", server.last_words(), re.MULTILINE)
    return {int(process) for process in said}


def until(is_so: Any) -> None:
    end = time.monotonic() + PATIENCE
    while True:
        with contextlib.suppress(OSError):
            if is_so():
                return
        assert time.monotonic() < end, "it never came to that"
        time.sleep(0.05)


def test_several_workers_on_sqlite_are_refused_in_a_sentence(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tabletown.web", "--workers", "2", "--database", f"sqlite:///{tmp_path}/a.sqlite"]
    refused = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert refused.returncode == 2
    assert refused.stderr.startswith("Several workers need PostgreSQL")
    assert refused.stderr.count("\n") == 1
