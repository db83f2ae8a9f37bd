"""A table for a game that brings no picture: the view's fields and the score sheet as figures under their names."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tabletown.rulekit.drawing import Box, Card, Layout, Sum, Svg, Target, fitted, joined, lettering, tag
from tabletown.rulekit.language import headed
from tabletown.rulekit.look import Look
from tabletown.rulekit.plainly import fields

WIDTH = 720
EDGE = 24
LINE = 26
LABELS = 230
GAP = 12
"""Between the fields and the scores."""

Line = tuple[str, ...]


def parts(look: Look[Any]) -> dict[str, str]:
    shown, scores = list(fields(look)), score_lines(look)
    below = height(shown) + GAP
    return {
        "fields": card("fields", 0, shown, [LABELS]),
        "scores": card("scores", below, scores, [(WIDTH - 2 * EDGE) / len(scores[0])] * (len(scores[0]) - 1)),
    }


def score_lines(look: Look[Any]) -> list[Line]:
    headers, lines = look.rules.declaration.words.score_sheet(look)
    return [tuple(headers), *map(tuple, lines)]


def layout(look: Look[Any]) -> Layout:
    size = WIDTH, height(list(fields(look))) + GAP + height(score_lines(look))
    return Layout(size, size, {})


def height(lines: Sequence[Line]) -> float:
    return LINE * len(lines) + EDGE


def card(name: str, top: float, lines: Sequence[Line], widths: Sequence[float]) -> Svg:
    """Lines of words below each other, all but the last column as wide as it says."""
    ground = tag("rect", y=top, width=WIDTH, height=height(lines), rx=10, fill="var(--panel)")
    starts = [EDGE + sum(widths[:column]) for column in range(len(widths) + 1)]
    ends = [*starts[1:], WIDTH - EDGE]
    written = [
        cell(words, starts[column], top + LINE * (number + 1), ends[column] - starts[column] - 8, is_label=column == 0)
        for number, line in enumerate(lines)
        for column, words in enumerate(line)
    ]
    return tag("g", ground, *written, id=name)


def cell(words: str, x: float, y: float, width: float, *, is_label: bool) -> Svg:
    shown = fitted(words, width, 15)
    colour, weight = ("var(--ink-2)", None) if is_label else ("var(--ink)", 700)
    letters = lettering(shown, x, y, 15, fill=colour, font_weight=weight)
    return letters if shown == words else tag("g", tag("title", words), letters)


def players(_look: Look[Any]) -> dict[str, str]:
    return {}


def cards(look: Look[Any]) -> list[Card]:
    """Of each player what the score sheet says."""
    (_name, *titles), lines = look.rules.declaration.words.score_sheet(look)
    return [
        Card("", tuple(Sum("", words, headed(look._, title, words)) for title, words in zip(titles, line, strict=True)))
        for _name, *line in lines
    ]


def targets(_look: Look[Any], _actions: Iterable[int]) -> list[Target]:
    return []


def latest(_look: Look[Any], _kind: str, _told: Mapping[str, int]) -> list[Box]:
    return []


NO_DEFS = joined()
