"""Bots against each other, the seats rotated or kept."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from math import inf
from time import perf_counter
from typing import Any

import numpy as np

from tabletown import bots
from tabletown.bots.games import play_game
from tabletown.bots.searcher import Searcher
from tabletown.lab.certainty import Share
from tabletown.lab.playing import COMPILED, Progress, Rows, Setting, Source, play_in_chunks
from tabletown.lab.simulate import shares_of_endings
from tabletown.match import game as find_game
from tabletown.rulekit.errors import BadOption
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
    thinking: float = 1.0,
) -> Standings:
    """Let bots of these levels play; after each game everybody moves on by one seat, unless seats mean sides.

    Searching bots make as many simulations as their level makes in the time that it has, whatever the clock says;
    `thinking` is the part of them that they make here.
    """
    levels = [bots.level(name) for name in seats]
    setting = Setting(game, len(levels), mode, options, edition, loops_of(game, levels), compiling)
    for level in levels:
        bots.check_level(setting.game.declaration, level.name)
    play = by_search if any(level.searches for level in levels) else by_loop
    clock = perf_counter()
    rows = play_in_chunks(
        setting, games, threads, seed, partial(play, setting, levels, int(rotate), check_thinking(thinking)), progress
    )
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


def loops_of(name: str, levels: Sequence[bots.Level]) -> list[str]:
    """What is compiled before the first game."""
    if not any(level.searches for level in levels):
        return ["bot_games"]
    declaration = find_game(name).declaration
    return sorted({loop for level in levels for loop in level.loops_for(declaration, len(levels))})


def check_thinking(thinking: object) -> float:
    if not isinstance(thinking, (int, float)) or isinstance(thinking, bool) or not 0 < thinking <= 1:
        raise BadOption(f"Bots think for a part of their time, above 0 and up to 1, not {thinking!r}.")
    return float(thinking)


def by_loop(setting: Setting, levels: Sequence[bots.Level], rotating: int, _thinking: float, seeds: Seeds) -> Tally:
    """All games in one compiled loop."""
    engine = setting.engine
    room = engine.room_for_bots(setting.options)
    kinds = engine.numbers([level.kind for level in levels if level.kind is not None])
    return engine.bot_games(room, setting.players, seeds, kinds, rotating=rotating == 1)


def by_search(setting: Setting, levels: Sequence[bots.Level], rotating: int, thinking: float, seeds: Seeds) -> Tally:
    """Decision by decision; where bots search, that is what takes the time."""
    rules, players = setting.rules, setting.players
    company = [level.patient_bot(rules) for level in levels]
    for bot in company:
        if isinstance(bot, Searcher):
            bot.seconds *= thinking
    rows = setting.engine.tally(len(seeds), players)
    for game, number in enumerate(seeds):
        first = game * rotating % players
        seated = [company[(seat - first) % players] for seat in range(players)]
        _, rows[game] = play_game(rules, seated, setting.options, int(number), inf)
    return rows


def won_by(setting: Setting, rows: Rows, number: int, *, rotate: bool) -> float:
    """Bot number k sits k seats behind the first, who moves on by one seat each game if seats rotate."""
    each = np.arange(len(rows))
    seats = (number + each * rotate) % setting.players
    return int(rows[each, FIRST_SHARE + seats].sum(dtype=np.int64)) / WHOLE_WIN
