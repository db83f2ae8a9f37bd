"""What the whole table agrees on, leaving and coming back, standing orders, sealed answers: on the page."""

import random

import pytest
from playwright.sync_api import Page, expect

from tabletown.web.kept import ABANDONED
from tests.web.at_the_table import (
    MINE,
    OVER,
    asked,
    away_to_the_end,
    decide,
    in_words,
    see_it_made,
    wait_for_my_move,
)
from tests.web.conftest import NewPerson
from tools.played import Played, play_table
from tools.running import Server


def at_the_table(person: NewPerson, played: Played) -> list[Page]:
    pages = [person(me=played.tokens[seat]) for seat in sorted(played.tokens)]
    for page in pages:
        page.goto(played.path)
        page.wait_for_selector("#board")
    return pages


def ask(page: Page, button: str) -> None:
    """Something in the menu, which stands over the page while it is open."""
    page.click("#menu > summary")
    page.locator(f"#own {button}").click()
    page.click("#menu > summary")


def answer(page: Page, *, yes: bool) -> None:
    page.locator(f"#proposal button[value='{int(yes)}']").first.click()


def test_a_game_is_given_up_when_everybody_agrees(person: NewPerson, server: Server) -> None:
    played = play_table(server, "the_estates", 3, 3)
    seat = played.step()["pending"][0]
    one, two, three = at_the_table(person, played)
    ask(one, "button[value=abandon]")
    for page in (two, three):
        expect(page.locator("#proposal")).to_contain_text("Mika asks to give the game up.")
    expect(one.locator("#proposal")).to_contain_text("Waiting for the others")
    answer(two, yes=True)
    expect(two.locator("#proposal")).to_contain_text("Waiting for the others")
    assert played.now()["phase"] == "playing"
    answer(three, yes=True)
    for page in (one, two, three):
        expect(page.locator("#decide")).to_contain_text("The table has given this game up.")
    assert played.now()["phase"] == ABANDONED
    move = {"seat": seat, "actions": [0]}
    assert server.ask(f"/api/tables/{played.table}/play", move, played.tokens[seat]).status == 409
    one.click("form[action$=rematch] button")
    one.wait_for_function("() => document.getElementById('phase')?.dataset.phase === 'playing'")
    expect(two.locator("#decide")).to_contain_text("The rematch has been set up")


def test_one_no_or_a_change_of_mind_ends_a_proposal(person: NewPerson, server: Server) -> None:
    played = play_table(server, "the_estates", 2, 3)
    one, two = at_the_table(person, played)
    ask(one, "button[value=abandon]")
    answer(two, yes=False)
    expect(one.locator("#proposal .banner")).to_have_count(0)
    ask(one, "button[value=abandon]")
    expect(two.locator("#proposal .banner")).to_have_count(1)
    answer(one, yes=False)
    expect(two.locator("#proposal .banner")).to_have_count(0)
    assert played.now()["phase"] == "playing"


def test_consent_is_given_only_to_what_was_asked(person: NewPerson, server: Server) -> None:
    played = play_table(server, "the_estates", 2, 2)
    one, two = at_the_table(person, played)
    ask(one, "button[value=abandon]")
    form = two.locator("#proposal form.acts")
    expect(form).to_have_count(1)
    asked_for = form.locator("[name=to]").input_value()
    body = f"seat=1&agrees=1&to={asked_for.replace('abandon', 'undo')}".encode()
    kind = "application/x-www-form-urlencoded"
    other = server.ask(f"{played.path}/answer", body, played.tokens[1], kind=kind)
    assert other.status == 409
    assert "Something else is proposed now" in other.text
    assert played.now()["phase"] == "playing"
    second = server.ask(f"{played.path}/propose", b"seat=1&what=abandon", played.tokens[1], kind=kind)
    assert second.status == 409
    assert "Mika has asked for something already" in second.text
    answer(two, yes=True)
    expect(one.locator("#decide")).to_contain_text("The table has given this game up.")


def test_a_proposal_outlives_moves_and_is_settled_by_whoever_leaves(person: NewPerson, server: Server) -> None:
    played = play_table(server, "the_estates", 2, 3)
    one, two = at_the_table(person, played)
    ask(one, "button[value=abandon]")
    expect(two.locator("#proposal .banner")).to_have_count(1)
    played.step()
    expect(two.locator("#proposal .banner")).to_have_count(1)
    server.ask(f"/api/tables/{played.table}/resign", {"seat": 1}, played.tokens[1])
    expect(one.locator("#decide")).to_contain_text("The table has given this game up.")


