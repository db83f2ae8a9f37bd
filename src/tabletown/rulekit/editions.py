"""Editions: every figure of a game in one TOML file, each marked *stated*, *derived* or *reconstructed*.

A game declares in `figures.py` what its edition holds; rules use those names like constants. A namespace (see
`namespace.py`) puts the edition's values in their place, so two editions of one game can live in one process.

    [money]
    checks_each = { is = 12, mark = "stated", from = "Set-up, step 6" }
"""

import hashlib
import json
import re
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from tabletown.rulekit.errors import BadDeclaration, BadEdition, shortened

MARKS = ("stated", "derived", "reconstructed")
USUAL = "usual"
"""The mark of what an edition does not name."""
Line = tuple[int, ...]
Chart = tuple[Line, ...]
Values = dict[str, Any]


@dataclass(frozen=True)
class Figure:
    """A name of the edition: where it stands in the file and how it is read."""

    key: str
    read: Callable[[Any], Any]
    bounds: tuple[int, int] | None = None
    """The least and the most that a single whole number can be."""
    usual: int | None = None
    """What it is in an edition that does not name it: a size of which a box seldom has another."""


@dataclass(frozen=True)
class Derived:
    """A table worked out from the edition's figures."""

    work_out: Callable[[Values], Any]


def figure(key: str, low: int, high: int, usual: int | None = None) -> Any:
    """One whole number within bounds; an edition need not name it if it is the usual one."""
    if low > high or not low <= (low if usual is None else usual) <= high:
        which = "" if usual is None else f", usually {usual}"
        raise BadDeclaration(f"The figure {key!r} cannot be {low} to {high}{which}: least, most, and what is usual.")

    def read(value: Any) -> int:
        if not isinstance(value, int) or isinstance(value, bool):
            raise ValueError(f"takes a whole number, not {value!r}")
        if not low <= value <= high:
            raise ValueError(f"takes {low} to {high}, not {value}")
        return value

    return Figure(key, read, (low, high), usual)


Length = int | range
"""How long a list is, or may be; 0 leaves it open."""


def _fits(length: int, wanted: Length) -> bool:
    return length in wanted if isinstance(wanted, range) else wanted in (0, length)


def _said(wanted: Length) -> str:
    return f"{wanted.start} to {wanted.stop - 1}" if isinstance(wanted, range) else str(wanted or "some")


def numbers(key: str, *shape: Length, low: int, high: int) -> Any:
    """A list (or list of lists) of whole numbers."""
    one = figure(key, low, high).read

    def read(value: Any, lengths: tuple[Length, ...] = shape) -> Any:
        if not lengths:
            return one(value)
        if not isinstance(value, list) or not _fits(len(value), lengths[0]):
            raise ValueError(f"takes a list of {_said(lengths[0])} entries, not {value!r}")
        return tuple(read(part, lengths[1:]) for part in value)

    return Figure(key, read)


def chart(key: str, rows: Length, columns: Length, signs: str, ignore: str = " |~") -> Any:
    """A map drawn in letters, a line a row; each square becomes the place of its sign in `signs`."""

    def read(value: Any) -> Chart:
        if not isinstance(value, str):
            raise ValueError("takes a map drawn in letters between triple quotes")
        lines = [re.sub(f"[{re.escape(ignore)}]", "", line) for line in value.strip("\n").splitlines()]
        if not _fits(len(lines), rows):
            raise ValueError(f"takes {_said(rows)} lines, not {len(lines)}")
        for line in lines:
            if not _fits(len(line), columns) or len(line) != len(lines[0]):
                each = columns if isinstance(columns, int) else f"{_said(columns)}, and equally many,"
                raise ValueError(f"takes {each} squares a line, but {line!r} has {len(line)}")
            if unknown := set(line) - set(signs):
                raise ValueError(f"has a square {min(unknown)!r}; it takes {', '.join(signs)}")
        return tuple(tuple(signs.index(square) for square in line) for line in lines)

    return Figure(key, read)


def words(key: str, count: int = 0) -> Any:
    """Names for people: a list of texts. Rules never read them."""

    def read(value: Any) -> tuple[str, ...]:
        if not isinstance(value, list) or not all(isinstance(part, str) and part for part in value):
            raise ValueError(f"takes a list of names, not {value!r}")
        if count and len(value) != count:
            raise ValueError(f"takes {count} names, not {len(value)}")
        return tuple(value)

    return Figure(key, read)


def derived(work_out: Callable[[Values], Any]) -> Any:
    """A table (nested tuples of ints, or an int) that follows from other figures, given by their keys."""
    return Derived(work_out)


