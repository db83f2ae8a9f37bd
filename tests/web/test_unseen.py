"""What somebody does unseen moves no number of anybody else's, and what custom hides no door tells."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from tabletown.rulekit.registry import declaration
from tests.web.connecting import connect
from tools.played import Played, play_table
from tools.running import Server

FORM = "application/x-www-form-urlencoded"
QUIET = 0.3
"""Seconds in which nothing may come over a connection."""


def number(played: Played, token: str = "") -> tuple[str, str]:
    """What a page tells its script to go on from."""
    page = played.server.ask(played.path, token=token).text
    found = re.search(r'data-number="(\d+)" data-epoch="(\w+)"', page)
    assert found is not None
    return found[1], found[2]


def pushed_to_a_spectator(played: Played, deed: Callable[[], None]) -> list[Any]:
    """What comes over a spectator's connection while something is done."""
    now, epoch = number(played)
    address = played.server.address.replace("http", "ws", 1)
    with connect(f"{address}{played.path}/live?number={now}&epoch={epoch}") as socket:
        deed()
        heard = []
        while True:
            try:
                heard.append(json.loads(socket.recv(timeout=QUIET)))
            except TimeoutError:
                return heard


def of_others(played: Played) -> list[Any]:
    """All that counts, as a spectator and the other player see it."""
    api = f"/api/tables/{played.table}"
    return [
        *(number(played, token) for token in ("", played.tokens[1])),
        played.server.ask(api).json,
        played.server.ask(f"{api}/view").json,
        played.server.ask(f"{api}/view", token=played.tokens[1]).json,
        played.server.ask(f"{api}/legal", token=played.tokens[1]).json,
    ]


def test_parts_of_a_sealed_answer_move_no_number_of_the_others(server: Server) -> None:
    played = play_table(server, "square_mile", 2, 2)
    before = of_others(played)
    own = number(played, played.tokens[0])

    def seal_in_parts() -> None:
        for _ in range(4):
            legal = [each for each in played.legal(0) if each["kind"] != "no_more_bids"]
            played.play(0, legal[0]["id"])

    assert pushed_to_a_spectator(played, seal_in_parts) == []
    assert played.now()["pending"] == [0, 1], "the answer is not complete"
    assert of_others(played) == before
    assert number(played, played.tokens[0]) != own


def test_standing_orders_move_no_number_of_the_others(server: Server) -> None:
    played = play_table(server, "the_estates", 2, 2)
    before = of_others(played)

    def order() -> None:
        for body in (b"seat=0&kind=never_ask&answer=skip_stowing", b"seat=0&kind=pass_auction"):
            server.ask(f"{played.path}/orders", body, played.tokens[0], kind=FORM)
        server.ask(f"{played.path}/orders/drop", b"seat=0&index=1", played.tokens[0], kind=FORM)

    while played.settled()["pending"] == [0]:
        played.play(0)
    before = of_others(played)
    assert pushed_to_a_spectator(played, order) == []
    assert of_others(played) == before


def test_games_are_listed_by_what_was_to_be_seen_there(server: Server) -> None:
    """The other's orders do not bring a game up in my list."""
    first, second = (play_table(server, "the_estates", 2, 2) for _ in range(2))
    mine = first.tokens[1]
    assert server.ask(f"/s/{second.table}/1/{link(server, second)}", cookie=f"me={mine}").status == 303
    for played in (first, second):
        while played.now()["pending"] != [0] or may_skip(played):  # what waits for me would stand first
            played.play(played.now()["pending"][0])

    def listed() -> list[str]:
        page = server.ask("/", cookie=f"me={mine}").text
        return [each for each in re.findall(r'href="/t/(\w+)"', page) if each in {first.table, second.table}]

    before = listed()
    last = first if before[0] == second.table else second
    body = b"seat=0&kind=never_ask&answer=skip_stowing"
    assert server.ask(f"{last.path}/orders", body, last.tokens[0], kind=FORM).status == 303
    assert listed() == before
    assert server.ask(f"{last.path}/say", b"text=hello", last.tokens[0], kind=FORM).status == 303
    assert listed() == before[::-1]


