"""Whoever knocks is let in at once.

libuv lets one connection in for each turn of the loop. A busy server's turn takes a tenth of a second, so that a crowd
would wait in front of the door for half a minute, where nobody can tell it to come back later.
"""

import asyncio
import socket
from typing import Any

import uvicorn

MOST_IN_A_TURN = 32
"""So that of several processes at one address each has its part of a crowd."""


class Welcoming(uvicorn.Server):
    """uvicorn's server with a second, wider door to the same sockets, where its loop is libuv's."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self._doors: list[socket.socket] = []
        self._entering: set[asyncio.Task[Any]] = set()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        loop = asyncio.get_running_loop()
        if type(loop).__module__.partition(".")[0] != "uvloop":
            return
        for listening in sockets or ():
            door = listening.dup()
            door.setblocking(False)
            loop.add_reader(door, self._let_in, door)
            self._doors.append(door)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for door in self._doors:
            asyncio.get_running_loop().remove_reader(door)
            door.close()
        await super().shutdown(sockets)

    def _let_in(self, door: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        for _ in range(MOST_IN_A_TURN):
            try:
                connection, _address = door.accept()
            except OSError:  # nobody any more, or too many files are open: those who wait are let in later
                return
            connection.setblocking(False)
            entering = loop.create_task(loop.connect_accepted_socket(self._protocol, connection))
            self._entering.add(entering)
            entering.add_done_callback(self._entering.discard)

    def _protocol(self) -> asyncio.Protocol:
        made: Any = self.config.http_protocol_class
        protocol: asyncio.Protocol = made(
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )
        return protocol