Check = Callable[[Values], Iterator[tuple[str, str]]]
"""What the figures must satisfy together: yields (key, complaint)."""


@dataclass(frozen=True)
class Edition:
    """An edition, read and checked: values by key, and where it comes from."""

    name: str
    values: Values
    marks: dict[str, str]
    content: dict[str, Any]
    """What a record keeps of it: the file's tables as JSON."""

    @cached_property
    def hash(self) -> str:
        """Made once: every page of a table asks whether its edition is one of the house's."""
        return content_hash(self.content)

    def changed_from(self, usual: "Edition") -> Iterator[tuple[str, Any, Any]]:
        """The figures that are others than in the usual edition: key, what that has, what this has."""
        for key, value in self.values.items():
            if value != usual.values[key]:
                yield key, usual.values[key], value

    @classmethod
    def read(cls, text: str, source: str, figures: list[Figure], check: Check | None = None) -> "Edition":
        try:
            content = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise BadEdition(f"{source}: not readable as TOML: {shortened(str(error))}.") from None
        except RecursionError:
            raise BadEdition(f"{source}: not an edition: it is nested far too deeply.") from None
        return cls.build(content, source, figures, check, text)

    @classmethod
    def build(
        cls, content: dict[str, Any], source: str, figures: list[Figure], check: Check | None = None, text: str = ""
    ) -> "Edition":
        """From the tables of an edition file; `text` gives complaints their line."""
        place = _Places(source, text)
        name = content.get("name")
        if not isinstance(name, str) or not name:
            raise BadEdition(place.complaint("name", 'is what an edition begins with, as in name = "Mine"'))
        entries = dict(_entries(content))
        values: Values = {}
        marks: dict[str, str] = {}
        for wanted in figures:
            entry = entries.pop(wanted.key, None)
            if entry is None and wanted.usual is not None:
                values[wanted.key], marks[wanted.key] = wanted.usual, USUAL
                continue
            if entry is None:
                raise BadEdition(place.complaint(wanted.key, "is missing"))
            marks[wanted.key] = _mark(place, wanted.key, entry)
            try:
                values[wanted.key] = wanted.read(entry["is"])
            except ValueError as error:
                raise BadEdition(place.complaint(wanted.key, str(error))) from None
        if entries:
            raise BadEdition(place.complaint(min(entries), "is no figure of this game"))
        for key, complaint in check(values) if check else ():
            raise BadEdition(place.complaint(key, complaint))
        return cls(name, values, marks, content)

    @classmethod
    def load(cls, path: Path, figures: list[Figure], check: Check | None = None) -> "Edition":
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise BadEdition(f"The edition file {path} cannot be read: {error}.") from None
        return cls.read(text, str(path), figures, check)


def content_hash(content: dict[str, Any]) -> str:
    """What tells two editions apart: figures and names, not comments or layout."""
    return hashlib.sha256(json.dumps(content, sort_keys=True, ensure_ascii=False).encode()).hexdigest()[:16]


def _entries(tables: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for section, table in tables.items():
        if isinstance(table, dict):
            for key, entry in table.items():
                yield f"{section}.{key}", entry
        elif section not in ("name", "about"):
            yield section, table


def _mark(place: "_Places", key: str, entry: Any) -> str:
    if not isinstance(entry, dict) or "is" not in entry:
        raise BadEdition(place.complaint(key, 'is written as { is = ..., mark = "..." }'))
    mark = entry.get("mark")
    if mark not in MARKS:
        has = "no mark" if mark is None else f"the mark {mark!r}"
        raise BadEdition(place.complaint(key, f"has {has}; it takes {', '.join(MARKS)}"))
    if unknown := sorted(entry.keys() - {"is", "mark", "from"}):
        raise BadEdition(place.complaint(key, f"has {unknown[0]!r}; it takes is, mark and from"))
    return str(mark)


class _Places:
    """Where a key stands in the file, so that a complaint names its line."""

    def __init__(self, source: str, text: str) -> None:
        self.source = source
        self.lines: dict[str, int] = {}
        section = ""
        for number, line in enumerate(text.splitlines(), 1):
            if match := re.match(r"\s*\[([\w.-]+)\]", line):
                section = match[1] + "."
                self.lines.setdefault(match[1], number)
            elif match := re.match(r"\s*([\w-]+)\s*=", line):
                self.lines.setdefault(section + match[1], number)

    def complaint(self, key: str, what: str) -> str:
        line = self.lines.get(key) or self.lines.get(key.split(".", maxsplit=1)[0])
        where = f"{self.source}, line {line}" if line else self.source
        return f"{where}: {shortened(key)} {shortened(what)}."
