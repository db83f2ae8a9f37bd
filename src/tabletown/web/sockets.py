"""Open pages as the network sees them: what is sent to several is compressed once, and nothing is kept for the next."""

import logging
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from isal import isal_zlib
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions import Extension
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import CTRL_OPCODES, Frame
from websockets.server import ServerProtocol
from websockets.typing import ExtensionParameter

LEVEL = 2
"""A third of the time that zlib takes at its level 3, and three bytes of a hundred more."""
MOST_AT_ONCE = 8
"""Messages that are on their way to several pages at the same time."""
END = b"\x00\x00\xff\xff"


@lru_cache(MOST_AT_ONCE)
def deflated(data: bytes, window: int) -> bytes:
    """Whoever is sent the same to the letter is sent the same bytes."""
    encoder = isal_zlib.compressobj(LEVEL, wbits=-window)
    return (encoder.compress(data) + encoder.flush(isal_zlib.Z_SYNC_FLUSH)).removesuffix(END)


class Shared(PerMessageDeflate):
    """Compression without a memory of what was sent before: with one it would take some 40 kB for every open page."""

    def encode(self, frame: Frame) -> Frame:
        if frame.opcode in CTRL_OPCODES or not frame.fin:
            return super().encode(frame)
        data = deflated(bytes(frame.data), self.local_max_window_bits)
        return Frame(frame.opcode, data, frame.fin, True, frame.rsv2, frame.rsv3)


class Sharing(ServerPerMessageDeflateFactory):
    """Agrees with a browser on such compression."""

    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], PerMessageDeflate]:
        answer, agreed = super().process_request_params(params, accepted_extensions)
        windows = agreed.remote_max_window_bits, agreed.local_max_window_bits
        return answer, Shared(True, True, *windows)


class OpenPage(WebSocketsSansIOProtocol):
    """uvicorn's protocol, whose compression remembers, for each connection by itself."""

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        sharing = Sharing(server_no_context_takeover=True, client_no_context_takeover=True)
        told = logging.getLogger("uvicorn.error")
        self.conn = ServerProtocol(extensions=[sharing], max_size=self.config.ws_max_size, logger=told)
