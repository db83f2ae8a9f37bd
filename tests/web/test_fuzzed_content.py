"""Forms, record files and editions that somebody has made up: sense, or one sentence; never a fault of ours."""

import copy
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tabletown.match import Game, game
from tabletown.rulekit.errors import TabletownError
from tabletown.rulekit.registry import declarations
from tests.web.test_bad_input import FORM
from tests.web.test_every_route import ROUTES, filled, is_sentence
from tools.played import Played, play_table
from tools.running import Answer, Server

FUZZ = settings(
    max_examples=60, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
GAMES = sorted(declarations())
HELD = "the_estates"
MOST_SAID = 1000

# ---------------------------------------------------------------- forms

FIELDS = [
    "seat", "action", "decision", "client_move", "kind", "limit", "answer", "index", "what", "about", "agrees", "to",
    "name", "text", "keep", "drafted", "step", "with", "who", "game", "edition", "time", "seat-1", "seat-2",
    "option-rounds", "option-money", "option-x", "amount", "row", "language", "theme", "back",
]  # fmt: skip
TELLING = [
    "", "0", "1", "-1", "01", "٣", "1e3", "999999999", "9" * 400, "NaN", "null", "true", "[]", "{}", "{0}", "%s",
    "{name.__class__}", "undo", "abandon", "relieve", "stop", "undo-0-1", "never_ask", "bid_up_to", "pass_auction",
    "skip_stowing", "me", "open", "none", "visitor", "neighbour", "hidden", "the_estates", "../../etc/passwd", "\x00",
    "a\r\nset-cookie: x=y", "\u202e", "\ud7ff\uffff", "日本" * 200, "<script>", "0,1,2,3", ",", "0," * 200, "//x",
]  # fmt: skip
values = st.sampled_from(TELLING) | st.text(st.characters(codec="utf-8"), max_size=30)
forms = st.dictionaries(st.sampled_from(FIELDS) | st.text(st.characters(codec="utf-8"), max_size=9), values, max_size=8)
pieces = st.binary(max_size=60)


@pytest.fixture(scope="module")
def table(shared: Server) -> Iterator[Played]:
    played = play_table(shared, HELD, 2, 2)
    yield played
    assert played.now()["phase"] in {"playing", "over", "abandoned"}


def written(form: dict[str, str]) -> bytes:
    return "&".join(f"{quote(name)}={quote(value)}" for name, value in form.items()).encode()


def is_answered(answer: Answer, path: str) -> None:
    assert answer.status < 500, (path, answer.text[:400])
    if answer.status >= 400:
        is_sentence(answer, path)


@FUZZ
@given(path=st.sampled_from(ROUTES["POST"]), form=forms, seat=st.sampled_from([0, 1, None]))
def test_any_form_is_answered(table: Played, path: str, form: dict[str, str], seat: int | None) -> None:
    me = {} if seat is None else {"cookie": f"me={table.tokens[seat]}"}
    is_answered(table.server.ask(filled(path, table), written(form), kind=FORM, **me), path)


@FUZZ
@given(path=st.sampled_from(ROUTES["POST"]), body=pieces, kind=st.sampled_from([FORM, "application/json", ""]))
def test_any_bytes_are_answered(table: Played, path: str, body: bytes, kind: str) -> None:
    me = {"cookie": f"me={table.tokens[0]}"}
    is_answered(table.server.ask(filled(path, table), body, kind=kind, **me), path)


@FUZZ
@given(path=st.sampled_from(ROUTES["GET"]), query=forms)
def test_any_query_is_answered(table: Played, path: str, query: dict[str, str]) -> None:
    if path.endswith("/events"):
        return
    answer = table.server.ask(f"{filled(path, table)}?{written(query).decode()}", cookie=f"me={table.tokens[0]}")
    assert answer.status < 500, (path, answer.text[:400])


# ---------------------------------------------------------------- records


def short_record(name: str) -> dict[str, Any]:
    """A few moves of a game."""
    match, rng = game(name).new(seed=3), random.Random(3)
    while match.steps < 6:
        seat = match.pending[0]
        match.play(seat, rng.choice(match.rules.legal_actions(match.perfect_memory(seat), seat)))
    return json.loads(json.dumps(match.record()))  # type: ignore[no-any-return]


RECORDS = {name: short_record(name) for name in GAMES}
anything = st.recursive(
    st.none() | st.booleans() | st.integers(-(1 << 70), 1 << 70) | st.floats() | values,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(values, inner, max_size=3),
    max_leaves=6,
)


def places(value: Any, here: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a document."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [here, *(place for name, each in inner for place in places(each, (*here, name)))]


@st.composite
def damaged(draw: st.DrawFn, whole: dict[str, Any]) -> Any:
    """A document in which some places say something else, are missing, or stand twice."""
    document: Any = copy.deepcopy(whole)
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.sampled_from(places(document)))
        if not place:
            continue
        holder = document
        for name in place[:-1]:
            holder = holder[name]
        how = draw(st.sampled_from(["other", "other", "gone", "twice"]))
        if how == "gone":
            del holder[place[-1]]
        elif how == "twice" and isinstance(holder, list):
            holder.insert(place[-1], copy.deepcopy(holder[place[-1]]))
        else:
            holder[place[-1]] = draw(anything)
    return document


def opened(server: Server, content: bytes, name: str = "game.json") -> Answer:
    head = f'--cut\r\ncontent-disposition: form-data; name="record"; filename="{name}"\r\n\r\n'.encode()
    return server.ask("/records", head + content + b"\r\n--cut--\r\n", kind="multipart/form-data; boundary=cut")


@FUZZ
@given(document=st.sampled_from(GAMES).flatmap(lambda name: damaged(RECORDS[name])))
def test_any_record_is_opened_or_refused_with_a_sentence(shared: Server, document: Any) -> None:
    answer = opened(shared, json.dumps(document).encode())
    is_answered(answer, "/records")
    assert answer.status in {303, 400}


@FUZZ
@given(cut=st.integers(0, 4000), inserted=pieces, name=st.text(st.characters(codec="utf-8"), max_size=20))
def test_any_file_is_opened_or_refused_with_a_sentence(shared: Server, cut: int, inserted: bytes, name: str) -> None:
    content = json.dumps(RECORDS[HELD]).encode()
    is_answered(opened(shared, content[:cut] + inserted + content[cut + len(inserted) :], quote(name)), "/records")


# ---------------------------------------------------------------- editions


def content_of(name: str) -> dict[str, Any]:
    return copy.deepcopy(game(name).edition().content)


@FUZZ
@given(made=st.sampled_from(GAMES).flatmap(lambda name: st.tuples(st.just(name), damaged(content_of(name)))))
def test_an_edition_is_played_or_refused_with_a_sentence(made: tuple[str, dict[str, Any]]) -> None:
    said = played_or_refused(*made)
    assert said.endswith("."), said
    assert len(said) < MOST_SAID, said


def played_or_refused(name: str, edition: dict[str, Any]) -> str:
    """What is said about it."""
    try:
        play_a_little(game(name), edition)
    except TabletownError as error:
        return str(error)
    return "It was played."


def play_a_little(chosen: Game, edition: dict[str, Any]) -> None:
    match, rng = chosen.new(seed=3, edition=edition), random.Random(3)
    while match.steps < 12 and not match.over:
        seat = match.pending[0]
        match.play(seat, rng.choice(match.rules.legal_actions(match.perfect_memory(seat), seat)))
        assert match.text(seat)


def test_an_edition_file_that_is_no_edition_is_refused_with_a_sentence(tmp_path: Path) -> None:
    for number, content in enumerate([b"", b"\xff\xfe", b"[[[", b"name = 3", b"a" * 100_000, b"x = " + b"[" * 5000]):
        file = tmp_path / f"{number}.toml"
        file.write_bytes(content)
        with pytest.raises(TabletownError) as refused:
            game(HELD).edition(file)
        assert str(refused.value).endswith(".")
