"""What a stranger sends is small, is looked at last, and never makes others wait."""

import asyncio
import gzip
import json
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st
from litestar.testing import TestClient

import tabletown
from tabletown.match import Match
from tabletown.web import slices
from tabletown.web.at_table.settings import Settings
from tabletown.web.errands import MOST_MOVES
from tabletown.web.forms import MOST_FIELDS, MOST_FORM, MOST_RECORD, Damaged, read_fields, read_parts
from tabletown.web.house import House
from tabletown.web.kept import Folded
from tabletown.web.server import make_app
from tabletown.web.tables import Wish
from tests.web.at_the_table import awaited
from tests.web.test_bad_input import FORM, is_problem
from tests.web.test_every_route import ROUTES, filled
from tools.played import play_table
from tools.running import PATIENCE, Answer, Server

ONE = b'--cut\r\ncontent-disposition: form-data; name="a"\r\n\r\nx\r\n'
MULTIPART = "multipart/form-data; boundary=cut"


def going_on(undos: int) -> Match:
    """A match in which somebody takes the same move back over and over."""
    match = tabletown.game("the_estates").new(players=2, seed=1)
    seat = match.pending[0]
    action = match.legal(seat)[0].id
    for _ in range(undos):
        match.play(seat, action)
        match.undo(seat, consent=True)
    return match


def as_a_file(content: bytes, name: str = "record") -> bytes:
    head = f'--cut\r\ncontent-disposition: form-data; name="{name}"; filename="Game.json"\r\n\r\n'.encode()
    return head + content + b"\r\n--cut--\r\n"


def upload(server: Server, content: bytes) -> Answer:
    return server.ask("/records", as_a_file(content), kind=MULTIPART, accept="application/json")


# ---------------------------------------------------------------- who asks comes first


@pytest.mark.parametrize("path", [path for path in ROUTES["POST"] if path.startswith("/t/{table")])
def test_nothing_that_a_stranger_sends_to_a_table_is_read(server: Server, path: str) -> None:
    played = play_table(server, "the_estates", 2, 2)
    too_much = b"a&" * MOST_FORM
    assert server.ask(filled(path, played), too_much, kind=FORM).status == 403
    assert server.ask(filled(path, played, "nosuchtable"), too_much, kind=FORM).status == 404


def test_nothing_that_a_stranger_sends_to_the_json_door_is_read(server: Server) -> None:
    played = play_table(server, "the_estates", 2, 2)
    for what in ("play", "resign", "start"):
        path = f"/api/tables/{played.table}/{what}"
        is_problem(server.ask(path, b"{" * 2 * MOST_FORM), 403)
        is_problem(server.ask(path.replace(played.table, "nosuchtable"), b"{" * 2 * MOST_FORM), 404)


# ---------------------------------------------------------------- how much


def test_too_much_is_refused_with_how_much_it_may_be(server: Server) -> None:
    played = play_table(server, "the_estates", 1, 2)
    form = b"text=" + b"a" * MOST_FORM
    said = server.ask(f"{played.path}/say", form, played.tokens[0], kind=FORM, accept="application/json")
    assert f"{MOST_FORM:,} bytes" in str(is_problem(said, 413)["title"])
    move = {"seat": 0, "actions": [0], "client_move": "a" * MOST_FORM}
    is_problem(server.ask(f"/api/tables/{played.table}/play", move, played.tokens[0]), 413)
    assert "2,0" in str(is_problem(upload(server, b" " * (MOST_RECORD + 5000)), 413)["title"])


@pytest.mark.parametrize(
    ("path", "kind"), [("/language", FORM), ("/api/tables", "application/json"), ("/records", MULTIPART)]
)
def test_too_much_is_refused_also_where_nobody_says_how_much_it_will_be(server: Server, path: str, kind: str) -> None:
    connection = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    pieces = (b"a" * 1000 for _ in range(3 * MOST_RECORD // 1000 if path == "/records" else 40))
    connection.request("POST", path, pieces, {"content-type": kind, "accept": "application/json"}, encode_chunked=True)
    answer = connection.getresponse()
    assert answer.status == 413
    assert json.loads(answer.read())["title"].endswith("bytes.")
    connection.close()


# ---------------------------------------------------------------- forms


@given(st.dictionaries(st.text("abc&=+ ü\x00", max_size=5), st.text("ab%&=+ 日\r\n", max_size=5), max_size=9))
def test_fields_come_out_as_they_went_in(fields: dict[str, str]) -> None:
    assert read_fields(urlencode(fields).encode(), FORM) == fields


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"a&" * (MOST_FIELDS + 1), FORM),
        (b"a=%ff", FORM),
        (b"\xff=1", FORM),
        (ONE * (MOST_FIELDS + 1) + b"--cut--", MULTIPART),
        (b'--cut\r\ncontent-disposition: form-data; name="a"\r\n\r\n\xff\r\n--cut--\r\n', MULTIPART),
        (b'--cut\r\ncontent-disposition: form-data; name="\xff"\r\n\r\nx\r\n--cut--\r\n', MULTIPART),
        (b'--cut\r\ncontent-disposition: form-data; name="a"\r\n\r\nx', MULTIPART),
        (b"--cut", "multipart/form-data"),
    ],
)
def test_a_form_that_is_too_long_or_no_text_is_damaged(body: bytes, kind: str) -> None:
    with pytest.raises(Damaged):
        read_fields(body, kind)


