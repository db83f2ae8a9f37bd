"""What people do at a table, in a real browser."""

import pytest
from playwright.sync_api import Page, expect

from tests.web.at_the_table import (
    MINE,
    OPTIONS,
    OVER,
    away_to_the_end,
    decide,
    in_words,
    key_of,
    play_now,
    seat_two_people,
    sit_down_at,
    wait_for_my_move,
)
from tests.web.conftest import NewPerson
from tests.web.test_every_kind import occasions
from tools.played import Played
from tools.running import Server


def two_people(person: NewPerson) -> tuple[Page, Page]:
    host, guest = person(), person()
    seat_two_people(host, guest, "the_estates")
    return host, guest


def test_money_is_hidden_from_the_other_browser(person: NewPerson) -> None:
    host, guest = two_people(person)
    assert "hidden" in guest.locator("#seat-0").inner_text()
    assert "hidden" not in host.locator("#seat-0").inner_text()
    assert "hidden" in host.locator("#seat-1").inner_text()


@pytest.mark.own_server
def test_a_restart_in_the_middle_loses_nothing(person: NewPerson, server: Server) -> None:
    page = person()
    play_now(page)
    for _ in range(5):
        wait_for_my_move(page)
        decide(page)
    wait_for_my_move(page)
    before = in_words(page).inner_text()
    question = page.locator("#decide h2").inner_text()
    server.kill()
    expect(page.locator("#lost")).to_be_visible()
    server.start()
    expect(page.locator("#lost")).to_be_hidden()
    assert page.locator("#as-text").inner_text() == before
    page.reload()
    assert page.locator("#decide h2").inner_text() == question
    decide(page)


def test_a_half_typed_line_survives_another_players_move(person: NewPerson) -> None:
    host, guest = two_people(person)
    pages = {True: (host, guest), False: (guest, host)}
    while not (host.locator(MINE).count() or guest.locator(MINE).count()):
        host.wait_for_timeout(20)
    mover, waiter = pages[host.locator(MINE).count() > 0]
    waiter.click("#tab-chat")
    waiter.locator("#panel-chat input").type("I am just th")
    number = waiter.get_attribute("#tabletown", "data-number")
    decide(mover)
    waiter.wait_for_function("n => document.getElementById('tabletown').dataset.number !== n", arg=number)
    expect(waiter.locator("#panel-chat input")).to_have_value("I am just th")
    expect(waiter.locator("#panel-chat input")).to_be_focused()
    waiter.keyboard.type("inking")
    waiter.keyboard.press("Enter")
    expect(mover.locator("#chat-list")).to_contain_text("I am just thinking")


def test_the_private_link_brings_the_seat_back_on_another_device(person: NewPerson) -> None:
    page, phone = person(), person(width=390, height=844)
    table = play_now(page)
    page.click("#menu summary")
    link = page.locator("#menu [data-copy]").first.input_value()
    phone.goto(f"/{table}")
    expect(phone.locator("#decide")).to_contain_text("watching")
    phone.goto(link)
    expect(phone.locator(".player.me")).to_have_count(1)
    wait_for_my_move(phone)
    decide(phone)


def test_a_spectator_sees_the_board_and_no_money(person: NewPerson) -> None:
    page, stranger = person(), person()
    table = play_now(page)
    stranger.goto(f"/{table}")
    expect(stranger.locator("#board")).to_be_visible()
    assert stranger.locator(".player", has_text="hidden").count() == 4
    assert stranger.locator(".target").count() == 0


def test_one_screen_for_two_draws_a_curtain_between_them(person: NewPerson) -> None:
    page = person()
    page.goto("/?game=the_estates")
    page.fill("input[name=name]", "Mara")
    for seat, who in ((1, "me"), (2, "none"), (3, "none")):
        page.select_option(f"select[name=seat-{seat}]", who)
    page.click("#new .acts button")
    seen = set()
    for _ in range(8):
        page.wait_for_selector(f".curtain, {MINE}", state="attached")
        if page.locator(".curtain").count():
            assert page.locator(".player .p-cash", has_text="$").count() == 0
            seen.add(page.locator(".curtain h2").inner_text())
            page.locator(".curtain button").click()
            page.wait_for_selector(".curtain", state="detached")
            page.wait_for_selector(MINE, state="attached")
        decide(page)
    assert len(seen) == 2


