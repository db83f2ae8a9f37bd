"""The games as OpenSpiel games, registered as `tabletown_<game>`.

    game = openspiel.load("square_mile", players=3)
    game = pyspiel.load_game("tabletown_square_mile(players=3,end=first_pass)")     # after importing this module

Sealed answers are given one by one, and nobody's information state holds another's. Chance comes in two ways:

- `sampled`: one chance node at the start says which of `seeds` games it is; all later chance follows from that, unseen.
  The rules run compiled.
- `explicit`: every roll of the dice is a chance node with all its outcomes, for exact methods on small games.
"""

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from types import FunctionType
from typing import Any, ClassVar

import numpy as np

from tabletown.adapters.missing import missing
from tabletown.lab.position import Desk, Position
from tabletown.match import game as game_named
from tabletown.rulekit.declare import Declaration, Option
from tabletown.rulekit.errors import BadOption
from tabletown.rulekit.loops import WHOLE_WIN
from tabletown.rulekit.namespace import Namespace, rehomed
from tabletown.rulekit.observing import Features
from tabletown.rulekit.records import Record
from tabletown.rulekit.registry import declarations

try:
    import pyspiel
except ImportError:
    raise missing("openspiel") from None

PREFIX = "tabletown_"
SAMPLED, EXPLICIT = "sampled", "explicit"
SEEDS = 1000
MOST_OUTCOMES = 256
"""No roll of a game has more."""


class _Undecided(Exception):
    """The rules want a roll that chance has not made yet."""

    def __init__(self, outcomes: int) -> None:
        self.outcomes = outcomes


class _Dice:
    """The rules, with dice that show what they are told to."""

    def __init__(self, rules: Namespace) -> None:
        self.shown: list[int] = []
        home = dict(rules.values)
        for name, function in rules.functions.items():
            assert isinstance(function, FunctionType)
            home[name] = rehomed(function, home)
        home["roll"] = self.roll
        self.call = home

    def roll(self, _s: Record, n: int) -> int:
        if n == 1:
            return 0
        if not self.shown:
            raise _Undecided(n)
        return self.shown.pop(0)


class TabletownGame(pyspiel.Game):  # type: ignore[misc]
    """One game at a table of so many; OpenSpiel wants a class for each."""

    declaration: ClassVar[Declaration]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given, declaration = dict(params or {}), self.declaration
        players = int(given.get("players") or declaration.default_players)
        self.chance = str(given.get("chance") or SAMPLED)
        self.seeds = int(given.get("seeds") or SEEDS)
        if self.chance not in {SAMPLED, EXPLICIT}:
            raise BadOption(f"Chance is {SAMPLED} or {EXPLICIT}, not {self.chance!r}.")
        self.options = {option.name: str(given[option.name]) for option in declaration.options if option.name in given}
        edition = given.get("edition") or None
        self.rules = game_named(declaration.name).rules(edition)
        self.players = declaration.check_players(players)
        if self.chance == SAMPLED:
            self.desk = Desk(declaration.name, players, self.options, edition)
        else:
            self.dice = _Dice(self.rules)
            self.begun: tuple[_Settled, int, bool] | None = None
        info = pyspiel.GameInfo(
            num_distinct_actions=declaration.actions.count,
            max_chance_outcomes=self.seeds if self.chance == SAMPLED else MOST_OUTCOMES,
            num_players=players,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0,
            max_game_length=declaration.max_decisions,
        )
        super().__init__(_type_of(declaration), info, given)

    def __deepcopy__(self, _memo: object) -> "TabletownGame":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _load_again, (str(self),)

    def new_initial_state(self) -> "TabletownState":
        return SampledState(self) if self.chance == SAMPLED else ExplicitState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        if params:
            raise ValueError(f"Observers of Tabletown's games take no parameters, not {params}.")
        return Observer(self, plain=bool(iig_obs_type and iig_obs_type.perfect_recall))


class TabletownState(pyspiel.State):  # type: ignore[misc]
    """What both ways of chance have in common."""

    def __init__(self, game: TabletownGame) -> None:
        super().__init__(game)
        self.game = game

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"chance {action}"
        kind, arguments = self.game.declaration.actions.decode(action)
        return f"{kind}({', '.join(f'{name}={value}' for name, value in arguments.items())})"

    def is_terminal(self) -> bool:
        return bool(self.current_player() == pyspiel.PlayerId.TERMINAL)

    def information_state_string(self, player: int | None = None) -> str:
        """Short, and the same where what the player knows is the same."""
        return self.key(self.current_player() if player is None else player)

    def observation_string(self, player: int | None = None) -> str:
        """Everything that the player knows, field by field."""
        seat = self.current_player() if player is None else player
        view = self.view(seat)
        if view is None:
            return f"{seat} before the deal"
        fields = (f"{name}={getattr(view, name)}" for name in view.fields if name != "rng")
        return f"{seat} {' '.join(fields)}"

    @abstractmethod
    def key(self, seat: int) -> str:
        """What stands for all that the seat knows."""

    @abstractmethod
    def view(self, seat: int) -> Record | None:
        """What the seat may know; None before the deal."""


