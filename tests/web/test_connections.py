"""Connections at the edge of the server: sent at once, limited in number, and never held open by doing nothing."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from typing import Any

import pytest
import uvicorn
from websockets.asyncio.client import connect

from tabletown.web import connections
from tabletown.web.connections import HEAD, MOST_HEAD, careful
from tabletown.web.reading_requests import ByHttptools
from tabletown.web.reading_requests_slowly import ByH11
from tabletown.web.serve import _listen
from tests.web.at_the_table import aside, awaited

LONG = 600.0
GET = b"GET / HTTP/1.1\r\nhost: here\r\n\r\n"
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_small_answers_are_sent_at_once(host: str) -> None:
    if host == "::1" and not socket.has_ipv6:
        pytest.skip("This machine has no IPv6.")

    async def delays() -> int:
        arrived: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        class Arriving(asyncio.Protocol):
            def connection_made(self, transport: asyncio.BaseTransport) -> None:
                accepted: socket.socket = transport.get_extra_info("socket")
                arrived.set_result(accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
                assert isinstance(transport, asyncio.Transport)
                transport.close()

        with _listen(host, 0) as listening:
            server = await asyncio.get_running_loop().create_server(Arriving, sock=listening)
            _reader, writer = await asyncio.open_connection(host, listening.getsockname()[1])
            found = await arrived
            writer.close()
            await writer.wait_closed()
            server.close()
            await server.wait_closed()
        return found

    assert awaited(delays()) == 1


# ---------------------------------------------------------------- a small server


async def app(scope: Any, receive: Any, send: Any) -> None:
    """Reads everything, says so; or talks without end; or keeps a connection open."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        while (await receive())["type"] != "websocket.disconnect":
            pass
        return
    while (given := await receive())["type"] == "http.request" and given["more_body"]:
        pass
    await send({"type": "http.response.start", "status": 200, "headers": []})
    while scope["path"] == "/endless" and given["type"] == "http.request":
        await send({"type": "http.response.body", "body": b"x" * 100_000, "more_body": True})
        await asyncio.sleep(0)
        if scope["state"]["ended"].is_set():
            break
    heard = b"".join(name for name, _value in scope["headers"]) if scope["path"] == "/heads" else b""
    await send({"type": "http.response.body", "body": heard + b"thanks"})


