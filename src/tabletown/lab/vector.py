"""Many games stepped together from NumPy: the arrays are made once and written anew by each step."""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Generic, TypeVar

import numpy as np

from tabletown.lab.batch import MOST, IllegalStep
from tabletown.lab.playing import COMPILED, Setting, Source, check_seed
from tabletown.lab.runners import check_number
from tabletown.rulekit.errors import BadOption, TabletownError
from tabletown.rulekit.observing import Place

Numbers = np.ndarray[Any, np.dtype[np.int64]]
Floats = np.ndarray[Any, np.dtype[np.float32]]
Masks = np.ndarray[Any, np.dtype[np.bool_]]
Runs = np.ndarray[Any, np.dtype[np.int32]]
T = TypeVar("T")

DECLARED, PLAIN = "declared", "plain"
OBSERVING = {DECLARED: "vector_observe", PLAIN: "vector_observe_plainly"}
LOOPS = ("vector_begin", "vector_step", "vector_illegal", "vector_random", "vector_masks")
MOST_THREADS = 256


class NotAskedFor(TabletownError):
    """A part that the environment was made without."""


class _Shown(Generic[T]):
    """One of the arrays of a vector, under its own name."""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, vector: "Vector", owner: type | None = None) -> T:
        array: T = vector.part(self.name)
        return array


