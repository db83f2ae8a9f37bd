"""A game with a slip in it, or one that is not here any more, keeps nobody from the others."""

import logging
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from tabletown.cli import main
from tabletown.rulekit import registry
from tabletown.rulekit.declare import Declaration
from tabletown.rulekit.errors import BadDeclaration
from tabletown.web import warming
from tabletown.web.hosting import COOKIE, Token
from tabletown.web.keys import Secret
from tabletown.web.logs import Short
from tabletown.web.server import Hosting, make_app
from tests.installed import ROOT
from tests.rulekit.small import game_in_a_file
from tools.running import PATIENCE

pytestmark = pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning")
ASLEEP = 3600.0
HOST = Token(Secret("a token for the host"))
NIM = (ROOT / "docs" / "examples" / "nim.py").read_text(encoding="utf-8").replace('"nim"', '"heaps"')
SLIP = """
from tabletown.rulekit.editions import figure

SIZE: int = figure("heap.size", 1, 9)
"""
COMPLAINT = "heaps has figures (heap.size), and no file that says what they are: "


def serving(folder: Path) -> "TestClient[Any]":
    address = f"sqlite:///{folder}/tables.sqlite"
    return TestClient(make_app(address, ASLEEP, make_ready=tuple, hosting=Hosting(HOST)))


@pytest.fixture
def client(tmp_path: Path) -> "Iterator[TestClient[Any]]":
    with serving(tmp_path) as client:
        yield client


@pytest.fixture
def heaps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Declaration:
    return game_in_a_file(tmp_path, "heaps", NIM, monkeypatch)


@pytest.fixture
def slipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Declaration:
    """It can be loaded, and what it is like cannot be said."""
    two_editions = NIM.replace("players=(2,)", "players=(2,), editions=('edition.toml', 'large.toml')")
    return game_in_a_file(tmp_path, "heaps", two_editions + SLIP, monkeypatch)


def install(game: Declaration, monkeypatch: pytest.MonkeyPatch) -> None:
    known = registry.declarations() | {game.name: game}
    monkeypatch.setattr(registry, "declarations", lambda: known)


