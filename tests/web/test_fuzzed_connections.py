"""Nonsense over the connection of a page: whatever is said there, the server goes on, and others are served."""

import base64
import contextlib
import os
import socket
import struct
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.sync.client import ClientConnection

from tests.web.connecting import connect
from tests.web.test_bad_input import FORM
from tools.played import Played, play_table
from tools.running import PATIENCE, Server

MOST_READ = 4_000_000
FUZZ = settings(
    max_examples=40, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@pytest.fixture(scope="module")
def table(shared: Server) -> Played:
    return play_table(shared, "squad_car", 2, 2)


@pytest.fixture
def somebody(table: Played) -> Iterator[None]:
    """Somebody looks on meanwhile, and hears afterwards what is said."""
    with looking(table, 1) as listening:
        yield
        text = base64.b32encode(os.urandom(10)).decode()
        said = table.server.ask(f"{table.path}/say", f"text={text}".encode(), cookie=f"me={table.tokens[0]}", kind=FORM)
        assert said.status == 303
        while text not in str(listening.recv(PATIENCE)):
            pass


@contextlib.contextmanager
def looking(table: Played, seat: int) -> Iterator[ClientConnection]:
    address = table.server.address.replace("http", "ws")
    headers = {"cookie": f"me={table.tokens[seat]}", "origin": table.server.address}
    # What a client would answer by itself is left out: only what the server says is of interest.
    with connect(f"{address}{table.path}/live", additional_headers=headers, max_size=None) as connection:
        yield connection


def opened(server: Server, path: str, headers: dict[str, str] | None = None, method: str = "GET") -> socket.socket:
    """A connection that has asked for a WebSocket, in whatever way."""
    made = socket.create_connection(("127.0.0.1", server.port), PATIENCE)
    usual = {
        "Host": f"127.0.0.1:{server.port}",
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(),
        "Origin": server.address,
    }
    lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in (usual | (headers or {})).items())]
    made.sendall(("\r\n".join(lines) + "\r\n\r\n").encode("latin-1", "replace"))
    return made


def head_of(connection: socket.socket) -> bytes:
    """What is answered before anything else; nothing if there was no answer."""
    head = b""
    with contextlib.suppress(ConnectionError):
        while b"\r\n\r\n" not in head and (more := connection.recv(4096)):
            head += more
    return head


def read_to_the_end(connection: socket.socket) -> None:
    """The other side says that nothing more comes, and so does the server."""
    read = 0
    with contextlib.suppress(ConnectionError, OSError):
        connection.shutdown(socket.SHUT_WR)
        while read < MOST_READ and (more := connection.recv(65536)):
            read += len(more)


def frame(opcode: int, content: bytes, *, last: bool = True, length: int | None = None, masked: bool = True) -> bytes:
    """A frame of a WebSocket, which may lie about its length."""
    told = len(content) if length is None else length
    first = bytes([opcode & 0xF | (0x80 if last else 0)])
    mask = 0x80 if masked else 0
    if told < 126:
        size = bytes([mask | told])
    elif told < 1 << 16:
        size = bytes([mask | 126]) + struct.pack("!H", told)
    else:
        size = bytes([mask | 127]) + struct.pack("!Q", told & (1 << 64) - 1)
    return first + size + (b"\0\0\0\0" if masked else b"") + content


frames = st.builds(
    frame,
    st.integers(0, 15),
    st.binary(max_size=300),
    last=st.booleans(),
    length=st.none() | st.sampled_from([0, 5, 125, 65535, 10_000_000, 1 << 40, (1 << 64) - 1]),
    masked=st.booleans(),
)
NONSENSE = [
    "number=-1&epoch=x",
    "number=99999999999999999999&epoch=%00%ff",
    "number=%D9%A3&epoch=none",
    "number[]=1&number=2&number=3",
    "epoch=" + "x" * 8000,
    "&&&===%%%",
    "seat=0&seat=1&language=xx",
]


@pytest.mark.parametrize("query", NONSENSE, ids=range(len(NONSENSE)))
def test_a_query_that_means_nothing_is_one_from_the_beginning(table: Played, somebody: None, query: str) -> None:
    with contextlib.closing(opened(table.server, f"{table.path}/live?{query}")) as connection:
        head = head_of(connection)
        assert head.startswith((b"HTTP/1.1 101", b"HTTP/1.1 4")), head[:200]


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-WebSocket-Version": "7"},
        {"Sec-WebSocket-Version": "x" * 500},
        {"Sec-WebSocket-Key": ""},
        {"Sec-WebSocket-Key": "\xff\xfe" * 40},
        {"Upgrade": "h2c"},
        {"Connection": "close"},
        {"Sec-WebSocket-Extensions": "permessage-deflate; server_max_window_bits=99; nonsense=\"\\\""},
        {"Sec-WebSocket-Protocol": ", ,, a" * 50},
        {"Cookie": "me=\xff\xff; me=; =; ;;;" * 20},
        {"Authorization": "Bearer " + "\xe9" * 3000},
        {"Accept-Language": "xx;q=1e999," * 60},
    ],
    ids=str,
)
def test_a_handshake_that_means_nothing_is_refused_or_holds(
    table: Played, somebody: None, headers: dict[str, str]
) -> None:
    with contextlib.closing(opened(table.server, f"{table.path}/live", headers)) as connection:
        head = head_of(connection)
        assert head.startswith((b"HTTP/1.1 101", b"HTTP/1.1 4", b"HTTP/1.1 2")), head[:200]


def test_neither_another_method_nor_another_table_connects(table: Played, somebody: None) -> None:
    for method, path in (("POST", f"{table.path}/live"), ("GET", "/t/nosuchtable/live"), ("GET", "/live")):
        with contextlib.closing(opened(table.server, path, method=method)) as connection:
            head = head_of(connection)
            assert head.startswith(b"HTTP/1.1 4"), (method, path, head[:200])


@pytest.mark.parametrize("origin", ["http://127.0.0.1:1", "https://elsewhere.example", "null", "http://localhost.evil"])
def test_a_page_from_elsewhere_does_not_connect(table: Played, somebody: None, origin: str) -> None:
    with contextlib.closing(opened(table.server, f"{table.path}/live", {"Origin": origin})) as connection:
        assert head_of(connection).startswith(b"HTTP/1.1 403"), origin


@FUZZ
@given(told=st.lists(frames | st.binary(max_size=40), min_size=1, max_size=6))
def test_whatever_is_said_over_a_connection_hurts_nobody(table: Played, told: list[bytes]) -> None:
    with contextlib.closing(opened(table.server, f"{table.path}/live?number=0&epoch=none")) as connection:
        assert head_of(connection).startswith(b"HTTP/1.1 101")
        with contextlib.suppress(ConnectionError):
            for each in told:
                connection.sendall(each)
        read_to_the_end(connection)


def test_a_flood_of_frames_and_half_frames_hurts_nobody(table: Played, somebody: None) -> None:
    said = [frame(9, b"x" * 125) * 2000, frame(1, b"y" * 3000) * 300, frame(2, b"", length=1 << 40) + b"z" * 100_000]
    for flood in said:
        with contextlib.closing(opened(table.server, f"{table.path}/live?number=0&epoch=none")) as connection:
            assert head_of(connection).startswith(b"HTTP/1.1 101")
            with contextlib.suppress(ConnectionError):
                connection.sendall(flood)
            read_to_the_end(connection)


def test_after_all_of_it_somebody_is_served(table: Played, somebody: None) -> None:
    """What `somebody` hears is the test."""
    assert table.now()["phase"] == "playing"
