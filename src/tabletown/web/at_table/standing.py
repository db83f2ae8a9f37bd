"""A table as it stands at one moment: what every room of it is given."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tabletown.bots import usual_level
from tabletown.coaching import Pupil
from tabletown.match import Game, Match, Refused
from tabletown.match.orders import Order
from tabletown.rulekit.language import message
from tabletown.web.at_table.drafts import Draft
from tabletown.web.at_table.settings import Settings
from tabletown.web.kept import ABANDONED, Kept, Seat

Orders = Mapping[int, Sequence[Order]]


@dataclass(frozen=True)
class Standing:
    """What is kept of a table, and what lives in memory only."""

    kept: Kept
    game: Game
    match: Match | None
    orders: Orders = field(default_factory=dict)
    drafts: Mapping[int, Draft] = field(default_factory=dict, repr=False)
    lines_said: int = 0
    now: float = field(default_factory=time.time)
    pupil: Pupil | None = None
    """The match as the coach follows it, at a coached table."""

    @property
    def settings(self) -> Settings:
        return self.kept.settings

    @property
    def seats(self) -> Sequence[Seat]:
        return self.kept.seats

    @property
    def phase(self) -> str:
        return self.kept.phase

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    @property
    def playing(self) -> Match:
        """The match, once it has begun."""
        if self.match is None:
            raise Refused("not_begun", message("The game has not begun."))
        return self.match

    @property
    def live(self) -> Match:
        """The match, while it goes on."""
        if self.phase == ABANDONED:
            raise Refused("abandoned", message("The table has given this game up."))
        if self.playing.over:
            raise Refused("game_is_over", message("The game is over."))
        return self.playing

    @property
    def stand_in(self) -> str:
        """The level of a bot that plays for a person."""
        return usual_level(self.game.declaration)

    def with_seat(self, seat: int, **changes: Any) -> tuple[Seat, ...]:
        return with_seat(self.seats, seat, **changes)


def with_seat(seats: Sequence[Seat], seat: int, **changes: Any) -> tuple[Seat, ...]:
    return tuple(replace(each, **changes) if number == seat else each for number, each in enumerate(seats))
