"""A browser that lost the answer sends its request again: what has been done is not done twice."""

import re

import pytest

from tests.web.conftest import NewPerson
from tests.web.test_composing import while_building_roads
from tools.played import Played, play_table
from tools.running import Server

FORM = "application/x-www-form-urlencoded"


@pytest.fixture
def table(server: Server) -> Played:
    return play_table(server, "the_estates", 2, 2)


def thrice(table: Played, where: str, body: str, seat: int = 0) -> None:
    for _ in range(3):
        sent = f"seat={seat}&client_move=0.123&{body}".encode()
        answer = table.server.ask(f"{table.path}/{where}", sent, table.tokens[seat], kind=FORM)
        assert answer.status == 303, answer.text


def steps(table: Played) -> int:
    page = table.server.ask(table.path, token=table.tokens[0]).text
    return int(re.findall(r'id="step"[^>]*max="(\d+)"', page)[0])


def test_a_line_is_said_once(table: Played) -> None:
    thrice(table, "say", "text=hello")
    page = table.server.ask(table.path, token=table.tokens[0]).text
    assert len(re.findall(r'id="chat-\d', page)) == 1


def test_one_move_is_taken_back(table: Played) -> None:
    seat = table.settled()["pending"][0]
    for kind in ("skip_stowing", "choose_cube"):
        table.play(seat, next(each["id"] for each in table.legal(seat) if each["kind"] == kind))
    assert steps(table) == 2
    thrice(table, "undo", "", seat)
    assert steps(table) == 1


def test_a_part_of_a_plan_is_added_once(server: Server) -> None:
    table, seat = while_building_roads(server)
    section = next(each["id"] for each in table.legal(seat) if each["kind"] == "lay_section")
    thrice(table, "play", f"action={section}", seat)
    page = server.ask(table.path, token=table.tokens[seat]).text
    assert re.findall(r'data-drafted="(\d+)"', page) == ["1"]


def test_one_order_is_dropped(table: Played) -> None:
    orders = f"{table.path}/orders"
    for body in (b"kind=never_ask&answer=skip_stowing", b"kind=pass_auction"):
        assert table.server.ask(orders, body, table.tokens[0], kind=FORM).status == 303
    before = given(table)
    thrice(table, "orders/drop", "index=0")
    assert given(table) == before - 1


def given(table: Played) -> int:
    page = table.server.ask(table.path, token=table.tokens[0]).text
    return len(re.findall(r'action="[^"]*/orders/drop"', page))


def test_what_was_refused_can_be_asked_for_again(table: Played) -> None:
    answer = table.server.ask(f"{table.path}/undo", b"seat=0&client_move=0.5", table.tokens[0], kind=FORM)
    assert answer.status == 409
    again = table.server.ask(f"{table.path}/undo", b"seat=0&client_move=0.5", table.tokens[0], kind=FORM)
    assert again.status == 409


def test_a_form_that_leaves_the_page_is_one_request_however_often_it_is_clicked(person: NewPerson) -> None:
    page = person()
    page.goto("/")
    for games in (1, 2):
        page.evaluate(
            "() => { const form = document.querySelector(\"form[action^='/play-now/']\");"
            " form.requestSubmit(); form.requestSubmit(); }"
        )
        page.wait_for_url("**/t/*")
        page.goto("/")
        assert page.locator("a[href^='/t/']").count() == games
