"""Whoever knocks is let in, however long a turn of the loop takes."""

import asyncio
import socket
from collections.abc import Callable
from contextlib import closing
from typing import Any

import pytest
import uvicorn

from tabletown.web.connections import careful
from tabletown.web.welcoming import Welcoming
from tests.web.at_the_table import aside

CROWD = 40
FEW = 10
"""Turns of the loop: a connection takes some to be made, and all of them take the same."""


async def nothing(scope: Any, receive: Any, send: Any) -> None:
    """No request comes."""


async def turns_until_all_are_in(listening: socket.socket, kind: type[uvicorn.Server]) -> int:
    config = uvicorn.Config(nothing, http=careful(), lifespan="off", log_config=None)
    config.load()
    server = kind(config)
    server.lifespan = config.lifespan_class(config)
    await server.startup([listening])
    try:
        turns = 0
        while len(server.server_state.connections) < CROWD:
            await asyncio.sleep(0)
            turns += 1
        return turns
    finally:
        await server.shutdown([listening])


def turns_of(kind: type[uvicorn.Server], loop: Callable[[], asyncio.AbstractEventLoop]) -> int:
    turns: int = aside(counted, kind, loop)
    return turns


def counted(kind: type[uvicorn.Server], loop: Callable[[], asyncio.AbstractEventLoop]) -> int:
    listening = socket.create_server(("127.0.0.1", 0), backlog=CROWD)
    crowd = [socket.create_connection(listening.getsockname()) for _ in range(CROWD)]
    try:
        with closing(listening), asyncio.Runner(loop_factory=loop) as runner:
            return runner.run(turns_until_all_are_in(listening, kind))
    finally:
        for each in crowd:
            each.close()


def test_a_crowd_is_let_in_within_a_few_turns_of_libuv() -> None:
    uvloop = pytest.importorskip("uvloop")
    assert turns_of(Welcoming, uvloop.new_event_loop) <= FEW
    assert turns_of(uvicorn.Server, uvloop.new_event_loop) > FEW, (
        "libuv lets all in by itself: no second door is needed"
    )


def test_another_loop_needs_no_second_door() -> None:
    assert turns_of(Welcoming, asyncio.new_event_loop) <= FEW
