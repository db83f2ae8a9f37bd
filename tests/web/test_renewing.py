"""Private links that somebody else has come to know are made worthless by their owner."""

import contextlib

import pytest
from playwright.sync_api import expect
from websockets.exceptions import ConnectionClosed

from tests.web.conftest import NewPerson
from tests.web.connecting import connect
from tests.web.test_bad_input import FORM
from tools.played import Played, play_table
from tools.running import PATIENCE, Server


def link_of(server: Server, played: Played, seat: int) -> str:
    page = server.ask(played.path, cookie=f"me={played.tokens[seat]}").text
    return page.split(f"/s/{played.table}/{seat}/")[1].split('"')[0]


def other_device(server: Server, played: Played, seat: int) -> str:
    """Its secret, after it has come by the link."""
    answer = server.ask(f"/s/{played.table}/{seat}/{link_of(server, played, seat)}")
    assert answer.status == 303
    return answer.headers["set-cookie"].split("me=")[1].split(";")[0]


def renew(server: Server, played: Played, seat: int, secret: str) -> int:
    return server.ask(f"{played.path}/renew", f"seat={seat}".encode(), kind=FORM, cookie=f"me={secret}").status


def test_a_new_link_takes_the_seat_from_the_old_one_and_from_all_other_devices(server: Server) -> None:
    played = play_table(server, "the_estates", 2, 2)
    old, other = link_of(server, played, 0), other_device(server, played, 0)
    path = f"/api/tables/{played.table}/view?seat=0"
    assert server.ask(path, token=other).status == 200
    assert renew(server, played, 0, played.tokens[0]) == 303
    assert server.ask(path, token=other).status == 403
    assert server.ask(f"/s/{played.table}/0/{old}").status == 403
    assert server.ask(path, token=played.tokens[0]).status == 200
    new = link_of(server, played, 0)
    assert new != old
    assert server.ask(f"/s/{played.table}/0/{new}").status == 303
    assert server.ask(f"/api/tables/{played.table}/view?seat=1", token=played.tokens[1]).status == 200


def test_a_link_can_be_renewed_again_and_by_any_device_that_has_the_seat(server: Server) -> None:
    played = play_table(server, "the_estates", 2, 2)
    links = [link_of(server, played, 0)]
    for _ in range(3):
        assert renew(server, played, 0, played.tokens[0]) == 303
        links.append(link_of(server, played, 0))
    assert len(set(links)) == 4
    for old in links[:-1]:
        assert server.ask(f"/s/{played.table}/0/{old}").status == 403
    other = other_device(server, played, 0)
    assert renew(server, played, 0, other) == 303
    assert server.ask(f"/api/tables/{played.table}/view?seat=0", token=played.tokens[0]).status == 403


@pytest.mark.parametrize("who", ["", "made-up", "other"])
def test_nobody_else_renews_a_link(server: Server, who: str) -> None:
    played = play_table(server, "the_estates", 2, 2)
    old = link_of(server, played, 0)
    assert renew(server, played, 0, played.tokens[1] if who == "other" else who) == 403
    assert link_of(server, played, 0) == old


def test_a_connection_of_a_device_that_lost_the_seat_ends(server: Server) -> None:
    played = play_table(server, "the_estates", 2, 2)
    other = other_device(server, played, 0)
    address = f"ws://127.0.0.1:{server.port}{played.path}/live"
    with connect(address, additional_headers={"cookie": f"me={other}"}) as lost:
        lost.recv(timeout=PATIENCE)
        assert renew(server, played, 0, played.tokens[0]) == 303
        with contextlib.suppress(ConnectionClosed):
            while True:
                lost.recv(timeout=PATIENCE)
        assert lost.close_code == 4403


@pytest.mark.parametrize("language", ["en-GB", "ja-JP"])
def test_from_the_menu_a_player_takes_the_seat_back_from_another_device(
    person: NewPerson, server: Server, language: str
) -> None:
    played = play_table(server, "the_estates", 2, 2)
    mine = person(language=language, me=played.tokens[0])
    mine.goto(played.path)
    mine.click("#menu summary")
    link = mine.locator("#menu input[data-copy]").first.input_value()
    thief = person()
    thief.goto(link)
    assert thief.locator("#menu form[action$=renew]").count() == 1
    button = mine.locator("#menu form[action$=renew] button")
    assert button.text_content() == {"en-GB": "Make a new private link", "ja-JP": "専用リンクを作り直す"}[language]
    button.click()
    expect(thief.locator("#menu form[action$=renew]")).to_have_count(0)
    assert f"/t/{played.table}" in thief.url
    expect(mine.locator("#menu input[data-copy]").first).not_to_have_value(link)
    thief.goto(link)
    expect(thief.locator("h1")).to_have_text("That did not work")


def test_a_host_makes_another_link_for_an_open_seat(person: NewPerson, server: Server) -> None:
    seats = [{"who": "me"}, {"who": "open"}]
    made = server.ask("/api/tables", {"game": "the_estates", "seats": seats}).json
    host = person(me=made["token"])
    host.goto(f"/t/{made['table']}")
    old = host.locator(".invite input[data-copy]").input_value()
    host.locator(".invite form[action$=seat] button").click()
    expect(host.locator(".invite input[data-copy]")).not_to_have_value(old)
    assert server.ask(old.removeprefix(server.address)).status == 403
    assert server.ask(host.locator(".invite input[data-copy]").input_value().removeprefix(server.address)).status == 200
