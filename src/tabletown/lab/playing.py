"""Whole games in chunks: each game has a seed of its own, so that who plays it, and where, makes no difference."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import Lock
from time import thread_time
from typing import Any

import numpy as np

from tabletown.bots.neighbour import NoInstinct
from tabletown.lab.runners import Runner, check_number
from tabletown.match import Game, game
from tabletown.rulekit.editions import Edition
from tabletown.rulekit.engine import Compiled, engine_for
from tabletown.rulekit.errors import BadDeclaration, BadOption, TabletownError
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
        self._loops = tuple(loops)

    def __reduce__(self) -> tuple[Any, ...]:
        """Sent to another process it is a name, some numbers and the edition; there it is made again."""
        how = (self.game.name, self.players, self.engine.mode, tuple(self.options.items()), self.rules.edition)
        return _made_again, (*how, self._loops, self.rules.source_hash)


class OtherRules(TabletownError):
    """Games that were asked for by a process whose rules are not the same."""


_made: dict[tuple[Any, ...], Setting] = {}
_making = Lock()


def _made_again(
    name: str,
    players: int,
    mode: str,
    options: tuple[tuple[str, int], ...],
    edition: Edition,
    loops: tuple[str, ...],
    source_hash: str,
) -> Setting:
    """Once a process: what is compiled is loaded from the cache of the machine, or compiled there."""
    key = (name, players, mode, options, edition.hash, loops, source_hash)
    with _making:
        if key not in _made:
            made = Setting(name, players, mode, dict(options), edition, loops)
            if made.rules.source_hash != source_hash:
                raise OtherRules(f"The rules of {name} differ between machines: install the same tabletown on each.")
            _made[key] = made
        return _made[key]


def check_seed(seed: object) -> int:
    if not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed < MOST_SEEDS:
        raise BadOption(f"A seed for many games is a whole number from 0 to {MOST_SEEDS - 1}, not {seed!r}.")
    return seed


@dataclass(frozen=True)
class Span:
    """A chunk of work: games by their place among all that are to be played. Played again, it gives the same rows."""

    first: int
    games: int


def spans_of(games: int, size: int, first: int = 0) -> Iterator[Span]:
    return (Span(start, min(size, games - start)) for start in range(first, games, size))


class Stopped(KeyboardInterrupt):
    """Somebody pressed Ctrl-C; what was found out before is kept."""

    def __init__(self, so_far: Any, done: int, wanted: int | None, then: str = "") -> None:
        of = "" if wanted is None else f" of {wanted:,}"
        super().__init__(f"Interrupted after {done:,}{of} games. {then}".rstrip())
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
    cpu_seconds: float = 0.0
    """Of those who played."""

    def __post_init__(self) -> None:
        self.ended = np.zeros(self.endings + 1, np.int64)
        """By ending; 0 counts games that did not end."""
        self.seats = np.zeros(self.players, np.int64)
        self.rotated = np.zeros(self.players, np.int64)
        """Sixtieths of wins: by seat, and by place behind the first, who moves on by one seat each game."""

    @classmethod
    def of(cls, setting: Setting) -> "Counts":
        return cls(setting.players, len(setting.game.endings))

    def count(self, span: Span, rows: Rows) -> None:
        """The games of a span, the first that are counted here."""
        lengths = rows[:, LENGTH]
        self.games, self.decisions = span.games, int(lengths.sum(dtype=np.int64))
        self.shortest, self.longest = int(lengths.min()), int(lengths.max())
        if not 0 <= rows[:, ENDING].min() <= rows[:, ENDING].max() <= self.endings:
            raise BadDeclaration(f"A game has ended otherwise than in the {self.endings} ways that are declared.")
        self.ended += np.bincount(rows[:, ENDING], minlength=len(self.ended))
        shares = rows[:, FIRST_SHARE : FIRST_SHARE + self.players]
        self.seats += shares.sum(axis=0, dtype=np.int64)
        for start in range(self.players):
            turned = shares[start :: self.players].sum(axis=0, dtype=np.int64)
            self.rotated += np.roll(turned, -((span.first + start) % self.players))

    def add(self, other: "Counts") -> None:
        """Whole numbers, so that the order makes no difference."""
        self.shortest = min(other.shortest, self.shortest) if self.games else other.shortest
        self.longest = max(other.longest, self.longest)
        self.games += other.games
        self.decisions += other.decisions
        self.cpu_seconds += other.cpu_seconds
        self.ended += other.ended
        self.seats += other.seats
        self.rotated += other.rotated

    def shares_of_endings(self, names: Sequence[str]) -> dict[str, float]:
        counted = zip((UNFINISHED, *names), self.ended.tolist(), strict=True)
        return {name: count / self.games for name, count in counted if count or name != UNFINISHED}


Play = Callable[[Setting, Seeds], Tally]
"""A row for each of the seeds; a function of a module, so that it can be sent to another process."""


def counted(setting: Setting, play: Play, begin: int, span: Span) -> Counts:
    """Play a span; only what was counted goes back."""
    clock, counts, first = thread_time(), Counts.of(setting), begin + span.first
    tally = play(setting, setting.engine.numbers(range(first, first + span.games)))
    counts.count(span, np.asarray(tally, np.int32))
    counts.cpu_seconds = thread_time() - clock
    return counts


def play_in_chunks(
    setting: Setting,
    games: int,
    runner: Runner,
    seed: int,
    play: Play,
    progress: Progress | None,
    counts: Counts,
    at_most: int = 0,
) -> None:
    """Play the games numbered from the seed on, each chunk given to `play` as its seeds, and count them.

    A chunk is at most so many games; if nothing is said, as many as are worth giving to a thread.
    """
    check_number("games", games, 1, MOST_GAMES)
    begin = check_seed(seed) << 32
    share = -(-games // (runner.workers * setting.players)) * setting.players
    if progress is not None:
        progress(0, games)
    spans = spans_of(games, min(at_most or setting.engine.chunk, share))
    with closing(runner(partial(counted, setting, play, begin), spans)) as played:
        for _, found in played:
            counts.add(found)
            if progress is not None:
                progress(counts.games, games)
