"""Bots against each other, the seats rotated or kept."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from time import perf_counter
from typing import Any

import numpy as np

from tabletown import bots
from tabletown.lab.certainty import Share
from tabletown.lab.playing import COMPILED, Progress, Rows, Setting, Source, play_in_chunks
from tabletown.lab.simulate import WHOLE_WIN, shares_of_endings
from tabletown.rulekit.errors import BadOption
from tabletown.rulekit.loops import FIRST_SHARE, LENGTH
from tabletown.rulekit.thinking import INSTINCT_PLAYER, OPTIONS, RANDOM_PLAYER, ROOM, Sums

KINDS = {"visitor": RANDOM_PLAYER, "neighbour": INSTINCT_PLAYER}
"""The compiled players of each level."""


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
    levels = [bots.level(name).name for name in seats]
    setting = Setting(game, len(levels), mode, options, edition, ["bot_games"], compiling)
    declaration = setting.game.declaration
    kinds = setting.numbers([KINDS[name] for name in levels])
    declined = setting.numbers(spans_of(setting, declaration.visitor_declines))

    def play(seeds: Any) -> Rows:
        tally = setting.tally(len(seeds))
        states = setting.states(OPTIONS + 1, options_in=OPTIONS)
        step = len(seeds) if rotate else 1
        for first in range(0, len(seeds), step):
            setting.call(
                "bot_games",
                states,
                setting.players,
                kinds,
                declined,
                seeds[first : first + step],
                declaration.worlds,
                setting.runs(),
                sums(setting, declaration.actions.count),
                sums(setting, ROOM),
                setting.sheet(),
                setting.limit,
                tally[first : first + step],
            )
        return np.asarray(tally, np.int32)

    clock = perf_counter()
    rows = play_in_chunks(setting, games, threads, seed, play, progress)
    wins = [won_by(setting, rows, number, rotate=rotate) for number in range(len(levels))]
    return Standings(
        game=setting.game.name,
        games=games,
        seconds=perf_counter() - clock,
        mean_length=float(rows[:, LENGTH].mean()),
        endings=shares_of_endings(setting, rows),
        bots=tuple(Standing(name, won, **asdict(Share.of(won, games))) for name, won in zip(levels, wins, strict=True)),
    )


def sums(setting: Setting, count: int) -> Any:
    return np.zeros(count) if setting.mode == COMPILED else Sums([0.0] * count)


def spans_of(setting: Setting, kinds: Sequence[str]) -> list[int]:
    """The actions of these kinds, as (first, count) after (first, count)."""
    known = setting.game.declaration.actions.kinds
    if unknown := [name for name in kinds if name not in known]:
        raise BadOption(f"{setting.game.title} has no action {unknown[0]!r} for a visitor to decline.")
    return [number for name in kinds for number in (known[name].offset, known[name].count)]


def won_by(setting: Setting, rows: Rows, number: int, *, rotate: bool) -> float:
    """Bot number k sits k seats behind the first, who moves on by one seat each game if seats rotate."""
    each = np.arange(len(rows))
    seats = (number + each * rotate) % setting.players
    return int(rows[each, FIRST_SHARE + seats].sum(dtype=np.int64)) / WHOLE_WIN
