"""What open pages are sent is compressed once for all who are sent the same, and any browser can read it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory, PerMessageDeflate
from websockets.frames import Frame, Opcode

from tabletown.web.sockets import Shared, Sharing


def agreed(browser: ClientPerMessageDeflateFactory) -> tuple[Shared, PerMessageDeflate]:
    """Both ends of a connection: the server's and the browser's."""
    sharing = Sharing(server_no_context_takeover=True, client_no_context_takeover=True)
    answer, server = sharing.process_request_params(browser.get_request_params(), [])
    assert isinstance(server, Shared)
    return server, browser.process_response_params(answer, [])


BROWSERS = [
    ClientPerMessageDeflateFactory(client_max_window_bits=True),
    ClientPerMessageDeflateFactory(),
    ClientPerMessageDeflateFactory(server_max_window_bits=9, client_max_window_bits=True),
    ClientPerMessageDeflateFactory(server_no_context_takeover=True, client_max_window_bits=10),
]


@pytest.mark.parametrize("browser", BROWSERS)
@given(st.lists(st.text(), max_size=4))
def test_a_browser_reads_what_it_is_sent_and_the_server_what_it_says(
    browser: ClientPerMessageDeflateFactory, texts: list[str]
) -> None:
    server, page = agreed(browser)
    for sender, reader in ((server, page), (page, server)):
        for text in [*texts, "<g>" * 900]:
            sent = sender.encode(Frame(Opcode.TEXT, text.encode()))
            assert sent.rsv1
            assert bytes(reader.decode(sent).data).decode() == text


def test_whoever_is_sent_the_same_is_sent_the_same_bytes_and_nobody_anothers() -> None:
    (first, _page), (second, _other) = agreed(BROWSERS[0]), agreed(BROWSERS[0])
    frames = [each.encode(Frame(Opcode.TEXT, b"a move")).data for each in (first, second)]
    assert frames[0] is frames[1]
    assert second.encode(Frame(Opcode.TEXT, b"a mover")).data != frames[0]


def test_signs_of_life_are_not_compressed() -> None:
    server, _page = agreed(BROWSERS[0])
    ping = Frame(Opcode.PING, b"1234")
    assert server.encode(ping) is ping
