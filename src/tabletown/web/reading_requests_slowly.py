"""Requests as h11 reads them."""

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from tabletown.web.connections import Careful


class ByH11(Careful, H11Protocol):
    """With h11, which knows the state of a connection."""

    def awaited(self) -> str:
        state = self.conn.their_state
        if state is h11.IDLE:
            return "head" if self.conn.trailing_data[0] else ""
        return "body" if state is h11.SEND_BODY else ""

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not self.transport.is_closing() and self.conn.their_state is h11.IDLE:
            self.limit(self.awaited())
