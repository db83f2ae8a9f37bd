"""Whoever is away is told that it is their move: once, after a while, by real servers on this machine."""

import asyncio
import json
from typing import Any

import pytest
from sqlalchemy import select

from tabletown.rulekit.errors import BadOption
from tabletown.web import keys, schema
from tabletown.web.at_table import consent, sitting
from tabletown.web.at_table.settings import ABANDON
from tabletown.web.notices import ways
from tabletown.web.notices.mailing import Mail, checked, written
from tabletown.web.notices.ways import BROWSER, MAIL, THE_END, WEBHOOK
from tabletown.web.rematching import MOVED_ON
from tabletown.web.viewers import Viewer
from tests.web.at_the_table import awaited
from tests.web.away import ASLEEP, BEN, HIDDEN_PATH, TO, World, a_table, is_quiet, told, told_of_a_move, until
from tests.web.outside_world import decrypted
from tests.web.test_push_messages import claims_of

# ---------------------------------------------------------------- each way


def test_a_browser_is_told_so_that_only_it_can_read_it(world: World) -> None:
    table, _way = awaited(told_of_a_move(world, BROWSER))
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
    table, way = awaited(told_of_a_move(world, MAIL, language="ja"))
    mail = world.mails.next()
    assert mail["to"] == TO
    assert mail["from"].addresses[0].addr_spec == "games@host.example"
    assert "あなたの番です" in mail["subject"]
    text = mail.get_content()
    assert "Annさんの番が終わりました" in text
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
    table, _way = awaited(told_of_a_move(world, WEBHOOK))
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


def test_whoever_was_told_is_told_at_the_rematch_too_on_the_seat_that_they_moved_to(world: World) -> None:
    async def play() -> str:
        async with world.house(grace=ASLEEP) as house:
            table = await a_table(house)
            await house.teller.ways.add(world.way(table, 1, WEBHOOK))
            await house.teller.ways.add(world.way(table, 1, MAIL, confirmed=False))
            await table.do(None, consent.propose, ABANDON, 0, 0)
            await table.do(None, consent.answer, 1, agrees=True)
        async with world.house() as house:
            await told(house)
            old = await house.tables.bring(table.id)
            again = await house.tables.bring(await house.tables.rematch(old, way=MOVED_ON))
            (way,) = house.teller.ways.of(again.id)
            (former, _unconfirmed) = house.teller.ways.of(table.id)
            assert way.stop != former.stop
            await until(again, 1)
            await until(again, 0)
            await told(house)
            return again.id

    table = awaited(play())
    assert json.loads(world.web.next().body)["event"] == "the_end"
    heard = json.loads(world.web.next().body)
    assert (heard["event"], heard["table"], heard["seat"]) == ("your_move", table, 0)


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
