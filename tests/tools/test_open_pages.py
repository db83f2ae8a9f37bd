"""The page that a benchmark opens: it lives as long as a browser's, and says so when it does not."""

import json

import pytest
from websockets.asyncio.server import ServerConnection, serve

from bench.pages import open_page
from tests.web.at_the_table import awaited

HOST = "127.0.0.1"


def numbered(number: int) -> str:
    return json.dumps({"number": number, "parts": []}, separators=(",", ":"))


def test_a_ping_is_answered_whatever_it_says_and_an_end_is_told() -> None:
    said = [b"", b"four", b"x" * 125]
    answered: list[bytes] = []

    async def server(connection: ServerConnection) -> None:
        await connection.send(numbered(0))
        for payload in said:
            await (await connection.ping(payload))
            answered.append(payload)
        await connection.send(numbered(1))

    async def look() -> int:
        async with serve(server, HOST, 0, compression=None, close_timeout=0.1) as running:
            page = await open_page(HOST, running.sockets[0].getsockname()[1], "/", "me=nobody")
            await page.next()
            with pytest.raises(ConnectionError, match="closed"):
                await page.next()
            return page.number

    assert awaited(look()) == 1
    assert answered == said