class Here:
    """The server, as those who connect know it."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._writers: list[asyncio.StreamWriter] = []

    async def come(self) -> Streams:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        self._writers.append(writer)
        return reader, writer

    async def asks(self, request: bytes = GET) -> bytes:
        """What a whole request is answered."""
        reader, writer = await self.come()
        writer.write(request)
        return await reader.read(4000)

    def leave(self) -> None:
        for writer in self._writers:
            writer.close()


@contextlib.asynccontextmanager
async def serving(**limits: Any) -> AsyncIterator[Here]:
    ended = asyncio.Event()

    async def with_end(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "lifespan":
            scope["state"]["ended"] = ended
            await app(scope, receive, send)

    with _listen("127.0.0.1", 0) as listening:
        config = uvicorn.Config(
            with_end,
            http=careful(**limits),
            ws="websockets-sansio",
            lifespan="off",
            log_config=None,
            timeout_graceful_shutdown=1,
            timeout_keep_alive=int(LONG),
        )
        server = uvicorn.Server(config)
        running = asyncio.create_task(server._serve([listening]))
        here = Here(listening.getsockname()[1])
        try:
            yield here
        finally:
            ended.set()
            here.leave()
            server.should_exit = True
            await running


Act = Callable[[Here], Awaitable[Any]]
Trying = Callable[..., Any]


def tried(on: Callable[[], asyncio.AbstractEventLoop], act: Act, **limits: Any) -> Any:
    async def run() -> Any:
        async with serving(**limits) as here, asyncio.timeout(LONG):
            return await act(here)

    def in_loop() -> Any:
        with asyncio.Runner(loop_factory=on) as runner:
            return runner.run(run())

    return aside(in_loop)


@pytest.fixture(params=["asyncio h11", "asyncio httptools", "uvloop httptools"])
def trying(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Trying:
    """On either loop, as there is no uvloop on Windows, and by either reader of requests."""
    loop, reader = request.param.split()
    if reader == "h11":
        monkeypatch.setattr(connections, "find_spec", lambda _name: None)
    assert connections.quickest() is (ByH11 if reader == "h11" else ByHttptools)
    return partial(tried, pytest.importorskip(loop).new_event_loop)


async def pass_time(seconds: float) -> None:
    """So much later at once: whatever the loop has to do by then is done."""
    loop = asyncio.get_running_loop()
    before = loop.time
    loop.time = lambda: before() + seconds  # type: ignore[method-assign]
    for _ in range(3):
        await asyncio.sleep(0)


async def is_cut_off(streams: Streams, drip: bytes = b"") -> bool:
    """Whether the other side ends it, while byte after byte is sent."""
    reader, writer = streams
    with contextlib.suppress(ConnectionError):
        while not reader.at_eof():
            writer.write(drip)
            await writer.drain()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(0.05):
                    await reader.read(1)
    return True


# ---------------------------------------------------------------- how long


@pytest.mark.parametrize(
    ("first", "drip"),
    [
        (b"", b""),
        (b"GET / HTTP/1.1\r\nhost: here\r\nx: ", b"y"),
        (b"POST / HTTP/1.1\r\nhost: here\r\ncontent-length: 9999\r\n\r\n", b"y"),
        (b"POST / HTTP/1.1\r\nhost: here\r\ntransfer-encoding: chunked\r\n\r\n", b"1\r\ny\r\n"),
    ],
    ids=["says nothing", "head byte by byte", "body byte by byte", "chunk by chunk"],
)
def test_whoever_sends_slowly_without_end_is_cut_off(first: bytes, drip: bytes, trying: Trying) -> None:
    async def act(here: Here) -> bool:
        streams = await here.come()
        streams[1].write(first)
        return await is_cut_off(streams, drip)

    assert trying(act, head=0.3, body=0.3)


def test_a_head_has_an_end(trying: Trying) -> None:
    async def act(here: Here) -> bytes:
        reader, writer = await here.come()
        writer.write(b"GET / HTTP/1.1\r\nhost: here\r\nx: ")
        with contextlib.suppress(ConnectionError):
            for _ in range(2 * MOST_HEAD // 1000):
                writer.write(b"y" * 1000)
                await writer.drain()
        return await reader.read(4000)

    assert b" 400 " in trying(act)


def test_a_request_to_two_servers_at_once_is_none(trying: Trying) -> None:
    assert b" 400 " in trying(lambda here: here.asks(b"GET / HTTP/1.1\r\nhost: here\r\nhost: there\r\n\r\n"))


def test_what_follows_a_body_in_pieces_is_not_kept(trying: Trying) -> None:
    async def act(here: Here) -> bytes:
        head = b"POST /heads HTTP/1.1\r\nhost: here\r\ntransfer-encoding: chunked\r\n\r\n"
        return await here.asks(head + b"1\r\ny\r\n0\r\nlater: x\r\n\r\n")

    answer = trying(act)
    assert b"host" in answer
    assert b"later" not in answer


def test_whoever_does_not_read_the_answer_is_cut_off(trying: Trying) -> None:
    async def act(here: Here) -> bool:
        reader, writer = await here.come()
        writer.write(b"GET /endless HTTP/1.1\r\nhost: here\r\n\r\n")
        await reader.readexactly(1)
        while not writer.transport.is_closing():
            await asyncio.sleep(0.1)
            with contextlib.suppress(ConnectionError):
                writer.write(b"x")
                await writer.drain()
        return True

    assert trying(act, stalled=0.3)


def test_a_connection_may_rest_between_requests_and_a_page_stays_open() -> None:
    async def act(here: Here) -> list[bytes]:
        reader, writer = await here.come()
        async with connect(f"ws://127.0.0.1:{here.port}/") as page:
            answers = []
            for _ in range(2):
                writer.write(GET)
                answers.append(await reader.readuntil(b"thanks"))
                await pass_time(2 * HEAD)
            await (await page.ping())
        return answers

    assert all(b" 200 " in answer for answer in tried(asyncio.new_event_loop, act))


def test_one_connection_carries_many_requests_one_after_the_other_and_at_once(trying: Trying) -> None:
    async def act(here: Here) -> int:
        reader, writer = await here.come()
        post = b"POST / HTTP/1.1\r\nhost: here\r\ncontent-length: 5\r\n\r\nhello"
        writer.write((GET + post) * 10)
        return sum([b" 200 " in await reader.readuntil(b"thanks") for _ in range(20)])

    assert trying(act) == 20


# ---------------------------------------------------------------- how many


def test_one_address_has_only_so_many_connections(trying: Trying) -> None:
    async def act(here: Here) -> list[bytes]:
        first, second = await here.come(), await here.come()
        for _reader, writer in (first, second):
            writer.write(GET)
        answers = [await reader.readuntil(b"thanks") for reader, _writer in (first, second)]
        answers.append(await here.asks())
        second[1].close()
        await second[1].wait_closed()
        while b" 200 " not in (answer := await here.asks()):  # noqa: ASYNC110 -- it is noticed when it is noticed
            await asyncio.sleep(0.05)
        return [*answers, answer]

    first, second, third, last = trying(act, most_each=2)
    assert b" 200 " in first
    assert b" 200 " in second
    assert b" 429 " in third
    assert b"retry-after: 10" in third
    assert b"nosniff" in third
    assert b" 200 " in last


def test_open_pages_count_too(trying: Trying) -> None:
    async def act(here: Here) -> bytes:
        async with connect(f"ws://127.0.0.1:{here.port}/"), connect(f"ws://127.0.0.1:{here.port}/"):
            return await here.asks()

    assert b" 429 " in trying(act, most_each=2)


def test_all_together_have_only_so_many(trying: Trying) -> None:
    async def act(here: Here) -> bytes:
        await here.come()
        async with connect(f"ws://127.0.0.1:{here.port}/"):
            return await here.asks()

    assert b" 503 " in trying(act, most=2)


@pytest.mark.parametrize(
    "nonsense",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n",
        b"GET / FTP/1.1\r\n\r\n",
        b"GET /\xff HTTP/1.1\r\nhost: x\r\n\r\n",
        b"\r\n\r\nx y\r\n\r\n",
    ],
    ids=["TLS", "version", "bytes", "words"],
)
def test_what_is_no_request_gets_a_sentence(nonsense: bytes, trying: Trying) -> None:
    answer = trying(lambda here: here.asks(nonsense))
    assert b" 400 " in answer
    assert answer.endswith(b"understood.\n")
