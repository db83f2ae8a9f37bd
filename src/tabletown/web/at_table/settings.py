"""What is kept of a table beside its game: its time, what is asked of it, its links, where it came from."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Self

import msgspec
from msgspec.structs import replace

from tabletown.rulekit.kinds import Kind

if TYPE_CHECKING:
    from tabletown.web.kept import Seat

UNDO, ABANDON, RELIEVE, STOP = "undo", "abandon", "relieve", "stop"
"""To take a move back, to give up, to have a bot play for somebody, to stop the clock."""


class Clock(msgspec.Struct, frozen=True):
    """The time of one decision: until when it runs, or how much is left while it is stopped."""

    decision: int
    until: float | None
    left: float

    @property
    def is_stopped(self) -> bool:
        return self.until is None

    def stopped(self, now: float) -> Self:
        return self if self.until is None else replace(self, until=None, left=max(0.0, self.until - now))

    def started(self, now: float) -> Self:
        return replace(self, until=now + self.left) if self.until is None else self


class Proposal(msgspec.Struct, frozen=True):
    """What somebody has asked the table to agree to, and who has."""

    what: str
    by: int
    about: int
    agreed: tuple[int, ...]
    is_there: bool = False
    """Whether the seat that it is about had the table open, and so is asked too."""

    @property
    def name(self) -> str:
        """What an answer says that it is an answer to."""
        return f"{self.what}-{self.by}-{self.about}"

    def agreed_by(self, seat: int) -> Self:
        return replace(self, agreed=(*self.agreed, seat))

    def waits_for(self, seats: "Sequence[Seat]") -> set[int]:
        """Whose word is missing; whoever is to be relieved is asked only if they are there."""
        asked = {seat for seat, each in enumerate(seats) if each.has_a_say}
        return asked - ({self.about} if self.what == RELIEVE and not self.is_there else set()) - set(self.agreed)


class Settings(msgspec.Struct, frozen=True, omit_defaults=True):
    """As one JSON object, in which what is as usual is left out."""

    time: int = 0
    """Seconds for each decision, 0 without a limit."""
    perfect_memory: bool = False
    """Whether programs are told what custom hides, if they ask for it."""
    no_empty_questions: bool = False
    """Whether the table answers what has a single answer for everybody, not only for somebody alone with bots."""
    clock: Clock | None = None
    late: dict[int, tuple[int, ...]] = {}
    """By the number of an entry of the log: the seats whose time was up, so that it was made for them."""
    proposal: Proposal | None = None
    rematch: str = ""
    """The table at which the same play again."""
    links: dict[int, int] = {}
    """How often a seat's private link has been renewed."""
    forked_from: str = msgspec.field(default="", name="from")
    """The table whose game is played on here."""
    opened: str = ""
    """By whom the game was brought as a record."""
    hints: bool | None = None
    """Whether one may ask what Tycoon would do; None: as usual, which hangs on who plays."""
    hinted: dict[int, tuple[int, int]] = {}
    """By seat: at how many decisions it has asked that, and at which one last."""
    coached: bool = False
    """Whether it is the coached game of its title, and the coach's script still goes on."""

    @staticmethod
    def read(stored: Mapping[str, Any]) -> "Settings":
        return SETTINGS.read(stored, numbers_as_keys=True)

    def written(self) -> dict[str, Any]:
        written: dict[str, Any] = msgspec.to_builtins(self, str_keys=True)
        return written

    def for_another_game(self) -> Self:
        """What a rematch is played with too."""
        return type(self)(
            time=self.time,
            perfect_memory=self.perfect_memory,
            no_empty_questions=self.no_empty_questions,
            hints=self.hints,
        )

    @property
    def is_asked_back(self) -> bool:
        """Whether a move is asked back, which holds only until the next one."""
        return self.proposal is not None and self.proposal.what == UNDO

    def without_proposal(self) -> Self:
        return replace(self, proposal=None)

    def after_a_move(self) -> Self:
        return self.without_proposal() if self.is_asked_back else self

    def with_late(self, entry: int, seats: Sequence[int]) -> Self:
        every = {*self.late.get(entry, ()), *seats}
        return replace(self, late={**self.late, entry: tuple(sorted(every))})

    def with_hint(self, seat: int, decision: int) -> Self:
        count, last = self.hinted.get(seat, (0, -1))
        return replace(self, hinted={**self.hinted, seat: (count + (decision != last), decision)})

    def without_hints(self) -> Self:
        """What of it others see before the end."""
        return replace(self, hinted={})

    def with_link_renewed(self, seat: int, times: int) -> Self:
        return replace(self, links={**self.links, seat: times})


SETTINGS = Kind(Settings)
