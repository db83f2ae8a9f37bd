"""A code of six letters brings a seat to another device: once, within ten minutes, and nobody guesses it."""

import itertools
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from urllib.parse import urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import expect

from tabletown.web import codes
from tabletown.web.codes import ALL_TRIES, LENGTH, LETTERS, TRIES, Attempts, code_from, read_code
from tabletown.web.limits import Buckets
from tests.web.at_the_table import key_of
from tests.web.conftest import NewPerson
from tests.web.test_bad_input import FORM
from tests.web.test_renewing import renew
from tools.played import Played, play_table
from tools.running import Answer, Server, running_server

ADDRESSES = itertools.count(1)
FROM: dict[str, str] = {}
"""Headers that say where a test comes from."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for all tests here, behind a proxy: each comes from an address of its own, with all its tries."""
    options = ["--rate", "0", "--connections", "0", "--behind-proxy"]
    with running_server(tmp_path_factory.mktemp("devices"), options=options) as running:
        yield running


@pytest.fixture(autouse=True)
def _address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FROM, "x_forwarded_for", f"192.0.2.{next(ADDRESSES)}")


def offered(played: Played, seat: int = 0, **more: str) -> str:
    """A new code of the seat."""
    form = urlencode({"seat": seat, **more}).encode()
    answer = played.server.ask(
        f"{played.path}/code", form, played.tokens[seat], kind=FORM, accept="application/json"
    )
    assert answer.status == 200, answer.text
    (name, shown) = answer.json["parts"][0]
    assert name == f"code-{seat}"
    return str(re.findall(r">([A-Z]{6})<", shown)[0])


def taken(server: Server, code: str, me: str = "") -> Answer:
    cookie = {"cookie": f"me={me}"} if me else {}
    return server.ask("/code", urlencode({"code": code}).encode(), kind=FORM, **cookie, **FROM)


def secret_in(answer: Answer) -> str:
    return answer.headers["set-cookie"].split("me=")[1].split(";")[0]


def has_seat(played: Played, secret: str, seat: int = 0) -> bool:
    return played.server.ask(f"/api/tables/{played.table}/view?seat={seat}", token=secret).status == 200


def in_the_database(server: Server, act: Callable[[sqlite3.Connection], object]) -> None:
    """While the server is down."""
    server.stop()
    with closing(sqlite3.connect(server.database)) as database, database:
        act(database)
    server.start()


def test_both_devices_have_the_seat_and_a_third_one_has_not(server: Server) -> None:
    played = play_table(server, "the_estates", 2, 2)
    code = offered(played)
    answer = taken(server, code)
    assert (answer.status, answer.headers["location"]) == (303, played.path)
    second = secret_in(answer)
    assert has_seat(played, second)
    assert has_seat(played, played.tokens[0])
    assert not has_seat(played, second, 1)
    third = taken(server, code)
    assert third.status == 400
    assert "used already" in third.text
    again = taken(server, code, me=second)
    assert (again.status, secret_in(again)) == (303, second)


def test_a_code_holds_after_a_restart_and_not_after_ten_minutes_and_only_its_hash_is_kept(server: Server) -> None:
    played = play_table(server, "the_estates", 2, 2)
    mine, other = offered(played), offered(played, 1)

    def ten_minutes_pass_for_the_other(database: sqlite3.Connection) -> None:
        known = database.execute(
            "SELECT hash, until - strftime('%s', 'now') FROM codes WHERE table_id = ? ORDER BY seat", [played.table]
        ).fetchall()
        assert [each[0] for each in known] == [codes.hashed(mine), codes.hashed(other)]
        assert all(300 < left <= 601 for _hash, left in known)
        database.execute("UPDATE codes SET until = until - 600 WHERE seat = 1")
        files = server.database.parent.glob(f"{server.database.name}*")
        assert not any(mine.encode() in file.read_bytes() for file in files)

    in_the_database(server, ten_minutes_pass_for_the_other)
    assert taken(server, other).status == 400
    assert taken(server, mine).status == 303
    in_the_database(server, lambda _database: None)
    assert taken(server, mine).status == 400