def test_the_lobby_leaves_out_a_game_that_it_cannot_describe(
    client: "TestClient[Any]", slipped: Declaration, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(slipped, monkeypatch)
    for path in ("/", "/?game=the_estates"):
        page = client.get(path)
        assert page.status_code == 200
        assert "/play-now/the_estates" in page.text
        assert "/play-now/heaps" not in page.text
    page = client.get("/?game=heaps")
    assert page.status_code == 400
    assert COMPLAINT in page.text


def test_a_table_of_a_game_that_is_gone_is_named_in_the_lobby_and_to_the_host(
    tmp_path: Path, heaps: Declaration, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(tmp_path) as client, monkeypatch.context() as while_it_is_here:
        install(heaps, while_it_is_here)
        seats = [{"who": "me"}, {"who": "me"}]
        made = client.post("/api/tables", json={"game": "heaps", "seats": seats}).json()
        assert "Nim" in client.get("/", headers={"cookie": f"me={made['token']}"}).text
    with serving(tmp_path) as client:
        page = client.get("/", headers={"cookie": f"me={made['token']}"})
        seen = client.get("/host", headers={"cookie": f"{COOKIE}={HOST.for_a_browser!s}"})
    assert page.status_code == seen.status_code == 200
    assert f"/t/{made['table']}" in page.text
    assert f"{made['table']}</code> · heaps" in seen.text
    assert "There is no game &#39;heaps&#39;" in page.text


@pytest.mark.parametrize("has_slip", [False, True], ids=["gone", "with a slip"])
def test_a_table_of_such_a_game_is_no_damage_of_the_database(
    tmp_path: Path,
    heaps: Declaration,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    has_slip: bool,
) -> None:
    with serving(tmp_path) as client, monkeypatch.context() as while_it_is_here:
        install(heaps, while_it_is_here)
        assert client.post("/api/tables", json={"game": "heaps", "seats": [{"who": "me"}] * 2}).status_code == 201
    if has_slip:
        monkeypatch.setattr(registry, "broken", lambda: {"heaps": BadDeclaration("A slip.")})
    assert main(["tables", "--check", "--database", f"sqlite:///{tmp_path}/tables.sqlite"]) == 0
    assert "is whole: 1 tables, and every game whose rules are here can be read." in capsys.readouterr().out


def test_the_log_of_the_server_says_in_a_sentence_what_is_wrong(
    slipped: Declaration, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(warming, "_ready", {warming.HOUSE})
    monkeypatch.setattr(warming, "declarations", lambda: {slipped.name: slipped})
    install(slipped, monkeypatch)
    with caplog.at_level(logging.ERROR):
        assert list(warming.warm_up()) == []
    (said,) = caplog.records
    assert said.getMessage().startswith(f"heaps could not be made ready: {COMPLAINT}")
    assert said.exc_info is None


def test_the_list_of_games_ends_with_what_is_wrong(
    slipped: Declaration, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    install(slipped, monkeypatch)
    assert main(["games"]) == 0
    *others, last = capsys.readouterr().out.split(COMPLAINT[:20])
    assert "Milton Keynes" in "".join(others)
    assert "Nim" not in "".join(others)
    assert "no file that says what they are" in " ".join(last.split())


def written(record: logging.LogRecord) -> str:
    """What the log says of the fault, where pytest keeps a traceback."""
    assert record.exc_info is not None
    return Short().formatException(record.exc_info)


def seated(client: "TestClient[Any]", game: Declaration, *seats: dict[str, str]) -> dict[str, Any]:
    made: dict[str, Any] = client.post("/api/tables", json={"game": game.name, "seats": seats}).json()
    return made


@pytest.fixture
def stumbling(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Declaration:
    """As soon as somebody takes something; under a name of its own, as rules are kept by their games."""
    name = f"heaps_{tmp_path.name}"
    text = NIM.replace('"heaps"', f'"{name}"').replace("s.heap[heap - 1] -=", "s.heap[heap + 9] -=")
    game = game_in_a_file(tmp_path, name, text, monkeypatch)
    install(game, monkeypatch)
    return game


def slip_of(game: Declaration, folder: Path) -> str:
    place = f"{folder / game.name}.py, line 63"
    return f"Nim has a slip: {place}: IndexError: list index out of range. `tabletown check {game.name}` says when"


def test_whoever_plays_what_the_rules_stumble_over_is_told_whose_fault_it_is(
    tmp_path: Path,
    client: "TestClient[Any]",
    stumbling: Declaration,
    caplog: pytest.LogCaptureFixture,
) -> None:
    made = seated(client, stumbling, {"who": "me"}, {"who": "me"})
    answer = client.post(
        f"/api/tables/{made['table']}/play",
        json={"seat": 0, "actions": [0]},
        headers={"authorization": f"Bearer {made['token']}"},
    )
    assert answer.status_code == 500
    assert "This game stumbles over a slip in its own code" in answer.text
    assert written(caplog.records[-1]).startswith(slip_of(stumbling, tmp_path))


def test_a_bot_that_stumbles_over_the_rules_does_not_stop_in_silence(
    tmp_path: Path, stumbling: Declaration, caplog: pytest.LogCaptureFixture
) -> None:
    app = make_app(f"sqlite:///{tmp_path}/tables.sqlite", 0.0, make_ready=tuple)
    with TestClient(app) as client:
        seated(client, stumbling, {"who": "visitor"}, {"who": "me"})
        until = time.monotonic() + PATIENCE
        while not caplog.records and time.monotonic() < until:
            time.sleep(0.01)
    assert caplog.records[-1].getMessage().startswith("Bots leave table")
    assert written(caplog.records[-1]).startswith(slip_of(stumbling, tmp_path))
