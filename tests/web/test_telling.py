"""Whoever is away is told that it is their move: once, after a while, by real servers on this machine."""

import asyncio
import json
import logging
import random
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from sqlalchemy import select

from tabletown import bots
from tabletown.rulekit.errors import BadOption
from tabletown.web import keys, schema
from tabletown.web.at_table import consent, moves, sitting
from tabletown.web.at_table.settings import ABANDON
from tabletown.web.driver import chosen
from tabletown.web.house import House
from tabletown.web.notices import push, ways
from tabletown.web.notices.mailing import Mail, MailServer, checked, written
from tabletown.web.notices.means import Means
from tabletown.web.notices.push import signing, to_text
from tabletown.web.notices.ways import BROWSER, MAIL, THE_END, WEBHOOK, Way, new_way
from tabletown.web.pushes import Viewer
from tabletown.web.table import Table
from tabletown.web.tables import Wish
from tests.web.at_the_table import awaited
from tests.web.outside_world import Heard, Inbox, Trust, decrypted, mail_server, trust, web_server
from tests.web.test_push_messages import claims_of

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


def is_quiet(world: World) -> bool:
    return world.mails.arrived.empty() and world.web.arrived.empty()


# ---------------------------------------------------------------- each way


def test_a_browser_is_told_so_that_only_it_can_read_it(world: World) -> None:
    async def play() -> str:
        async with world.house() as house:
            table = await a_table(house)
            await house.teller.ways.add(world.way(table, 1, BROWSER))
            await until(table, 1)
            await told(house)
            return table.id

    table = awaited(play())
    heard = world.web.next()
    assert heard.path == HIDDEN_PATH
    assert heard.headers["content-encoding"] == "aes128gcm"
    assert heard.headers["topic"] == f"{table}-1"
    assert int(heard.headers["ttl"]) > 0
    assert world.means.signing is not None
    claims = claims_of(heard.headers["authorization"], world.means.signing.public)
    assert claims["aud"] == f"https://localhost:{world.web.port}"
    assert claims["sub"] == "mailto:host@host.example"
    assert json.loads(decrypted(heard.body, world.browser, world.auth)) == {
        "title": "The Estates: it is your move",
        "text": f"Ann has moved. It is your decision at table {table}.",
        "path": f"/t/{table}",
        "tag": f"{table}-1",
    }
    assert is_quiet(world)


def test_a_mail_is_in_the_persons_language_and_says_how_to_end_it(world: World) -> None:
    async def play() -> tuple[str, Way]:
        async with world.house() as house:
            table = await a_table(house)
            way = await house.teller.ways.add(world.way(table, 1, MAIL, language="ja"))
            await until(table, 1)
            await told(house)
            return table.id, way

    table, way = awaited(play())
    mail = world.mails.next()
    assert mail["to"] == TO
    assert mail["from"].addresses[0].addr_spec == "games@host.example"
    assert "あなたの番です" in mail["subject"]
    text = mail.get_content()
    assert "Annさんが手を打ちました" in text
    assert f"https://games.example/t/{table}\n" in text
    assert str(way.stop) in text
    assert mail["list-unsubscribe"] == f"<{way.stop!s}>"
    assert mail["list-unsubscribe-post"] == "List-Unsubscribe=One-Click"
    assert BEN not in text
    assert "/s/" not in text


def test_a_mail_brings_the_private_link_only_to_who_asked_for_it_and_only_while_it_opens_the_seat(world: World) -> None:
    async def play() -> tuple[str, str]:
        async with world.house() as house:
            table = await a_table(house)
            link = keys.seat_secret(BEN, table.id, 1)
            await table.do(None, sitting.add_key, 1, [keys.hashed(link)])
            await house.teller.ways.add(world.way(table, 1, MAIL, link=link))
            await until(table, 1)
            await told(house)
            await table.do(None, sitting.renew_link, 1, lambda _times: [keys.hashed(BEN), keys.hashed("another")])
            await until(table, 0)
            await until(table, 1)
            await told(house)
            return table.id, str(link)

    table, link = awaited(play())
    assert f"https://games.example/s/{table}/1/{link}\n" in world.mails.next().get_content()
    assert link not in world.mails.next().get_content()


