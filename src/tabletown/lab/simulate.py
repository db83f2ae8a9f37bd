"""Random self-play: how long games last, how they end, and what a seat is worth."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from time import perf_counter, process_time
from typing import Any

import numpy as np

from tabletown.lab.certainty import Share
from tabletown.lab.playing import COMPILED, Progress, Rows, Setting, Source, play_in_chunks
from tabletown.rulekit.loops import ENDING, FIRST_SHARE, LENGTH, WHOLE_WIN, Seeds, Tally

UNFINISHED = "unfinished"


@dataclass(frozen=True)
class Summary:
    """What came out of many games."""

    game: str
    players: int
    games: int
    decisions: int
    seconds: float
    cpu_seconds: float
    mean_length: float
    shortest: int
    longest: int
    endings: dict[str, float]
    """Shares of the games, by the ending's name."""
    seats: tuple[Share, ...]
    """Each seat's share of the wins; a shared win counts in parts."""

    @property
    def decisions_per_second(self) -> float:
        return self.decisions / self.seconds

    @property
    def games_per_second(self) -> float:
        return self.games / self.seconds

    def to_dict(self) -> dict[str, Any]:
        return asdict(self) | {
            "decisions_per_second": self.decisions_per_second,
            "games_per_second": self.games_per_second,
        }


def simulate(
    game: str,
    players: int,
    games: int,
    threads: int = 1,
    seed: int = 0,
    mode: str = COMPILED,
    options: Mapping[str, object] | None = None,
    edition: Source = None,
    progress: Progress | None = None,
    compiling: Progress | None = None,
) -> Summary:
    """Play whole games at random. The same seed gives the same games, on any number of threads and in either mode."""
    setting = Setting(game, players, mode, options, edition, ["random_games"], compiling)
    engine = setting.engine

    def play(seeds: Seeds) -> Tally:
        return engine.random_games(engine.states(2, setting.options), setting.players, seeds)

    clock, cpu_clock = perf_counter(), process_time()
    rows = play_in_chunks(setting, games, threads, seed, play, progress)
    return summary_of(setting, rows, perf_counter() - clock, process_time() - cpu_clock)


def summary_of(setting: Setting, rows: Rows, seconds: float, cpu_seconds: float) -> Summary:
    games = len(rows)
    lengths = rows[:, LENGTH]
    decisions = int(lengths.sum(dtype=np.int64))
    return Summary(
        game=setting.game.name,
        players=setting.players,
        games=games,
        decisions=decisions,
        seconds=seconds,
        cpu_seconds=cpu_seconds,
        mean_length=decisions / games,
        shortest=int(lengths.min()),
        longest=int(lengths.max()),
        endings=shares_of_endings(setting, rows),
        seats=tuple(Share.of(wins, games) for wins in wins_by_seat(setting, rows)),
    )


def shares_of_endings(setting: Setting, rows: Rows) -> dict[str, float]:
    names = (UNFINISHED, *setting.game.endings)
    counts = np.bincount(rows[:, ENDING], minlength=len(names))
    return {name: int(n) / len(rows) for name, n in zip(names, counts, strict=True) if n or name != UNFINISHED}


def wins_by_seat(setting: Setting, rows: Rows) -> list[float]:
    shares = rows[:, FIRST_SHARE : FIRST_SHARE + setting.players].sum(axis=0, dtype=np.int64)
    return [int(share) / WHOLE_WIN for share in shares]
