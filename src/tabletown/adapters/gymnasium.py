"""One seat of a game as a Gymnasium environment: the others are bots."""

from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar

from tabletown.adapters.missing import missing
from tabletown.bots import Bot, check_level, level
from tabletown.lab.playing import COMPILED, Source
from tabletown.lab.position import Desk, Position
from tabletown.rulekit.errors import BadOption

try:
    from gymnasium import Env

    from tabletown.adapters.spaces import Actions, Observed, Seeds, as_text, check_legal, observation_space
except ImportError:
    raise missing("gymnasium") from None


class OneSeat(Env[Observed, Any]):
    """A step is one decision of the seat; the bots' moves that follow belong to it.

    The reward is the seat's share of the win, at the end. An action that the mask does not allow is refused, unless
    the environment was made with `illegal="first"`: then the first legal one is taken in its place.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"], "render_fps": 1}  # type: ignore[misc]

    def __init__(
        self, desk: Desk, opponent: str, seat: int, seconds: float, illegal: str, render_mode: str | None
    ) -> None:
        self.desk, self.seat, self.seconds, self.illegal = desk, seat, seconds, illegal
        self.render_mode = render_mode
        self.observation_space = observation_space(desk)
        self.action_space = Actions(desk.actions)
        self._position = Position(desk)
        self._seeds = Seeds()
        self._chance = Random(0)
        check_level(desk.declaration, opponent)
        self._bot: Bot = level(opponent).bot(desk.rules)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observed, dict[str, Any]]:
        super().reset(seed=seed, options=options)
        number = self._seeds.take(seed)
        self._chance.seed(number)
        self._position.deal(number)
        self._let_others_move()
        return self._seen(), {}

    def step(self, action: Any) -> tuple[Observed, float, bool, bool, dict[str, Any]]:
        position = self._position
        if self.illegal == "first" and not position.allows(int(action)):
            action = position.legal()[0]
        position.play(check_legal(self._mask, action, f"Seat {self.seat}"))
        self._let_others_move()
        over = position.is_over
        return self._seen(), position.returns[self.seat], over, False, {}

    def _let_others_move(self) -> None:
        """Until the seat is asked or all is over. Where several are asked at once, the seat answers first."""
        position = self._position
        while not position.is_over:
            asked = position.everybody_asked
            if self.seat in asked:
                if position.seat != self.seat:
                    position.turn_to(self.seat)
                return
            mover = position.seat
            position.play(self._bot.choose(position.view(mover), mover, self.seconds, self._chance))

    def _seen(self) -> Observed:
        observation, self._mask = self._position.look(self.seat)
        return {"observation": observation, "action_mask": self._mask}

    def render(self) -> str | None:
        return as_text(self._position) if self.render_mode == "ansi" else None


def single_env(
    game: str,
    players: int,
    opponents: str = "neighbour",
    *,
    seat: int = 0,
    options: Mapping[str, object] | None = None,
    edition: Source = None,
    seconds: float = 0.25,
    illegal: str = "refused",
    render_mode: str | None = None,
    mode: str = COMPILED,
) -> OneSeat:
    """One seat against bots of a level, who think `seconds` at most if they are of those who think long."""
    desk = Desk(game, players, options, edition, mode)
    if not 0 <= seat < players:
        raise BadOption(f"A seat at a table of {players} is 0 to {players - 1}, not {seat}.")
    if illegal not in {"refused", "first"}:
        raise BadOption(f"An illegal action is refused, or the first legal one is taken, not {illegal!r}.")
    return OneSeat(desk, opponents, seat, seconds, illegal, render_mode)
