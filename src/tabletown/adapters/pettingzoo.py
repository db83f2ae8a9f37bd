"""The games as PettingZoo environments: one seat after the other, or all who are asked at once."""

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from tabletown.adapters.missing import missing
from tabletown.lab.playing import COMPILED, Source
from tabletown.lab.position import Desk, Position

try:
    from pettingzoo import AECEnv, ParallelEnv

    from tabletown.adapters.spaces import Actions, Observed, Seeds, as_text, check_legal, observation_space
except ImportError:
    raise missing("pettingzoo") from None

Stepped = tuple[
    dict[str, Observed], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
]


class _Table:
    """The game that an environment plays, and the seats as agents."""

    def __init__(
        self, game: str, players: int, options: Mapping[str, object] | None, edition: Source, mode: str
    ) -> None:
        self.desk = Desk(game, players, options, edition, mode)
        self.position = Position(self.desk)
        self.seeds = Seeds()
        self.names = [f"seat_{seat}" for seat in range(players)]
        self.seat_of = {name: seat for seat, name in enumerate(self.names)}
        self.observation_spaces = {name: observation_space(self.desk) for name in self.names}
        self.action_spaces = {name: Actions(self.desk.actions) for name in self.names}

    def seen(self, name: str) -> Observed:
        """What an agent sees, and what it may do: nothing if it is not asked."""
        seat, position = self.seat_of[name], self.position
        observation, mask = position.look(seat)
        if seat != position.seat:
            if int(position.asked[0]) >> seat & 1:
                other = position.copy()
                other.turn_to(seat)
                mask = other.mask()
            else:
                mask = np.zeros(self.desk.actions, np.int8)
        return {"observation": observation, "action_mask": mask}


class OneByOne(AECEnv[str, Observed, Any]):  # type: ignore[misc]
    """One seat after the other. Sealed answers are given one by one too; nobody sees those that are not their own."""

    RENDERING: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"], "is_parallelizable": False, "render_fps": 1}

    def __init__(self, table: _Table, render_mode: str | None) -> None:
        super().__init__()
        self._table = table
        self.metadata: dict[str, Any] = type(self).RENDERING | {"name": f"tabletown_{table.desk.declaration.name}_v1"}
        self.render_mode = render_mode
        self.possible_agents = [*table.names]
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> Any:
        return self._table.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self._table.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        table = self._table
        table.position.deal(table.seeds.take(seed))
        self.agents = [*table.names]
        self.rewards = dict.fromkeys(table.names, 0.0)
        self._cumulative_rewards = dict.fromkeys(table.names, 0.0)
        self.terminations = dict.fromkeys(table.names, False)
        self.truncations = dict.fromkeys(table.names, False)
        self.infos: dict[str, dict[str, Any]] = {name: {} for name in table.names}
        self._skip_agent_selection = None
        self._show(table.position.seat)

    def _show(self, seat: int) -> None:
        """What the next seat sees is wanted by everybody, so it is at hand."""
        table = self._table
        self.agent_selection = table.names[seat]
        observation, mask = table.position.look(seat)
        self._seen: Observed = {"observation": observation, "action_mask": mask}

    def observe(self, agent: str) -> Observed:
        return self._seen if agent == self.agent_selection else self._table.seen(agent)

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:  # noqa: FBT001, FBT002
        name = self.agent_selection
        seen = self._seen if observe else None
        return seen, self._cumulative_rewards[name], self.terminations[name], self.truncations[name], self.infos[name]

    def step(self, action: Any) -> None:
        name = self.agent_selection
        if self.terminations[name]:
            self._was_dead_step(action)
            if self.agents:
                self._seen = self._table.seen(self.agent_selection)
            return
        position = self._table.position
        position.play(check_legal(self._seen["action_mask"], action, name))
        self._cumulative_rewards[name] = 0.0
        if position.over[0]:
            self._finish(position.returns)
        else:
            self._show(int(position.seats[0]))

    def _finish(self, returns: list[float]) -> None:
        for seat, name in enumerate(self._table.names):
            self.rewards[name] = returns[seat]
            self._cumulative_rewards[name] += returns[seat]
            self.terminations[name] = True
        self.agent_selection = self.agents[0]
        self._seen = self._table.seen(self.agent_selection)

    def render(self) -> str | None:
        return as_text(self._table.position) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """There is nothing to let go."""


class AllAtOnce(ParallelEnv[str, Observed, Any]):  # type: ignore[misc]
    """Everybody at each step. Who is asked has a mask with something in it; what others send is not looked at.

    Where the rules ask several at once, for sealed answers, they all answer in the same step; else it is one's turn.
    """

    RENDERING: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(self, table: _Table, render_mode: str | None) -> None:
        self._table = table
        self.metadata: dict[str, Any] = type(self).RENDERING | {"name": f"tabletown_{table.desk.declaration.name}_v1"}
        self.render_mode = render_mode
        self.possible_agents = [*table.names]
        self.agents: list[str] = []
        self._seen: dict[str, Observed] = {}

    def observation_space(self, agent: str) -> Any:
        return self._table.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self._table.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None  # noqa: ARG002
    ) -> tuple[dict[str, Observed], dict[str, dict[str, Any]]]:
        table = self._table
        table.position.deal(table.seeds.take(seed))
        self.agents = [*table.names]
        self._seen = {name: table.seen(name) for name in table.names}
        return self._seen, {name: {} for name in table.names}

    def step(self, actions: dict[str, Any]) -> Stepped:
        table, position = self._table, self._table.position
        asked = [table.names[seat] for seat in position.everybody_asked]
        chosen = {name: check_legal(self._seen[name]["action_mask"], actions[name], name) for name in asked}
        for name, action in chosen.items():
            seat = table.seat_of[name]
            if position.seat != seat:
                position.turn_to(seat)
            position.play(action)
        over = position.is_over
        self._seen = {name: table.seen(name) for name in table.names}
        rewards = dict(zip(table.names, position.returns, strict=True))
        self.agents = [] if over else self.agents
        ended, cut = dict.fromkeys(table.names, over), dict.fromkeys(table.names, False)
        return self._seen, rewards, ended, cut, {name: {} for name in table.names}

    def render(self) -> str | None:
        return as_text(self._table.position) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """There is nothing to let go."""


def aec_env(
    game: str,
    players: int = 4,
    options: Mapping[str, object] | None = None,
    *,
    edition: Source = None,
    render_mode: str | None = None,
    mode: str = COMPILED,
) -> OneByOne:
    """The game with one seat after the other. Each seat's reward is its share of the win, at the end."""
    return OneByOne(_Table(game, players, options, edition, mode), render_mode)


def parallel_env(
    game: str,
    players: int = 4,
    options: Mapping[str, object] | None = None,
    *,
    edition: Source = None,
    render_mode: str | None = None,
    mode: str = COMPILED,
) -> AllAtOnce:
    """The game with all who are asked at once."""
    return AllAtOnce(_Table(game, players, options, edition, mode), render_mode)
