"""Whom the host sends away hears nothing more of their seat, even if their program keeps the connection."""

import json

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from tests.web.connecting import connect
from tools.running import PATIENCE, Server


def listening(server: Server, table: str, token: str) -> ClientConnection:
    return connect(f"ws://127.0.0.1:{server.port}/t/{table}/live", additional_headers={"cookie": f"me={token}"})


def pushed(connection: ClientConnection) -> str:
    """The next parts of the page; who is there is told beside them."""
    while "parts" not in json.loads(told := str(connection.recv(PATIENCE))):
        pass
    return told


def test_a_removed_guest_is_told_so_and_the_connection_is_closed(server: Server) -> None:
    made = server.ask("/api/tables", {"game": "the_estates", "seats": [{"who": "me"}, {"who": "open"}]}).json
    joining = {"seat": 1, "invitation": made["invitations"]["1"], "name": "Jun"}
    guest = server.ask(f"/api/tables/{made['table']}/join", joining).json["token"]
    with listening(server, made["table"], guest) as connection:
        assert "Jun" in pushed(connection)
        server.ask(f"/t/{made['table']}/seat", {"seat": "1", "who": "neighbour"}, made["token"])
        assert "dismissed" in pushed(connection)
        assert json.loads(pushed(connection))["parts"] == []
        with pytest.raises(ConnectionClosed):
            connection.recv(PATIENCE)


def test_others_hear_on(server: Server) -> None:
    made = server.ask("/api/tables", {"game": "the_estates", "seats": [{"who": "me"}, {"who": "open"}]}).json
    with listening(server, made["table"], made["token"]) as host, listening(server, made["table"], "") as stranger:
        for connection in (host, stranger):
            pushed(connection)
        server.ask(f"/t/{made['table']}/seat", {"seat": "1", "who": "neighbour"}, made["token"])
        for connection in (host, stranger):
            assert "Neighbour" in pushed(connection)
