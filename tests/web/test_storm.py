"""A storm: two hundred people at a hundred tables, and nonsense beside them. Afterwards everybody has been served."""

import asyncio
import contextlib
import random

import pytest
from websockets.asyncio.client import ClientConnection, connect

from tests.web.at_the_table import awaited
from tests.web.test_bad_input import FORM
from tools.played import Played, play_table
from tools.running import PATIENCE, Server

TABLES = 100
NONSENSE = [
    b"GET / HTTP/9.9\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\xff" * 200,
    b"POST /t/%s/say HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99999999\r\n\r\n" + b"a&" * 5000,
    b"POST /records HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nnonsense",
    b"GET /t/%s/live HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
    b"GET /" + b"x" * 60_000 + b" HTTP/1.1\r\n",
    b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 5\r\n\r\n[[[[[",
    b"\r\n" * 2000,
]


async def disturb(server: Server, rng: random.Random, calm: asyncio.Event) -> int:
    """Say nonsense until it is calm; how often."""
    said = 0
    while not calm.is_set():
        with contextlib.suppress(OSError, TimeoutError):
            async with asyncio.timeout(5):
                reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
                try:
                    writer.write(rng.choice(NONSENSE))
                    await writer.drain()
                    if rng.random() < 0.7:
                        await reader.read(500)
                finally:
                    writer.transport.abort()
        said += 1
        await asyncio.sleep(0.05)
    return said


async def look_on(table: Played, seat: int, is_there: asyncio.Semaphore) -> str:
    """Connect, see the whole page, and wait for the last word."""
    address = f"{table.server.address.replace('http', 'ws')}{table.path}/live?number=0&epoch=none"
    headers = {"cookie": f"me={table.tokens[seat]}", "origin": table.server.address}
    async with connect(
        address, additional_headers=headers, max_size=None, open_timeout=PATIENCE, ping_interval=None, proxy=None
    ) as connection:
        first = await connection.recv()
        assert '"decide"' in str(first)
        is_there.release()
        return await heard(connection, last_word(table))


async def heard(connection: ClientConnection, word: str) -> str:
    async for message in connection:
        if word in str(message):
            return word
    raise AssertionError(f"The connection ended before {word!r} was heard.")


def last_word(table: Played) -> str:
    return f"The last word at {table.table}."


async def storm(tables: list[Played]) -> tuple[list[str], int]:
    """What everybody has heard in the end, and how much nonsense was said meanwhile."""
    server, calm, is_there = tables[0].server, asyncio.Event(), asyncio.Semaphore(0)
    disturbing = [asyncio.create_task(disturb(server, random.Random(n), calm)) for n in range(10)]
    async with asyncio.timeout(PATIENCE):
        looking = [asyncio.create_task(look_on(table, seat, is_there)) for table in tables for seat in range(2)]
        for _ in looking:
            await is_there.acquire()
        for table in tables:
            await asyncio.to_thread(speak, table)
        words = await asyncio.gather(*looking)
        calm.set()
        return words, sum(await asyncio.gather(*disturbing))


def speak(table: Played) -> None:
    body = f"text={last_word(table)}".encode()
    answer = table.server.ask(f"{table.path}/say", body, kind=FORM, cookie=f"me={table.tokens[0]}")
    assert answer.status == 303, answer.text


@pytest.mark.own_server
def test_everybody_is_served_in_a_storm(server: Server) -> None:
    tables = [play_table(server, "squad_car", 2, 2) for _ in range(TABLES)]
    words, nonsense = awaited(storm(tables))
    assert sorted(words) == sorted(last_word(table) for table in tables for _seat in range(2))
    assert nonsense > 10
    assert server.log is not None
    assert server.log.read_text() == ""
