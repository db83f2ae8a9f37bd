"""Somebody who is away from their table, and real servers of this machine by which they are told."""

import asyncio
import random
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from tabletown import bots
from tabletown.bots.whole import chosen
from tabletown.web import keys
from tabletown.web.at_table import moves, sitting
from tabletown.web.house import House
from tabletown.web.notices import push
from tabletown.web.notices.mailing import MailServer
from tabletown.web.notices.means import Means
from tabletown.web.notices.push import signing, to_text
from tabletown.web.notices.ways import BROWSER, MAIL, Way, new_way
from tabletown.web.table import Table
from tabletown.web.tables import Wish
from tests.web.outside_world import Heard, Inbox, Trust, mail_server, trust, web_server

ASLEEP = 1e6
ANN, BEN = keys.new_secret(), keys.new_secret()
HIDDEN_PATH = "/hooks/nobody-may-know-this"
TO = "ben@players.example"


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Trust:
    return trust(tmp_path_factory.mktemp("tls"))


@dataclass
class World:
    """A database, what is outside, and by which means people are told."""

    database: str
    means: Means
    mails: Inbox
    web: Inbox
    answers: list[int]
    """What the web server says next; 201 when nothing is left."""

    def __post_init__(self) -> None:
        self.browser = ec.generate_private_key(push.CURVE)
        self.auth = bytes(range(16))

    @property
    def url(self) -> str:
        return f"https://localhost:{self.web.port}{HIDDEN_PATH}"

    def way(self, table: Table, seat: int, kind: str, **more: Any) -> Way:
        point = self.browser.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        own = {"public": keys.Secret(to_text(point)), "auth": keys.Secret(to_text(self.auth))}
        person = keys.hashed(ANN if seat == 0 else BEN)
        common = {"person": person, "confirmed": True, "address": "https://games.example"}
        given = {**common, **(own if kind == BROWSER else {}), **more}
        return new_way(table.id, seat, kind, TO if kind == MAIL else self.url, **given)

    @asynccontextmanager
    async def house(self, **changed: Any) -> AsyncIterator[House]:
        """A server that has started, and is closed again."""
        house = House(self.database, ASLEEP, means=replace(self.means, **changed))
        house.teller._pauses = (0.0, 0.0)
        await house.open()
        while house.state != "open":  # noqa: ASYNC110 -- it tells nobody
            await asyncio.sleep(0.01)
        try:
            yield house
        finally:
            await house.close()


@pytest.fixture
def world(tmp_path: Path, certificate: Trust) -> Iterator[World]:
    answers: list[int] = []

    def answer(_heard: Heard) -> int:
        return answers.pop(0) if answers else 201

    with ExitStack() as stack:
        web = stack.enter_context(web_server(certificate.offers, answer))
        mails = stack.enter_context(mail_server(certificate.offers, login="games:let me in", refuses="gone@"))
        password = keys.Secret("let me in")
        server = MailServer("localhost", mails.port, "games@host.example", "starttls", "games", password)
        means = Means(
            signing(push.new_key(), "mailto:host@host.example"), server, webhooks=True, private=True, grace=0.0,
            tls=certificate.trusts,
        )  # fmt: skip
        yield World(f"sqlite:///{tmp_path}/tables.sqlite", means, mails, web, answers)


async def a_table(house: House, game: str = "the_estates") -> Table:
    """Ann sits on the first seat, Ben on the second; Ann is to move."""
    table = await house.tables.create(game, [Wish("me", "Ann"), Wish("open")], ANN)
    await table.do(None, sitting.claim, 1, "Ben", [keys.hashed(BEN)])
    await table.do(None, sitting.start)
    await until(table, 0)
    return table


async def until(table: Table, seat: int) -> None:
    """Everybody plays anything, until it is the seat's move alone."""
    rng = random.Random(1)
    match = table.playing
    while match.pending != (seat,):
        mover = match.pending[0]
        await table.do(None, moves.play, mover, chosen(bots.level("visitor"), match, mover, rng))


async def told(house: House) -> None:
    """Everything that is to be told now has been."""
    teller = house.teller
    while teller._waiting or teller._sending:
        waiting = [task for _mark, task in teller._waiting.values()]
        await asyncio.gather(*waiting, *teller._sending, return_exceptions=True)


async def told_of_a_move(world: World, kind: str, **more: Any) -> tuple[str, Way]:
    """Ben, who wants to be told that way, comes to move; answers the table, and the way."""
    async with world.house() as house:
        table = await a_table(house)
        way = await house.teller.ways.add(world.way(table, 1, kind, **more))
        await until(table, 1)
        await told(house)
        return table.id, way


def is_quiet(world: World) -> bool:
    return world.mails.arrived.empty() and world.web.arrived.empty()
