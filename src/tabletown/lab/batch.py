"""A batch of games to step from Python, all at once."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from tabletown.lab.playing import COMPILED, Setting, Source, check_seed
from tabletown.lab.runners import check_number
from tabletown.rulekit.dice import stirred
from tabletown.rulekit.errors import TabletownError
from tabletown.rulekit.loops import ENDING, FIRST_SHARE, WHOLE_WIN

Numbers = np.ndarray[Any, np.dtype[np.int64]]
Masks = np.ndarray[Any, np.dtype[np.bool_]]
Shares = np.ndarray[Any, np.dtype[np.float64]]

MOST = 1 << 24
LOOPS = ("begin_batch", "seats_to_move", "legal_masks", "random_actions", "step_batch", "results_of")


class IllegalStep(TabletownError):
    """A step that names an action which is not legal in its game."""


class Batch:
    """Many games side by side. In each, the lowest seat that owes a decision is the one to move.

    `states` is a NumPy array of the games' records: every field of the state by its name, for reading. Interpreted, it
    is a list of plain states; there is nothing to compile then, and all else is the same.
    """

    def __init__(
        self,
        game: str,
        players: int,
        size: int,
        seed: int = 0,
        options: Mapping[str, object] | None = None,
        edition: Source = None,
        mode: str = COMPILED,
    ) -> None:
        check_number("games in a batch", size, 1, MOST)
        self._setting = Setting(game, players, mode, options, edition, LOOPS)
        self._engine = self._setting.engine
        self.players = players
        self.size = size
        self.actions: int = self._setting.game.declaration.actions.count
        """How many actions the game has: the width of `legal`."""
        self.states: Any = self._engine.states(size)
        self._masks = self._engine.rows(size, self.actions)
        self._x = 0
        self.begin(seed)

    def begin(self, seed: int = 0) -> None:
        """Deal all games anew."""
        first = check_seed(seed) << 32
        self._x = stirred(-1 - first)
        seeds = self._engine.numbers(range(first, first + self.size))
        self._engine.begin(self.states, self.players, seeds, self._setting.options)

    def seats(self) -> Numbers:
        """Whose move it is in each game; -1 where it is over."""
        return np.asarray(self._engine.seats_to_move(self.states), np.int64)

    def legal(self) -> Masks:
        """Which actions are legal in each game; none where it is over."""
        self._engine.legal_masks(self.states, self._masks)
        return np.array(self._masks, np.bool_)

    def random_actions(self) -> Numbers:
        """A random legal action for each game; 0 where it is over."""
        actions, self._x = self._engine.random_actions(self.states, self._x)
        return np.asarray(actions, np.int64)

    def step(self, actions: Any, *, check: bool = True) -> int:
        """Play one action in each game that goes on; answers how many go on then.

        Without the check an illegal action does unforeseeable things: leave it on unless the actions come from `legal`
        or `random_actions`.
        """
        chosen = np.ascontiguousarray(actions, np.int64)
        if chosen.shape != (self.size,):
            raise IllegalStep(f"A step takes one action for each of the {self.size} games, not {chosen.shape}.")
        if check:
            self._check(chosen)
        return self._engine.step(self.states, self._engine.numbers(chosen))  # type: ignore[arg-type]

    def _check(self, chosen: Numbers) -> None:
        going = self.seats() >= 0
        inside = (chosen >= 0) & (chosen < self.actions)
        fine = inside & self.legal()[np.arange(self.size), np.where(inside, chosen, 0)]
        if wrong := np.flatnonzero(going & ~fine).tolist():
            raise IllegalStep(f"The action {chosen[wrong[0]]} is not legal in game {wrong[0]} of the batch.")

    def results(self) -> tuple[Numbers, Shares, Numbers]:
        """Each game's ending, each seat's share of the win (both 0 while it goes on), and its score as it stands."""
        tally = np.array(self._engine.results(self.states, self.players), np.int32)
        tally[tally[:, ENDING] == 0, FIRST_SHARE : FIRST_SHARE + self.players] = 0
        shares = tally[:, FIRST_SHARE : FIRST_SHARE + self.players] / WHOLE_WIN
        scores = tally[:, FIRST_SHARE + self.players :]
        return tally[:, ENDING].astype(np.int64), shares, scores.astype(np.int64)
