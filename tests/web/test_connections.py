"""Connections at the edge of the server: sent at once, limited in number, and never held open by doing nothing."""

import asyncio
import socket

import pytest

from tabletown.web.serve import _listen
from tests.web.at_the_table import awaited


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
