"""Two engines, one interface: the rules over whole batches of states, interpreted or compiled.

Whoever plays, thinks or studies is written once, against `Engine`. The engines answer the same to the last bit; they
differ in speed and in what a batch is made of: plain states in a list, or records in an array.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from tabletown.rulekit.declare import Declaration
from tabletown.rulekit.errors import BadOption
from tabletown.rulekit.interrupts import Progress, heard_between_steps
from tabletown.rulekit.loops import FIRST_SHARE, Seeds, Sheet, States, Tally
from tabletown.rulekit.observing import Features, Planes
from tabletown.rulekit.records import Record
from tabletown.rulekit.runs import Runs
from tabletown.rulekit.stepping import Flags, Marks
from tabletown.rulekit.thinking import (
    BY_INSTINCT,
    BY_SCORES,
    FIRST_VERB,
    MIND,
    PLACES,
    ROOM,
    SLIPS,
    THINKING_PLACES,
    VIEW,
    Players,
    Sums,
)

if TYPE_CHECKING:
    from tabletown.rulekit.namespace import Namespace

TYPES: dict[type, str] = {Planes: "float32", Marks: "uint8", Flags: "uint8", Tally: "int32"}
"""What plain buffers are to NumPy; all others are 64-bit numbers."""
INSTINCT = "instinct"
"""The loop that a one-ply player at a table thinks by."""


class Engine(ABC):
    """The rules of one game in one edition, ready to run over batches; what a batch is made of is its own affair."""

    mode: ClassVar[str]
    takes_threads: ClassVar[bool]
    """Whether it leaves Python's lock to others, so that several threads are quicker than one."""
    chunk: ClassVar[int]
    """Games that are worth giving to a thread at once; every number of players up to six divides it."""

    def __init__(self, rules: "Namespace") -> None:
        self.rules = rules

    # ------------------------------------------------------------ in which they differ

    @abstractmethod
    def prepare(self, loops: Sequence[str], progress: Progress | None = None) -> None:
        """Have these loops at hand: from then on a call takes no longer than what it does."""

    @abstractmethod
    def has(self, *loops: str) -> bool:
        """Whether these loops are at hand."""

    @abstractmethod
    def loop(self, name: str) -> Callable[..., Any]:
        """One of the loops over batches, to be called with this engine's states and buffers."""

    def entry(self, name: str) -> Callable[..., Any]:
        """The same, as quick to call as can be; what it is given is not looked at, so it must be of the right types."""
        return self.loop(name)

    @abstractmethod
    def copied(self, states: States) -> States:
        """Another batch with the same states."""

    @abstractmethod
    def states(self, count: int, options: Mapping[str, int] | None = None) -> States:
        """A batch of zeroed states, the options written into each."""

    @abstractmethod
    def put(self, states: States, place: int, record: Record) -> None:
        """Copy a state into a batch."""

    @abstractmethod
    def get(self, states: States, place: int) -> Record:
        """A plain copy of a state of a batch."""

    @abstractmethod
    def runs(self) -> Runs:
        """Room for the legal actions of one seat."""

    @abstractmethod
    def numbers(self, values: Sequence[int]) -> Seeds:
        """64-bit numbers: seeds, seats, actions, kinds of player."""

    def zeros(self, count: int) -> Seeds:
        """So many of them, all 0."""
        return self.numbers([0] * count)

    @abstractmethod
    def rows(self, count: int, width: int) -> Tally:
        """Zeroed rows of small numbers."""

    @abstractmethod
    def sheet(self, players: int) -> Sheet:
        """One zero a seat."""

    @abstractmethod
    def sums(self, count: int) -> Sums:
        """So many zeros with room for fractions."""

    def room(self, mind: Sequence[float] = (), slips: float = 0.0) -> Sums:
        """What `evaluate` writes into; with a mind that has learned, or with none, and one that may slip."""
        sums = self.sums(max(ROOM, MIND + len(mind)))
        sums[SLIPS] = slips
        sums[MIND : MIND + len(mind)] = mind
        return sums

    @abstractmethod
    def planes(self, count: int, width: int) -> Planes:
        """Zeroed rows with room for fractions."""

    @abstractmethod
    def blanks(self, features: int, flags: int) -> tuple[Callable[[], Features], Callable[[], Flags]]:
        """What makes a row with room for fractions, and flags, for a loop to fill: for whoever needs new ones often."""

    @abstractmethod
    def copied_rows(self, rows: Any) -> Any:
        """The same rows, of numbers or of fractions, apart from those."""

    @abstractmethod
    def marks(self, count: int, width: int) -> Marks:
        """Rows of 0 and 1, all 0."""

    @abstractmethod
    def flags(self, count: int) -> Flags:
        """So many of them, all 0."""

    @abstractmethod
    def shown(self, buffer: Any) -> Any:
        """What users see of a buffer of numbers: an array, which `show_anew` brings up to date."""

    @abstractmethod
    def show_anew(self, array: Any, buffer: Any) -> None:
        """Bring what was shown of the buffer up to date."""

    @abstractmethod
    def words(self, states: States) -> Seeds:
        """The same states as words of 64 bits, for whoever tells them apart by those."""

    # ------------------------------------------------------------ a batch, step by step

    def begin(self, states: States, players: int, seeds: Seeds, options: Mapping[str, int]) -> None:
        """Deal a game for each seed."""
        self.loop("begin_batch")(states, self.states(1, options), players, seeds)

    def seats_to_move(self, states: States) -> Seeds:
        """The lowest seat of each game that owes a decision; -1 where it is over."""
        seats = self.numbers([0] * len(states))
        self.loop("seats_to_move")(states, seats)
        return seats

    def legal_masks(self, states: States, masks: Tally) -> None:
        """Write for the seat to move in each game a row of 0 and 1 over the action space; all 0 where it is over."""
        self.loop("legal_masks")(states, self.runs(), masks)

    def random_actions(self, states: States, x: int) -> tuple[Seeds, int]:
        """A random legal action for each game, 0 where it is over; and where the generator stands then."""
        actions = self.numbers([0] * len(states))
        x = int(self.loop("random_actions")(states, self.runs(), x, actions))
        return actions, x

    def step(self, states: States, actions: Seeds) -> int:
        """Play an action in each game that goes on; answers how many go on then."""
        return int(self.loop("step_batch")(states, actions))

    def results(self, states: States, players: int) -> Tally:
        """A tally row for each game; its length is not known here, so it is 0."""
        tally = self.tally(len(states), players)
        self.loop("results_of")(states, players, self.sheet(players), tally)
        return tally

    def conceal(self, states: States, seats: Seeds) -> None:
        """Leave in each state what its seat (-1: a spectator) may know."""
        self.loop("conceal_batch")(states, seats)

    def redeal(self, states: States, seats: Seeds, seeds: Seeds) -> None:
        """Make of each view one world that its seat cannot tell from the true one."""
        self.loop("redeal_batch")(states, seats, seeds)

    def evaluate(self, states: States, players: int) -> list[list[float]]:
        """What the game's instinct holds of each position, seat by seat. It may use the states up."""
        worth = self.sums(len(states) * players)
        self.loop("evaluate_batch")(states, players, self.room(), worth)
        return [[float(worth[players * i + seat]) for seat in range(players)] for i in range(len(states))]

    # ------------------------------------------------------------ whole games

    def tally(self, games: int, players: int) -> Tally:
        """A row a game: how it ended, its decisions, each seat's share of the win and its score."""
        return self.rows(games, FIRST_SHARE + 2 * players)

    def random_games(self, room: States, players: int, seeds: Seeds) -> Tally:
        """A whole random game for each seed, from the options in room[0]; the last one stays in room[1]."""
        tally = self.tally(len(seeds), players)
        limit = self.rules.declaration.max_decisions
        self.loop("random_games")(room, players, seeds, self.runs(), self.sheet(players), limit, tally)
        return tally

    def bot_games(
        self, room: States, players: int, seeds: Seeds, kinds: Seeds, *, rotating: bool, slips: Sequence[float] = ()
    ) -> Tally:
        """A whole game for each seed between players of these kinds, as they would play it at a table.

        `room` is a batch of PLACES states with the options in them; the last game stays in room[TRUE]. `slips` is by
        how much each player misjudges, if somebody does.
        """
        minds = self.sums(len(slips))
        minds[:] = slips
        by = self.players(room, players, kinds, rotating=rotating)._replace(minds=minds)
        return self._bot_games(by, seeds, self.states(0))

    def watched_games(self, room: States, players: int, seeds: Seeds, kinds: Seeds) -> tuple[Tally, Tally, States]:
        """The same games, each with a second row of what happened in it (see `thinking`) and its last position."""
        verbs = self.numbers([verb.offset for verb in self.rules.declaration.actions.kinds.values()])
        watched = self.rows(len(seeds), FIRST_VERB + len(verbs))
        ends = self.states(len(seeds))
        by = self.players(room, players, kinds, rotating=False)._replace(verbs=verbs, watched=watched)
        return self._bot_games(by, seeds, ends), watched, ends

    def _bot_games(self, by: Players, seeds: Seeds, ends: States) -> Tally:
        declaration = self.rules.declaration
        tally = self.tally(len(seeds), by.players)
        lead_by = BY_INSTINCT if declaration.sides and declaration.has_instinct else BY_SCORES
        self.loop("bot_games")(by, seeds, declaration.max_decisions, tally, lead_by, ends)
        return tally

    def players(self, room: States, players: int, kinds: Seeds, *, rotating: bool) -> Players:
        """Players of these kinds without whims, whose games nobody watches; all have the hand-written instinct, and
        never slip."""
        declaration = self.rules.declaration
        return Players(
            players=players,
            kinds=kinds,
            minds=self.sums(0),
            rotating=int(rotating),
            whims=0,
            declined=self.numbers(declined_by_visitors(declaration)),
            worlds=declaration.worlds,
            states=room,
            out=self.runs(),
            gains=self.sums(declaration.actions.count),
            worth=self.room(),
            sheet=self.sheet(players),
            course=self.zeros(2),
            verbs=self.numbers([]),
            watched=self.rows(0, 1),
        )

    def room_for_bots(self, options: Mapping[str, int]) -> States:
        """The states that `bot_games` plays in."""
        return self.states(PLACES, options)

    # ------------------------------------------------------------ one choice at a table

    def instinct(self, view: Record, seat: int, x: int, slips: float = 0.0) -> int:
        """What a one-ply player does on its view, who misjudges by so much."""
        declaration = self.rules.declaration
        states = self.states(THINKING_PLACES)
        self.put(states, VIEW, view)
        gains, worth = self.sums(declaration.actions.count), self.room(slips=slips)
        return int(self.loop(INSTINCT)(states, seat, x, declaration.worlds, self.runs(), gains, worth))


