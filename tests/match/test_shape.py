"""The shape of records: the same as the published schema says, found out by the first fault."""

import copy
import json
from contextlib import suppress
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tabletown
from tabletown.match import BadRecord, load
from tabletown.match.record import schema
from tabletown.match.shape import Misshapen, check
from tabletown.rulekit.kinds import Kind

HASH = "0" * 64
SMALL: dict[str, Any] = {
    "format": "tabletown-record/1",
    "game": "the_estates",
    "rules": "1",
    "edition": {"name": "x"},
    "options": {"rounds": "1"},
    "seats": ["Mara", "Ben"],
    "start": None,
    "seed": HASH,
    "commitment": HASH,
    "log": [
        {"seat": 0, "kind": "bid", "args": {"sum": 3}},
        {"seat": 1, "kind": "pass", "args": {}, "automatic": True},
        {"moves": [{"seat": 0, "kind": "bid", "args": {}}], "sealed": True},
        {"undo": 4, "seat": 0, "consent": False},
        {"reseed": HASH},
    ],
    "drawer": {"1": [{"kind": "bid", "args": {"sum": 1}}]},
    "ending": None,
    "result": {"scores": [1, 2], "returns": [0.5, 1]},
    "digest": HASH,
}
SOMETHING = ["", "x", HASH, "1", -1, 0.5, [], {}, [{}], {"x": 1}]
ANYTHING = st.one_of(st.none(), st.booleans(), st.integers(-2, 20), st.sampled_from(SOMETHING))
NAMES = st.sampled_from(["moves", "undo", "seat", "kind", "sealed", "automatic", "y"])


def places(given: Any, here: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to everything that a document holds."""
    inner = given.items() if isinstance(given, dict) else enumerate(given) if isinstance(given, list) else ()
    return [here, *(place for key, each in inner for place in places(each, (*here, key)))]


PLACES = [place for place in places(SMALL) if place]


CHANGES = st.lists(
    st.tuples(st.sampled_from(PLACES), st.sampled_from(["put", "drop", "add"]), NAMES, ANYTHING), max_size=3
)
VALIDATOR = jsonschema.Draft202012Validator(schema())


def damaged(changes: list[tuple[tuple[Any, ...], str, str, Any]]) -> dict[str, Any]:
    """A record with these changes, but for what an earlier one has taken the place away of."""
    record = copy.deepcopy(SMALL)
    for place, how, name, value in changes:
        holder: Any = record
        with suppress(LookupError, TypeError):
            for key in place[:-1]:
                holder = holder[key]
            if how == "put":
                holder[place[-1]] = copy.deepcopy(value)
            elif how == "drop":
                del holder[place[-1]]
            elif isinstance(holder, dict):
                holder[name] = copy.deepcopy(value)
    return record


@given(CHANGES)
def test_a_record_is_in_shape_exactly_if_the_published_schema_says_so(
    changes: list[tuple[tuple[Any, ...], str, str, Any]],
) -> None:
    """Only what is to be changed is drawn: what draws records themselves is held to be slow on a busy machine."""
    record = damaged(changes)
    try:
        check(record)
        is_in_shape = True
    except Misshapen:
        is_in_shape = False
    assert is_in_shape == VALIDATOR.is_valid(record)


def test_the_first_fault_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at: list[object] = []
    read = Kind.read

    def counted(kind: Kind[Any], given: object) -> Any:
        looked_at.append(given)
        return read(kind, given)

    monkeypatch.setattr(Kind, "read", counted)
    record = SMALL | {"log": [SMALL["log"][0], *[{"nonsense": number} for number in range(20_000)]]}
    with pytest.raises(Misshapen, match=r"log\[1\]"):
        check(record)
    assert len(looked_at) == 3, "the record itself, one good entry, one bad"


@pytest.mark.parametrize(
    "change",
    [
        {"format": "x" * 100_000},
        {"x" * 100_000: 1},
        {"game": "a" * 100_000},
        {"rules": "y" * 100_000},
        {"ending": ["z" * 100_000]},
        {"log": [{"seat": 0, "kind": "q" * 100_000, "args": {}}]},
        {"log": [{"seat": 0, "kind": "bid", "args": {"w" * 100_000: ""}}]},
        {"options": {"v" * 100_000: 1}},
        {"seats": ["Mara"] * 16},
    ],
    ids=range(9),
)
def test_what_is_said_of_a_bad_record_is_short_however_long_it_is(change: dict[str, Any]) -> None:
    good = tabletown.game("the_estates").new(players=2, seed=1).record()
    with pytest.raises(BadRecord) as refused:
        load(json.dumps({**good, **change}))
    assert len(str(refused.value)) < 1000


@pytest.mark.parametrize(
    "text",
    [b"9" * 100_000, b'{"format": ' + b"9" * 100_000 + b"}", b'{"format": "\\ud800"}', b'{"format": 1e400}', b"NaN"],
    ids=["digits", "digits inside", "half a letter", "infinite", "no number"],
)
def test_json_that_python_chokes_on_is_no_record(text: bytes) -> None:
    with pytest.raises(BadRecord):
        load(text)