def may_skip(played: Played) -> bool:
    """Whether the order would be carried out at once."""
    return any(action["kind"] == "skip_stowing" for action in played.legal(0))


def link(server: Server, played: Played) -> str:
    """The private link of seat 1."""
    page = server.ask(played.path, token=played.tokens[1]).text
    found = re.search(rf"/s/{played.table}/1/(\w+)", page)
    assert found is not None
    return found[1]


# ---------------------------------------------------------------- what custom hides

HIDING = ["the_estates", "square_mile", "milton_keynes"]


def purses(state: dict[str, Any]) -> list[int | None]:
    cash: list[int | None] = state["cash"][:2]
    return cash


def asked_for(played: Played, path: str, token: str = "") -> Any:
    return played.server.ask(path.format(t=played.table), token=token)


@pytest.mark.parametrize("name", HIDING)
def test_money_that_the_page_hides_no_door_tells(server: Server, name: str) -> None:
    played = play_table(server, name, 2, 2)
    for _ in range(12):
        played.step()
    views = [asked_for(played, "/api/tables/{t}/view", token).json["state"] for token in ("", played.tokens[0])]
    records = [asked_for(played, "/m/{t}/record.json", token).json for token in ("", played.tokens[0])]
    problems = [asked_for(played, "/m/{t}/problem.json", token).json["record"] for token in ("", played.tokens[0])]
    hidden = {name for option in declaration(name).options for name in option.hides}
    for spectator, player in (views, [record["steps"][-1] for record in records]):
        assert purses(spectator) == [None, None]
        assert purses(player)[1] is None
        assert purses(player)[0] is not None
        assert all("null" in json.dumps(player[field]) for field in hidden)
    assert [each["steps"] for each in problems] == [each["steps"] for each in records]
    refused = asked_for(played, "/api/tables/{t}/view?memory=perfect", played.tokens[0])
    assert refused.status == 403


@pytest.mark.parametrize("name", HIDING)
def test_a_perfect_memory_is_told_where_the_table_was_made_for_it(server: Server, name: str) -> None:
    played = play_table(server, name, 2, 2, perfect_memory=True)
    usual = asked_for(played, "/api/tables/{t}/view", played.tokens[0]).json["state"]
    perfect = asked_for(played, "/api/tables/{t}/view?memory=perfect", played.tokens[0]).json["state"]
    assert purses(usual)[1] is None
    assert None not in purses(perfect)
    assert {field for field in usual if usual[field] != perfect[field]} <= {
        field for option in declaration(name).options for field in option.hides
    }
    assert played.now()["perfect_memory"] is True
    assert asked_for(played, "/api/tables/{t}/view?memory=long", played.tokens[0]).status == 400


def test_with_open_money_and_after_the_end_everything_is_told(server: Server) -> None:
    played = play_table(server, "the_estates", 2, 2)
    played.to_the_end()
    assert None not in purses(asked_for(played, "/api/tables/{t}/view").json["state"])
    new = {"game": "the_estates", "seats": [{"who": "me"}] * 2, "options": {"money": "open"}}
    table = server.ask("/api/tables", new)
    assert None not in purses(server.ask(f"/api/tables/{table.json['table']}/view").json["state"])


def test_the_waiting_room_says_that_programs_may_count(server: Server) -> None:
    new = {"game": "the_estates", "seats": [{"who": "me"}, {"who": "open"}]}
    usual = server.ask("/api/tables", new).json
    perfect = server.ask("/api/tables", {**new, "perfect_memory": True}).json
    assert "perfect memory" not in server.ask(f"/t/{usual['table']}").text
    assert "perfect memory" in server.ask(f"/t/{perfect['table']}").text