class Interpreted(Engine):
    """The reference: plain states in lists. There is nothing to prepare."""

    mode = "interpreted"
    takes_threads = False
    chunk = 60

    def prepare(self, loops: Sequence[str], progress: Progress | None = None) -> None:
        """The rules run as they are."""

    def has(self, *loops: str) -> bool:  # noqa: ARG002
        return True

    def loop(self, name: str) -> Callable[..., Any]:
        loop: Callable[..., Any] = getattr(self.rules.call, name)
        return loop

    def copied(self, states: States) -> States:
        return States(state.copy() for state in states)

    def states(self, count: int, options: Mapping[str, int] | None = None) -> States:
        return States(self.rules.new_state(dict(options or {})) for _ in range(count))

    def put(self, states: States, place: int, record: Record) -> None:
        states[place] = record.copy()

    def get(self, states: States, place: int) -> Record:
        copy: Record = states[place].copy()
        return copy

    def runs(self) -> Runs:
        return Runs.with_room_for(self.rules.declaration.max_runs)

    def numbers(self, values: Sequence[int]) -> Seeds:
        return Seeds(map(int, values))

    def rows(self, count: int, width: int) -> Tally:
        return Tally([0] * width for _ in range(count))

    def sheet(self, players: int) -> Sheet:
        return Sheet([0] * players)

    def sums(self, count: int) -> Sums:
        return Sums([0.0] * count)

    def planes(self, count: int, width: int) -> Planes:
        return Planes(Features([0.0] * width) for _ in range(count))

    def blanks(self, features: int, flags: int) -> tuple[Callable[[], Features], Callable[[], Flags]]:
        return lambda: Features([0.0] * features), lambda: self.flags(flags)

    def copied_rows(self, rows: Any) -> Any:
        return [row.copy() for row in rows]

    def marks(self, count: int, width: int) -> Marks:
        return Marks([0] * width for _ in range(count))

    def flags(self, count: int) -> Flags:
        return Flags([0] * count)

    def shown(self, buffer: Any) -> Any:
        import numpy as np

        return np.array(buffer, TYPES.get(type(buffer), np.int64))

    def show_anew(self, array: Any, buffer: Any) -> None:
        array[...] = buffer

    def words(self, states: States) -> Seeds:  # noqa: ARG002  plain states are told apart by their digest
        return Seeds()


