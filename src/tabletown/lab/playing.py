"""Whole games in chunks, on threads: each game has a seed of its own, so that who plays it makes no difference."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from tabletown.bots.neighbour import NoInstinct
from tabletown.match import Game, game
from tabletown.rulekit.editions import Edition
from tabletown.rulekit.engine import Compiled, engine_for
from tabletown.rulekit.errors import BadOption
from tabletown.rulekit.loops import ENDING, FIRST_SHARE, LENGTH, Seeds, Tally
from tabletown.rulekit.namespace import Namespace

Source = str | Path | Mapping[str, Any] | Edition | None
Progress = Callable[[int, int], None]
"""Called with what is done so far and what there is to do: games to play, functions to compile."""
Rows = np.ndarray[Any, np.dtype[np.int32]]
"""A tally: one row a game."""

COMPILED = Compiled.mode
MOST_GAMES = 1 << 32
MOST_SEEDS = 1 << 30
UNFINISHED = "unfinished"


class Setting:
    """What games are played: the rules, how many players, options, and on which engine; its loops are at hand then."""

    def __init__(
        self,
        name: str,
        players: int,
        mode: str,
        options: Mapping[str, object] | None,
        edition: Source,
        loops: Sequence[str],
        compiling: Progress | None = None,
    ) -> None:
        self.game: Game = game(name)
        declaration = self.game.declaration
        self.players = declaration.check_players(players)
        self.options = declaration.read_options(options)
        self.rules: Namespace = self.game.rules(edition)
        self.engine = engine_for(self.rules, mode)
        if not self.rules.functions.keys() >= set(loops):
            raise NoInstinct(f"{self.game.title} has no instinct, so bots cannot be compared in it.")
        self.engine.prepare(loops, compiling)


def check_number(name: str, value: object, least: int, beyond: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value < beyond:
        raise BadOption(f"The number of {name} is a whole number from {least} to {beyond - 1}, not {value!r}.")
    return value


def check_threads(threads: object) -> int:
    return check_number("threads", threads, 1, 1 + 8 * (os.cpu_count() or 1))


def check_seed(seed: object) -> int:
    if not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed < MOST_SEEDS:
        raise BadOption(f"A seed for many games is a whole number from 0 to {MOST_SEEDS - 1}, not {seed!r}.")
    return seed


@dataclass(frozen=True)
class Span:
    """A chunk of work: games by their place among all that are to be played. Played again, it gives the same rows."""

    first: int
    games: int


Play = Callable[[Span], Any]
Runner = Callable[[Play, Iterable[Span]], Iterator[tuple[Span, Any]]]
"""Plays every span, wherever and in whatever order, and yields each with what came of it as soon as it is there."""


def spans_of(games: int, size: int, first: int = 0) -> Iterator[Span]:
    return (Span(start, min(size, games - start)) for start in range(first, games, size))


def on_threads(threads: int) -> Runner:
    """Compiled rules let go of the interpreter, so threads of one process are enough. Only a few spans wait at once."""

    def run(play: Play, spans: Iterable[Span]) -> Iterator[tuple[Span, Any]]:
        pool, left = ThreadPoolExecutor(threads), iter(spans)
        try:
            waiting = {pool.submit(play, span): span for span in islice(left, 2 * threads)}
            while waiting:
                done, _ = wait(waiting, return_when=FIRST_COMPLETED)
                for future in done:
                    span = waiting.pop(future)
                    waiting |= {pool.submit(play, after): after for after in islice(left, 1)}
                    yield span, future.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)

    return run


class Stopped(KeyboardInterrupt):
    """Somebody pressed Ctrl-C; what was found out before is kept."""

    def __init__(self, so_far: Any, done: int, wanted: int | None) -> None:
        of = "" if wanted is None else f" of {wanted:,}"
        super().__init__(f"Interrupted after {done:,}{of} games.")
        self.so_far = so_far
        """The same as without the interruption, over fewer games; None if there was none."""
        self.done = done
        self.wanted = wanted


@dataclass
class Counts:
    """What is kept of games that are too many to be kept themselves."""

    players: int
    endings: int
    games: int = 0
    decisions: int = 0
    shortest: int = 0
    longest: int = 0

    def __post_init__(self) -> None:
        self.ended = np.zeros(self.endings + 1, np.int64)
        """By ending; 0 counts games that did not end."""
        self.seats = np.zeros(self.players, np.int64)
        self.rotated = np.zeros(self.players, np.int64)
        """Sixtieths of wins: by seat, and by place behind the first, who moves on by one seat each game."""

    @classmethod
    def of(cls, setting: Setting) -> "Counts":
        return cls(setting.players, len(setting.game.endings))

    def add(self, span: Span, rows: Rows) -> None:
        lengths = rows[:, LENGTH]
        self.shortest = min(int(lengths.min()), self.shortest) if self.games else int(lengths.min())
        self.longest = max(int(lengths.max()), self.longest)
        self.games += span.games
        self.decisions += int(lengths.sum(dtype=np.int64))
        self.ended += np.bincount(rows[:, ENDING], minlength=len(self.ended))
        shares = rows[:, FIRST_SHARE : FIRST_SHARE + self.players]
        self.seats += shares.sum(axis=0, dtype=np.int64)
        for start in range(self.players):
            turned = shares[start :: self.players].sum(axis=0, dtype=np.int64)
            self.rotated += np.roll(turned, -((span.first + start) % self.players))

    def shares_of_endings(self, names: Sequence[str]) -> dict[str, float]:
        counted = zip((UNFINISHED, *names), self.ended.tolist(), strict=True)
        return {name: count / self.games for name, count in counted if count or name != UNFINISHED}


def play_in_chunks(
    setting: Setting,
    games: int,
    threads: int,
    seed: int,
    play: Callable[[Seeds], Tally],
    progress: Progress | None,
    counts: Counts,
    size: int = 0,
) -> None:
    """Play the games numbered from the seed on, each chunk given to `play` as its seeds, and count them."""
    engine, players = setting.engine, setting.players
    check_number("games", games, 1, MOST_GAMES)
    check_threads(threads)
    begin = check_seed(seed) << 32
    size = size or min(engine.chunk, -(-games // (threads * players)) * players)
    if progress is not None:
        progress(0, games)

    def rows_of(span: Span) -> Rows:
        first = begin + span.first
        return np.asarray(play(engine.numbers(range(first, first + span.games))), np.int32)

    for span, rows in on_threads(threads)(rows_of, spans_of(games, size)):
        counts.add(span, rows)
        if progress is not None:
            progress(counts.games, games)
