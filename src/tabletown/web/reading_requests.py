"""Requests as httptools reads them."""

from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from tabletown.web.connections import MOST_HEAD, Careful


class TwoHosts(ValueError):
    """A request that is sent to two servers at once."""


class ByHttptools(Careful, HttpToolsProtocol):
    """With httptools, which tells what it comes upon."""

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self._part = ""
        self._head = 0
        """Bytes of a head that is not there yet."""

    def awaited(self) -> str:
        return self._part

    def data_received(self, data: bytes) -> None:
        self._part = self._part or "head"
        super().data_received(data)
        self._head = self._head + len(data) if self._part == "head" else 0
        if self._head > MOST_HEAD and not self.transport.is_closing():
            self.send_400_response("")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._part = "head"
        self.limit("")  # time begins anew with each request

    def on_header(self, name: bytes, value: bytes) -> None:
        if self._part == "head":  # nobody reads what follows a body in pieces
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        if sum(name == b"host" for name, _value in self.headers) > 1:
            raise TwoHosts
        super().on_headers_complete()
        self._part = "body"

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._part = ""
