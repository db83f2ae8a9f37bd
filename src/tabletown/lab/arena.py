"""Bots against each other, the seats rotated or kept."""

from collections.abc import Mapping, Sequence
from concurrent.futures import CancelledError
from dataclasses import asdict, dataclass
from functools import partial
from math import inf
from time import perf_counter
from typing import Any

from tabletown import bots
from tabletown.bots.bot import Bot, Chance
from tabletown.bots.games import play_game
from tabletown.bots.neighbour import slips_of_neighbours
from tabletown.bots.searcher import Searcher
from tabletown.lab.certainty import Share
from tabletown.lab.playing import COMPILED, Counts, Progress, Setting, Source, Stopped, play_in_chunks
from tabletown.lab.runners import Runner, is_stopped, on_threads
from tabletown.match import game as find_game
from tabletown.rulekit.errors import BadOption
from tabletown.rulekit.loops import WHOLE_WIN, Seeds, Tally
from tabletown.rulekit.records import Record
from tabletown.rulekit.runs import Runs


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
    thinking: float | Sequence[float] = 1.0,
    runner: Runner | None = None,
) -> Standings:
    """Let bots of these levels play; after each game everybody moves on by one seat, unless seats mean sides.

    Searching bots make as many simulations as their level makes in the time that it has, whatever the clock says;
    `thinking` is the part of them that they make here, all or one by one. Another runner than threads (see `on_ray`)
    plays the same games elsewhere.
    """
    runner = runner or on_threads(threads)
    levels = [bots.level(name) for name in seats]
    for level in levels:  # before anything is compiled for them
        bots.check_level(find_game(game).declaration, level.name)
    setting = Setting(game, len(levels), mode, options, edition, loops_of(game, levels), compiling)
    searching = any(level.searches for level in levels)
    parts = parts_of(thinking, len(levels))
    names = [level.name for level in levels]
    play = partial(by_search, names, parts, rotate) if searching else partial(by_loop, names, rotate)
    clock = perf_counter()
    counts = Counts.of(setting)
    at_most = setting.players if searching else 0

    def standings() -> Standings:
        return standings_of(setting, levels, counts, perf_counter() - clock, rotate=rotate)

    try:
        play_in_chunks(setting, games, runner, seed, play, progress, counts, at_most)
    except KeyboardInterrupt:
        raise Stopped(standings() if counts.games else None, counts.games, games) from None
    return standings()


def standings_of(
    setting: Setting, levels: Sequence[bots.Level], counts: Counts, seconds: float, *, rotate: bool
) -> Standings:
    wins = [share / WHOLE_WIN for share in (counts.rotated if rotate else counts.seats).tolist()]
    return Standings(
        game=setting.game.name,
        games=counts.games,
        seconds=seconds,
        mean_length=counts.decisions / counts.games,
        endings=counts.shares_of_endings(setting.game.endings),
        bots=tuple(
            Standing(level.name, won, **asdict(Share.of(won, counts.games)))
            for level, won in zip(levels, wins, strict=True)
        ),
        rotated=rotate,
    )


def loops_of(name: str, levels: Sequence[bots.Level]) -> list[str]:
    """What is compiled before the first game."""
    if not any(level.searches for level in levels):
        return ["bot_games"]
    declaration = find_game(name).declaration
    return sorted({loop for level in levels for loop in level.loops_for(declaration, len(levels))})


def parts_of(thinking: float | Sequence[float], players: int) -> list[float]:
    """The part of its time that each of the bots takes."""
    given = list(thinking) if isinstance(thinking, Sequence) else [thinking] * players
    if len(given) != players:
        raise BadOption(f"A part of their time for all, or one for each of the {players} bots, not {len(given)}.")
    return [check_thinking(part) for part in given]


def check_thinking(thinking: object) -> float:
    if not isinstance(thinking, (int, float)) or isinstance(thinking, bool) or not 0 < thinking <= 1:
        raise BadOption(f"Bots think for a part of their time, above 0 and up to 1, not {thinking!r}.")
    return float(thinking)


def by_loop(names: Sequence[str], rotate: bool, setting: Setting, seeds: Seeds) -> Tally:  # noqa: FBT001
    """All games in one compiled loop."""
    engine = setting.engine
    room = engine.room_for_bots(setting.options)
    kinds = engine.numbers([kind for name in names if (kind := bots.level(name).kind) is not None])
    slips = [slips_of_neighbours(setting.game.declaration, setting.players)] * setting.players
    return engine.bot_games(room, setting.players, seeds, kinds, rotating=rotate, slips=slips)


class Stoppable(Bot):
    """A player who leaves the table when all is stopped: a game between searching bots can take an hour."""

    def __init__(self, bot: Bot) -> None:
        super().__init__(bot.rules)
        self.bot = bot

    def seated(self) -> Bot:
        return Stoppable(self.bot.seated())

    def prefer(self, view: Record, seat: int, legal: Runs, budget: float, rng: Chance, /) -> int:
        if is_stopped():
            raise CancelledError
        return self.bot.prefer(view, seat, legal, budget, rng)


def by_search(names: Sequence[str], parts: Sequence[float], rotate: bool, setting: Setting, seeds: Seeds) -> Tally:  # noqa: FBT001
    """Decision by decision; where bots search, that is what takes the time."""
    rules, players = setting.rules, setting.players
    company = [bots.level(name).patient_bot(rules) for name in names]
    for bot, part in zip(company, parts, strict=True):
        if isinstance(bot, Searcher):
            bot.part = part
    seats = [Stoppable(bot) for bot in company]
    rows = setting.engine.tally(len(seeds), players)
    for game, number in enumerate(seeds):
        first = game * rotate % players
        seated = [seats[(seat - first) % players] for seat in range(players)]
        _, rows[game] = play_game(rules, seated, setting.options, int(number), inf)
    return rows
