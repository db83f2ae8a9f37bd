"""Lines over the steps of a game, with the colours of `tokens.css`: one a player, named at its end.

A chart is drawn twice, for a screen and for a phone, where the letters of a wide one could not be read; `tokens.css`
shows one of them.
"""

from collections.abc import Sequence
from typing import NamedTuple

from tabletown.rulekit.drawing import Svg, fitted, joined, lettering, path, short, tag, width_of

TOP, BOTTOM = 14, 24
LETTERS = 13
DASHES = (None, "7 4", "2 4", "9 3 2 3", "4 2", "1 3")
"""Lines differ in more than their colour."""
A_NAME = 15
"""How high it is."""
ASIDE = 8
BELOW = 4
"""How far letters stand off what they name: to its side, and with their foot under its height."""


class Frame(NamedTuple):
    """How large a chart is drawn, and how much of it is for names on the right and for figures on the left."""

    kind: str
    width: float
    height: float
    right: float
    left: float = 0.0

    @property
    def end(self) -> float:
        return self.width - self.right


FRAMES = Frame("wide", 720, 190, 110), Frame("narrow", 340, 210, 78)


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
    left = ASIDE + max(width_of(text, LETTERS) for _figure, text in scale.ticks)

    def drawn(frame: Frame) -> Svg:
        def at(step: float, figure: float) -> tuple[float, float]:
            x = frame.left + (frame.end - frame.left) * (step - first) / (last - first)
            return x, TOP + (frame.height - TOP - BOTTOM) * (scale.high - figure) / span

        spots = [at(each.step, figures[each.step][each.line]) for each in marks]
        return tag(
            "svg",
            *(_level(frame, at(first, figure)[1], text) for figure, text in scale.ticks),
            *(_line([at(step, row[n]) for step, row in figures.items()], n, coloured=coloured) for n in lines),
            *_names(frame, [at(last, rows[-1][n])[1] for n in lines], names),
            *(_mark(n, *spot, each) for n, (spot, each) in enumerate(zip(spots, marks, strict=True), 1)),
            viewBox=f"0 0 {short(frame.width)} {short(frame.height)}",
            class_=f"chart {frame.kind}",
            role="group",
            aria_label=label,
        )

    return joined(*(drawn(frame._replace(left=left)) for frame in FRAMES))


def _line(points: Sequence[tuple[float, float]], number: int, *, coloured: bool) -> Svg:
    way = "M" + "L".join(f"{short(x)} {short(y)}" for x, y in points)
    colour = f"var(--seat-{number + 1})" if coloured else "var(--ink)"
    dashes = DASHES[number]
    return path(way, fill="none", stroke=colour, stroke_width=2.2, stroke_dasharray=dashes, stroke_linejoin="round")


def _level(frame: Frame, y: float, text: str) -> Svg:
    return joined(
        path(f"M{short(frame.left)} {short(y)}H{short(frame.end)}", stroke="var(--line)", fill="none"),
        lettering(text, frame.left - ASIDE, y + BELOW, LETTERS, text_anchor="end", fill="var(--ink-2)"),
    )


def _names(frame: Frame, heights: Sequence[float], names: Sequence[str]) -> list[Svg]:
    """At the lines' ends, moved apart where they would lie on each other, and into the chart from above and below."""
    drawn, lowest = [], frame.height - BOTTOM + A_NAME
    placed: list[tuple[float, str]] = []
    for y, name in sorted(zip(heights, names, strict=True), reverse=True):
        lowest = min(y, lowest - A_NAME)
        placed.append((lowest, name))
    last = float(LETTERS - BELOW - A_NAME)
    for y, name in reversed(placed):
        last = max(y, last + A_NAME)
        shown = fitted(name, frame.right - ASIDE, LETTERS)
        drawn.append(lettering(shown, frame.end + ASIDE, last + BELOW, LETTERS, font_weight=700, fill="var(--ink)"))
    return drawn


def _mark(number: int, x: float, y: float, mark: Mark) -> Svg:
    dot = tag("circle", cx=x, cy=y, r=9, fill="var(--crown)")
    name = lettering(str(number), x, y + BELOW, LETTERS, text_anchor="middle", font_weight=700, fill="var(--panel)")
    return tag("a", joined(dot, name), href=mark.href, aria_label=f"{number}: {mark.words}")
