"""Plots as SVG that grow with the page: across in parts of the width, down in fixed units; so letters stay readable."""

from collections.abc import Callable, Sequence
from math import ceil, floor, log10
from typing import NamedTuple

from tabletown.lab.study.measures import Measure
from tabletown.rulekit.drawing import Svg, joined, tag

LINE = 26
"""Height of a row."""
AXIS = 26
MOST_BARS = 48
LEAST_WIDTH = 0.04
"""A range is at least this wide, so that noise does not look like a difference."""


class Scale(NamedTuple):
    """From figures to parts of the width."""

    low: float
    high: float
    step: float

    def across(self, value: float) -> str:
        return f"{100 * (value - self.low) / (self.high - self.low):.2f}%"

    @property
    def ticks(self) -> list[float]:
        return [self.low + self.step * k for k in range(round((self.high - self.low) / self.step) + 1)]


def scale_for(low: float, high: float, *, from_zero: bool = False) -> Scale:
    """Round ends, and about five steps."""
    low = min(0.0, low) if from_zero else low
    span = max(high - low, LEAST_WIDTH, abs(high) * LEAST_WIDTH)
    rough = span / 5
    power = 10 ** floor(log10(rough))
    step = next(power * factor for factor in (1, 2, 2.5, 5, 10) if power * factor >= rough)
    return Scale(floor(low / step) * step, ceil((low + span) / step) * step, step)


def mark(shape: int, x: str, y: float) -> Svg:
    """Nobody is told by colour alone: each series has a shape of its own."""
    if shape % 3 == 0:
        return tag("circle", cx=x, cy=y, r=5)
    if shape % 3 == 1:
        return tag("svg", tag("rect", x=-4.5, y=-4.5, width=9, height=9), x=x, y=y, overflow="visible")
    return tag("svg", tag("path", d="M0-6 6 0 0 6-6 0Z"), x=x, y=y, overflow="visible")


def axis(scale: Scale, height: float, write: Callable[[float], str]) -> Svg:
    lines = [
        tag("line", x1=scale.across(tick), x2=scale.across(tick), y1=0, y2=height, class_="grid")
        for tick in scale.ticks
    ]
    words = [
        tag(
            "text",
            write(tick),
            x=scale.across(tick),
            y=height + 18,
            class_="tick",
            text_anchor="start" if k == 0 else "end" if k == len(scale.ticks) - 1 else "middle",
        )
        for k, tick in enumerate(scale.ticks)
    ]
    return joined(*lines, *words)


def drawn(height: float, label: str, *children: str) -> Svg:
    return tag(
        "svg",
        tag("title", label),
        *children,
        width="100%",
        height=height,
        role="img",
        class_="plot",
        overflow="visible",
        xmlns="http://www.w3.org/2000/svg",
    )


def intervals(
    measures: Sequence[Measure], scale: Scale, label: str, colours: Sequence[str], fair: float | None = None
) -> Svg:
    """A point and its interval for each measure, one below the other."""
    height = LINE * len(measures)
    rows = []
    if fair is not None:
        rows.append(tag("line", x1=scale.across(fair), x2=scale.across(fair), y1=0, y2=height, class_="fair"))
    for number, measure in enumerate(measures):
        y = LINE * number + LINE / 2
        whisker = tag("line", x1=scale.across(measure.low), x2=scale.across(measure.high), y1=y, y2=y, class_="whisker")
        point = mark(number, scale.across(measure.value), y)
        rows.append(tag("g", whisker, point, style=f"--series: {colours[number % len(colours)]}", class_="series"))
    grid = [
        tag("line", x1=scale.across(tick), x2=scale.across(tick), y1=0, y2=height, class_="grid")
        for tick in scale.ticks
    ]
    return drawn(height, label, *grid, *rows)


def foot(scale: Scale, write: Callable[[float], str]) -> Svg:
    """The figures below plots that share a scale."""
    return drawn(AXIS - 4, "scale", tag("svg", axis(scale, 0, write), y=-4, overflow="visible"))


def histogram(spread: Sequence[tuple[int, int]], scale: Scale, middle: int, label: str, height: float = 84) -> Svg:
    """How many games had which value; the middle one is marked."""
    width = bar_width(scale)
    bars: dict[int, int] = {}
    for value, count in spread:
        place = min(floor((value - scale.low) / width), ceil((scale.high - scale.low) / width) - 1)
        bars[place] = bars.get(place, 0) + count
    most = max(bars.values())
    drawn_bars = [
        tag(
            "rect",
            x=scale.across(scale.low + place * width),
            width=f"{100 * width / (scale.high - scale.low) * 0.9:.2f}%",
            y=height * (1 - count / most),
            height=height * count / most,
            class_="bar",
        )
        for place, count in sorted(bars.items())
    ]
    centre = scale.across(middle + (0.45 if width == 1 else 0))
    median = tag("line", x1=centre, x2=centre, y1=-4, y2=height, class_="median")
    base = tag("line", x1="0%", x2="100%", y1=height, y2=height, class_="base")
    return drawn(height + 1, label, *drawn_bars, median, base)


def bar_width(scale: Scale) -> float:
    """Whole numbers one by one, as long as they are few."""
    return max(1, ceil((scale.high - scale.low) / MOST_BARS))


def stacked(shares: Sequence[Measure], colours: Sequence[str], label: str) -> Svg:
    """Parts of a whole in one bar."""
    parts, before = [], 0.0
    for number, share in enumerate(shares):
        if share.value > 0:
            x, width = f"{100 * before:.2f}%", f"{100 * share.value:.2f}%"
            box = tag("rect", x=x, y=3, width=width, height=LINE - 6, fill=colours[number % len(colours)])
            words = tag(
                "text",
                f"{100 * share.value:.0f} %",
                x=f"{100 * (before + share.value / 2):.2f}%",
                y=18,
                class_="inside",
            )
            parts.append(joined(box, words) if share.value > 0.09 else box)
            before += share.value
    return drawn(LINE, label, *parts)
