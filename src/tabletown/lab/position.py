"""One game, move by move: quick steps, cheap copies, and what a seat knows as an array, a mask and a key."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from tabletown.lab.playing import COMPILED, Setting, Source
from tabletown.rulekit.errors import TabletownError
from tabletown.rulekit.language import say
from tabletown.rulekit.look import SPECTATOR, Look
from tabletown.rulekit.namespace import actions_in
from tabletown.rulekit.records import Record
from tabletown.rulekit.runs import Runs, end_of, first_of

Floats = np.ndarray[Any, np.dtype[np.float32]]
Masks = np.ndarray[Any, np.dtype[np.int8]]

LOOPS = (
    "vector_begin", "vector_step", "vector_turn_to", "vector_keys", "redeal_batch", "conceal_batch", "look_at_one",
)  # fmt: skip


class IllegalMove(TabletownError):
    """A move that the rules do not allow."""


class Desk:
    """What all positions of one kind of game share: the rules at hand, and room to work in. For one thread."""

    def __init__(
        self,
        game: str,
        players: int,
        options: Mapping[str, object] | None = None,
        edition: Source = None,
        mode: str = COMPILED,
    ) -> None:
        self.setting = Setting(game, players, mode, options, edition, LOOPS)
        self.described = (game, players, tuple(sorted(self.setting.options.items())), edition, mode)
        engine, declaration = self.setting.engine, self.setting.game.declaration
        self.engine, self.rules, self.declaration = engine, self.setting.rules, declaration
        self.players = players
        self.actions: int = declaration.actions.count
        self.width = declaration.observation[-1].stop
        self.new_row, self.new_mask = engine.blanks(self.width, self.actions)
        self.template = engine.states(1, self.setting.options)
        self.room = len(engine.runs())
        self.sheet = engine.sheet(players)
        self.view = engine.states(1)
        self.words = engine.words(self.view)
        self.chosen, self.someone, self.key = engine.zeros(1), engine.zeros(1), engine.zeros(1)
        self.begin, self.step = engine.entry("vector_begin"), engine.entry("vector_step")
        self.turn_to, self.look = engine.entry("vector_turn_to"), engine.entry("look_at_one")

    def deal(self, seed: int) -> "Position":
        """A new game."""
        position = Position(self)
        position.deal(seed)
        return position

    def imagine(self, view: Record, seat: int, seed: int) -> "Position":
        """A position in which the seat has to decide, and that it cannot tell from the one whose view it has."""
        position = Position(self)
        self.engine.put(position.states, 0, self.rules.redealt(view, seat, seed))
        position.asked[0] = self.rules.call.pending(view)
        position.turn_to(seat)
        return position


class Position:
    """One game: who is asked, what they may do, what they see, and what follows.

    Among several who are asked at once `seat` is the lowest, unless `turn_to` has named another.
    """

    __slots__ = ("asked", "chance", "desk", "lengths", "over", "rewards", "runs", "seats", "seeds", "states")

    def __init__(self, desk: Desk) -> None:
        engine = desk.engine
        self.desk = desk
        self.states = engine.states(1)
        self.seeds, self.chance, self.lengths = engine.zeros(1), engine.zeros(1), engine.zeros(1)
        self.asked, self.seats = engine.zeros(1), engine.zeros(1)
        self.runs: Any = engine.rows(1, desk.room)
        self.rewards: Any = engine.planes(1, desk.players)
        self.over: Any = engine.flags(1)

    def deal(self, seed: int) -> None:
        """Begin anew."""
        desk = self.desk
        self.seeds[0] = seed
        self.over[0] = 0
        for seat in range(desk.players):
            self.rewards[0][seat] = 0.0
        desk.begin(
            self.states, desk.template, desk.players, self.seeds, self.chance, self.lengths, self.asked, self.seats,
            self.runs,
        )  # fmt: skip

    @property
    def seat(self) -> int:
        """Who is to move; -1 when the game is over."""
        return int(self.seats[0])

    @property
    def is_over(self) -> bool:
        return bool(self.over[0])

    @property
    def everybody_asked(self) -> list[int]:
        mask = int(self.asked[0])
        return [seat for seat in range(self.desk.players) if mask >> seat & 1]

    @property
    def returns(self) -> list[float]:
        """Each seat's share of the win; zeros while the game goes on."""
        return [float(share) for share in self.rewards[0]]

    def legal(self) -> list[int]:
        """What the seat to move may do, in ascending order."""
        return sorted(actions_in(Runs.written_in(self.runs[0])))

    def allows(self, action: int) -> bool:
        row = self.runs[0]
        return any(first_of(row, run) <= action < end_of(row, run) for run in range(int(row[0])))

    def play(self, action: int) -> None:
        """The seat to move takes a legal action; which ones are is not looked at again."""
        desk = self.desk
        desk.chosen[0] = action
        desk.step(
            self.states, desk.template, desk.players, 0, desk.chosen, self.seeds, self.chance, self.lengths, self.asked,
            self.seats, self.runs, self.rewards, self.over, desk.sheet,
        )  # fmt: skip

    def turn_to(self, seat: int) -> None:
        """Let another of those who are asked move first."""
        self.desk.turn_to(self.states, 0, seat, self.seats, self.runs)

    def look(self, seat: int) -> tuple[Floats, Masks]:
        """What the seat sees, and what the seat to move may do, as 0 and 1 over the action space."""
        desk = self.desk
        seen, mask = desk.new_row(), desk.new_mask()
        desk.look(self.states, seat, desk.view, self.runs, mask, seen)
        return np.asarray(seen, np.float32), np.asarray(mask, np.uint8).view(np.int8)

    def mask(self) -> Masks:
        """What the seat to move may do."""
        return self.look(max(0, self.seat))[1]

    def observation(self, seat: int, *, plain: bool = False) -> Floats:
        """What the seat sees, as the game declares it, or field by field."""
        if not plain:
            return self.look(seat)[0]
        desk = self.desk
        seats, planes = desk.engine.numbers([seat]), desk.engine.planes(1, desk.declaration.plain_observation[-1].stop)
        desk.engine.loop("vector_observe_plainly")(self.states, seats, desk.view, planes)
        return np.array(planes[0], np.float32)

    def information_key(self, seat: int) -> int:
        """A number for all that the seat knows: equal where its view is, and hardly ever else."""
        desk = self.desk
        desk.someone[0] = seat
        desk.engine.loop("vector_keys")(self.states, desk.someone, desk.view, desk.words, desk.key)
        return int(desk.key[0])

    def view(self, seat: int) -> Record:
        """What the seat (-1: a spectator) may know, as a plain state."""
        return self.desk.rules.concealed(self.desk.engine.get(self.states, 0), seat)

    def shown_to(self, seat: int = SPECTATOR) -> Look[Any]:
        """What words and pictures for the seat are made from; a notebook shows it as a picture."""
        declaration = self.desk.declaration
        names = tuple(f"Player {each + 1}" for each in range(self.desk.players))
        return Look(say("en", declaration), self.desk.rules, seat, names, self.view(seat))

    def _repr_svg_(self) -> str:
        """What a notebook shows: the position as a spectator sees it."""
        return self.shown_to()._repr_svg_()

    def copy(self) -> "Position":
        new = object.__new__(Position)
        new.desk = self.desk
        new.states = self.desk.engine.copied(self.states)
        for name in ("asked", "chance", "lengths", "over", "seats", "seeds"):
            setattr(new, name, getattr(self, name).copy())
        engine = self.desk.engine
        new.runs, new.rewards = engine.copied_rows(self.runs), engine.copied_rows(self.rewards)
        return new

    def __deepcopy__(self, _memo: object) -> "Position":
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        kept = {name: getattr(self, name) for name in self.__slots__ if name != "desk"}
        return _restored, (self.desk.described, kept)

    def redealt(self, seat: int, seed: int) -> "Position":
        """One position that the seat cannot tell from this."""
        new, engine = self.copy(), self.desk.engine
        seats, seeds = engine.numbers([seat]), engine.numbers([seed])
        engine.conceal(new.states, seats)
        engine.redeal(new.states, seats, seeds)
        if not new.is_over:
            new.turn_to(new.seat)
        return new


_desks: dict[Any, Desk] = {}


def _restored(described: tuple[Any, ...], kept: dict[str, Any]) -> Position:
    """A position out of another process, or this one: those of one kind of game share a desk."""
    game, players, options, edition, mode = described
    if described not in _desks:
        _desks[described] = Desk(game, players, dict(options), edition, mode)
    new = object.__new__(Position)
    new.desk = _desks[described]
    for name, value in kept.items():
        setattr(new, name, value)
    return new
