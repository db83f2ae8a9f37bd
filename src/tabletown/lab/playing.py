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
from tabletown.rulekit.errors import BadOption
from tabletown.rulekit.loops import Seeds, Sheet, States
from tabletown.rulekit.namespace import Namespace
from tabletown.rulekit.runs import Runs

Source = str | Path | Mapping[str, Any] | Edition | None
Progress = Callable[[int, int], None]
"""Called with what is done so far and what there is to do: games to play, functions to compile."""
Rows = np.ndarray[Any, np.dtype[np.int32]]
"""A tally: one row a game."""

COMPILED, INTERPRETED = "compiled", "interpreted"
CHUNK = {COMPILED: 1200, INTERPRETED: 60}
"""Games a chunk. Every number of players up to six divides them, so that seats rotate alike in every chunk."""
MOST_GAMES = 1 << 32
MOST_SEEDS = 1 << 30


class Setting:
    """What games are played: the rules, how many players, options, and whether compiled; then also by which loops."""

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
        if mode not in CHUNK:
            raise BadOption(f"Games are played {' or '.join(CHUNK)}, not {mode!r}.")
        self.players = declaration.check_players(players)
        self.options = declaration.read_options(options)
        self.rules: Namespace = self.game.rules(edition)
        self.mode = mode
        if not self.rules.functions.keys() >= set(loops):
            raise NoInstinct(f"{self.game.title} has no instinct, so bots cannot be compared in it.")
        if mode == COMPILED:
            self.rules.twin.compile(compiling, loops)

    @property
    def columns(self) -> int:
        """Of a tally row: the ending, the decisions, each seat's share and its score."""
        return 2 + 2 * self.players

    @property
    def limit(self) -> int:
        return self.game.declaration.max_decisions

    def states(self, count: int, options_in: int) -> Any:
        """Room for so many states, the options written into one of them."""
        if self.mode == COMPILED:
            return self.rules.twin.states(count, self.options)
        states = States([None] * count)
        states[options_in] = self.rules.new_state(self.options)
        return states

    def runs(self) -> Any:
        if self.mode == COMPILED:
            return self.rules.twin.runs()
        return Runs([0] * (2 + 2 * self.game.declaration.max_runs))

    def sheet(self) -> Any:
        return np.zeros(self.players, np.int32) if self.mode == COMPILED else Sheet([0] * self.players)

    def numbers(self, values: Any) -> Any:
        """64-bit numbers for the loops: seeds, kinds of player, actions."""
        return np.array(values, np.int64) if self.mode == COMPILED else Seeds(values)

    def tally(self, games: int) -> Any:
        if self.mode == COMPILED:
            return np.zeros((games, self.columns), np.int32)
        return [[0] * self.columns for _ in range(games)]

    def call(self, loop: str, *args: Any) -> None:
        getattr(self.rules.twin if self.mode == COMPILED else self.rules.call, loop)(*args)


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
    play: Callable[[Any], Rows],
    progress: Progress | None,
) -> Rows:
    """Play the games numbered from the seed on, each chunk given to `play` as its seeds; answers all rows in order."""
    check_number("games", games, 1, MOST_GAMES)
    check_number("threads", threads, 1, 1 + 8 * (os.cpu_count() or 1))
    first = check_seed(seed) << 32
    size = min(CHUNK[setting.mode], -(-games // (threads * setting.players)) * setting.players)
    rows = np.zeros((games, setting.columns), np.int32)
    done = 0
    with ThreadPoolExecutor(threads) as pool:
        waiting = {
            pool.submit(play, setting.numbers(range(first + start, first + min(start + size, games)))): start
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