def test_a_move_is_taken_back_when_the_others_agree(person: NewPerson, server: Server) -> None:
    played = play_table(server, "the_estates", 2, 2)
    one, two = at_the_table(person, played)
    pages = [one, two]
    made = None
    while made is None or made == played.settled()["pending"][0]:
        made = played.settled()["pending"][0]
        played.step()
    before = played.now()
    mover, other = pages[made], pages[1 - made]
    steps = int(server.ask(f"/m/{played.table}/record.json").json["log"][-1]["step"])
    expect(mover.locator("#decide .back button")).to_be_visible()
    played.play(before["pending"][0])
    expect(mover.locator("#decide .back button")).to_have_text("Ask to take my last move back")
    mover.click("#decide .back button")
    expect(other.locator("#proposal")).to_contain_text("asks to take a move back")
    answer(other, yes=True)
    for page in pages:
        page.wait_for_function("n => +document.getElementById('step')?.max < n", arg=steps)
    expect(mover.locator(MINE)).to_have_count(1)
    record = server.ask(f"/m/{played.table}/record.json", token=played.tokens[made]).json
    assert len(record["steps"]) - 1 < steps + 1
    assert played.now()["decision"] > before["decision"]


def test_a_bot_stands_in_with_the_tables_consent_and_gives_the_seat_back(person: NewPerson, server: Server) -> None:
    played = play_table(server, "the_estates", 3, 3)
    one, two, absent = at_the_table(person, played)
    absent.goto("/")
    while played.now()["pending"] != [2]:
        played.step()
    decision = played.now()["decision"]
    ask(one, "form:has(input[name=about][value='2']) button[value=relieve]")
    expect(two.locator("#proposal")).to_contain_text("Mika asks that a bot stands in for Olu.")
    assert played.now()["decision"] == decision
    answer(two, yes=True)
    expect(one.locator("#seat-2")).to_contain_text("a bot stands in")
    played.tokens.pop(2)
    assert played.settled()["decision"] > decision
    absent.goto(played.path)
    expect(absent.locator("#seat-2")).to_contain_text("a bot stands in")
    ask(absent, "form[action$=return] button")
    expect(one.locator("#seat-2")).not_to_contain_text("a bot stands in")
    assert [seat["bot"] for seat in played.now()["seats"]] == [False, False, False]


def test_whoever_is_there_is_asked_himself_whether_a_bot_shall_stand_in(person: NewPerson, server: Server) -> None:
    played = play_table(server, "the_estates", 2, 2)
    one, two = at_the_table(person, played)
    for agrees in (False, True):
        ask(one, "button[value=relieve]")
        expect(two.locator("#proposal")).to_contain_text("Mika asks that a bot stands in for Noor.")
        lobby = server.ask("/", token=played.tokens[1]).text
        assert "You are asked" in lobby
        assert [seat["bot"] for seat in played.now()["seats"]] == [False, False]
        answer(two, yes=agrees)
        expect(one.locator("#proposal button")).to_have_count(0)
        assert [seat["bot"] for seat in played.now()["seats"]] == [False, agrees]


def test_who_resigned_does_not_come_back_and_the_result_says_so(person: NewPerson, server: Server) -> None:
    played = play_table(server, "the_estates", 2, 2)
    one, two = at_the_table(person, played)
    two.click("#menu summary")
    expect(two.locator("#own form[action$=resign] button")).to_be_hidden()
    two.click("#resigning summary")
    two.click("#own form[action$=resign] button")
    expect(one.locator("#seat-1")).to_contain_text("resigned, a bot plays on")
    token = played.tokens.pop(1)
    back = server.ask(f"{played.path}/return", b"seat=1", token, kind="application/x-www-form-urlencoded")
    assert back.status == 409
    away_to_the_end(played, one, two)
    for page in (one, two):
        page.wait_for_selector(OVER, state="attached")
        expect(page.locator("#decide")).to_contain_text("Noor resigned; a bot played on.")


def test_who_resigned_takes_no_move_of_the_bot_back(person: NewPerson, server: Server) -> None:
    played = play_table(server, "the_estates", 2, 2)
    seat = played.step()["pending"][0]
    page = person(me=played.tokens[seat])
    page.goto(played.path)
    page.wait_for_selector(MINE, state="attached")
    played.play(seat)
    back = page.locator("#decide .back button")
    expect(back).to_be_visible()
    page.click("#menu > summary")
    page.click("#resigning summary")
    page.click("#own form[action$=resign] button")
    expect(page.locator(f"#seat-{seat}")).to_contain_text("resigned, a bot plays on")
    expect(back).to_have_count(0)
    form = "application/x-www-form-urlencoded"
    assert server.ask(f"{played.path}/undo", f"seat={seat}".encode(), played.tokens[seat], kind=form).status == 409


# ---------------------------------------------------------------- standing orders


def in_an_auction(played: Played) -> int:
    """On to where somebody can bid; answers who."""
    while True:
        seat: int = played.settled()["pending"][0]
        if any(each["kind"] == "bid" for each in played.legal(seat)):
            return seat
        played.step()


def test_a_standing_bid_is_set_on_the_page_and_bids_by_itself(person: NewPerson, server: Server) -> None:
    played = play_table(server, "the_estates", 2, 2)
    seat = in_an_auction(played)
    decision = played.now()["decision"]
    page = person(me=played.tokens[seat])
    page.goto(played.path)
    page.click("#menu > summary")
    page.fill("#own input[name=limit]", "4")
    page.click("#own button[value=bid_up_to]")
    expect(page.locator("#log-list")).to_contain_text("You bid $1M")
    assert played.now()["decision"] > decision


