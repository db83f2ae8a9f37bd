"""An open page as light as can be: frames are read up to the number that they bring, and nothing is drawn.

A thousand tables have two thousand of them, on the same processors as the server; a browser has one of its own.
"""

import asyncio
import base64
import os
import re
import time
import zlib

NUMBER = re.compile(rb'"number":(\d+)')
START = 48
"""Bytes of a message in which its number stands, if it has one."""
COMPRESSED, FINAL, MASKED = 0x40, 0x80, 0x80
TEXT, PING, PONG = 0x1, 0x9, 0xA


def asked_for(host: str, port: int, path: str, cookie: str) -> bytes:
    """What a browser sends to open a connection, compression included."""
    key = base64.b64encode(os.urandom(16)).decode()
    lines = (
        f"GET {path} HTTP/1.1", f"Host: {host}:{port}", "Upgrade: websocket", "Connection: Upgrade",
        f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", f"Cookie: {cookie}",
        "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits",
    )  # fmt: skip
    return "\r\n".join((*lines, "", "")).encode()


def begins_with(payload: bytes, *, is_compressed: bool) -> bytes:
    """The first bytes of a message."""
    return zlib.decompressobj(-15).decompress(payload, START) if is_compressed else payload[:START]


def pong(payload: bytes) -> bytes:
    """The answer to a ping: a server closes a page that gives none. Masked by zeros, it reads as it is."""
    return bytes((FINAL | PONG, MASKED | len(payload), 0, 0, 0, 0)) + payload


class OpenPage(asyncio.Protocol):
    """Knows to which number it has come, and tells whoever waits for the next."""

    def __init__(self, request: bytes) -> None:
        self._request = request
        self._data = bytearray()
        self._is_open = False
        self._transport: asyncio.Transport | None = None
        self.is_lost = False
        self.number = -1
        self._reached = asyncio.Event()
        self._began = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        self._data += data
        if not self._is_open:
            end = self._data.find(b"\r\n\r\n")
            if end < 0:
                return
            if b" 101 " not in self._data[:end].split(b"\r\n")[0]:
                raise ConnectionError(bytes(self._data[:end]).decode())
            del self._data[: end + 4]
            self._is_open = True
        while self._frame():
            pass

    def _frame(self) -> bool:
        """Take in the next one, if all of it is there."""
        data = self._data
        if len(data) < 2:
            return False
        length, at = data[1] & 0x7F, 2
        if length >= 126:
            at = 4 if length == 126 else 10
            length = int.from_bytes(data[2:at], "big")
        if len(data) < at + length:
            return False
        kind, payload = data[0] & 0xF, bytes(data[at : at + length])
        if kind == TEXT:
            self._hear(begins_with(payload, is_compressed=bool(data[0] & COMPRESSED)))
        elif kind == PING and self._transport is not None:
            self._transport.write(pong(payload))
        del data[: at + length]
        return True

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        self.is_lost = True
        self._reached.set()

    def _hear(self, start: bytes) -> None:
        if not (found := NUMBER.search(start)):
            return
        self._began = self._began or time.monotonic()
        if int(found[1]) > self.number:
            self.number = int(found[1])
            self._reached.set()

    async def next(self) -> float:
        """Until all of a change has come. When its first word came."""
        await self._reached.wait()
        if self.is_lost:
            raise ConnectionError("The server has closed a page that was open.")
        self._reached.clear()
        began, self._began = self._began, 0.0
        return began

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()


async def open_page(host: str, port: int, path: str, cookie: str) -> OpenPage:
    """With everything on it that a page shows first."""
    loop = asyncio.get_running_loop()
    _transport, page = await loop.create_connection(lambda: OpenPage(asked_for(host, port, path, cookie)), host, port)
    await page.next()
    return page
