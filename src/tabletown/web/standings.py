"""How everybody stood over the whole game: a chart, and the moves at which most changed."""

import itertools
from collections.abc import Callable, Sequence
from typing import NamedTuple

from tabletown.explaining.telling import CHANCES, Camps, camps_of, chance_in_words, decider, happened, in_figures
from tabletown.match import Match
from tabletown.rulekit.charting import Mark, Scale, line_chart
from tabletown.rulekit.drawing import Svg
from tabletown.rulekit.engine import Interpreted
from tabletown.rulekit.look import SPECTATOR
from tabletown.rulekit.looking_ahead import by_hand
from tabletown.rulekit.loops import States
from tabletown.rulekit.searching import chance_of
from tabletown.rulekit.thinking import Sums

MOST_SWINGS = 3
APART = 3
"""Two swings lie at least so many steps apart; else they are one."""

Figures = Sequence[float]


class Swing(NamedTuple):
    """A step at which somebody's lead or chance changed much: who is told of, and from what to what they came."""

    step: int
    line: int
    before: float
    after: float
    change: str = ""
    words: str = ""


class Course(NamedTuple):
    """Everybody's score after every step, the first being the start; or each side's chance to win, from 0 to 1."""

    rows: Sequence[Figures]
    swings: Sequence[Swing]
    names: Sequence[str]
    are_chances: bool = False


def course_of(match: Match, language: str, viewer: int = SPECTATOR) -> Course:
    """Played through once more. Each score is the game's own as it stands at that step.

    Sides that win together score when it is decided and hardly before: of them it is told how likely each was to win.
    """
    _ = match.say(language)
    are_chances = bool(match.game.declaration.sides and match.game.declaration.has_instinct)
    camps = camps_of(match, _)
    rows = through_the_game(match, side_chances if are_chances else scored)
    names = camps.names if are_chances else tuple(match.names)
    found = swings_in(rows, list if are_chances else leads)
    written = chance_in_words if are_chances else in_figures
    told_of = [by_decider(match, camps, rows, each) if are_chances else by_score(rows, each) for each in found]
    swings = [
        each._replace(
            change=f"{written(each.before)} → {written(each.after)}", words=happened(match, each.step, language, viewer)
        )
        for each in told_of
    ]
    return Course(rows, swings, names, are_chances)


def through_the_game(match: Match, figures: Callable[[Match], Figures]) -> list[Figures]:
    """What stands at the start, and after every step that was not taken back."""
    again = Match(match.game, match.players, match.seed, match.options, match.rules.edition, match.names, match.start)
    rows = [figures(again)]
    for item in match.items:
        again.replay([item])
        del rows[again.steps :]
        rows.append(figures(again))
    return rows


def scored(match: Match) -> Figures:
    return list(match.scores)


def side_chances(match: Match) -> Figures:
    """How likely each side is to win, as the instinct sees the position; at the end, whether it has won."""
    players, camps = match.players, camps_of(match, match.say("en"))
    if match.over:
        return camps.together(match.returns)
    worth = Sums(Interpreted(match.rules).evaluate(States([match.state]), players)[0])
    ahead = by_hand(match.game.declaration, players)
    chances = [chance_of(worth, players, seat, 0.0, ahead.scale) for seat in range(players)]
    return camps.together([ahead.told(chance, players) for chance in chances])


def leads(scores: Figures) -> list[float]:
    """How far each is before the best of the others."""
    return [own - max(each for other, each in enumerate(scores) if other != seat) for seat, own in enumerate(scores)]


def swings_in(rows: Sequence[Figures], standing: Callable[[Figures], Sequence[float]] = leads) -> list[Swing]:
    """The greatest changes of where anybody stands, in the order of the game."""
    found: list[tuple[float, Swing]] = []
    for step, (old, new) in enumerate(itertools.pairwise(rows), 1):
        before, after = standing(old), standing(new)
        line = max(range(len(new)), key=lambda each: after[each] - before[each])
        gain = after[line] - before[line]
        if gain > 0:
            found.append((gain, Swing(step, line, before[line], after[line])))
    chosen: list[Swing] = []
    for _gain, swing in sorted(found, key=lambda each: (-each[0], each[1].step)):
        if all(abs(swing.step - other.step) >= APART for other in chosen) and len(chosen) < MOST_SWINGS:
            chosen.append(swing)
    return sorted(chosen)


def by_score(rows: Sequence[Figures], swing: Swing) -> Swing:
    """The swing as that of whoever's own score changed most: a lead also jumps for somebody who did nothing."""
    before, after = rows[swing.step - 1], rows[swing.step]
    line = max(range(len(after)), key=lambda each: (abs(after[each] - before[each]), after[each] - before[each]))
    return swing._replace(line=line, before=before[line], after=after[line])


def by_decider(match: Match, camps: Camps, rows: Sequence[Figures], swing: Swing) -> Swing:
    """The swing as that of the side that decided: what is told is what they did, and it may have cost them."""
    seat = decider(match, swing.step)
    line = swing.line if seat is None else camps.of(seat)
    return swing._replace(line=line, before=rows[swing.step - 1][line], after=rows[swing.step][line])


# ---------------------------------------------------------------- the chart

CLOSE = 8
"""Figures nearer to each other than this part of the scale would be written over each other."""


def chart(course: Course, table: str, label: str = "", *, coloured: bool) -> Svg:
    """A line a player or a side, named at its end; the swings are numbered and lead to their step."""
    steps, rows = range(len(course.rows)), course.rows
    scale = CHANCES if course.are_chances else scale_of(rows)
    marks = [Mark(each.step, each.line, f"/m/{table}?step={each.step}", each.words) for each in course.swings]
    return line_chart(steps, rows, course.names, scale, marks, label, coloured=coloured)


def scale_of(rows: Sequence[Figures]) -> Scale:
    low, high = int(min(map(min, rows))), int(max(map(max, rows)))
    written = [low, high] if low < high else [low]
    for score in (0, (low + high) // 2):
        if low < score < high and all(abs(score - each) * CLOSE > high - low for each in written):
            written.append(score)
    return Scale(low, high, [(score, f"{score:,}".replace("-", "−")) for score in sorted(written)])