def test_an_auction_is_passed_by_order_and_the_order_lapses_with_it(person: NewPerson, server: Server) -> None:
    played = play_table(server, "the_estates", 2, 2)
    seat = in_an_auction(played)
    page, other = (person(me=played.tokens[each]) for each in (seat, 1 - seat))
    page.goto(played.path)
    other.goto(played.path)
    page.click("#menu > summary")
    page.click("#own button[value=pass_auction]")
    expect(page.locator("#log-list")).to_contain_text("You pass")
    expect(page.locator("#own .orders li")).to_have_count(1)
    assert other.locator("#own .orders li").count() == 0
    turn = server.ask(f"/api/tables/{played.table}/view").json["state"]["turn"]
    while server.ask(f"/api/tables/{played.table}/view").json["state"]["turn"] == turn:
        played.step()
    expect(page.locator("#own .orders li")).to_have_count(0)


def test_orders_are_private_and_can_be_withdrawn(person: NewPerson, server: Server) -> None:
    played = play_table(server, "the_estates", 2, 2)
    one, two = at_the_table(person, played)
    ask(one, "button[value=never_ask]")
    expect(one.locator("#own .orders li")).to_have_text("Never ask me whether to stow a check Withdraw")
    ask(two, "button[value=never_ask]")
    expect(two.locator("#own .orders li")).to_have_count(1)
    ask(two, "form[action$=drop] button")
    expect(two.locator("#own .orders li")).to_have_count(0)
    expect(one.locator("#own .orders li")).to_have_count(1)


def test_never_ask_me_this_answers_by_itself(person: NewPerson, server: Server) -> None:
    played = play_table(server, "the_estates", 2, 2)
    pages = at_the_table(person, played)
    while True:
        now = played.settled()
        seat = now["pending"][0]
        if any(each["kind"] == "skip_stowing" for each in played.legal(seat)):
            break
        played.step()
    before = asked(pages[seat])
    ask(pages[seat], "button[value=never_ask]")
    see_it_made(pages[seat], before)
    assert played.now()["decision"] > now["decision"]
    assert not any(each["kind"] == "skip_stowing" for each in played.legal(seat))


# ---------------------------------------------------------------- sealed answers


def sealed_decision(played: Played) -> list[int]:
    """On to a decision that both people owe at once."""
    for _ in range(200):
        now = played.settled()
        if len(now["pending"]) == 2:
            return list(now["pending"])
        played.step()
    raise AssertionError("nobody seals anything")


def seal(page: Page) -> None:
    """Whatever the page offers, until the answer is in."""
    rng = random.Random(3)
    for _ in range(12):
        if page.locator("#decide form[action$=withdraw]").count():
            return
        decide(page, rng)
    raise AssertionError("the answer is never complete")


@pytest.mark.parametrize("title", ["square_mile", "milton_keynes"])
def test_a_sealed_answer_is_changed_and_withdrawn_and_others_see_only_that_it_is_there(
    person: NewPerson, server: Server, title: str
) -> None:
    played = play_table(server, title, 2, 2)
    sealed_decision(played)
    one, two = at_the_table(person, played)
    wait_for_my_move(one)
    seal(one)
    expect(one.locator("#decide")).to_contain_text("You have decided.")
    expect(two.locator("#seat-0")).to_contain_text("has decided")
    assert played.now()["changeable"] == [0]
    words = in_words(two)
    text = words.text_content()
    one.click("#decide form[action$=withdraw] button")
    expect(one.locator(MINE)).to_have_count(1)
    expect(two.locator("#seat-0")).not_to_contain_text("has decided")
    assert words.text_content() == text
    assert played.now()["changeable"] == []
    seal(one)
    wait_for_my_move(two)
    decision = played.now()["decision"]
    while played.now()["decision"] == decision:
        played.play(1)
    expect(one.locator("#decide")).not_to_contain_text("You have decided.")


@pytest.mark.own_server
def test_a_sealed_answer_survives_the_server(person: NewPerson, server: Server) -> None:
    played = play_table(server, "square_mile", 2, 2)
    sealed_decision(played)
    page = person(me=played.tokens[0])
    page.goto(played.path)
    wait_for_my_move(page)
    words = in_words(page)
    seal(page)
    before = words.text_content()
    assert played.now()["changeable"] == [0]
    server.kill()
    expect(page.locator("#lost")).to_be_visible()
    server.start()
    expect(page.locator("#lost")).to_be_hidden()
    assert played.now()["changeable"] == [0]
    page.reload()
    expect(page.locator("#decide")).to_contain_text("You have decided.")
    assert words.text_content() == before
    decision = played.now()["decision"]
    while played.now()["decision"] == decision:
        played.play(1)
    assert played.now()["decision"] == decision + 1