def test_a_field_is_utf8_whatever_it_says_of_itself() -> None:
    head = b'--cut\r\ncontent-disposition: form-data; name="a"\r\ncontent-type: text/plain; charset=punycode\r\n\r\n'
    assert read_fields(head + b"x-y\r\n--cut--", MULTIPART) == {"a": "x-y"}


@given(st.binary(max_size=300), st.sampled_from([FORM, MULTIPART, "multipart/form-data", ""]))
def test_bytes_are_fields_or_damaged(body: bytes, kind: str) -> None:
    try:
        fields = read_fields(body, kind)
    except Damaged:
        return
    assert len(fields) <= MOST_FIELDS


@given(st.binary(max_size=300))
def test_a_file_comes_out_as_it_went_in(content: bytes) -> None:
    if b"--cut" not in content:
        assert [part.content for part in read_parts(as_a_file(content), MULTIPART)] == [content]


# ---------------------------------------------------------------- records


def test_a_record_of_too_many_moves_is_refused_with_how_many_it_may_have(server: Server) -> None:
    match = going_on(2)
    record = match.record()
    record["log"] = record["log"] * (MOST_MOVES // 4 + 1)
    problem = is_problem(upload(server, json.dumps(record).encode()), 400)
    assert f"at most {MOST_MOVES:,}" in str(problem["title"])
    hidden = [{"moves": [match.record()["log"][0]] * (MOST_MOVES + 1)}]
    problem = is_problem(upload(server, json.dumps(record | {"log": hidden}).encode()), 400)
    assert f"at most {MOST_MOVES:,}" in str(problem["title"])


def test_a_long_record_is_opened(server: Server) -> None:
    answer = upload(server, json.dumps(going_on(600).record()).encode())
    assert answer.status == 200
    assert server.ask(answer.json["go"]).status == 200


def test_nonsense_of_any_size_gets_a_short_sentence(server: Server) -> None:
    record = tabletown.game("the_estates").new(players=2, seed=1).record()
    many: list[list[Any]] = [
        [{"x": [{}] * 9}] * 9000,
        [[[]]] * 50_000,
        ["y" * 200_000],
        [{"moves": [{}] * 50_000}],
    ]
    for nonsense in many:
        content = json.dumps(record | {"log": nonsense}).encode()
        assert len(content) < MOST_RECORD
        assert len(str(is_problem(upload(server, content), 400)["title"])) < 500


def test_a_long_game_is_read_a_little_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slices, "SLICE", -1.0)
    turns = 0

    async def others() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    async def read() -> tuple[int, bool]:
        nonlocal turns
        house = House(f"sqlite:///{tmp_path / 'tables.sqlite'}")
        made = await house.tables.adopt(going_on(50), [Wish("me", "Ada"), Wish("me", "Ben")], "secret", Settings())
        house.tables._drop(made.id)
        beside = asyncio.create_task(others())
        turns = 0
        again, also = await asyncio.gather(house.tables.bring(made.id), house.tables.bring(made.id))
        beside.cancel()
        await house.close()
        return len(again.playing.items), again is also

    assert awaited(read()) == (100, True)
    assert turns >= 100, "somebody else had a turn after every entry"


@pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning")
@pytest.mark.parametrize("what", ["record.json", "problem.json"])
def test_a_table_goes_on_while_its_record_is_written(tmp_path: Path, what: str) -> None:
    app = make_app(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    with TestClient(app) as client:
        seats = [{"who": "me"}, {"who": "me"}]
        made = client.post("/api/tables", json={"game": "the_estates", "seats": seats}).json()
        house: House = app.state.house
        held: list[bool] = []

        async def run(_client: str, _work: Any, kept: Folded, *_args: Any, **_more: Any) -> bytes:
            held.append(house.tables.get(kept.kept.id).is_changing)
            return b"{}"

        house.workers.run = run  # type: ignore[assignment,method-assign]
        assert client.get(f"/m/{made['table']}/{what}", headers={"accept-encoding": ""}).status_code == 200
    assert held == [False]


def test_a_record_is_sent_small_to_whoever_can_read_it(server: Server) -> None:
    played = play_table(server, "the_estates", 2, 2)
    played.step()
    for what in ("record.json", "problem.json?step=0"):
        plain = server.ask(f"/m/{played.table}/{what}")
        zipped = server.ask(f"/m/{played.table}/{what}", accept_encoding="gzip")
        assert zipped.headers["content-encoding"] == "gzip"
        assert gzip.decompress(zipped.body) == plain.body
        assert len(zipped.body) < len(plain.body)

