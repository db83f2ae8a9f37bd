"""What is told of a variant, each with its 95 % confidence interval."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np

from tabletown.lab.certainty import Z95, Share
from tabletown.lab.playing import UNFINISHED, Rows
from tabletown.lab.study.games import OPENER, columns_of, pace_of
from tabletown.lab.study.plan import Variant
from tabletown.match import game
from tabletown.rulekit.loops import WHOLE_WIN

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


@dataclass(frozen=True)
class Measure:
    """A figure and how far it can be trusted."""

    about: str
    """Which chapter it belongs to: wins, order, length, endings, lead, scores, actions."""
    name: str
    value: float
    low: float
    high: float
    is_share: bool = False

    @property
    def error(self) -> float:
        """About one standard error."""
        return (self.high - self.low) / (2 * Z95)

    def differs_from(self, other: "Measure") -> bool:
        return abs(self.value - other.value) > Z95 * sqrt(self.error**2 + other.error**2)


@dataclass(frozen=True)
class Told:
    """A variant with everything that is told of it."""

    variant: Variant
    games: int
    measures: tuple[Measure, ...]
    spread: dict[str, tuple[tuple[int, int], ...]]
    """By column: each value with the number of games that had it, for pictures."""

    def measure(self, about: str, name: str) -> Measure:
        return next(each for each in self.measures if (each.about, each.name) == (about, name))

    def of(self, about: str) -> list[Measure]:
        return [each for each in self.measures if each.about == about]


def told_of(variant: Variant, rows: Rows) -> Told:
    columns, declaration = columns_of(variant.game), game(variant.game).declaration
    scores = columns.scores(rows, variant.players)
    spread = {pace_of(variant.game): counted(columns.of(rows, pace_of(variant.game)))}
    if not declaration.sides:
        ranked = np.sort(scores, axis=1)
        spread |= {"best score": counted(ranked[:, -1]), "worst score": counted(ranked[:, 0])}
    return Told(variant, len(rows), tuple(measures_of(variant, rows)), spread)


def counted(values: Any) -> tuple[tuple[int, int], ...]:
    found, times = np.unique(values, return_counts=True)
    return tuple(zip(found.tolist(), times.tolist(), strict=True))


def measures_of(variant: Variant, rows: Rows) -> Iterator[Measure]:
    columns, declaration = columns_of(variant.game), game(variant.game).declaration
    yield from wins_of(variant, rows)
    if declaration.opened_by:
        yield from wins_in_order(variant, rows)
    yield mean_of("length", pace_of(variant.game), columns.of(rows, pace_of(variant.game)))
    if declaration.paced_by:
        yield mean_of("length", "decisions", columns.of(rows, "decisions"))
    ended = columns.of(rows, "ending")
    for number, name in enumerate((UNFINISHED, *declaration.endings)):
        if number or (ended == 0).any():
            yield share_of("endings", name, ended == number)
    yield mean_of("lead", "lead changes", columns.of(rows, "lead_changes"))
    settled = columns.of(rows, "led_since") / np.maximum(1, columns.of(rows, "decisions"))
    yield mean_of("lead", "lead settled after", settled, is_share=True)
    shares = columns.shares(rows, variant.players)
    whole = WHOLE_WIN * max(1, len(declaration.sides)) // (variant.players if declaration.sides else 1)
    yield share_of("lead", "clear winner", (shares == whole).any(axis=1))
    if not declaration.sides:
        yield from scores_of(columns.scores(rows, variant.players))
    for verb in declaration.actions.kinds:
        uses = columns.of(rows, f"uses_{verb}")
        yield share_of("actions", f"{verb}: games with it", uses > 0)
        yield mean_of("actions", f"{verb}: uses a game", uses)


def wins_of(variant: Variant, rows: Rows) -> Iterator[Measure]:
    """By side where there are sides, else by seat; a shared win counts in parts."""
    shares = columns_of(variant.game).shares(rows, variant.players)
    sides = game(variant.game).declaration.sides
    each = variant.players // len(sides) if sides else 1
    for number in range(variant.players // each):
        name = sides[number] if sides else f"seat {number + 1}"
        yield won_by("wins", name, shares[:, number * each : (number + 1) * each])


def wins_in_order(variant: Variant, rows: Rows) -> Iterator[Measure]:
    """By whose turn comes first, second and so on; games that ended before anybody's are left out."""
    columns = columns_of(variant.game)
    begun = rows[columns.of(rows, OPENER) >= 0]
    shares, opener = columns.shares(begun, variant.players), columns.of(begun, OPENER)
    for later in range(variant.players):
        seats = (opener + later) % variant.players
        yield won_by("order", f"{ORDINALS[later]} to play", shares[np.arange(len(begun)), seats])


def won_by(about: str, name: str, shares: Any) -> Measure:
    found = Share.of(float(shares.sum(dtype=np.int64)) / WHOLE_WIN, len(shares))
    return Measure(about, name, found.share, found.low, found.high, is_share=True)


def scores_of(scores: Any) -> Iterator[Measure]:
    ranked = np.sort(scores, axis=1)
    yield mean_of("scores", "best", ranked[:, -1])
    yield mean_of("scores", "worst", ranked[:, 0])
    yield mean_of("scores", "winning margin", ranked[:, -1] - ranked[:, -2])
    yield mean_of("scores", "spread, best to worst", ranked[:, -1] - ranked[:, 0])


def share_of(about: str, name: str, happened: Any) -> Measure:
    found = Share.of(int(happened.sum()), len(happened))
    return Measure(about, name, found.share, found.low, found.high, is_share=True)


def mean_of(about: str, name: str, values: Any, *, is_share: bool = False) -> Measure:
    mean = float(values.mean())
    reach = Z95 * float(values.std(ddof=1)) / sqrt(len(values)) if len(values) > 1 else 0.0
    return Measure(about, name, mean, mean - reach, mean + reach, is_share)


def widest(told: Told) -> float:
    """Half of the widest interval of a win share: what precision is about."""
    return max((each.high - each.low) / 2 for each in told.of("wins"))
