"""The outer door: to which names this server answers, who may ask in somebody's name, and what every answer says.

Everything here is looked at before a request is read any further, for pages, programs, files and connections alike.
"""

import asyncio
import contextlib
import socket
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, cast
from urllib.parse import unquote_to_bytes, urlsplit

from litestar import Request
from litestar.types import ASGIApp, Message, Receive, ReceiveMessage, Scope, Send

from tabletown.rulekit.errors import TabletownError
from tabletown.rulekit.language import message
from tabletown.web.bodies import heard_out
from tabletown.web.counting import counts
from tabletown.web.limits import (
    USUAL_CONNECTIONS,
    USUAL_RATE,
    Buckets,
    Rate,
    TooOften,
    makes_something,
    neighbourhood,
)
from tabletown.web.people import Page
from tabletown.web.pressure import LATE, Overloaded, Pressure

SAFE = {"GET", "HEAD", "OPTIONS"}
EVERYBODY = "*"
OWN_PAGES = {b"same-origin", b"none"}
"""What a browser says of a request that one of our pages made, or a person by the address bar."""
ALWAYS_SERVED = ("/health", "/ready", "/metrics", "/host", "/static/")
"""For whoever looks after the server, and what costs nothing."""


class Misdirected(TabletownError):
    """A request to a name that is not this server's: perhaps a page elsewhere that has made it point here."""


class FromElsewhere(TabletownError):
    """A page of somebody else asks in the name of whoever looks at it."""


class NotText(TabletownError):
    """Bytes that should be UTF-8."""


# ---------------------------------------------------------------- settings


@dataclass(frozen=True)
class Rules:
    """What is allowed at the door. Without any, everybody may come by any name, as often as they like."""

    hosts: frozenset[str] = frozenset({EVERYBODY})
    """Names, `*.domain`, or everybody's. The address at which a connection arrives is always known."""
    requests: Rate = field(default_factory=Rate)
    makings: Rate = field(default_factory=Rate)
    """Tables that are made."""
    connections: int = 0
    """Open pages of one address; 0: as many as come."""
    late: float = 0.0
    """Seconds that everything is late after which requests are turned away, if many wait; 0: never."""

    @classmethod
    def usual(
        cls, hosts: Iterable[str] = (), rate: float = USUAL_RATE, connections: int = USUAL_CONNECTIONS
    ) -> "Rules":
        names = frozenset(host.lower().strip("[]") for host in hosts)
        return cls(own_names() | names, Rate(rate, 10 * rate), Rate(rate / 50, rate), connections, LATE)


def own_names() -> frozenset[str]:
    """How this machine is called by itself and its network; its addresses are known when somebody comes by them."""
    name = socket.gethostname().lower()
    return frozenset({"localhost", "127.0.0.1", "::1", name, name.partition(".")[0], f"{name.partition('.')[0]}.local"})


def host_of(address: str) -> str:
    """The name in an address such as http://name:80/."""
    return urlsplit(address).hostname or ""


# ---------------------------------------------------------------- the door

Headers = Mapping[bytes, bytes]
Refusing = Callable[[Request[Any, Any, Any], TabletownError], Page]


def guarded(app: ASGIApp, rules: Rules, refuse: Refusing) -> ASGIApp:
    """The application behind the door; `refuse` words what is said to those who stay outside."""
    door = _Door(rules)

    async def handle(scope: Scope, receive: Receive, send: Send) -> None:
        kind: str = scope["type"]
        if kind == "websocket":
            await door.connect(app, scope, receive, send)
        elif kind == "http":
            error = door.refusal(scope)
            if error is None:
                with door.waiting() as answered:
                    await app(scope, *heard_out(receive, _with_headers(send, answered)))
                return
            receive, send = heard_out(receive, _with_headers(send))
            request: Request[Any, Any, Any] = Request(scope, receive, send)
            answer = refuse(request, error).to_asgi_response(app=None, request=request)
            await answer(scope, receive, send)
        else:
            await app(scope, receive, send)

    return handle


