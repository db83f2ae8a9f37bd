"""How everybody stood over the whole game: a chart, and the moves at which most changed."""

import itertools
from collections.abc import Callable, Sequence
from typing import NamedTuple

from tabletown.match import Match
from tabletown.rulekit.drawing import Svg, joined, lettering, path, short, tag

WIDTH, HEIGHT = 720, 190
LEFT, RIGHT, TOP, BOTTOM = 58, 96, 14, 24
MOST_SWINGS = 3
APART = 3
"""Two swings lie at least so many steps apart; else they are one."""
DASHES = (None, "7 4", "2 4", "9 3 2 3", "4 2", "1 3")
"""Lines differ in more than their colour."""


class Swing(NamedTuple):
    """A step at which somebody's lead changed much: whose, and from what to what."""

    step: int
    seat: int
    before: int
    after: int
    words: str


class Course(NamedTuple):
    """Everybody's score after every step, the first being the start."""

    scores: list[list[int]]
    swings: list[Swing]


def course_of(match: Match, language: str) -> Course:
    """Played through once more. Each score is the game's own as it stands at that step."""
    again = Match(match.game, match.players, match.seed, match.options, match.rules.edition, match.names, match.start)
    scores = [list(again.scores)]
    for item in match.items:
        again.replay([item])
        del scores[again.steps :]
        scores.append(list(again.scores))
    return Course(scores, [told(match, swing, language) for swing in swings_in(scores)])


def leads(scores: Sequence[int]) -> list[int]:
    """How far each is before the best of the others."""
    return [own - max(each for other, each in enumerate(scores) if other != seat) for seat, own in enumerate(scores)]


def swings_in(scores: Sequence[Sequence[int]]) -> list[Swing]:
    """The greatest changes of anybody's lead, in the order of the game."""
    found: list[tuple[int, Swing]] = []
    for step, (old, new) in enumerate(itertools.pairwise(scores), 1):
        before, after = leads(old), leads(new)
        seat = max(range(len(new)), key=lambda each: after[each] - before[each])
        gain = after[seat] - before[seat]
        if gain > 0:
            found.append((gain, Swing(step, seat, before[seat], after[seat], "")))
    chosen: list[Swing] = []
    for _gain, swing in sorted(found, key=lambda each: (-each[0], each[1].step)):
        if all(abs(swing.step - other.step) >= APART for other in chosen) and len(chosen) < MOST_SWINGS:
            chosen.append(swing)
    return sorted(chosen)


def told(match: Match, swing: Swing, language: str) -> Swing:
    entry = match.entries[swing.step - 1].number
    lines = match.log(None, language, entry - 1, entry, opened=True)
    return swing._replace(words=" ".join(line.text for line in lines))


# ---------------------------------------------------------------- the chart


def chart(course: Course, names: Sequence[str], table: str, label: str = "", *, coloured: bool) -> Svg:
    """A line a player, named at its end; the swings are numbered and lead to their step."""
    scores = course.scores
    low, high = min(map(min, scores)), max(map(max, scores))
    span, steps = max(1, high - low), max(1, len(scores) - 1)

    def at(step: int, score: int) -> tuple[float, float]:
        x = LEFT + (WIDTH - LEFT - RIGHT) * step / steps
        return x, TOP + (HEIGHT - TOP - BOTTOM) * (high - score) / span

    seats = range(len(names))
    lines = [line([at(step, row[seat]) for step, row in enumerate(scores)], seat, coloured) for seat in seats]
    marks = [
        mark(number, *at(swing.step, scores[swing.step][swing.seat]), swing, table)
        for number, swing in enumerate(course.swings, 1)
    ]
    return tag(
        "svg",
        *axis(low, high, at),
        *lines,
        *labels([at(steps, scores[-1][seat])[1] for seat in seats], names),
        *marks,
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        class_="chart",
        role="group",
        aria_label=label,
    )


def line(points: Sequence[tuple[float, float]], seat: int, coloured: bool) -> Svg:  # noqa: FBT001
    way = "M" + "L".join(f"{short(x)} {short(y)}" for x, y in points)
    colour = f"var(--seat-{seat + 1})" if coloured else "var(--ink)"
    dashes = DASHES[seat]
    return path(way, fill="none", stroke=colour, stroke_width=2.2, stroke_dasharray=dashes, stroke_linejoin="round")


def axis(low: int, high: int, at: Callable[[int, int], tuple[float, float]]) -> list[Svg]:
    drawn = []
    for score in sorted({low, (low + high) // 2, high, 0} & set(range(low, high + 1))):
        y = at(0, score)[1]
        drawn.append(path(f"M{LEFT} {short(y)}H{WIDTH - RIGHT}", stroke="var(--line)", fill="none"))
        figure = f"{score:,}".replace("-", "−")
        drawn.append(lettering(figure, LEFT - 6, y + 4, 12, text_anchor="end", fill="var(--ink-2)"))
    return drawn


def labels(heights: Sequence[float], names: Sequence[str]) -> list[Svg]:
    """At the lines' ends, moved apart where they would lie on each other."""
    drawn, last = [], -99.0
    for y, name in sorted(zip(heights, names, strict=True)):
        last = max(y, last + 14)
        drawn.append(lettering(name[:12], WIDTH - RIGHT + 8, last + 4, 12, font_weight=700, fill="var(--ink)"))
    return drawn


def mark(number: int, x: float, y: float, swing: Swing, table: str) -> Svg:
    dot = tag("circle", cx=x, cy=y, r=9, fill="var(--crown)")
    name = lettering(str(number), x, y + 4, 12, text_anchor="middle", font_weight=700, fill="var(--panel)")
    return tag("a", joined(dot, name), href=f"/m/{table}?step={swing.step}", aria_label=f"{number}: {swing.words}")
