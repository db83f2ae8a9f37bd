"""How everybody stood over the whole game: a chart, and the moves at which most changed."""

import itertools
from collections.abc import Sequence
from typing import NamedTuple

from tabletown.match import Match
from tabletown.rulekit.charting import Mark, Scale, line_chart
from tabletown.rulekit.drawing import Svg

MOST_SWINGS = 3
APART = 3
"""Two swings lie at least so many steps apart; else they are one."""


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

CLOSE = 8
"""Figures nearer to each other than this part of the scale would be written over each other."""


def chart(course: Course, names: Sequence[str], table: str, label: str = "", *, coloured: bool) -> Svg:
    """A line a player, named at its end; the swings are numbered and lead to their step."""
    scores = course.scores
    low, high = min(map(min, scores)), max(map(max, scores))
    written = [low, high] if low < high else [low]
    for score in (0, (low + high) // 2):
        if low < score < high and all(abs(score - each) * CLOSE > high - low for each in written):
            written.append(score)
    scale = Scale(low, high, [(score, f"{score:,}".replace("-", "−")) for score in sorted(written)])
    marks = [Mark(each.step, each.seat, f"/m/{table}?step={each.step}", each.words) for each in course.swings]
    return line_chart(range(len(scores)), scores, names, scale, marks, label, coloured=coloured)
