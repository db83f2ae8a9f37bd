"""Connections as the network brings them: a limited number, and none is held open by sending or reading nothing."""

import asyncio
from typing import Any, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from tabletown.web.guarding import COMMON, FILE, NO_STORE
from tabletown.web.limits import neighbourhood

HEAD = 10.0
"""Seconds within which a request says what it wants."""
BODY = 60.0
"""Seconds within which all of it is there."""
STALLED = 30.0
"""Seconds after which whoever does not read an answer does not get the rest."""
RESERVE = 64
"""Connections beyond the last that are told why they cannot stay."""
PHRASES = {400: "Bad Request", 429: "Too Many Requests", 503: "Service Unavailable"}


def careful(
    most: int = 0, most_each: int = 0, head: float = HEAD, body: float = BODY, stalled: float = STALLED
) -> type[H11Protocol]:
    """The protocol with these limits: connections in all and from each address (0: any number), and seconds."""

    class Limited(Careful):
        limits = (most, most_each)
        patience = (head, body)
        longest_stall = stalled

    return Limited


class Careful(H11Protocol):
    """uvicorn's protocol, which would wait for ever."""

    limits = (0, 0)
    patience = (HEAD, BODY)
    longest_stall = STALLED

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self._awaited = ""
        """Which part of a request has begun and is not there yet."""
        self._timer: asyncio.TimerHandle | None = None
        self._stall: asyncio.TimerHandle | None = None
        self._farewell = b""

    # ------------------------------------------------------------ how many

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._await("head")
        most, most_each = self.limits
        here = len(self.connections)
        if most and here > most + RESERVE:
            transport.abort()
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
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            self._await("")
        elif self.conn.their_state is h11.IDLE:
            self._await("head" if self.conn.trailing_data[0] else "")
        else:
            self._await("body" if self.conn.their_state is h11.SEND_BODY else "")

    def _await(self, what: str) -> None:
        """Wait for the rest of it, if it has begun; not longer because it comes byte by byte."""
        if what == self._awaited:
            return
        self._awaited = what
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

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not self.transport.is_closing() and self.conn.their_state is h11.IDLE:
            self._await("head" if self.conn.trailing_data[0] else "")

    def connection_lost(self, exc: Exception | None) -> None:
        self._await("")
        self._read_on()
        super().connection_lost(exc)

    # ------------------------------------------------------------ what is no request

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002
        """In a sentence, and only where nothing else is being said."""
        cycle = cast("RequestResponseCycle | None", self.cycle)
        if cycle is None or cycle.response_complete:
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