class Vector:
    """`n` games side by side. In each one seat is to move; a game that is over is followed by the next at once.

    After `reset` and after each `step` these arrays hold, a row a game:

    - `seats`: who is to move: the lowest of those who owe a decision; `asked` is all of them, as a mask of seats;
    - `observations`: what that seat sees (`layout` says where what stands);
    - `masks`: which actions it may take, as booleans over the action space;
    - `runs`: the same as runs: how many runs, how many actions, then first action and count of each run;
    - `rewards`: for every seat its share of the win, in the step in which a game ended, else 0;
    - `over`: whether a game ended with this step: what else is in its row belongs to the next game already;
    - `lengths`: decisions of the game so far, in the step in which it ended all of them;
    - `seeds`: each game's seed. The game after that of seed s has the seed s + n.

    They are the same arrays all the time, written anew by each step: copy what you want to keep.
    """

    def __init__(
        self,
        game: str,
        n: int,
        players: int | None = None,
        seed: int = 0,
        options: Mapping[str, object] | None = None,
        edition: Source = None,
        *,
        seeds: Sequence[int] | None = None,
        observations: str | bool = True,
        masks: bool = True,
        keys: bool = False,
        threads: int = 1,
        mode: str = COMPILED,
    ) -> None:
        self.n = check_number("games in a vector", n, 1, MOST)
        self._observing = _loop_for(observations)
        wanted = [self._observing] if self._observing else []
        count = _usual_players(game) if players is None else players
        setting = Setting(game, count, mode, options, edition, (*LOOPS, *wanted, *(["vector_keys"] if keys else [])))
        self._setting, engine = setting, setting.engine
        self._engine = engine
        declaration = setting.game.declaration
        self.players = setting.players
        self.actions: int = declaration.actions.count
        """How many actions the game has: the width of `masks`."""
        self.layout: dict[str, Place] = {}
        """Where each part of an observation stands, by its name."""
        if self._observing:
            shown = declaration.observation if observations in {True, DECLARED} else declaration.plain_observation
            self.layout = {place.name: place for place in shown}
        width = max((place.stop for place in self.layout.values()), default=0)
        self.states: Any = engine.states(n)
        """The games' records, for reading; interpreted, a list of plain states."""
        zero = engine.zeros
        self._template = engine.states(1, setting.options)
        room = len(engine.runs())
        self._own: dict[str, Any] = {name: zero(n) for name in ("seeds", "chance", "lengths", "asked", "seats")}
        self._own |= {"runs": engine.rows(n, room), "rewards": engine.planes(n, self.players), "over": engine.flags(n)}
        self._own["drawn"] = zero(n)
        if masks:
            self._own["masks"] = engine.marks(n, self.actions)
        if self._observing:
            self._own["observations"] = engine.planes(n, width)
        if keys:
            self._own["keys"] = zero(n)
        self._shown = {name: engine.shown(own) for name, own in self._own.items()}
        self._shown |= {name: self._shown[name].view(np.bool_) for name in ("masks", "over") if name in self._shown}
        self._slices = _slices(n, check_number("threads", threads, 1, MOST_THREADS) if engine.takes_threads else 1)
        self._views = [engine.states(1) for _ in self._slices]
        self._sheets = [engine.sheet(self.players) for _ in self._slices]
        self._pool = ThreadPoolExecutor(len(self._slices)) if len(self._slices) > 1 else None
        self.reset(seed, seeds)

    # ------------------------------------------------------------ the arrays

    seats = _Shown[Numbers]()
    asked = _Shown[Numbers]()
    observations = _Shown[Floats]()
    masks = _Shown[Masks]()
    runs = _Shown[Runs]()
    rewards = _Shown[Floats]()
    over = _Shown[Masks]()
    lengths = _Shown[Numbers]()
    seeds = _Shown[Numbers]()
    keys = _Shown[Numbers]()
    """A number for all that the seat to move knows: equal where its view is, and hardly ever else."""

    def part(self, name: str) -> Any:
        """One of the arrays, by its name."""
        try:
            return self._shown[name]
        except KeyError:
            raise NotAskedFor(f"This vector was made without {name}: vector(..., {name}=True) has them.") from None

    def observed(self, name: str) -> Floats:
        """One part of the observations by its name, in its own shape: another look at the same memory."""
        if name not in self.layout:
            raise NotAskedFor(f"An observation has no part {name!r}; it has {', '.join(self.layout)}.")
        place = self.layout[name]
        return self.observations[:, place.start : place.stop].reshape(self.n, *place.shape)

    # ------------------------------------------------------------ playing

    def reset(self, seed: int = 0, seeds: Sequence[int] | None = None) -> None:
        """Deal all games anew: numbers 0 to n - 1 of the seed, or one game for each of the seeds."""
        first = check_seed(seed) << 32
        chosen = range(first, first + self.n) if seeds is None else [int(each) for each in seeds]
        if len(chosen) != self.n or not all(0 <= each < 1 << 62 for each in chosen):
            raise BadOption(f"{self.n} games take {self.n} seeds from 0 to {(1 << 62) - 1}.")
        self._own["seeds"][:] = self._engine.numbers(chosen)
        self._own["over"][:] = self._engine.flags(self.n)
        self._own["rewards"][:] = self._engine.planes(self.n, self.players)
        loop, own = self._engine.loop("vector_begin"), self._own
        parts = [own[name] for name in ("seeds", "chance", "lengths", "asked", "seats", "runs")]

        def begin(k: int, cut: slice) -> int:
            seeds, *more = self._cut(parts, cut)
            loop(self._cut([self.states], cut)[0], self._template, self.players, seeds, *more)
            self._look(k, cut)
            return 0

        self._everywhere(begin)

    def random_actions(self) -> Numbers:
        """A random legal action for each game; stepped by these alone, games are those of `simulate`."""
        self._engine.loop("vector_random")(self._own["runs"], self._own["chance"], self._own["drawn"])
        self._engine.show_anew(self._shown["drawn"], self._own["drawn"])
        drawn: Numbers = self._shown["drawn"]
        return drawn

    def step(self, actions: Any, *, check: bool = True) -> int:
        """Play one action in each game; answers how many games ended with it.

        An illegal action is refused before anything is played. Without the check it does unforeseeable things.
        """
        chosen = np.ascontiguousarray(actions, np.int64)
        if chosen.shape != (self.n,):
            raise IllegalStep(f"A step takes one action for each of the {self.n} games, not {chosen.shape}.")
        numbers: Any = self._engine.numbers(chosen)  # type: ignore[arg-type]
        if check and (wrong := int(self._engine.loop("vector_illegal")(self._own["runs"], numbers))) >= 0:
            raise IllegalStep(f"The action {chosen[wrong]} is not legal in game {wrong} of the vector.")
        loop, own = self._engine.loop("vector_step"), self._own
        names = ("seeds", "chance", "lengths", "asked", "seats", "runs", "rewards", "over")
        parts = [numbers, *(own[name] for name in names)]

        def play(k: int, cut: slice) -> int:
            states = self._cut([self.states], cut)[0]
            ended = loop(states, self._template, self.players, self.n, *self._cut(parts, cut), self._sheets[k])
            self._look(k, cut)
            return int(ended)

        return self._everywhere(play)

    def _look(self, k: int, cut: slice) -> None:
        """Write for some of the games what is wanted beside the runs."""
        own, engine = self._own, self._engine
        states, seats, runs = self._cut([self.states, own["seats"], own["runs"]], cut)
        if "masks" in own:
            engine.loop("vector_masks")(runs, *self._cut([own["masks"]], cut))
        if self._observing:
            engine.loop(self._observing)(states, seats, self._views[k], *self._cut([own["observations"]], cut))
        if "keys" in own:
            view = self._views[k]
            engine.loop("vector_keys")(states, seats, view, engine.words(view), *self._cut([own["keys"]], cut))

    def _cut(self, parts: list[Any], cut: slice) -> list[Any]:
        return parts if len(self._slices) == 1 else [part[cut] for part in parts]

    def _everywhere(self, work: Callable[[int, slice], int]) -> int:
        """Do it for each thread's share of the games; the numbers answered are added."""
        if self._pool is None:
            total = work(0, self._slices[0])
        else:
            total = sum(self._pool.map(work, range(len(self._slices)), self._slices))
        for name, shown in self._shown.items():
            self._engine.show_anew(shown, self._own[name])
        return total

    def close(self) -> None:
        """Let the threads go."""
        if self._pool is not None:
            self._pool.shutdown()

    def __enter__(self) -> "Vector":
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()


def _usual_players(name: str) -> int:
    from tabletown.match import game

    return game(name).declaration.default_players


def _loop_for(observations: object) -> str:
    """The loop that writes observations; none where none are wanted."""
    if isinstance(observations, bool):
        return OBSERVING[DECLARED] if observations else ""
    if not isinstance(observations, str) or observations not in OBSERVING:
        raise BadOption(f"Observations are {' or '.join(OBSERVING)}, or none by False, not {observations!r}.")
    return OBSERVING[observations]


def _slices(n: int, threads: int) -> list[slice]:
    share = -(-n // threads)
    return [slice(start, min(n, start + share)) for start in range(0, n, share)]
