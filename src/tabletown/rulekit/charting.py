"""Lines over the steps of a game, with the colours of `tokens.css`: one a player, named at its end beside a bit of it.

A chart is as wide and as high as the page makes it (`.chart` in `tokens.css`): places are parts of it, while letters,
marks and lines keep their size. Figures stand before it and names behind it, in margins of its own.
"""

from collections.abc import Sequence
from typing import NamedTuple

from tabletown.rulekit.drawing import Svg, fitted, joined, path, short, tag, width_of

LOWEST = 130
"""Pixels that a chart is high at least: names lie apart even then."""
TOP, BOTTOM = 10, 10
"""Of them, what is left above and below the lines for half of a name or a mark."""
WIDE = 1000
"""What lines are drawn on before they are stretched."""
LETTERS = 13
DASHES = (None, "7 4", "2 4", "9 3 2 3", "4 2", "1 3")
"""Lines differ in more than their colour."""
A_NAME = 15
"""How high it is."""
WIDEST_NAME = 96
ASIDE = 8
BELOW = 4
"""How far letters stand off what they name: to its side, and with their foot under its height."""
MARK = 9
"""A mark from its middle to its edge."""
A_BIT = 16
"""Of each line before its name, where lines end together: then names cannot all stand at their ends."""
BESIDE, BEHIND_A_BIT = ASIDE + MARK, MARK + A_BIT + 6
"""How far names stand off the chart."""


class Mark(NamedTuple):
    """A number on a line that leads somewhere."""

    step: int
    line: int
    href: str
    words: str


class Scale(NamedTuple):
    """What the height of a chart stands for, and what is written beside it."""

    low: float
    high: float
    ticks: Sequence[tuple[float, str]]


def line_chart(
    steps: Sequence[int],
    rows: Sequence[Sequence[float]],
    names: Sequence[str],
    scale: Scale,
    marks: Sequence[Mark] = (),
    label: str = "",
    *,
    coloured: bool,
) -> Svg:
    """A row of figures for each of the steps, a line for each name."""
    span, first, last = scale.high - scale.low or 1, steps[0], max(steps[-1], steps[0] + 1)
    lines = range(len(names))
    figures = dict(zip(steps, rows, strict=True))
    shown = [fitted(name, WIDEST_NAME, LETTERS) for name in names]
    left = ASIDE + max(width_of(text, LETTERS) for _figure, text in scale.ticks)

    def across(step: float) -> float:
        return (step - first) / (last - first)

    def down(figure: float) -> float:
        return TOP + (LOWEST - TOP - BOTTOM) * (scale.high - figure) / span

    ends = [down(rows[-1][n]) for n in lines]
    places = _moved_apart(ends, shown)
    aside = BESIDE if places == ends else BEHIND_A_BIT
    right = aside + max(width_of(name, LETTERS) for name in shown)

    def way(line: int) -> Svg:
        points = [(WIDE * across(step), down(row[line])) for step, row in figures.items()]
        return _line(points, line, coloured=coloured)

    return tag(
        "svg",
        *(_level(down(figure), text) for figure, text in scale.ticks),
        tag("svg", *map(way, lines), viewBox=f"0 0 {WIDE} {LOWEST}", preserveAspectRatio="none", overflow="visible"),
        *(_bit(n, y, coloured=coloured) for n, y in enumerate(places) if aside > BESIDE),
        *(_letters(shown[n], 1, y, dx=aside, font_weight=700, fill="var(--ink)") for n, y in enumerate(places)),
        *(
            _mark(n, across(each.step), down(figures[each.step][each.line]), each)
            for n, each in enumerate(marks, 1)
        ),
        class_="chart",
        style=f"--before: {short(left)}px; --behind: {short(right)}px",
        role="group",
        aria_label=label,
    )


def part(share: float) -> str:
    return f"{short(100 * share)}%"


def _line(points: Sequence[tuple[float, float]], number: int, *, coloured: bool) -> Svg:
    way = "M" + "L".join(f"{short(x)} {short(y)}" for x, y in points)
    return path(
        way,
        fill="none",
        stroke=f"var(--seat-{number + 1})" if coloured else "var(--ink)",
        stroke_width=2.2,
        stroke_dasharray=DASHES[number],
        stroke_linejoin="round",
        vector_effect="non-scaling-stroke",
    )


def _level(y: float, text: str) -> Svg:
    height = part(y / LOWEST)
    return joined(
        tag("line", x1=0, x2="100%", y1=height, y2=height, stroke="var(--line)"),
        _letters(text, 0, y, dx=-ASIDE, text_anchor="end", fill="var(--ink-2)"),
    )


def _moved_apart(heights: Sequence[float], names: Sequence[str]) -> list[float]:
    """Where names stand: at the lines' ends, but not on each other, and within the chart from above and below."""
    order = sorted(range(len(names)), key=lambda n: (heights[n], names[n]))
    places, lowest, last = list(heights), float(LOWEST - BOTTOM + A_NAME), float(TOP - A_NAME)
    for n in reversed(order):
        places[n] = lowest = min(heights[n], lowest - A_NAME)
    for n in order:
        places[n] = last = max(places[n], last + A_NAME)
    return places


def _bit(number: int, y: float, *, coloured: bool) -> Svg:
    line = _line([(MARK, 0), (MARK + A_BIT, 0)], number, coloured=coloured)
    return tag("svg", line, x="100%", y=part(y / LOWEST), overflow="visible")


def _mark(number: int, x: float, y: float, mark: Mark) -> Svg:
    dot = tag("circle", cx=part(x), cy=part(y / LOWEST), r=MARK, fill="var(--crown)")
    name = _letters(str(number), x, y, text_anchor="middle", font_weight=700, fill="var(--panel)")
    return tag("a", joined(dot, name), href=mark.href, aria_label=f"{number}. {mark.words}")


def _letters(words: str, x: float, y: float, **attributes: str | float) -> Svg:
    """Beside a place, given as a part of the width and a height of LOWEST."""
    return tag("text", words, x=part(x), y=part(y / LOWEST), dy=BELOW, font_size=LETTERS, **attributes)
