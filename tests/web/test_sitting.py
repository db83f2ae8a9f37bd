"""Before a game and beside it: lobby, waiting room, seats, names, other devices."""

import re
import time
from datetime import datetime
from pathlib import Path

import pytest
from litestar.testing import TestClient
from playwright.sync_api import Page, expect

from tabletown.rulekit.registry import declaration
from tabletown.web import keys
from tabletown.web.serve import own_address
from tabletown.web.server import make_app
from tabletown.web.store import WAITING_ROOM_LASTS, Store
from tabletown.web.tables import Tables, UnknownTable, Wish
from tests.web.at_the_table import (
    MINE,
    OPTIONS,
    OVER,
    awaited,
    away_to_the_end,
    decide,
    nothing,
    play_now,
    wait_for_my_move,
)
from tests.web.conftest import NewPerson
from tools.played import play_table
from tools.running import Server

HOST = keys.new_secret()


def waiting_room(host: Page, game: str = "the_estates") -> str:
    """A table whose second seat waits for a guest; answers the guest's link."""
    host.goto(f"/?game={game}")
    host.fill("input[name=name]", "Mara")
    for seat in host.locator("select[name^=seat-]").all():
        seat.select_option("none")
    host.select_option("select[name=seat-1]", "open")
    host.click("#new .acts button")
    return host.locator("[data-copy]").first.input_value()


def take_the_seat(guest: Page, link: str, name: str = "Jun") -> None:
    guest.goto(link)
    guest.fill("input[name=name]", name)
    guest.click("main button")
    guest.wait_for_url("**/t/*")


def test_a_cancelled_table_is_gone_for_host_and_guest(person: NewPerson) -> None:
    host, guest = person(), person()
    link = waiting_room(host)
    take_the_seat(guest, link)
    path = guest.url
    host.click("form[action$=cancel] button")
    expect(host).to_have_url(re.compile("/$"))  # a push may send the host there too, which ends the first way
    expect(guest.locator("main")).to_contain_text("This table was cancelled.")
    guest.goto(link)
    expect(guest.locator("main")).not_to_contain_text("You are invited")
    host.goto("/")
    assert host.locator(f"a[href='/t/{path.rsplit('/', 1)[1]}']").count() == 0


def test_a_guest_who_is_sent_away_is_told_and_loses_the_seat(person: NewPerson, server: Server) -> None:
    host, guest, other = person(), person(), person()
    link = waiting_room(host)
    take_the_seat(guest, link)
    expect(host.locator("#room")).to_contain_text("Jun")
    host.click("#room form[action$=seat] button[value=open]")
    expect(guest.locator("#room")).to_contain_text("You have no seat at this table")
    new = host.locator("[data-copy]").first.input_value()
    assert new != link
    guest.goto(link)
    expect(guest.locator("main")).to_contain_text("does not hold any more")
    take_the_seat(other, new, "Elif")
    expect(host.locator("#room")).to_contain_text("Elif")
    host.click("#room form[action$=start] button")
    host.wait_for_selector("#board")
    guest.goto(host.url)
    expect(guest.locator(".player.me")).to_have_count(0)
    expect(other.locator(".player.me")).to_have_count(1)


def test_a_waiting_room_that_nobody_starts_lapses(store: Store) -> None:
    later = time.time() + WAITING_ROOM_LASTS

    async def wait() -> None:
        tables = Tables(store, nothing)
        waiting = await tables.create("the_estates", [Wish("me"), Wish("open")], HOST)
        running = await tables.create("the_estates", [Wish("me"), Wish("me")], HOST)
        assert await Tables(store, nothing, lambda: later - 60).forget_old(None) == []
        afterwards = Tables(store, nothing, lambda: later + 60)
        assert await afterwards.forget_old(None) == [waiting.id]
        assert afterwards.get(running.id).id == running.id
        with pytest.raises(UnknownTable):
            afterwards.get(waiting.id)

    awaited(wait())


def test_a_waiting_room_says_when_it_lapses(person: NewPerson) -> None:
    host = person()
    waiting_room(host)
    year = time.gmtime(time.time() + WAITING_ROOM_LASTS).tm_year
    expect(host.locator("#room")).to_contain_text(f"{year}.")


def test_my_games_say_whose_turn_it_is(person: NewPerson, server: Server) -> None:
    played = play_table(server, "the_estates", 2, 2, time_per_move=86400)
    now = played.settled()
    mover = now["pending"][0]
    pages = {seat: person(me=token) for seat, token in played.tokens.items()}
    mine, others = (f".mylist a[href='/t/{played.table}']",) * 2
    pages[mover].goto("/")
    expect(pages[mover].locator(f"{mine}.due")).to_contain_text("Your move")
    stamp = datetime.fromisoformat(pages[mover].get_attribute(f"{mine} time", "datetime") or "")
    assert stamp.timestamp() == int(now["deadline"])
    pages[1 - mover].goto("/")
    expect(pages[1 - mover].locator(others)).to_contain_text(f"{['Mika', 'Noor'][mover]} to decide")
    assert pages[1 - mover].locator(f"{others}.due").count() == 0
    pages[mover].click(mine)
    expect(pages[mover].locator(MINE)).to_have_count(1)


