"""A request to an address that somebody else has named: never to one of our own network, and never anywhere else.

The address is looked up once, every answer is looked at, and the connection goes to the very address that was looked
at: a name that means something else a moment later changes nothing. Nothing is read but the status.
"""

import ipaddress
import socket
import ssl
import time
from collections.abc import Callable, Mapping
from contextlib import closing
from urllib.parse import urlsplit

import h11

from tabletown.rulekit.errors import BadOption
from tabletown.rulekit.language import message

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Resolve = Callable[[str, int], list[str]]
LONGEST = 10.0
"""Seconds for all of it."""
MOST_LETTERS = 1000
"""Of an address."""
MOST_READ = 16_000
"""Bytes of an answer; its status stands at the beginning."""
USUAL_PORT = 443
FIRST_FREE_PORT = 1024
EMBEDDED = ipaddress.ip_network("64:ff9b::/96")
"""In which IPv4 addresses stand inside IPv6 ones, where a network has no other."""
SPECIAL = [ipaddress.ip_network(each) for each in ("192.0.0.0/24", "192.88.99.0/24", "64:ff9b:1::/48", "2001::/23")]
"""Networks for special uses that not every Python knows as such."""

NOT_HTTPS = message("The address begins with https:// and names a server, without a password or a fragment.")
NOT_OUTSIDE = message("That address leads into this server's own network, or nowhere; it is not asked.")
NO_SUCH_NAME = message("That address names no server that can be found now.")


class NotOutside(BadOption):
    """An address that is not asked."""


class NotFound(NotOutside):
    """A name that means nothing now; it may soon."""


class NotAnswered(Exception):
    """Somebody who cannot be reached, in words that say nothing of who it is."""


def checked(url: str) -> tuple[str, int]:
    """The name and the port of an address that may be asked, as far as can be told without looking it up."""
    if len(url) > MOST_LETTERS or not url.isascii() or not url.isprintable() or " " in url or "\\" in url:
        raise NotOutside(NOT_HTTPS)
    try:
        parts = urlsplit(url)
        name, port = parts.hostname, parts.port or USUAL_PORT
    except ValueError:
        raise NotOutside(NOT_HTTPS) from None
    if parts.scheme != "https" or not name or parts.username is not None or parts.fragment or "%" in parts.netloc:
        raise NotOutside(NOT_HTTPS)
    if port != USUAL_PORT and port < FIRST_FREE_PORT:
        raise NotOutside(NOT_OUTSIDE)
    return name, port


def looked_up(name: str, port: int) -> list[str]:
    found = socket.getaddrinfo(name, port, type=socket.SOCK_STREAM)
    return [str(address[0]) for *_kind, address in found]


def is_outside(text: str) -> bool:
    """Whether an address belongs to the internet at large, also where one address stands inside another."""
    try:
        address: Address = ipaddress.ip_address(text)
    except ValueError:  # one with a zone holds in its own network only
        return False
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if address in EMBEDDED:
            inner = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
        address = inner or address
    if any(address in network for network in SPECIAL):
        return False
    return address.is_global and not address.is_multicast and not address.is_reserved


def addresses(url: str, *, allow_private: bool = False, resolve: Resolve = looked_up) -> list[str]:
    """Where an address leads; refused if only one of its answers leads inside. Waits for the network."""
    name, port = checked(url)
    try:
        found = resolve(name, port)
    except (OSError, UnicodeError):
        raise NotFound(NO_SUCH_NAME) from None
    if not found or not (allow_private or all(is_outside(each) for each in found)):
        raise NotOutside(NOT_OUTSIDE)
    return found


class Post:
    """A way to send something outside, and to hear whether it was taken. For threads: it waits for the network."""

    def __init__(
        self, *, allow_private: bool = False, resolve: Resolve = looked_up, tls: ssl.SSLContext | None = None
    ) -> None:
        self._allow_private = allow_private
        self._resolve = resolve
        self._tls = tls or ssl.create_default_context()

    def __call__(self, url: str, body: bytes, headers: Mapping[str, str], longest: float = LONGEST) -> int:
        """The status of the answer. Whoever answers that it is elsewhere is not followed."""
        found = addresses(url, allow_private=self._allow_private, resolve=self._resolve)
        name, port = checked(url)
        until = time.monotonic() + longest
        try:
            with closing(self._connected(found, port, name, until)) as connection:
                return _asked(connection, _request(url, body, headers), until)
        except TimeoutError:
            raise NotAnswered("no answer in time") from None
        except (OSError, h11.ProtocolError, UnicodeError) as error:
            raise NotAnswered(type(error).__name__) from None

    def _connected(self, found: list[str], port: int, name: str, until: float) -> ssl.SSLSocket:
        plain = _reached(found, port, until)
        try:
            plain.settimeout(_left(until))
            return self._tls.wrap_socket(plain, server_hostname=name)
        except BaseException:
            plain.close()
            raise


def _reached(found: list[str], port: int, until: float) -> socket.socket:
    """The first of the addresses that can be reached; a network may know IPv4 only."""
    *first, last = found
    for address in first:
        try:
            return socket.create_connection((address, port), timeout=_left(until) / 2)
        except OSError:
            continue
    return socket.create_connection((last, port), timeout=_left(until))


def _left(until: float) -> float:
    left = until - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


def _request(url: str, body: bytes, headers: Mapping[str, str]) -> list[h11.Event]:
    parts = urlsplit(url)
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    common = {"host": parts.netloc, "content-length": str(len(body)), "connection": "close"}
    sent = [(name, value) for name, value in {**common, **headers}.items()]
    return [h11.Request(method="POST", target=target, headers=sent), h11.Data(data=body), h11.EndOfMessage()]


def _asked(connection: ssl.SSLSocket, request: list[h11.Event], until: float) -> int:
    speaking = h11.Connection(h11.CLIENT, max_incomplete_event_size=MOST_READ)
    for part in request:
        connection.settimeout(_left(until))
        connection.sendall(speaking.send(part) or b"")
    read = 0
    while read < MOST_READ:
        event = speaking.next_event()
        if isinstance(event, h11.Response):
            return event.status_code
        if event is h11.NEED_DATA:
            connection.settimeout(_left(until))
            data = connection.recv(4096)
            read += len(data)
            speaking.receive_data(data)
        elif not isinstance(event, h11.InformationalResponse):
            break
    raise NotAnswered("no answer")