class _Door:
    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._requests = Buckets(rules.requests)
        self._makings = Buckets(rules.makings)
        self._connected: Counter[str] = Counter()
        self.pressure = Pressure(rules.late)

    def waiting(self) -> "contextlib.AbstractContextManager[Callable[[], None]]":
        """Somebody waits for an answer, until it begins: a stream of events has no end."""
        self.pressure.begin()
        return _until_told(self.pressure.end)

    def refusal(self, scope: Scope) -> TabletownError | None:
        """Why this request stays outside, if it does."""
        headers: Headers = dict(scope["headers"])
        if not _is_text(scope):
            return NotText(message("The request is damaged: its address or a header is not UTF-8."))
        if not self._is_known(headers.get(b"host", b"").decode(), scope):
            sentence = message(
                "This server is not known by the name {name!r}. Whoever runs it can allow that with --allow-host."
            )
            return Misdirected(sentence, name=headers.get(b"host", b"").decode()[:80])
        method = str(scope.get("method", ""))
        if method not in SAFE and not _is_from_here(scope, headers):
            return FromElsewhere(message("This was asked for by a page from elsewhere, so it was not done."))
        return self._too_often(scope, method) or self._too_much(scope)

    def _is_known(self, host: str, scope: Scope) -> bool:
        known = self._rules.hosts
        if EVERYBODY in known:
            return True
        name = _without_port(host).lower().rstrip(".")
        here = scope.get("server")
        is_address = here is not None and name == str(here[0]).lower().removeprefix("::ffff:")
        return is_address or name in known or any(f"*.{rest}" in known for rest in _endings(name))

    def _too_often(self, scope: Scope, method: str) -> TabletownError | None:
        who = _client(scope)
        if seconds := self._requests.wait(who):
            sentence = message("Too many requests come from your address. Try again in {seconds} seconds.")
            return TooOften(sentence, seconds)
        if makes_something(method, scope["path"]) and (seconds := self._makings.wait(who)):
            sentence = message("Too many tables are made from your address. Try again in {seconds} seconds.")
            return TooOften(sentence, seconds)
        return None

    def _too_much(self, scope: Scope) -> TabletownError | None:
        if not (seconds := self.pressure.wait()) or scope["path"].startswith(ALWAYS_SERVED):
            return None
        counts.turned_away += 1
        sentence = message(
            "More is asked of this server than it can do. Nothing was done; try again in {seconds} seconds."
        )
        return Overloaded(sentence, seconds)

    async def connect(self, app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        """An open page: counted as long as it is open."""
        who, most = _client(scope), self._rules.connections
        error = self.refusal(scope)
        if error is None and most and self._connected[who] >= most:
            sentence = message("Too many pages are open from your address. Try again in {seconds} seconds.")
            error = TooOften(sentence, 10)
        if error is not None:
            await _turn_away(scope, receive, send, error)
            return
        with self._counted(who) as ended:

            async def hear() -> ReceiveMessage:
                heard = await receive()
                if heard["type"] == "websocket.disconnect":
                    ended()  # whoever comes back at once is not counted twice
                return heard

            await app(scope, hear, send)

    def _counted(self, who: str) -> "contextlib.AbstractContextManager[Callable[[], None]]":
        self._connected[who] += 1
        return _until_told(partial(self._leave, who))

    def _leave(self, who: str) -> None:
        self._connected[who] -= 1
        if not self._connected[who]:
            del self._connected[who]


@contextlib.contextmanager
def _until_told(end: Callable[[], None]) -> Iterator[Callable[[], None]]:
    """Something that ends as soon as that is told, and once."""
    has_ended = False

    def told() -> None:
        nonlocal has_ended
        if not has_ended:
            has_ended = True
            end()

    try:
        yield told
    finally:
        told()


def _client(scope: Scope) -> str:
    client = scope.get("client")
    return neighbourhood(client[0]) if client else ""


def _without_port(host: str) -> str:
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0]