def test_a_webhook_is_told_what_programs_and_people_need(world: World) -> None:
    async def play() -> str:
        async with world.house() as house:
            table = await a_table(house)
            await house.teller.ways.add(world.way(table, 1, WEBHOOK))
            await until(table, 1)
            await told(house)
            return table.id

    table = awaited(play())
    body = json.loads(world.web.next().body)
    link = f"https://games.example/t/{table}"
    text = f"The Estates: it is your move. Ann has moved. It is your decision at table {table}. {link}"
    assert body == {
        "event": "your_move", "game": "the_estates", "table": table, "seat": 1, "moved_last": "Ann", "link": link,
        "text": text, "content": text,
    }  # fmt: skip


def test_the_address_to_end_it_stands_in_one_piece_in_the_mail_as_it_is_sent() -> None:
    stop = keys.Secret(f"https://a-rather-long-name.of-a-host.example.org/notices/stop/{'a' * 24}/{'b' * 48}")
    sent = written(Mail(keys.Secret(TO), "自分の番", "本文\n", stop), "games@host.example").as_bytes()
    assert f"List-Unsubscribe: <{stop!s}>\r\n".encode() in sent


@pytest.mark.parametrize(
    "address",
    [
        "", "ben", "ben@", "@players.example", "ben@players", "a@b.example, c@d.example", "Ben <ben@players.example>",
        "ben@players.example\r\nBcc: x@y.example", "ben@play ers.example", "bén@players.example", "a@b@c.example;",
        "x" * 250 + "@players.example", "ben@[127.0.0.1]",
    ],
)  # fmt: skip
def test_what_is_no_single_plain_address_is_refused(address: str) -> None:
    with pytest.raises(BadOption, match="no e-mail address"):
        checked(address)


# ---------------------------------------------------------------- when, and when not


def test_whoever_has_the_page_open_is_not_told_then_nor_later_of_the_same_decision(world: World) -> None:
    async def play() -> None:
        async with world.house() as house:
            table = await a_table(house)
            await house.teller.ways.add(world.way(table, 1, WEBHOOK))
            with house.pushes.listening(table, Viewer((1,), "en"), "", -1):
                await until(table, 1)
                await told(house)
        async with world.house() as house:
            await told(house)
            assert is_quiet(world)
            table = await house.tables.bring(table.id)
            await until(table, 0)
            await until(table, 1)
            await told(house)

    awaited(play())
    assert world.web.next().path == HIDDEN_PATH
    assert is_quiet(world)


def test_somebody_else_who_looks_on_does_not_count(world: World) -> None:
    async def play() -> None:
        async with world.house() as house:
            table = await a_table(house)
            await house.teller.ways.add(world.way(table, 1, WEBHOOK))
            with house.pushes.listening(table, Viewer((0,), "en"), "", -1):
                await until(table, 1)
                await told(house)

    awaited(play())
    assert json.loads(world.web.next().body)["seat"] == 1


def test_one_decision_is_told_once_whatever_else_changes_and_however_often_the_server_starts(world: World) -> None:
    async def play() -> None:
        async with world.house() as house:
            table = await a_table(house)
            await house.teller.ways.add(world.way(table, 1, WEBHOOK))
            await until(table, 1)
            await told(house)
            for name in ("Ada", "Ann"):
                await table.do(None, sitting.rename, 0, name)
                await told(house)
        for _start in range(2):
            async with world.house() as house:
                await told(house)

    awaited(play())
    assert world.web.next()
    assert is_quiet(world)


def test_what_was_not_told_when_the_server_stopped_is_told_when_it_starts_again(world: World) -> None:
    async def play() -> None:
        async with world.house(grace=ASLEEP) as house:
            table = await a_table(house)
            await house.teller.ways.add(world.way(table, 1, WEBHOOK))
            await until(table, 1)
            assert house.teller._waiting
        async with world.house() as house:
            await told(house)

    awaited(play())
    assert json.loads(world.web.next().body)["event"] == "your_move"
    assert is_quiet(world)


def test_a_move_within_the_grace_leaves_nothing_to_tell(world: World) -> None:
    async def play() -> None:
        async with world.house(grace=ASLEEP) as house:
            table = await a_table(house)
            await house.teller.ways.add(world.way(table, 1, WEBHOOK))
            await until(table, 1)
            _mark, waited = house.teller._waiting[table.id, 1]
            await until(table, 0)
            await asyncio.wait([waited])
            assert waited.cancelled()
            assert (table.id, 1) not in house.teller._waiting

    awaited(play())
    assert is_quiet(world)


