"""Bodies are heard out: whoever is cut off while sending never sees the answer."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any

from litestar.types import Message, Receive, Send

MOST_HEARD = 8_000_000
"""Bytes that are read, and thrown away, of what is refused."""
LONGEST_PAUSE = 1.0
LONGEST_HEARD = 10.0
"""Seconds for which somebody is heard out."""


def heard_out(receive: Receive, send: Send) -> tuple[Receive, Send]:
    """Reads on, within reason, before it answers: whoever is cut off while sending never sees the answer."""
    more = True

    async def listen() -> Any:
        nonlocal more
        given = await receive()
        more = bool(given["type"] == "http.request" and given["more_body"])
        return given

    async def answer(sent: Message) -> None:
        if more and sent["type"] == "http.response.start":
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LONGEST_HEARD):
                    await _hear(listen, lambda: more)
        await send(sent)

    return listen, answer


async def _hear(listen: Callable[[], Awaitable[Any]], more: Callable[[], bool]) -> None:
    heard = 0
    while more() and heard < MOST_HEARD:
        async with asyncio.timeout(LONGEST_PAUSE):
            heard += len((await listen()).get("body", b""))
