"""What a rulebook prints in tables and works through in examples, so that tests can hold it against the rules."""

import re
from collections.abc import Sequence
from typing import Any

from tabletown.match import Match, load
from tabletown.rulekit.declare import Declaration
from tabletown.rulekit.lessons import EXAMPLES
from tabletown.rulekit.rulebooks import rulebook

Cells = list[list[str]]

_LINES = re.compile(r"(?:^\|.*\|$\n?)+", re.MULTILINE)
_WIDE = str.maketrans("－−＋＝×", "--+=x")


def tables(text: str) -> list[Cells]:
    """Each table in the text without its heading; every row is as wide as it."""
    found = []
    for block in _LINES.findall(text):
        heading, _rule, *rows = ([cell.strip() for cell in line[1:-1].split("|")] for line in block.splitlines())
        assert all(len(row) == len(heading) for row in rows), block
        found.append(rows)
    return found


def tables_of_clause(declaration: Declaration, language: str, clause: str) -> list[Cells]:
    return tables(rulebook(declaration, language).clause(clause).text)


def chapter_without_clauses(declaration: Declaration, language: str, number: int) -> str:
    """The text of the book's worked examples, in their order."""
    return [each.introduction for each in rulebook(declaration, language).chapters if not each.clauses][number]


def figure(cell: str) -> int | None:
    """The number in a cell: −7, +14, 8,000; nothing where words stand."""
    text = cell.translate(_WIDE).replace(",", "")
    return int(text) if re.fullmatch(r"[+-]?\d+", text) else None


def figures(row: Sequence[str]) -> list[int]:
    """All numbers of a row, in order."""
    return [number for cell in row if (number := figure(cell)) is not None]


def last_number(cell: str) -> int:
    """The result of a sum that is written out: of 4 − 3 = 1 it is 1."""
    return int(re.findall(r"-?\d+", cell.translate(_WIDE).replace(",", ""))[-1])


def worked_through(declaration: Declaration, example: str) -> Match:
    """The record of an example, which a rulebook draws: its position by the rules, and what is played there."""
    record = declaration.files / EXAMPLES / f"{example}.json"
    return load(record.read_text(encoding="utf-8"), record.name)


def after(match: Match, steps: int) -> Any:
    """The whole position after that many moves."""
    return match.opened(steps)
