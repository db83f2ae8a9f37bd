"""Clients of a server, many at once over real sockets: each table plays its prepared game, one move after the other."""

import asyncio
import contextlib
import gc
import json
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol
from urllib.parse import urlencode

from bench.pages import OpenPage, open_page
from bench.stock import Stock, Turn

HOST = "127.0.0.1"
LONGEST = 30.0


class Unanswered(RuntimeError):
    """A move that a server did not make."""


@dataclass
class Tally:
    """What came of a load."""

    moves: int = 0
    turned_away: int = 0
    """Answers of 503."""
    seconds: float = 0.0
    waits: list[float] = field(default_factory=list)
    """Seconds of each move until it was answered or, where somebody listens, until everybody has heard of it."""

    def slowest(self, share: float) -> float:
        """Seconds that only so small a share of moves took longer than; without moves, for ever."""
        ordered = sorted(self.waits)
        return ordered[min(len(ordered) - 1, int(len(ordered) * (1 - share)))] if ordered else float("inf")


class Line:
    """A connection that is kept: one request after the other."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def post(self, path: str, headers: bytes, body: bytes) -> int:
        """Answers the status."""
        if self._streams is None:
            self._streams = await asyncio.open_connection(HOST, self._port)
        reader, writer = self._streams
        head = f"POST {path} HTTP/1.1\r\nhost: {HOST}:{self._port}\r\ncontent-length: {len(body)}\r\n".encode()
        writer.write(head + headers + b"\r\n" + body)
        answer = await reader.readuntil(b"\r\n\r\n")
        lines = answer.lower().split(b"\r\n")
        length = next((int(line[15:]) for line in lines if line.startswith(b"content-length:")), 0)
        if length:
            await reader.readexactly(length)
        if b"connection: close" in lines:
            self.close()
        return int(answer[9:12])

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


class Table:
    """Two people at a table of ours, who play by the JSON door or by their pages."""

    def __init__(self, port: int, stock: Stock, place: int, *, rendered: bool, played: int = 0) -> None:
        """`played` is how many moves of its game were made before."""
        self._lines = [Line(port) for _ in stock.secrets]
        self._port, self._stock, self._name, self._rendered = port, stock, stock.tables[place], rendered
        self._pages: list[OpenPage] = []
        self._turns = stock.turns(place)
        self.played = played

    async def sit_down(self) -> None:
        """Open the pages, and take in what they show first."""
        for secret in self._stock.secrets if self._rendered else ():
            self._pages.append(await open_page(HOST, self._port, f"/t/{self._name}/live", f"me={secret}"))

    async def move(self) -> int | None:
        """The next move, until all have heard of it; answers the status, or None when the game is over.

        One that was turned away is the next again.
        """
        if self.played >= len(self._turns):
            return None
        status = await self._sent(self._turns[self.played])
        if status == 200:
            self.played += 1
            async with asyncio.timeout(LONGEST):
                for page in self._pages:
                    await page.next()
        return status

    async def _sent(self, turn: Turn) -> int:
        secret, once = self._stock.secrets[turn.seat], f"move-{self.played:020}"
        if self._rendered:
            form = {"seat": turn.seat, "action": turn.action, "client_move": once}
            kind = b"content-type: application/x-www-form-urlencoded\r\naccept: application/json\r\ncookie: me="
            headers = kind + secret.encode() + b"\r\n"
            return await self._lines[turn.seat].post(f"/t/{self._name}/play", headers, urlencode(form).encode())
        data = {"seat": turn.seat, "actions": [turn.action], "client_move": once}
        headers = b"content-type: application/json\r\nauthorization: Bearer " + secret.encode() + b"\r\n"
        return await self._lines[turn.seat].post(f"/api/tables/{self._name}/play", headers, json.dumps(data).encode())

    async def leave(self) -> None:
        for line in self._lines:
            line.close()
        for page in self._pages:
            page.close()


class Playing(Protocol):
    """A table of anybody's server."""

    async def sit_down(self) -> None: ...

    async def move(self) -> int | None: ...

    async def leave(self) -> None: ...


async def as_fast_as_possible(tables: Sequence[Playing], seconds: float, most: int = 0) -> Tally:
    """Every table makes a move as soon as the last one is made; to the end of its game, at most."""
    tally, until = Tally(), time.monotonic() + seconds

    async def play(table: Playing) -> None:
        while time.monotonic() < until and not (most and tally.moves >= most):
            began = time.monotonic()
            status = await table.move()
            if status is None:
                return
            _note(tally, status, time.monotonic() - began)

    began = time.monotonic()
    await asyncio.gather(*map(play, tables))
    tally.seconds = time.monotonic() - began
    return tally


async def at_a_pace(tables: Sequence[Playing], every: float, seconds: float) -> Tally:
    """Each table makes a move so often, whatever became of the last one: nobody waits for a slow server."""
    tally, began = Tally(), time.monotonic()

    async def play(place: int, table: Playing) -> None:
        due = began + every * place / len(tables)
        while due < began + seconds:
            await asyncio.sleep(due - time.monotonic())
            status = await table.move()
            if status is None:
                return
            _note(tally, status, time.monotonic() - due)
            due += every

    await asyncio.gather(*(play(place, table) for place, table in enumerate(tables)))
    tally.seconds = time.monotonic() - began
    return tally


def _note(tally: Tally, status: int, seconds: float) -> None:
    if status == 503:
        tally.turned_away += 1
        return
    if status != 200:
        raise Unanswered(f"A move was answered with {status}.")
    tally.moves += 1
    tally.waits.append(seconds)


@contextlib.asynccontextmanager
async def seated(tables: Sequence[Playing]) -> AsyncIterator[None]:
    """All of them open, and closed in the end. Nobody waits for the clients' own search for garbage meanwhile."""
    try:
        for table in tables:
            await table.sit_down()
        gc.collect()
        gc.freeze()
        yield
    finally:
        gc.unfreeze()
        await asyncio.gather(*(table.leave() for table in tables))