def test_options_and_editions_of_the_lobby_are_those_of_the_match(person: NewPerson, server: Server) -> None:
    page = person()
    page.goto("/?game=milton_keynes")
    page.click(OPTIONS)
    page.select_option("select[name=edition]", "small_marshes.toml")
    page.select_option("select[name=option-advanced]", "advanced")
    page.select_option("select[name=option-money]", "open")
    page.click("#new .acts button")
    page.wait_for_selector("#board")
    table = page.url.rsplit("/", 1)[1]
    record = server.ask(f"/m/{table}/record.json").json
    assert "mall" in str(record["edition"]["name"])
    assert (record["steps"][0]["advanced"], record["steps"][0]["money"]) == (1, 1)
    assert record["steps"][0]["offers"] != 8


@pytest.mark.parametrize("edition", ["/etc/passwd", "../edition.toml", "large.toml", "none"])
def test_an_edition_is_one_of_the_games_own(server: Server, edition: str) -> None:
    seats = [{"who": "me"}, {"who": "visitor"}]
    answer = server.ask("/api/tables", {"game": "milton_keynes", "seats": seats, "edition": edition})
    assert answer.status == 400
    assert "there are edition.toml, small_marshes.toml" in answer.json["title"]


def test_a_new_name_is_seen_by_everybody(person: NewPerson, server: Server) -> None:
    played = play_table(server, "the_estates", 2, 2)
    page, other = (person(me=played.tokens[seat]) for seat in (0, 1))
    for each in (page, other):
        each.goto(played.path)
    page.click("#menu summary")
    page.fill("form[action$=rename] input[name=name]", "Mikaela")
    page.click("form[action$=rename] button")
    expect(other.locator("#seat-0")).to_contain_text("Mikaela")
    page.fill("form[action$=rename] input[name=name]", "Noor")
    page.click("form[action$=rename] button")
    expect(other.locator("#seat-0")).to_contain_text("Noor 2")
    assert [seat["name"] for seat in played.now()["seats"]] == ["Noor 2", "Noor"]


def test_a_rematch_is_one_click_and_the_others_find_their_seats(person: NewPerson, server: Server) -> None:
    played = play_table(server, "the_estates", 2, 3, time_per_move=3600)
    page, other = (person(me=played.tokens[seat]) for seat in (0, 1))
    away_to_the_end(played, page, other)
    for each in (page, other):
        each.wait_for_selector(OVER, state="attached")
    page.click("form[action$=rematch] button")
    page.wait_for_function("() => document.getElementById('phase')?.dataset.phase === 'playing'")
    assert not page.url.endswith(played.path)
    other.click("#decide .note a[href^='/t/']")
    assert other.url == page.url
    expect(other.locator("#seat-1.me")).to_have_count(1)
    expect(page.locator("#seat-0.me")).to_have_count(1)
    new = server.ask(f"/api/tables/{page.url.rsplit('/', 1)[1]}").json
    assert [seat["name"] for seat in new["seats"]] == [seat["name"] for seat in played.now()["seats"]]
    assert new["time_per_move"] == 3600


def test_the_private_link_of_a_guest_brings_the_seat_back_on_another_device(person: NewPerson) -> None:
    host, guest, phone = person(), person(), person(width=390, height=844)
    link = waiting_room(host)
    take_the_seat(guest, link)
    expect(host.locator("#room")).to_contain_text("Jun")
    host.click("#room form[action$=start] button")
    guest.wait_for_selector("#board")
    guest.click("#menu summary")
    phone.goto(guest.locator("#menu [data-copy]").first.input_value())
    expect(phone.locator("#seat-1.me")).to_have_count(1)
    for page in (host, phone):
        while page.locator(MINE).count():
            decide(page)
    expect(guest.locator("#step")).to_have_attribute("max", phone.get_attribute("#step", "max") or "")
    phone.goto(guest.url.replace("/t/", "/s/") + "/0/made-up")
    expect(phone.locator("main")).to_contain_text("opens no seat")


@pytest.mark.parametrize("title", ["milton_keynes", "square_mile"])
def test_one_screen_for_two_hides_each_ones_things_from_the_other(person: NewPerson, title: str) -> None:
    page = person()
    page.goto(f"/?game={title}")
    for seat in page.locator("select[name^=seat-]").all():
        seat.select_option("none")
    page.select_option("select[name=seat-1]", "me")
    page.click("#new .acts button")
    seen: set[str] = set()
    for _ in range(12):
        page.wait_for_selector(f".curtain, {MINE}", state="attached")
        if page.locator(".curtain").count():
            assert page.locator("#decide form[action$='/play']").count() == 0
            seen.add(page.locator(".curtain h2").inner_text())
            page.locator(".curtain button").click()
            page.wait_for_selector(".curtain", state="detached")
            page.wait_for_selector(MINE, state="attached")
        decide(page)
        if len(seen) == 2:
            return
    raise AssertionError(f"only {seen} were asked")