def test_where_nothing_is_hidden_one_screen_for_two_has_no_curtain(person: NewPerson) -> None:
    page = person()
    page.goto("/?game=the_estates")
    for seat, who in ((1, "me"), (2, "none"), (3, "none")):
        page.select_option(f"select[name=seat-{seat}]", who)
    page.click(OPTIONS)
    page.select_option("select[name=option-money]", "open")
    page.click("#new .acts button")
    seats = set()
    for _ in range(8):
        page.wait_for_selector(MINE, state="attached")
        expect(page.locator(".curtain")).to_have_count(0)
        seats.add(page.locator(".player.turn").get_attribute("id"))
        decide(page)
    assert len(seats) == 2


def test_a_refused_place_says_why_and_links_to_its_rule(person: NewPerson) -> None:
    page = person()
    play_now(page)
    while True:
        assert wait_for_my_move(page)
        if page.locator(".barred").count():
            break
        decide(page)
    page.locator(".barred").first.click(force=True)
    link = page.locator("#refusal a").first
    expect(link).to_be_visible()
    assert "/rules/the_estates#TE-" in (link.get_attribute("href") or "")


def test_a_move_can_be_taken_back_with_consent(person: NewPerson, server: Server) -> None:
    host, guest = two_people(person)
    played = Played(server, host.url.rsplit("/", 1)[1], {0: key_of(host), 1: key_of(guest)})
    while not host.locator("#decide .back button").count():
        pages = [page for seat, page in enumerate((host, guest)) if seat in played.settled()["pending"]]
        pages[0].wait_for_selector(MINE, state="attached")
        decide(pages[0])
    decided = played.settled()["decision"] - 1
    host.wait_for_function("n => +document.getElementById('step')?.max >= n", arg=decided)
    steps = int(host.locator("#step").get_attribute("max") or 0)
    host.locator("#decide .back button").click()
    banner = guest.locator("#proposal .banner button[value='1']")
    host.wait_for_function(
        "n => +document.getElementById('step')?.max < n || document.querySelector('#proposal .banner')", arg=steps
    )
    if host.locator("#proposal .banner").count():
        banner.click()
    host.wait_for_function("n => +document.getElementById('step')?.max < n", arg=steps)


def test_resigning_leaves_the_seat_to_a_bot_and_the_result_says_so(person: NewPerson, server: Server) -> None:
    page = person()
    table = play_now(page)
    wait_for_my_move(page)
    page.click("#menu summary")
    page.click("#resigning summary")
    page.click("form[action$=resign] button")
    page.wait_for_selector(f"#status[data-mine='0'], {OVER}", state="attached")
    away_to_the_end(Played(server, table.rsplit("/", 1)[1], {}), page)
    page.wait_for_selector(OVER, state="attached")
    expect(page.locator("#decide")).to_contain_text("resigned; a bot played on")


@pytest.mark.parametrize("width", [1280, 390])
def test_a_bid_is_set_by_tap_slider_or_number(person: NewPerson, width: int) -> None:
    page = person(width=width)
    play_now(page)
    while not (is_mine := wait_for_my_move(page)) or page.locator("form.bid [data-amount]").count() <= 2:
        if is_mine:
            decide(page)
        else:
            play_now(page)  # that game has ended before anybody could bid as much
    form = page.locator("form.bid")
    form.locator("[data-amount]").nth(1).click()
    low = int(form.locator(".sum-in").get_attribute("min") or 0)
    expect(form.locator(".sum-in")).to_have_value(str(low + 1))
    expect(form.locator(".go")).to_contain_text(f"{low + 1}")
    if form.locator("[data-slide]").is_visible():
        form.locator("[data-slide]").focus()
        page.keyboard.press("ArrowRight")
    else:
        form.locator("[data-step='1']").click()
    expect(form.locator(".sum-in")).to_have_value(str(low + 2))
    form.locator(".sum-in").fill(str(low))
    expect(form.locator("[data-slide]")).to_have_value(str(low))
    form.locator(".go").click()
    expect(page.locator("#log-list")).to_contain_text(f"You bid ${low}M")


@pytest.mark.parametrize("kind", ["choose_cube", "place_cube"])
def test_the_first_tap_selects_and_the_second_plays(server: Server, person: NewPerson, kind: str) -> None:
    match = next(match for found, numbers, match in occasions("the_estates") if found == kind and len(numbers) > 1)
    page = person(has_touch=True, is_mobile=True, width=390, height=844)
    sit_down_at(page, server, match)
    question = page.get_attribute("#decide", "data-question")
    choice = page.locator("#decide .choice").nth(1)
    choice.tap()
    expect(choice).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#decide [data-does]")).to_have_attribute("value", choice.get_attribute("value") or "")
    assert page.get_attribute("#decide", "data-question") == question
    choice.tap()
    expect(page.locator("#decide")).not_to_have_attribute("data-question", question or "")
