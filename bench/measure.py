"""How the bench measures: whole runs, timed in CPU seconds, the sides taking turns so that all meet a busy moment."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

ROUNDS = 5


@dataclass(frozen=True)
class Promise:
    at_least: float = 0.0
    at_most: float = float("inf")

    def kept_by(self, value: float) -> bool:
        return self.at_least <= value <= self.at_most

    def __str__(self) -> str:
        return f"at least {self.at_least:g}" if self.at_least else f"at most {self.at_most:g}"


@dataclass(frozen=True)
class Figure:
    name: str
    value: float
    shown: str


class Run(NamedTuple):
    decisions: int
    games: int
    cpu_seconds: float

    @property
    def decisions_per_second(self) -> float:
        return self.decisions / self.cpu_seconds

    @property
    def games_per_second(self) -> float:
        return self.games / self.cpu_seconds


Side = Callable[[], Run]


def best_of_alternating(sides: Sequence[Side]) -> list[Run]:
    """Each side's fastest run of five; in every round each side runs once."""
    rounds = [[side() for side in sides] for _ in range(ROUNDS)]
    return [max(runs, key=lambda run: run.decisions_per_second) for runs in zip(*rounds, strict=True)]


def games_for(cpu_seconds: float, play: Callable[[int], Run]) -> int:
    """How many games fill a run of that length: twice as many each time until a run lasts a good part of it."""
    games = 1
    play(games)  # loads, compiles and fills caches, which no run is to be charged for
    while (run := play(games)).cpu_seconds < cpu_seconds / 4:
        games *= 2
    return max(1, round(games * cpu_seconds / run.cpu_seconds))