def test_an_invitation_to_a_seat_that_is_taken_says_so_at_once(person: NewPerson) -> None:
    host, guest, late = person(), person(), person()
    link = waiting_room(host)
    take_the_seat(guest, link)
    late.goto(link)
    expect(late.locator("main")).to_contain_text("Somebody has taken that seat already.")
    assert late.locator("input[name=name]").count() == 0
    expect(host.locator("#room")).to_contain_text("Jun")
    host.click("#room form[action$=start] button")
    host.wait_for_selector("#board")
    late.goto(link)
    expect(late.locator("main")).to_contain_text("The game has begun; the seat is taken.")


def test_the_lobby_says_what_editions_options_and_bots_are(person: NewPerson, game: str) -> None:
    page = person()
    page.goto(f"/?game={game}")
    declared = declaration(game)
    page.click(OPTIONS)
    said = page.locator("#new").inner_text()
    for file in declared.editions if len(declared.editions) > 1 else ():
        content = declared.edition(file).content
        assert content.get("about", content["name"]) in said
    for option in declared.options:
        assert all(meaning in said for meaning in option.meaning.values())
    sentences = page.locator(".sits").nth(1).text_content() or ""
    for beginning in ("Visitor plays", "Neighbour looks", "Developer tries", "Tycoon has seen many such evenings"):
        assert beginning in sentences
    pictures = page.locator(".game img").evaluate_all("all => all.map(e => e.getAttribute('src'))")
    assert f"/games/{game}/cover.svg" in pictures


def test_a_table_that_cannot_be_is_refused_in_the_lobby_and_nothing_of_the_form_is_lost(person: NewPerson) -> None:
    page = person()
    page.goto("/?game=squad_car")
    page.fill("input[name=name]", "Mara")
    page.click(OPTIONS)
    chosen = {"seat-1": "visitor", "seat-2": "open", "option-round_limit": "50", "time": "300"}
    for name, value in chosen.items():
        page.select_option(f"select[name={name}]", value)
    page.click("#new .acts button")
    expect(page.locator("main [role=alert]")).to_have_text("Squad Car is for 2, 4, 6 players, not 3.")
    expect(page.locator("input[name=name]")).to_have_value("Mara")
    for name, value in chosen.items():
        expect(page.locator(f"select[name={name}]")).to_have_value(value)
    page.click("button[name=language]")
    expect(page.locator("html")).to_have_attribute("lang", "ja")
    expect(page.locator("#new [name=game]")).to_have_value("squad_car")


def test_games_that_wait_for_me_come_first(person: NewPerson, server: Server) -> None:
    page = person()
    due = play_now(page)
    wait_for_my_move(page)
    waiting_room(page)
    page.goto("/")
    assert page.locator(".mylist li").count() == 2
    expect(page.locator(".mylist li a").first).to_have_attribute("href", f"/{due}")


def test_whoever_has_no_name_has_one_in_the_hosts_language(person: NewPerson) -> None:
    page = person("ja-JP")
    play_now(page)
    names = page.locator(".p-name").all_inner_texts()
    assert len(names) == 4
    assert not any(re.search("[A-Za-z]", name) for name in names)
    page.goto("/?game=the_estates")
    for seat, who in ((1, "me"), (2, "visitor"), (3, "open")):
        page.select_option(f"select[name=seat-{seat}]", who)
    page.click("#new .acts button")
    page.select_option("#room select[name=who]", "neighbour")
    page.click("#room form[action$=seat]:has(select) button")
    expect(page.locator("#room .seatrow small", has_text="ネイバー")).to_have_count(1)
    assert not any(re.search("[A-Za-z]", name) for name in page.locator("#room .seatrow b").all_inner_texts())


def test_links_that_hold_on_this_machine_only_say_so(person: NewPerson) -> None:
    host = person()
    assert "//127.0.0.1:" in waiting_room(host)
    expect(host.locator("#room")).to_contain_text("These links open on this machine only.")


@pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning")
@pytest.mark.parametrize("came", ["127.0.0.1:8321", "localhost:8321", "[::1]:8321", "games.example", "10.1.2.3:8321"])
def test_links_of_a_server_for_the_network_hold_there(tmp_path: Path, came: str) -> None:
    elsewhere = "http://10.1.2.3:8321"
    app = make_app(f"sqlite:///{tmp_path / 'tables.sqlite'}", elsewhere=elsewhere)
    with TestClient(app) as client:
        seats = [{"who": "me"}, {"who": "open"}]
        made = client.post("/api/tables", json={"game": "the_estates", "seats": seats}).json()
        headers = {"authorization": f"Bearer {made['token']}", "host": came}
        room = client.get(f"/t/{made['table']}", headers=headers).text
    begins = "http://games.example" if came == "games.example" else elsewhere
    assert f'value="{begins}/join/' in room
    assert "on this machine only" not in room


def test_the_address_of_a_server_for_the_network_is_not_only_this_machines() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+\.\d+", own_address())
    assert own_address() != "0.0.0.0"