class SampledState(TabletownState):
    """Chance is a seed."""

    position: Position | None = None

    def current_player(self) -> int:
        position = self.position
        if position is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if position.over[0] else int(position.seats[0])

    def chance_outcomes(self) -> list[tuple[int, float]]:
        seeds = self.game.seeds
        return [(seed, 1.0 / seeds) for seed in range(seeds)]

    def _legal_actions(self, player: int) -> list[int]:
        position = self.position
        return position.legal() if position is not None and player == position.seat else []

    def _apply_action(self, action: int) -> None:
        if self.position is None:
            self.position = self.game.desk.deal(action)
        else:
            self.position.play(action)

    def returns(self) -> list[float]:
        return self.position.returns if self.position is not None else [0.0] * self.game.players

    def key(self, seat: int) -> str:
        return f"{seat} before the deal" if self.position is None else f"{seat}:{self.position.information_key(seat):x}"

    def view(self, seat: int) -> Record | None:
        return None if self.position is None else self.position.view(seat)

    def features(self, seat: int, *, plain: bool) -> Any:
        return None if self.position is None else self.position.observation(seat, plain=plain)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "SampledState":
        new = self.__deepcopy__({})
        if self.position is not None:
            new.position = self.position.redealt(player, int(sampler() * (1 << 53)))
        return new

    def __str__(self) -> str:
        return "before the deal" if self.position is None else str(self.position.information_key(-1))

    def __deepcopy__(self, _memo: object) -> "SampledState":
        new = SampledState(self.game)
        new.position = None if self.position is None else self.position.copy()
        return new


class ImaginedState(SampledState):
    """What a seat holds possible, dealt anew from its view alone. Resampled it is the same again with the same chance:
    OpenSpiel's own sampler has none that can be set."""

    def __init__(self, game: TabletownGame, view: Record, seat: int, chance: Random) -> None:
        super().__init__(game)
        self.position = game.desk.imagine(view, seat, chance.getrandbits(53))
        self.chance = chance

    def resample_from_infostate(self, player: int, _sampler: Callable[[], float]) -> SampledState:
        return super().resample_from_infostate(player, self.chance.random)


@dataclass(frozen=True, slots=True)
class _Settled:
    """A record that is never changed: OpenSpiel copies each attribute of a state for each child, and these share it."""

    record: Record

    def __deepcopy__(self, _memo: object) -> "_Settled":
        return self