def test_nobody_goes_on_guessing_not_even_with_the_right_code(server: Server) -> None:
    played = play_table(server, "the_estates", 2, 2)
    code = offered(played)
    wrong = [f"{code[:-1]}{letter}" for letter in LETTERS if letter != code[-1]][: int(TRIES.at_once)]
    assert [taken(server, each).status for each in wrong] == [400] * len(wrong)
    refused = taken(server, code)
    assert refused.status == 429
    assert 0 < int(refused.headers["retry-after"]) <= 30
    assert "Too many codes were tried" in refused.text
    elsewhere = server.ask("/code", b"code=" + code.encode(), kind=FORM, x_forwarded_for="198.51.100.7")
    assert elsewhere.status == 303


def test_only_whoever_sits_there_has_a_code_made_and_only_the_newest_holds(server: Server) -> None:
    played = play_table(server, "the_estates", 2, 2)
    for token in ("", "made-up", played.tokens[1]):
        answer = server.ask(f"{played.path}/code", b"seat=0", token, kind=FORM)
        assert answer.status == 403
    old, new = offered(played), offered(played)
    assert taken(server, old).status == 400
    assert taken(server, new).status == 303


def test_a_renewed_link_takes_the_code_away_too(server: Server) -> None:
    played = play_table(server, "the_estates", 2, 2)
    unused, used = offered(played, 1), offered(played)
    second = secret_in(taken(server, used))
    for seat in (0, 1):
        assert renew(server, played, seat, played.tokens[seat]) == 303
    assert taken(server, unused).status == 400
    assert taken(server, used, me=second).status == 400
    assert not has_seat(played, second)


def test_a_request_that_is_repeated_shows_the_same_code_and_it_holds(server: Server) -> None:
    played = play_table(server, "the_estates", 2, 2)
    first, again = (offered(played, client_move="the-same-request-once-more") for _ in range(2))
    assert first == again
    assert taken(server, first).status == 303


# ---------------------------------------------------------------- the reckoning


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def tries_in_the_life_of_a_code(addresses: int, monkeypatch: pytest.MonkeyPatch) -> int:
    """How often somebody with so many addresses can try, who tries every second from each of them."""
    clock = Clock()
    monkeypatch.setattr(codes, "Buckets", lambda rate: Buckets(rate, clock))
    attempts, tries = Attempts(), 0
    for second in range(int(codes.LASTS)):
        clock.now = float(second)
        tries += sum(not attempts.wait(str(address)) for address in range(addresses))
    return tries


def test_what_can_be_tried_is_next_to_nothing_of_all_codes(monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(set(LETTERS)) ** LENGTH == 148_035_889
    assert tries_in_the_life_of_a_code(1, monkeypatch) <= 25
    assert 25 < tries_in_the_life_of_a_code(100, monkeypatch) <= 660
    assert codes.LASTS * ALL_TRIES.per_second + ALL_TRIES.at_once == 660


@given(st.text(max_size=60))
def test_whatever_is_typed_is_a_code_or_none(text: str) -> None:
    code = read_code(text)
    assert code is None or (len(code) == LENGTH and set(code) <= set(LETTERS))


@given(st.text(max_size=20), st.text(max_size=20), st.sampled_from(["{}{}{}{}{}{}", " {}{}{}-{}{}{} "]))
def test_a_code_is_read_however_it_is_typed(secret: str, what: str, spaced: str) -> None:
    code = code_from(secret, what)
    assert read_code(spaced.format(*code.lower())) == code


# ---------------------------------------------------------------- in two browsers


def test_somebody_goes_on_at_their_phone(person: NewPerson, server: Server) -> None:
    played = play_table(server, "the_estates", 2, 2)
    desk = person(me=played.tokens[0])
    desk.goto(played.path)
    desk.click("#menu > summary")
    desk.get_by_role("button", name="Continue on another device").click()
    code = desk.locator("#code-0 .code").inner_text()
    expect(desk.locator("#code-0")).to_contain_text(" ".join(code))
    phone = person(width=390, height=844)
    phone.goto("/")
    field = phone.get_by_label("I have a code")
    field.fill(f"{code[:3]} {code[3:]}".lower())
    field.press("Enter")
    phone.wait_for_url(f"**{played.path}")
    expect(phone.locator("#seat-0")).to_contain_text("you")
    assert has_seat(played, key_of(phone))
    desk.reload()
    expect(desk.locator("#seat-0")).to_contain_text("you")
