"""Connections as the network brings them: a limited number, and none is held open by sending or reading nothing."""

import asyncio
from abc import ABC, abstractmethod
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from tabletown.web.guarding import COMMON, FILE, NO_STORE
from tabletown.web.limits import neighbourhood

HEAD = 10.0
"""Seconds within which a request says what it wants."""
BODY = 60.0
"""Seconds within which all of it is there."""
STALLED = 30.0
"""Seconds after which whoever does not read an answer does not get the rest."""
MOST_HEAD = 64 * 1024
"""Bytes of a head that is not complete."""
RESERVE = 64
"""Connections beyond the last that are told why they cannot stay."""
PHRASES = {400: "Bad Request", 429: "Too Many Requests", 503: "Service Unavailable"}


def careful(
    most: int = 0, most_each: int = 0, head: float = HEAD, body: float = BODY, stalled: float = STALLED
) -> type[asyncio.Protocol]:
    """The protocol with these limits: connections in all and from each address (0: any number), and seconds."""

    class Limited(quickest()):  # type: ignore[misc]
        limits = (most, most_each)
        patience = (head, body)
        longest_stall = stalled

    return Limited


def quickest() -> "type[Careful]":
    """httptools reads a request in a fraction of the time; where it is missing, h11 does."""
    if find_spec("httptools"):
        from tabletown.web.reading_requests import ByHttptools

        return ByHttptools
    from tabletown.web.reading_requests_slowly import ByH11

    return ByH11


class Careful(asyncio.Protocol, ABC):
    """What uvicorn's protocols lack, which would wait for ever."""

    limits = (0, 0)
    patience = (HEAD, BODY)
    longest_stall = STALLED
    if TYPE_CHECKING:
        loop: asyncio.AbstractEventLoop
        transport: asyncio.Transport
        connections: set[Any]
        cycle: Any

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self._timed = ""
        """Which part of a request has begun, is not there yet, and has a limited time."""
        self._timer: asyncio.TimerHandle | None = None
        self._stall: asyncio.TimerHandle | None = None
        self._farewell = b""

    @abstractmethod
    def awaited(self) -> str:
        """Which part of a request has begun and is not there yet: the head, the body or none."""

    # ------------------------------------------------------------ how many

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.limit("head")
        most, most_each = self.limits
        here = len(self.connections)
        if most and here > most + RESERVE:
            self.transport.abort()
        elif most and here > most:
            self._farewell = said(503, "This server has as many connections as it can serve. Try again soon.")
        elif most_each and self._from_the_same() > most_each:
            self._farewell = said(429, "There are too many connections from your address. Close some, and try again.")

    def _from_the_same(self) -> int:
        mine = _address(self)
        return sum(_address(each) == mine for each in self.connections)

    # ------------------------------------------------------------ how long

    def data_received(self, data: bytes) -> None:
        if self._farewell:
            self.transport.write(self._farewell)
            self.transport.close()
            return
        super().data_received(data)
        is_gone = self.transport.is_closing() or self.transport.get_protocol() is not self
        self.limit("" if is_gone else self.awaited())

    def limit(self, what: str) -> None:
        """Wait for the rest of it, if it has begun; not longer because it comes byte by byte."""
        if what == self._timed:
            return
        self._timed = what
        if self._timer is not None:
            self._timer.cancel()
        head, body = self.patience
        seconds = head if what == "head" else body
        self._timer = self.loop.call_later(seconds, self.transport.abort) if what else None

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._stall is None:
            self._stall = self.loop.call_later(self.longest_stall, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._read_on()

    def _read_on(self) -> None:
        if self._stall is not None:
            self._stall.cancel()
            self._stall = None

    def connection_lost(self, exc: Exception | None) -> None:
        self.limit("")
        self._read_on()
        super().connection_lost(exc)

    # ------------------------------------------------------------ what is no request

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002
        """In a sentence, and only where nothing else is being said."""
        if self.cycle is None or self.cycle.response_complete:
            self.transport.write(said(400, "That is no request that can be understood."))
        self.transport.close()


def said(status: int, sentence: str) -> bytes:
    """A whole answer, for those who get no further than the network."""
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(sentence) + 1).encode()),
        (b"connection", b"close"),
        *([] if status == 400 else [(b"retry-after", b"10")]),
        *COMMON,
        NO_STORE,
        (b"content-security-policy", FILE),
    ]
    head = b"".join(name + b": " + value + b"\r\n" for name, value in headers)
    return f"HTTP/1.1 {status} {PHRASES[status]}\r\n".encode() + head + b"\r\n" + sentence.encode() + b"\n"


def _address(connection: Any) -> str:
    return neighbourhood(connection.client[0]) if connection.client else ""
