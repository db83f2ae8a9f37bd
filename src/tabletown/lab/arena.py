"""Bots against each other, the seats rotated or kept."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from time import perf_counter
from typing import Any

import numpy as np

from tabletown import bots
from tabletown.lab.certainty import Share
from tabletown.lab.playing import COMPILED, Progress, Rows, Setting, Source, play_in_chunks
from tabletown.lab.simulate import shares_of_endings
from tabletown.rulekit.loops import FIRST_SHARE, LENGTH, WHOLE_WIN, Seeds, Tally


@dataclass(frozen=True)
class Standing:
    """How one of the bots did; a shared win counts in parts."""

    bot: str
    wins: float
    share: float
    low: float
    high: float
    """The share's 95 % confidence interval."""


@dataclass(frozen=True)
class Standings:
    """What came out of an arena: the bots in the order in which they were named."""

    game: str
    games: int
    seconds: float
    mean_length: float
    endings: dict[str, float]
    bots: tuple[Standing, ...]
    rotated: bool
    """Whether everybody moved on by one seat after each game."""

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


def arena(
    game: str,
    seats: Sequence[str],
    games: int,
    seed: int = 0,
    threads: int = 1,
    mode: str = COMPILED,
    options: Mapping[str, object] | None = None,
    edition: Source = None,
    progress: Progress | None = None,
    compiling: Progress | None = None,
    *,
    rotate: bool = True,
) -> Standings:
    """Let bots of these levels play; after each game everybody moves on by one seat, unless seats mean sides."""
    levels = [bots.level(name) for name in seats]
    setting = Setting(game, len(levels), mode, options, edition, ["bot_games"], compiling)
    for level in levels:
        bots.check_level(setting.game.declaration, level.name)
    engine = setting.engine
    kinds = engine.numbers([level.kind for level in levels])

    def play(seeds: Seeds) -> Tally:
        room = engine.room_for_bots(setting.options)
        return engine.bot_games(room, setting.players, seeds, kinds, rotating=rotate)

    clock = perf_counter()
    rows = play_in_chunks(setting, games, threads, seed, play, progress)
    wins = [won_by(setting, rows, number, rotate=rotate) for number in range(len(levels))]
    return Standings(
        game=setting.game.name,
        games=games,
        seconds=perf_counter() - clock,
        mean_length=float(rows[:, LENGTH].mean()),
        endings=shares_of_endings(setting, rows),
        bots=tuple(
            Standing(level.name, won, **asdict(Share.of(won, games))) for level, won in zip(levels, wins, strict=True)
        ),
        rotated=rotate,
    )


def won_by(setting: Setting, rows: Rows, number: int, *, rotate: bool) -> float:
    """Bot number k sits k seats behind the first, who moves on by one seat each game if seats rotate."""
    each = np.arange(len(rows))
    seats = (number + each * rotate) % setting.players
    return int(rows[each, FIRST_SHARE + seats].sum(dtype=np.int64)) / WHOLE_WIN
