"""Where turns and phases of a game begin, so that a replay can go from one to the next."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tabletown.rulekit.language import capitalized
from tabletown.web.table import Table


class Mark(NamedTuple):
    """What is played after an entry, as everybody may know it."""

    turn: str
    phase: str


class Beginning(NamedTuple):
    """The step at which a turn or a phase begins, and what it is called."""

    step: int
    name: str


class Chapters(NamedTuple):
    """A game's turns and phases in their order."""

    turns: list[Beginning]
    phases: list[Beginning]


def marked(table: Table, language: str) -> Iterator[Chapters | None]:
    """The chapters, once every entry has been looked at; None where others may have a turn. Entries are marked once."""
    match = table.playing
    known = table.written_marks.setdefault((language, tuple(match.names)), {})
    numbers = [0, *(entry.number for entry in match.entries)]
    for step, number in enumerate(numbers):
        if number not in known:
            known[number] = _mark(table, language, step)
            yield None
    yield chapters([known[number] for number in numbers])


def _mark(table: Table, language: str, step: int) -> Mark:
    look = table.playing.look(None, step, language)
    guide = table.game.declaration.guide
    phase = next((stage.name for stage in guide.stages(look) if stage.is_now), "")
    return Mark(capitalized(guide.turn(look)), phase)


def chapters(marks: Sequence[Mark]) -> Chapters:
    """A turn begins where it is called otherwise than before; with it a phase, and wherever the phase is another."""
    turns: list[Beginning] = []
    phases: list[Beginning] = []
    for step, mark in enumerate(marks):
        before = marks[step - 1] if step else None
        if before is None or mark.turn != before.turn:
            turns.append(Beginning(step, mark.turn))
        if mark != before:
            phases.append(Beginning(step, mark.phase))
    return Chapters(turns, phases)


def before(beginnings: Sequence[Beginning], step: int) -> int:
    """The last beginning before a step, or the first step."""
    at = bisect_left(beginnings, step, key=lambda each: each.step)
    return beginnings[at - 1].step if at else 0


def after(beginnings: Sequence[Beginning], step: int, last: int) -> int:
    """The first beginning after a step, or the last step."""
    at = bisect_right(beginnings, step, key=lambda each: each.step)
    return beginnings[at].step if at < len(beginnings) else last


def current(beginnings: Sequence[Beginning], step: int) -> Beginning:
    """The one that is played at a step."""
    return beginnings[bisect_right(beginnings, step, key=lambda each: each.step) - 1]
