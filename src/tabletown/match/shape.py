"""The shape of a record, as `record.schema.json` describes it, checked in one pass: the first fault is enough.

The schema is for readers and their tools. A general checker would look for the best of all faults, and a large file
full of them would keep it busy for minutes; this one takes as long as reading the file.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from tabletown.rulekit.kinds import Kind

MOST_SAID = 200
"""Letters of what is wrong that a sentence repeats."""

Hash = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
Filled = Annotated[str, Meta(min_length=1)]
SeatNumber = Annotated[int, Meta(ge=0)]
Args = dict[str, int]


class Strict(msgspec.Struct, forbid_unknown_fields=True):
    """An object with these keys and no others."""


class Action(Strict):
    kind: str
    args: Args


class Move(Strict):
    seat: SeatNumber
    kind: str
    args: Args
    automatic: bool = True


class Together(Strict):
    moves: Annotated[list[Move], Meta(min_length=1)]
    sealed: bool = True


class Undo(Strict):
    undo: Annotated[int, Meta(ge=1)]
    seat: SeatNumber
    consent: bool


class Reseed(Strict):
    reseed: Hash


class Result(Strict):
    scores: list[int]
    returns: list[int | float]


class Whole(Strict):
    format: Literal["tabletown-record/1"]
    game: Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]*\Z")]
    rules: Filled
    edition: dict[str, Any]
    options: dict[str, str | int]
    seats: Annotated[list[Filled], Meta(min_length=1, max_length=16)]
    start: dict[str, Any] | None
    seed: Hash
    commitment: Hash
    log: list[Any]
    ending: str | None
    result: Result | None
    digest: Hash
    drawer: dict[
        Annotated[str, Meta(pattern=r"^[0-9]{1,9}\Z")], Annotated[list[Action], Meta(min_length=1)]
    ] = {}


KINDS: dict[type[Strict], Kind[Strict]] = {kind: Kind(kind) for kind in (Whole, Move, Together, Undo, Reseed)}


class Misshapen(Exception):
    """Where a record is not what it should be, and how."""

    def __init__(self, place: str, detail: str) -> None:
        super().__init__(place, detail)
        self.place, self.detail = place[:MOST_SAID], detail[:MOST_SAID]


def check(record: Mapping[str, Any]) -> None:
    """Misshapen, if it is."""
    _check(record, Whole, "")
    for number, item in enumerate(record["log"]):
        place = f"log[{number}]"
        _check(item, _kind_of(item), place)
        if isinstance(item, Mapping):
            _check_marks(item, place)
            _check_marks_of_all(item.get("moves", ()), place)


def _kind_of(item: object) -> type[Strict]:
    """What an entry of the log is meant to be."""
    given = item if isinstance(item, Mapping) else {}
    return next((kind for key, kind in (("undo", Undo), ("reseed", Reseed), ("moves", Together)) if key in given), Move)


def _check_marks_of_all(moves: Sequence[Mapping[str, Any]], place: str) -> None:
    for number, move in enumerate(moves):
        _check_marks(move, f"{place}.moves[{number}]")


def _check_marks(given: Mapping[str, Any], place: str) -> None:
    """A mark is there, or it is left out; it is never false."""
    for mark in ("automatic", "sealed"):
        if given.get(mark, True) is not True:
            raise Misshapen(f"{place}.{mark}", "Expected `true`")


def _check(given: object, kind: type[Strict], place: str) -> None:
    try:
        KINDS[kind].read(given)
    except msgspec.ValidationError as fault:
        detail, _at, path = str(fault).partition(" - at `$")
        # A key that is wrong itself is told by its object: it may be as long as the file.
        found = re.match(r"[\w.\[\]]*", path.rstrip("`"))
        inner = found[0] if found else ""
        raise Misshapen((place + inner).lstrip(".") or "its top", detail) from None