def _endings(name: str) -> list[str]:
    """example.org and org of games.example.org."""
    parts = name.split(".")[:12]
    return [".".join(parts[place:]) for place in range(1, len(parts))]


def _is_from_here(scope: Scope, headers: Headers) -> bool:
    """Whether a page of ours asks, or no browser at all.

    Browsers say with every such request where it comes from; a page cannot make them say otherwise. Whatever says
    nothing is no browser, and so has no cookies that somebody else could use.
    """
    if (site := headers.get(b"sec-fetch-site")) is not None:
        return site in OWN_PAGES
    if (origin := headers.get(b"origin")) is None:
        return True
    scheme = {"ws": "http", "wss": "https"}.get(scope["scheme"], scope["scheme"])
    return origin.lower() == f"{scheme}://".encode() + headers.get(b"host", b"").lower()


def _is_text(scope: Scope) -> bool:
    """Litestar and our own code take it that whatever comes in can be read."""
    try:
        for part in (scope.get("raw_path") or b"", scope["query_string"]):
            if b"%" in part or not part.isascii():
                unquote_to_bytes(part).decode()
        for _name, value in scope["headers"]:
            if not value.isascii():
                value.decode()
    except UnicodeDecodeError:
        return False
    return True


STATUS = {Misdirected: 421, FromElsewhere: 403, NotText: 400, TooOften: 429, Overloaded: 503}


async def _turn_away(scope: Scope, receive: Receive, send: Send, error: TabletownError) -> None:
    """A connection that is not made gets an answer instead, where the server can give one."""
    await receive()
    if "websocket.http.response" not in (scope.get("extensions") or {}):
        await send(cast("Message", {"type": "websocket.close", "code": 1008, "reason": ""}))
        return
    headers = [(b"content-type", b"text/plain; charset=utf-8"), *COMMON, NO_STORE, (b"content-security-policy", FILE)]
    if isinstance(error, (TooOften, Overloaded)):
        headers.append((b"retry-after", str(error.retry_after).encode()))
    start = {"type": "websocket.http.response.start", "status": STATUS[type(error)], "headers": headers}
    body = {"type": "websocket.http.response.body", "body": str(error).encode(), "more_body": False}
    with contextlib.suppress(OSError, TimeoutError):
        await send(cast("Message", start))
        await send(cast("Message", body))
        async with asyncio.timeout(1):  # uvicorn takes it for a fault if one goes before the connection has ended
            for _end in range(2):
                await receive()


# ---------------------------------------------------------------- what every answer says

COMMON = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),  # with none at all, browsers do not say either where a form comes from
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
]
NO_STORE = (b"cache-control", b"no-store")
FILE = b"default-src 'none'; frame-ancestors 'none'"
PICTURE = b"default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
"""Drawings carry their colours along."""
PAGE = b"; ".join(
    [
        b"default-src 'none'",
        b"script-src 'self'",
        b"style-src 'self'",
        b"style-src-attr 'unsafe-inline'",  # sizes and places of boards and sliders stand at the things themselves
        b"img-src 'self'",
        b"media-src 'self'",
        b"connect-src 'self'",
        b"form-action 'self'",
        b"base-uri 'none'",
        b"frame-ancestors 'none'",
    ]
)
POLICIES = {b"text/html": PAGE, b"image/svg+xml": PICTURE}


def _with_headers(send: Send, begins: Callable[[], None] = lambda: None) -> Send:
    async def answer(sent: Message) -> None:
        if sent["type"] == "http.response.start":
            begins()
            sent["headers"] = _completed(sent["headers"])
        await send(sent)

    return answer


def _completed(headers: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    known = {name.lower(): value for name, value in headers}
    kind = known.get(b"content-type", b"").partition(b";")[0]
    rest = [(name, value) for name, value in headers if name.lower() != b"cache-control"]
    cache = known.get(b"cache-control", b"")
    kept = (b"cache-control", cache) if cache.startswith(b"public") else NO_STORE
    return [*rest, *COMMON, kept, (b"content-security-policy", POLICIES.get(kind, FILE))]
