"""A table for a game that brings no picture: the view's fields and the score sheet as figures under their names."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from tabletown.rulekit.drawing import (
    SEAT_PATTERNS,
    Box,
    Card,
    Layout,
    Sum,
    Svg,
    Target,
    fitted,
    joined,
    lettering,
    seat_token,
    standalone,
    tag,
    width_of,
)
from tabletown.rulekit.language import headed
from tabletown.rulekit.look import Look
from tabletown.rulekit.plainly import fields

WIDTH = 560
EDGE = 20
INSIDE = WIDTH - 2 * EDGE
LINE = 26
SIZE = 15
BESIDE = 8
"""Between columns."""
MOST_FOR_LABELS = 0.6 * INSIDE
GAP = 12
"""Between the fields and the scores."""

Line = tuple[str, ...]


def parts(look: Look[Any]) -> dict[str, str]:
    (shown, labels), scores = field_lines(look), score_lines(look)
    below = height(shown) + GAP
    return {
        "fields": card("fields", 0, shown, [labels]),
        "scores": card("scores", below, scores, [INSIDE / len(scores[0])] * (len(scores[0]) - 1)),
    }


def field_lines(look: Look[Any]) -> tuple[list[Line], float]:
    """Labels and figures, which go on below where they are many, and how wide the labels are."""
    shown = list(fields(look))
    widest = max((width_of(label, SIZE) for label, _figures in shown), default=0)
    labels = min(MOST_FOR_LABELS, widest + 2 * BESIDE)
    room = INSIDE - labels - BESIDE
    return [(label, line) for name, figures in shown for label, line in below_each_other(name, figures, room)], labels


def below_each_other(label: str, figures: str, room: float) -> Iterator[tuple[str, str]]:
    line = ""
    for figure in figures.split(" "):
        longer = f"{line} {figure}" if line else figure
        if line and width_of(longer, SIZE) > room:
            yield label, line
            label, longer = "", figure
        line = longer
    yield label, line


def score_lines(look: Look[Any]) -> list[Line]:
    headers, lines = look.rules.declaration.words.score_sheet(look)
    return [tuple(headers), *map(tuple, lines)]


def layout(look: Look[Any]) -> Layout:
    size = WIDTH, height(field_lines(look)[0]) + GAP + height(score_lines(look))
    return Layout(size, size, {})


def height(lines: Sequence[Line]) -> float:
    return LINE * len(lines) + EDGE


def card(name: str, top: float, lines: Sequence[Line], widths: Sequence[float]) -> Svg:
    """Lines of words below each other, all but the last column as wide as it says."""
    ground = tag("rect", y=top, width=WIDTH, height=height(lines), rx=10, fill="var(--panel)")
    starts = [EDGE + sum(widths[:column]) for column in range(len(widths) + 1)]
    rooms = [end - start - BESIDE for start, end in pairwise([*starts, WIDTH - EDGE])]
    written = [
        cell(words, starts[column], top + LINE * (number + 1), rooms[column], is_label=column == 0)
        for number, line in enumerate(lines)
        for column, words in enumerate(line)
    ]
    return tag("g", ground, *written, id=name)


def cell(words: str, x: float, y: float, width: float, *, is_label: bool) -> Svg:
    shown = fitted(words, width, SIZE)
    colour, weight = ("var(--ink-2)", None) if is_label else ("var(--ink)", 700)
    letters = lettering(shown, x, y, SIZE, fill=colour, font_weight=weight)
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


COVER = 480, 300
TOKEN = 48


def cover(title: str, seats: int) -> str:
    """The players at a table, in the middle, where a lobby cuts nothing off; of figures it would show a part."""
    width, height = COVER
    across = TOKEN * 1.25
    first = (width - across * seats + across - TOKEN) / 2
    table = tag("rect", x=40, y=height / 2 - 48, width=width - 80, height=96, rx=48, fill="var(--panel)")
    tokens = [
        seat_token(seat, str(seat + 1), first + across * seat, (height - TOKEN) / 2, TOKEN) for seat in range(seats)
    ]
    return standalone({"cover": tag("g", table, *tokens, id="cover")}, SEAT_PATTERNS, COVER, title, dark=None)


NO_DEFS = joined()