class ExplicitState(TabletownState):
    """Every roll is a chance node. What is being done is done again from its beginning with each roll that is known."""

    def __init__(self, game: TabletownGame, like: "ExplicitState | None" = None) -> None:
        super().__init__(game)
        self.settled: _Settled
        self.outcomes = 0
        self.rolled: list[int] = []
        self.doing: tuple[int, int] | None = None
        self.dealt = False
        if like is not None:
            self.settled, self.rolled = like.settled, [*like.rolled]
            self.outcomes, self.doing, self.dealt = like.outcomes, like.doing, like.dealt
        elif game.begun is not None:
            self.settled, self.outcomes, self.dealt = game.begun
        else:
            self.settled = _Settled(game.rules.new_state(game.declaration.read_options(game.options)))
            self._try()
            game.begun = self.settled, self.outcomes, self.dealt

    @property
    def record(self) -> Record:
        return self.settled.record

    def _try(self) -> None:
        """Carry on with what is being done as far as the rolls reach."""
        call, after = self.game.dice.call, self.record.copy()
        self.game.dice.shown = [*self.rolled]
        try:
            if self.doing is None:
                call["setup"](after, self.game.players)
            else:
                call["apply"](after, *self.doing)
        except _Undecided as roll:
            self.outcomes = roll.outcomes
            return
        after.told.clear()
        self.settled, self.outcomes, self.rolled, self.doing, self.dealt = _Settled(after), 0, [], None, True

    def current_player(self) -> int:
        if self.outcomes:
            return int(pyspiel.PlayerId.CHANCE)
        asked = self.game.rules.pending_seats(self.record)
        return asked[0] if asked else int(pyspiel.PlayerId.TERMINAL)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(face, 1.0 / self.outcomes) for face in range(self.outcomes)]

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.game.rules.legal_actions(self.record, player)) if player == self.current_player() else []

    def _apply_action(self, action: int) -> None:
        if self.outcomes:
            self.rolled.append(action)
        else:
            self.doing = (self.current_player(), action)
        self._try()

    def returns(self) -> list[float]:
        if not self.is_terminal():
            return [0.0] * self.game.players
        shares = [0] * self.game.players
        self.game.rules.call.returns(self.record, shares)
        return [share / WHOLE_WIN for share in shares]

    def key(self, seat: int) -> str:
        view = self.view(seat)
        return f"{seat} before the deal" if view is None else f"{seat}:{view.digest()[:16]}"

    def view(self, seat: int) -> Record | None:
        return self.game.rules.concealed(self.record, seat) if self.dealt else None

    def features(self, seat: int, *, plain: bool) -> Any:
        view = self.view(seat)
        if view is None:
            return None
        declaration, call = self.game.declaration, self.game.rules.call
        layout = declaration.plain_observation if plain else declaration.observation
        row = Features([0.0] * layout[-1].stop)
        (call.observe_plainly if plain else call.observe)(view, seat, row)
        return row

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "ExplicitState":
        """What is rolled later is rolled later in any world, so only what was dealt is dealt anew."""
        new = ExplicitState(self.game, like=self)
        if self.dealt:
            view = self.game.rules.concealed(self.record, player)
            new.settled = _Settled(self.game.rules.redealt(view, player, int(sampler() * (1 << 53))))
        return new

    def __str__(self) -> str:
        return f"{self.record.digest()[:16]} {self.doing} {self.rolled}"

    def __deepcopy__(self, _memo: object) -> "ExplicitState":
        return ExplicitState(self.game, like=self)


class Observer:
    """What a player sees as a tensor: everything plainly for information states, else as the game declares it."""

    def __init__(self, game: TabletownGame, *, plain: bool) -> None:
        declaration = game.declaration
        self.plain = plain
        layout = declaration.plain_observation if plain else declaration.observation
        self.tensor = np.zeros(layout[-1].stop, np.float32)
        self.dict = {place.name: self.tensor[place.start : place.stop].reshape(place.shape) for place in layout}

    def set_from(self, state: SampledState | ExplicitState, player: int) -> None:
        seen = state.features(player, plain=self.plain)
        self.tensor[:] = 0.0 if seen is None else seen

    def string_from(self, state: TabletownState, player: int) -> str:
        return state.information_state_string(player) if self.plain else state.observation_string(player)


def _type_of(declaration: Declaration) -> Any:
    options = {option.name: _parameter(option, option.default) for option in declaration.options}
    usual = {"players": declaration.default_players, "chance": SAMPLED, "seeds": SEEDS, "edition": ""}
    return pyspiel.GameType(
        short_name=PREFIX + declaration.name,
        long_name=declaration.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.CONSTANT_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(declaration.players),
        min_num_players=min(declaration.players),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=usual | options,
    )


def _parameter(option: Option, value: int) -> str | int:
    """The value's name; a number where all names are, because OpenSpiel reads it back as one."""
    name = option.values[value]
    return int(name) if all(each.isdecimal() for each in option.values.values()) else name


def load(
    game: str,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
    edition: str = "",
    chance: str = SAMPLED,
    seeds: int = SEEDS,
) -> Any:
    """The game for OpenSpiel; `edition` is the name or the file of one."""
    declaration = game_named(game).declaration
    register([declaration])
    known = declaration.read_options(options)
    chosen = {option.name: _parameter(option, known[option.name]) for option in declaration.options}
    count = declaration.check_players(declaration.default_players if players is None else players)
    return pyspiel.load_game(
        PREFIX + game, {"players": count, "chance": chance, "seeds": seeds, "edition": edition} | chosen
    )


def _load_again(description: str) -> Any:
    return pyspiel.load_game(description)


def register(wanted: Sequence[Declaration]) -> None:
    """Make the games known to OpenSpiel, once."""
    known = set(pyspiel.registered_names())
    for declaration in wanted:
        if PREFIX + declaration.name not in known:
            made = type(declaration.title, (TabletownGame,), {"declaration": declaration})
            pyspiel.register_game(_type_of(declaration), made)


register(list(declarations().values()))