def test_seats_that_want_nothing_are_told_nothing_and_bots_never(world: World) -> None:
    async def play() -> None:
        async with world.house() as house:
            table = await a_table(house)
            await house.teller.ways.add(world.way(table, 1, WEBHOOK))
            await house.teller.ways.add(world.way(table, 1, MAIL, confirmed=False))
            await table.do(None, consent.resign, 1)
            assert table.seats[1].bot
            await until(table, 1)
            await told(house)

    awaited(play())
    assert is_quiet(world)


def test_an_address_that_is_not_confirmed_gets_nothing(world: World) -> None:
    async def play() -> None:
        async with world.house() as house:
            table = await a_table(house)
            await house.teller.ways.add(world.way(table, 1, MAIL, confirmed=False))
            await until(table, 1)
            await told(house)

    awaited(play())
    assert is_quiet(world)


def test_the_end_is_told_once_also_by_a_server_that_starts_after_it(world: World) -> None:
    async def play() -> None:
        async with world.house(grace=ASLEEP) as house:
            table = await a_table(house)
            await house.teller.ways.add(world.way(table, 1, WEBHOOK))
            await house.teller.ways.add(world.way(table, 0, MAIL))
            await table.do(None, consent.propose, ABANDON, 0, 0)
            await table.do(None, consent.answer, 1, agrees=True)
            assert table.phase == "abandoned"
        for _start in range(2):
            async with world.house() as house:
                await told(house)
                assert {way.told for way in house.teller.ways.of(table.id)} == {THE_END}

    awaited(play())
    assert json.loads(world.web.next().body)["event"] == "the_end"
    assert "has ended" in world.mails.next()["subject"]
    assert is_quiet(world)


