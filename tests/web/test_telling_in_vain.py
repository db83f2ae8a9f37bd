"""What nobody takes is tried again or given up, and stops neither a game nor a server."""

import logging
from dataclasses import replace
from typing import Any

import pytest

from tabletown.web import keys
from tabletown.web.notices import push
from tabletown.web.notices.mailing import MailServer
from tabletown.web.notices.push import to_text
from tabletown.web.notices.ways import BROWSER, MAIL, WEBHOOK, Way
from tests.web.at_the_table import awaited
from tests.web.away import ANN, BEN, HIDDEN_PATH, TO, World, a_table, is_quiet, told, until
from tests.web.outside_world import Trust, mail_server


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