class Compiled(Engine):
    """The twin: records in arrays. A loop that is not prepared is compiled when it is first called."""

    mode = "compiled"
    takes_threads = True
    chunk = 1200

    def prepare(self, loops: Sequence[str], progress: Progress | None = None) -> None:
        with heard_between_steps(progress) as told:
            self.rules.twin.compile(told, loops)

    def has(self, *loops: str) -> bool:
        return self.rules.twin.has(*loops)

    def loop(self, name: str) -> Callable[..., Any]:
        loop: Callable[..., Any] = getattr(self.rules.twin, name)
        return loop

    def entry(self, name: str) -> Callable[..., Any]:
        loop: Any = self.loop(name)
        (compiled,) = loop.overloads.values()
        entry: Callable[..., Any] = compiled.entry_point
        return entry

    def copied(self, states: Any) -> Any:
        whole = states.view(f"V{states.itemsize}")  # a copy of records leaves what is between their fields as it comes
        return whole.copy().view(states.dtype)

    def states(self, count: int, options: Mapping[str, int] | None = None) -> Any:
        import numpy as np

        states = np.zeros(count, self.rules.declaration.state.dtype())
        for name, value in (options or {}).items():
            states[name] = value
        return states

    def put(self, states: States, place: int, record: Record) -> None:
        record.to_array(states, place)

    def get(self, states: States, place: int) -> Record:
        return self.rules.declaration.state.from_array(states, place)

    def runs(self) -> Any:
        import numpy as np

        return np.array(Runs.with_room_for(self.rules.declaration.max_runs), np.int32)

    def numbers(self, values: Sequence[int]) -> Any:
        import numpy as np

        return np.asarray(values, np.int64)

    def zeros(self, count: int) -> Any:
        import numpy as np

        return np.zeros(count, np.int64)

    def rows(self, count: int, width: int) -> Any:
        import numpy as np

        return np.zeros((count, width), np.int32)

    def sheet(self, players: int) -> Any:
        import numpy as np

        return np.zeros(players, np.int32)

    def sums(self, count: int) -> Any:
        import numpy as np

        return np.zeros(count)

    def planes(self, count: int, width: int) -> Any:
        import numpy as np

        return np.zeros((count, width), np.float32)

    def blanks(self, features: int, flags: int) -> Any:
        import numpy as np

        return partial(np.empty, features, np.float32), partial(np.empty, flags, np.uint8)

    def copied_rows(self, rows: Any) -> Any:
        return rows.copy()

    def marks(self, count: int, width: int) -> Any:
        import numpy as np

        return np.zeros((count, width), np.uint8)

    def flags(self, count: int) -> Any:
        import numpy as np

        return np.zeros(count, np.uint8)

    def shown(self, buffer: Any) -> Any:
        return buffer

    def show_anew(self, array: Any, buffer: Any) -> None:
        """It is the buffer."""

    def words(self, states: Any) -> Any:
        import numpy as np

        return states.view(np.int64)


ENGINES: dict[str, type[Engine]] = {each.mode: each for each in (Compiled, Interpreted)}


def engine_for(rules: "Namespace", mode: str) -> Engine:
    try:
        return ENGINES[mode](rules)
    except KeyError:
        raise BadOption(f"Games are played {' or '.join(ENGINES)}, not {mode!r}.") from None


def engine_at_hand(rules: "Namespace", *loops: str) -> Engine:
    """The quickest engine that need not be waited for: compiled if the loops are, else interpreted."""
    return next(engine for made in ENGINES.values() if (engine := made(rules)).has(*loops))


def declined_by_visitors(declaration: Declaration) -> list[int]:
    """The actions that a random player declines, as (first, count) after (first, count)."""
    known = declaration.actions.kinds
    return [number for name in declaration.visitor_declines for number in (known[name].offset, known[name].count)]
