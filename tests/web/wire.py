"""A server in this process, asked as it is over a network: ASGI requests, streams and WebSockets, byte for byte."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from litestar import Litestar

from tools.running import PATIENCE

HERE = "127.0.0.1:8321"
Headers = Mapping[str, str]


@dataclass(frozen=True)
class Sent:
    """What a server answered: everything that goes over the wire."""

    status: int
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes


@dataclass
class Stream:
    """Whatever a server sends over a connection that stays open."""

    messages: list[Any] = field(default_factory=list)
    _incoming: "asyncio.Queue[dict[str, Any]]" = field(default_factory=asyncio.Queue)
    _news: asyncio.Event = field(default_factory=asyncio.Event)
    task: "asyncio.Task[None] | None" = None

    async def take(self, message: Any) -> None:
        self.messages.append(message)
        self._news.set()

    async def give(self) -> dict[str, Any]:
        return await self._incoming.get()

    def say(self, **message: Any) -> None:
        self._incoming.put_nowait(message)

    async def until(self, text: str) -> None:
        """Everything has come up to a message that holds the text."""
        async with asyncio.timeout(PATIENCE):
            while not any(text in str(message) for message in self.messages):
                assert self.task is not None
                assert not self.task.done(), (self.messages, self.task)
                self._news.clear()
                await self._news.wait()


class Wire:
    """The only way in: what is asked here, a browser or a program could have asked."""

    def __init__(self, app: Litestar) -> None:
        self.app: Any = app

    async def ask(
        self, path: str, headers: Headers, form: Mapping[str, object] | None = None, json: bytes | None = None
    ) -> Sent:
        """GET, or POST of a form or of JSON."""
        body = urlencode(form).encode() if form is not None else json
        kinds = {"content-type": "application/x-www-form-urlencoded" if form is not None else "application/json"}
        scope = _scope("http", path, {**headers, **(kinds if body is not None else {})})
        stream = Stream()
        stream.say(type="http.request", body=body or b"", more_body=False)
        await self.app({**scope, "method": "GET" if body is None else "POST"}, stream.give, stream.take)
        start, *rest = stream.messages
        return Sent(start["status"], tuple(start["headers"]), b"".join(each.get("body", b"") for each in rest))

    @contextlib.asynccontextmanager
    async def connected(self, kind: str, path: str, headers: Headers) -> AsyncIterator[Stream]:
        """A WebSocket, or the stream of events that a GET opens; closed at the end."""
        stream = Stream()
        scope = _scope(kind, path, headers)
        if kind == "websocket":
            stream.say(type="websocket.connect")
            goodbye = {"type": "websocket.disconnect", "code": 1001}
        else:
            stream.say(type="http.request", body=b"", more_body=False)
            goodbye = {"type": "http.disconnect"}
        stream.task = asyncio.create_task(self.app(scope, stream.give, stream.take))
        stream.task.add_done_callback(lambda _task: stream._news.set())
        try:
            yield stream
        finally:
            stream.say(**goodbye)
            async with asyncio.timeout(PATIENCE):
                await stream.task


def _scope(kind: str, path: str, headers: Headers) -> dict[str, Any]:
    place, _, query = path.partition("?")
    sent = {"host": HERE, **headers}
    return {
        "type": kind,
        "asgi": {"version": "3.0", "spec_version": "2.4"},
        "http_version": "1.1",
        **({"scheme": "ws"} if kind == "websocket" else {"scheme": "http", "method": "GET"}),
        "path": place,
        "raw_path": place.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(name.encode(), value.encode()) for name, value in sent.items()],
        "client": ("127.0.0.1", 50000),
        "server": ("127.0.0.1", 8321),
        "subprotocols": [],
        "extensions": {},
        "state": {},
    }
