"""Random self-play: how long games last, how they end, and what a seat is worth."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from time import perf_counter, thread_time
from typing import Any

from tabletown.lab.certainty import Share
from tabletown.lab.playing import COMPILED, Counts, Progress, Setting, Source, Stopped, play_in_chunks
from tabletown.lab.runners import Runner, on_threads
from tabletown.rulekit.loops import WHOLE_WIN, Seeds, Tally


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
    runner: Runner | None = None,
) -> Summary:
    """Play whole games at random. The same seed gives the same games, on any number of threads and in either mode.

    Another runner than threads (see `on_ray`) plays the same games elsewhere.
    """
    runner = runner or on_threads(threads)
    setting = Setting(game, players, mode, options, edition, ["random_games"], compiling)
    clock, cpu_clock = perf_counter(), thread_time()
    counts = Counts.of(setting)

    def summary() -> Summary:
        return summary_of(setting, counts, perf_counter() - clock, counts.cpu_seconds + thread_time() - cpu_clock)

    try:
        at_most = runner.grain * setting.engine.chunk
        play_in_chunks(setting, games, runner, seed, at_random, progress, counts, at_most)
    except KeyboardInterrupt:
        raise Stopped(summary() if counts.games else None, counts.games, games) from None
    return summary()


def at_random(setting: Setting, seeds: Seeds) -> Tally:
    engine = setting.engine
    return engine.random_games(engine.states(2, setting.options), setting.players, seeds)


def summary_of(setting: Setting, counts: Counts, seconds: float, cpu_seconds: float) -> Summary:
    return Summary(
        game=setting.game.name,
        players=setting.players,
        games=counts.games,
        decisions=counts.decisions,
        seconds=seconds,
        cpu_seconds=cpu_seconds,
        mean_length=counts.decisions / counts.games,
        shortest=counts.shortest,
        longest=counts.longest,
        endings=counts.shares_of_endings(setting.game.endings),
        seats=tuple(Share.of(share / WHOLE_WIN, counts.games) for share in counts.seats.tolist()),
    )
