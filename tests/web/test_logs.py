"""Whatever breaks, the server's log tells no secret of anybody's."""

import logging
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient
from sqlalchemy.exc import IntegrityError

from tabletown.web import api, keys, parts, seating
from tabletown.web.at_table import sitting
from tabletown.web.at_table.standing import Standing
from tabletown.web.house import House
from tabletown.web.kept import Change
from tabletown.web.server import make_app
from tabletown.web.table import Table
from tabletown.web.tables import Wish
from tabletown.web.viewers import Viewer
from tests.web.at_the_table import awaited
from tests.web.connecting import connect
from tools.running import Server, running_server

pytestmark = pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning")
ASLEEP = 1e6
HOST, GUEST = keys.new_secret(), keys.new_secret()


def held(**given: Any) -> str:
    """An error that prints what it is about, as those of dictionaries do."""
    raise KeyError(given)


@pytest.fixture
def client(tmp_path: Path) -> "Iterator[TestClient[Any]]":
    with TestClient(make_app(f"sqlite:///{tmp_path}/tables.sqlite", ASLEEP), raise_server_exceptions=False) as client:
        yield client


@pytest.fixture
def table(client: "TestClient[Any]") -> Table:
    """A waiting table of two, one seat open: its host's page holds an invitation."""
    house: House = client.app.state.house
    make = partial(house.tables.create, "square_mile", [Wish("me"), Wish("open")], HOST)
    made: Table = client.blocking_portal.call(make)
    return made


def secrets_of(table: Table) -> list[str]:
    links = [keys.seat_secret(person, table.id, seat) for person in (HOST, GUEST) for seat in (0, 1)]
    return [HOST, GUEST, keys.invitation(HOST, table.id, 1, 0), *links, table.kept.seed]


def logged(caplog: pytest.LogCaptureFixture) -> str:
    formatter = logging.Formatter("%(name)s %(message)s")
    ours = [record for record in caplog.records if not record.name.startswith("http")]  # those are the asker's own
    for record in ours:
        record.exc_text = None  # what another handler has made of it, perhaps in fewer words
    return "\n".join(formatter.format(record) for record in ours)


def test_errors_of_every_door_are_logged_without_secrets(
    client: "TestClient[Any]", table: Table, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.DEBUG)
    mine = {"authorization": f"Bearer {HOST}"}
    invitation = keys.invitation(HOST, table.id, 1, 0)
    link = keys.seat_secret(HOST, table.id, 0)

    def broken_page(table: Table, viewer: Viewer, looking: int | None, _had: Any) -> Any:
        return held(table=table, kept=table.kept, viewer=viewer, looking=looking)

    def broken_link(*given: Any) -> Any:
        return held(given=given, secret=keys.seat_secret(*given))

    made = api.Made("t", str(HOST), {"1": str(invitation)})

    def broken_made(*_given: Any) -> Any:
        return held(made=made, joined=api.Joined(str(GUEST)), joining=api.Joining(1, str(invitation), "Jun"))

    def broken_joining(found: Standing, seat: int, name: str, hashes: Any) -> Any:
        return held(change=Change(keys=[(seat, each) for each in hashes], items=[(1, {"reseed": found.kept.seed})]))

    broken = client.app.state.house.pushes
    with monkeypatch.context() as patch:
        patch.setattr(broken, "_render", broken_page)
        assert client.get(f"/t/{table.id}", headers=mine).status_code == 500
        with pytest.raises(Exception), client.websocket_connect(f"/t/{table.id}/live", headers=mine) as socket:  # noqa: B017, PT011
            socket.receive_text()
    with monkeypatch.context() as patch:
        patch.setattr(keys, "same", broken_link)
        assert client.get(f"/join/{table.id}/1/{invitation}", headers=mine).status_code == 500
        assert client.get(f"/t/{table.id}", headers=mine).status_code == 500
    with monkeypatch.context() as patch:
        patch.setattr(seating, "go", broken_link)
        assert client.get(f"/s/{table.id}/0/{link}", headers=mine).status_code == 500
    with monkeypatch.context() as patch:
        patch.setattr(sitting, "claim", broken_joining)
        join = {"seat": 1, "invitation": str(invitation), "name": "Jun"}
        assert client.post(f"/api/tables/{table.id}/join", json=join).status_code == 500
        assert client.post(f"/join/{table.id}/1/{invitation}", data={"name": "Jun"}).status_code == 500
    with monkeypatch.context() as patch:
        patch.setattr(api, "Made", broken_made)
        new = {"game": "the_estates", "seats": [{"who": "me"}, {"who": "open"}]}
        answer = client.post("/api/tables", json=new, headers=mine)
        assert answer.status_code == 500, answer.text
    written = logged(caplog)
    assert written.count("Traceback") == 7
    assert "Secret(...)" in written
    assert [secret for secret in secrets_of(table) if secret in written] == []


def test_a_store_that_refuses_says_so_without_what_was_to_be_stored(
    client: "TestClient[Any]", table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    house: House = client.app.state.house
    twice = Change(keys=[(1, "a hash")], items=[(1, {"reseed": table.kept.seed}), (1, {"reseed": table.kept.seed})])
    with pytest.raises(IntegrityError) as trouble:
        client.blocking_portal.call(house.store.change, table.id, 0, twice)
    logging.getLogger("tabletown.web").error("broken", exc_info=trouble.value)
    assert table.kept.seed not in logged(caplog) + repr(trouble.value) + repr(twice) + repr(table.kept)


def test_a_page_that_cannot_be_written_is_logged_without_secrets(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> Table:
        house = House(f"sqlite:///{tmp_path}/tables.sqlite", ASLEEP)
        table = await house.tables.create("square_mile", [Wish("me"), Wish("open")], HOST)
        viewer = Viewer((0,), "en", is_host=True, secret=HOST, address="http://here")
        with house.pushes.listening(table, viewer, "", -1):
            monkeypatch.setattr(parts, "room_context", lambda *given: held(given=given))
            await table.do(None, sitting.claim, 1, "Jun", [keys.hashed(GUEST)])
        await house.close()
        return table

    table = awaited(play())
    written = logged(caplog)
    assert "could not be written" in written
    assert [secret for secret in secrets_of(table) if secret in written] == []


def test_nonsense_from_outside_leaves_no_secret_in_the_log_of_a_real_server(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        new = {"game": "the_estates", "seats": [{"who": "me"}, {"who": "open"}]}
        made = server.ask("/api/tables", new, HOST).json
        table, invitation = made["table"], made["invitations"]["1"]
        link = keys.seat_secret(HOST, table, 0)
        for path in (f"/join/{table}/1/{invitation}", f"/t/{table}/say", f"/t/{table}/play", "/records", "/tables"):
            server.ask(path, b"\xff\xfe", HOST)
            server.ask(path, b"seat=x&action=y", HOST, kind="application/x-www-form-urlencoded")
        server.ask(f"/s/{table}/0/{link}", cookie=f"me={HOST}")
        server.ask(f"/s/{table}/9/{link}", HOST)
        knock(server, table)
    told = (tmp_path / "server.log").read_text()
    assert [secret for secret in (HOST, invitation, link) if secret in told] == []


def knock(server: Server, table: str) -> None:
    """A connection that says what is no text."""
    address = server.address.replace("http", "ws", 1)
    with connect(f"{address}/t/{table}/live", additional_headers={"cookie": f"me={HOST}"}) as socket:
        socket.recv()
        socket.send(b"\xff\xfe\x00")
        socket.send("nonsense")