def test_a_table_tells_only_so_much_an_hour(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tabletown.web.notices.teller.MOST_AN_HOUR", 3)
    monkeypatch.setattr(ways, "HOUR", 1e9)

    async def play() -> None:
        async with world.house() as house:
            table = await a_table(house)
            await house.teller.ways.add(world.way(table, 1, WEBHOOK))
            for _round in range(5):
                await until(table, 1)
                await told(house)
                await until(table, 0)
            assert house.teller.ways.sent_lately(table.id) == 3

    awaited(play())
    assert [world.web.next().path for _each in range(3)] == [HIDDEN_PATH] * 3
    assert is_quiet(world)


def test_whoever_loses_the_seat_is_told_no_more(world: World) -> None:
    async def play() -> None:
        async with world.house() as house:
            table = await a_table(house)
            await house.teller.ways.add(world.way(table, 1, WEBHOOK))
            await table.do(None, sitting.renew_link, 1, lambda _times: [keys.hashed("somebody else")])
            await until(table, 1)
            await told(house)
            assert house.teller.ways.of(table.id) == []

    awaited(play())
    assert is_quiet(world)


def test_ways_are_deleted_with_their_table(world: World) -> None:
    async def play() -> list[Any]:
        async with world.house() as house:
            table = await a_table(house)
            await house.teller.ways.add(world.way(table, 1, MAIL))
            await house.tables.delete([table.id])
            with house.store.reading() as connection:
                return list(connection.execute(select(schema.ways)))

    assert awaited(play()) == []


def test_a_table_that_is_deleted_takes_what_was_to_be_told_with_it(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    async def play() -> None:
        async with world.house(grace=0.05) as house:
            table = await a_table(house)
            await house.teller.ways.add(world.way(table, 1, WEBHOOK))
            await until(table, 1)
            assert (table.id, 1) in house.teller._waiting
            await house.tables.delete([table.id])
            await told(house)

    awaited(play())
    assert is_quiet(world)
    assert caplog.text == ""


def test_without_means_nothing_is_even_looked_for(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ways.Ways, "are_at", lambda *_given: pytest.fail("nobody is told here"))

    async def play() -> None:
        async with world.house(signing=None, mail=None, webhooks=False) as house:
            await until(await a_table(house), 1)
            assert not house.teller._waiting

    awaited(play())


# ---------------------------------------------------------------- when it does not work


def test_what_is_not_taken_is_tried_again(world: World) -> None:
    world.answers += [503, 429]

    async def play() -> None:
        async with world.house() as house:
            table = await a_table(house)
            await house.teller.ways.add(world.way(table, 1, WEBHOOK))
            await until(table, 1)
            await told(house)
            assert house.teller.ways.of(table.id)[0].told == table.playing.decision

    awaited(play())
    bodies = {world.web.next().body for _try in range(3)}
    assert len(bodies) == 1
    assert is_quiet(world)


@pytest.mark.parametrize("status", [404, 410])
@pytest.mark.parametrize("kind", [BROWSER, WEBHOOK])
def test_a_subscription_that_is_gone_is_removed(world: World, status: int, kind: str) -> None:
    world.answers.append(status)

    async def play() -> list[Way]:
        async with world.house() as house:
            table = await a_table(house)
            await house.teller.ways.add(world.way(table, 1, kind))
            await until(table, 1)
            await told(house)
            return house.teller.ways.of(table.id)

    assert awaited(play()) == []
    assert world.web.next()
    assert is_quiet(world)


def test_an_address_that_the_mail_server_does_not_know_is_removed(world: World) -> None:
    async def play() -> list[Way]:
        async with world.house() as house:
            table = await a_table(house)
            await house.teller.ways.add(replace(world.way(table, 1, MAIL), target=keys.Secret("gone@players.example")))
            await until(table, 1)
            await told(house)
            return house.teller.ways.of(table.id)

    assert awaited(play()) == []


@pytest.mark.parametrize("status", [302, 307, 400, 401, 403])
def test_what_is_refused_for_good_is_asked_once_and_not_followed(world: World, status: int) -> None:
    world.answers.append(status)

    async def play() -> None:
        async with world.house() as house:
            table = await a_table(house)
            await house.teller.ways.add(world.way(table, 1, WEBHOOK))
            await until(table, 1)
            await told(house)

    awaited(play())
    assert world.web.next().path == HIDDEN_PATH
    assert is_quiet(world)


def test_an_address_that_leads_inside_by_now_is_not_asked(world: World, caplog: pytest.LogCaptureFixture) -> None:
    async def play() -> None:
        async with world.house(private=False) as house:
            table = await a_table(house)
            await house.teller.ways.add(world.way(table, 1, WEBHOOK))
            await house.teller.ways.add(world.way(table, 1, BROWSER))
            await until(table, 1)
            await told(house)

    awaited(play())
    assert is_quiet(world)
    assert caplog.text.count("own network") == 2


def test_no_failure_of_any_kind_tells_the_log_an_address_or_a_secret(
    world: World, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.DEBUG)
    password = "let me in, will you"
    world.answers += [500] * 3 + [410] + [403] * 2
    assert world.means.mail is not None
    mail = replace(world.means.mail, password=keys.Secret(password))
    seen: list[Way] = []

    def broken(body: bytes, *given: Any) -> bytes:
        raise KeyError(given, body)

    async def play() -> None:
        async with world.house(mail=mail) as house:
            table = await a_table(house)
            for kind in (WEBHOOK, MAIL, BROWSER):
                seen.append(await house.teller.ways.add(world.way(table, 1, kind)))
                await until(table, 1)
                await told(house)
                await until(table, 0)
                await house.teller.ways.remove(seen[-1])
            with monkeypatch.context() as patch:
                patch.setattr(push, "encrypted", broken)
                seen.append(await house.teller.ways.add(world.way(table, 1, BROWSER)))
                await until(table, 1)
                await told(house)
            house.teller.ask_to_confirm(seen[1])
            await told(house)
            logging.getLogger("tabletown").error("%r %r %r", house.teller.means, seen, mail)

    awaited(play())
    log = caplog.text
    assert log.count("was not taken") >= 5, log
    assert "the mail server answers 535" in log
    assert "KeyError" in log
    hidden = [password, TO, HIDDEN_PATH, str(world.web.port), ANN, BEN, to_text(world.auth)]
    hidden += [str(getattr(way, name)) for way in seen for name in ("secret", "public") if getattr(way, name)]
    assert [each for each in hidden if each in log.replace(f"port={world.mails.port}", "")] == []
    assert "Traceback" not in log


def test_a_store_that_fails_stops_no_move(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    from tabletown.web.condition import NOT_READ, NotKept

    def failing(*_given: Any) -> bool:
        raise NotKept(NOT_READ)

    async def play() -> None:
        async with world.house() as house:
            table = await a_table(house)
            monkeypatch.setattr(house.teller.ways, "are_at", failing)
            await until(table, 1)
            assert table.playing.pending == (1,)

    awaited(play())


def test_a_mail_server_by_tls_at_once_is_written_to_as_well(world: World, certificate: Trust) -> None:
    async def play(port: int) -> None:
        async with world.house(mail=MailServer("localhost", port, "games@host.example", "tls")) as house:
            table = await a_table(house)
            await house.teller.ways.add(world.way(table, 1, MAIL))
            await until(table, 1)
            await told(house)

    with mail_server(certificate.offers, at_once=True) as inbox:
        awaited(play(inbox.port))
        assert inbox.next()["to"] == TO
