"""What a table agrees on: who has asked for what, whose word counts, and who has agreed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from tabletown.match import Match
from tabletown.web.store import PERSON, Seat

UNDO, ABANDON, RELIEVE, STOP = "undo", "abandon", "relieve", "stop"
"""To take a move back, to give up, to have a bot play for somebody, to stop the clock."""


@dataclass(frozen=True)
class Proposal:
    """What somebody has asked the table to agree to, and who has."""

    what: str
    by: int
    about: int
    agreed: tuple[int, ...]
    is_there: bool = False
    """Whether the seat that it is about had the table open, and so is asked too."""

    @classmethod
    def of(cls, settings: Mapping[str, Any]) -> Self | None:
        given = settings.get("proposal")
        if not given:
            return None
        there = given.get("is_there", False)
        return cls(given["what"], given["by"], given["about"], tuple(given["agreed"]), there)

    @property
    def name(self) -> str:
        """What an answer says that it is an answer to."""
        return f"{self.what}-{self.by}-{self.about}"

    def to_dict(self) -> dict[str, Any]:
        return vars(self) | {"agreed": list(self.agreed)}

    def agreed_by(self, seat: int) -> Self:
        return replace(self, agreed=(*self.agreed, seat))

    def waits_for(self, seats: Sequence[Seat]) -> set[int]:
        """Whose word is missing; whoever is to be relieved is asked only if he is there."""
        asked = set(voters(seats)) - ({self.about} if self.what == RELIEVE and not self.is_there else set())
        return asked - set(self.agreed)


def without_proposal(settings: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in settings.items() if name != "proposal"}


def voters(seats: Sequence[Seat]) -> list[int]:
    """The seats whose consent counts: people who are there. Bots always agree."""
    return [seat for seat, each in enumerate(seats) if each.kind == PERSON and not each.bot]


def last_own_step(match: Match, seat: int) -> int | None:
    """How many steps there were before the seat's last decision."""
    for step, entry in reversed(list(enumerate(match.entries))):
        if any(move.seat == seat and not move.automatic for move in entry.moves):
            return step
    return None
