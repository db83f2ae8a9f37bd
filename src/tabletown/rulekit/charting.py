"""Lines over the steps of a game, with the colours of `tokens.css`: one a player, named at its end."""

from collections.abc import Sequence
from typing import NamedTuple

from tabletown.rulekit.drawing import Svg, joined, lettering, path, short, tag

WIDTH, HEIGHT = 720, 190
LEFT, RIGHT, TOP, BOTTOM = 58, 96, 14, 24
DASHES = (None, "7 4", "2 4", "9 3 2 3", "4 2", "1 3")
"""Lines differ in more than their colour."""
MOST_LETTERS = 12
A_NAME = 14
"""How high it is."""


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

    def at(step: float, figure: float) -> tuple[float, float]:
        x = LEFT + (WIDTH - LEFT - RIGHT) * (step - first) / (last - first)
        return x, TOP + (HEIGHT - TOP - BOTTOM) * (scale.high - figure) / span

    lines = range(len(names))
    figures = dict(zip(steps, rows, strict=True))
    return tag(
        "svg",
        *(_level(at(first, figure)[1], text) for figure, text in scale.ticks),
        *(_line([at(step, row[n]) for step, row in figures.items()], n, coloured=coloured) for n in lines),
        *_names([at(last, rows[-1][n])[1] for n in lines], names),
        *(_mark(number, *at(each.step, figures[each.step][each.line]), each) for number, each in enumerate(marks, 1)),
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        class_="chart",
        role="group",
        aria_label=label,
    )


def _line(points: Sequence[tuple[float, float]], number: int, *, coloured: bool) -> Svg:
    way = "M" + "L".join(f"{short(x)} {short(y)}" for x, y in points)
    colour = f"var(--seat-{number + 1})" if coloured else "var(--ink)"
    dashes = DASHES[number]
    return path(way, fill="none", stroke=colour, stroke_width=2.2, stroke_dasharray=dashes, stroke_linejoin="round")


def _level(y: float, text: str) -> Svg:
    return joined(
        path(f"M{LEFT} {short(y)}H{WIDTH - RIGHT}", stroke="var(--line)", fill="none"),
        lettering(text, LEFT - 6, y + 4, 12, text_anchor="end", fill="var(--ink-2)"),
    )


def _names(heights: Sequence[float], names: Sequence[str]) -> list[Svg]:
    """At the lines' ends, moved apart where they would lie on each other, and up from below the chart."""
    drawn, lowest = [], float(HEIGHT - BOTTOM + A_NAME)
    placed: list[tuple[float, str]] = []
    for y, name in sorted(zip(heights, names, strict=True), reverse=True):
        lowest = min(y, lowest - A_NAME)
        placed.append((lowest, name))
    last = -99.0
    for y, name in reversed(placed):
        last = max(y, last + A_NAME)
        shown = name[:MOST_LETTERS]
        drawn.append(lettering(shown, WIDTH - RIGHT + 12, last + 4, 12, font_weight=700, fill="var(--ink)"))
    return drawn


def _mark(number: int, x: float, y: float, mark: Mark) -> Svg:
    dot = tag("circle", cx=x, cy=y, r=9, fill="var(--crown)")
    name = lettering(str(number), x, y + 4, 12, text_anchor="middle", font_weight=700, fill="var(--panel)")
    return tag("a", joined(dot, name), href=mark.href, aria_label=f"{number}: {mark.words}")
