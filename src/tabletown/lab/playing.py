"""Whole games in chunks, on threads: each game has a seed of its own, so that who plays it makes no difference."""

import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import Any

import numpy as np

from tabletown.bots.neighbour import NoInstinct
from tabletown.match import Game, game
from tabletown.rulekit.editions import Edition
from tabletown.rulekit.engine import Compiled, engine_for
from tabletown.rulekit.errors import BadOption
from tabletown.rulekit.loops import Seeds, Tally
from tabletown.rulekit.namespace import Namespace

Source = str | Path | Mapping[str, Any] | Edition | None
Progress = Callable[[int, int], None]
"""Called with what is done so far and what there is to do: games to play, functions to compile."""
Rows = np.ndarray[Any, np.dtype[np.int32]]
"""A tally: one row a game."""

COMPILED = Compiled.mode
MOST_GAMES = 1 << 32
MOST_SEEDS = 1 << 30


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


def check_seed(seed: object) -> int:
    if not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed < MOST_SEEDS:
        raise BadOption(f"A seed for many games is a whole number from 0 to {MOST_SEEDS - 1}, not {seed!r}.")
    return seed


def play_in_chunks(
    setting: Setting,
    games: int,
    threads: int,
    seed: int,
    play: Callable[[Seeds], Tally],
    progress: Progress | None,
) -> Rows:
    """Play the games numbered from the seed on, each chunk given to `play` as its seeds; answers all rows in order."""
    engine, players = setting.engine, setting.players
    check_number("games", games, 1, MOST_GAMES)
    check_number("threads", threads, 1, 1 + 8 * (os.cpu_count() or 1))
    first = check_seed(seed) << 32
    size = min(engine.chunk, -(-games // (threads * players)) * players)
    rows = np.asarray(engine.tally(games, players), np.int32)
    done = 0
    with ThreadPoolExecutor(threads) as pool:
        waiting = {
            pool.submit(play, engine.numbers(range(first + start, first + min(start + size, games)))): start
            for start in range(0, games, size)
        }
        try:
            for future in as_completed(waiting):
                played = future.result()
                rows[waiting[future] : waiting[future] + len(played)] = played
                done += len(played)
                if progress is not None:
                    progress(done, games)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return rows
