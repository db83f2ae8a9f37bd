"""What is kept of a table, and what a change of it says."""

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tabletown.coaching import Judgement
from tabletown.web import codes
from tabletown.web.asking import Done
from tabletown.web.at_table.advice import Advice
from tabletown.web.at_table.drafts import Draft
from tabletown.web.at_table.settings import Settings

WAITING, PLAYING, OVER, ABANDONED, CANCELLED = "waiting", "playing", "over", "abandoned", "cancelled"
PERSON, OPEN, BOT = "person", "open", "bot"


@dataclass(frozen=True)
class Seat:
    """Who sits there: a person, a bot of a level, or nobody yet. A stand-in is a bot that plays for a person."""

    kind: str
    name: str
    level: str = ""
    invitation: int = 0
    """How often the seat's invitation has been renewed."""
    invitation_hash: str = field(default="", repr=False)
    stand_in: str = ""
    resigned: bool = False

    @property
    def bot(self) -> str:
        """The level of the bot that plays here, or nothing."""
        return self.level if self.kind == BOT else self.stand_in

    @property
    def has_a_say(self) -> bool:
        """Whether its consent counts: of a person who plays. Bots always agree."""
        return self.kind == PERSON and not self.bot


@dataclass(frozen=True)
class Kept:
    """A table as it was stored."""

    id: str
    game: str
    rules: str
    edition: dict[str, Any]
    options: dict[str, Any]
    players: int
    seed: str = field(repr=False)
    start: dict[str, Any] | None = field(repr=False)
    phase: str
    version: int
    host: str = field(repr=False)
    settings: Settings
    created: float
    changed: float
    happened: float
    """When something changed last that anybody can see."""
    seats: tuple[Seat, ...] = ()

    def changed_by(self, change: "Change", version: int) -> "Kept":
        return replace(
            self,
            version=version,
            changed=change.at,
            happened=change.at if change.is_seen else self.happened,
            phase=change.phase or self.phase,
            settings=self.settings if change.settings is None else change.settings,
            seats=self.seats if change.seats is None else tuple(change.seats),
        )


@dataclass(frozen=True)
class Said:
    """A line of the chat."""

    number: int
    seat: int | None
    name: str
    text: str
    at: float


@dataclass(frozen=True)
class Whole:
    """Everything that is kept of a table."""

    kept: Kept
    items: list[dict[str, Any]] = field(repr=False)
    drawer: dict[int, list[dict[str, Any]]] = field(repr=False)
    chat: list[Said] = field(repr=False)
    """The newest lines."""
    orders: dict[int, list[dict[str, Any]]] = field(repr=False)
    done: list[Done] = field(repr=False)


@dataclass(frozen=True)
class Since(Whole):
    """As much of it as is newer than what somebody holds, with the keys of the seats."""

    keys: list[tuple[int, str]] = field(repr=False)


@dataclass(frozen=True)
class Folded:
    """What a match is made from, its entries still as they are stored: to be read by another process, and not by this.

    Entry by entry in objects, a long game would keep everybody waiting while it is packed.
    """

    kept: Kept
    items: list[str] = field(repr=False)
    drawer: dict[int, list[dict[str, Any]]] = field(repr=False)

    def unfolded(self) -> Whole:
        return Whole(self.kept, [json.loads(item) for item in self.items], self.drawer, [], {}, [])


@dataclass
class Change:
    """What is to be stored as one. What is None stays."""

    phase: str | None = None
    rules: str | None = None
    settings: Settings | None = None
    seats: Sequence[Seat] | None = None
    items: Sequence[tuple[int, dict[str, Any]]] = field(default=(), repr=False)
    drawer: dict[int, list[dict[str, Any]]] | None = field(default=None, repr=False)
    chat: Sequence[Said] = ()
    orders: dict[int, list[dict[str, Any]]] | None = field(default=None, repr=False)
    keys: Sequence[tuple[int, str]] = field(default=(), repr=False)
    keys_gone: Sequence[int] = ()
    """Seats whose keys are taken away."""
    offer: codes.Offer | None = None
    """A code for a seat."""
    taking: codes.Taking | None = None
    """The code by which the keys come."""
    done: Done | None = None
    """The request that it answers."""
    founds: "tuple[Kept, Change] | None" = None
    """Another table that is made with it."""
    follows: "tuple[str, Sequence[int]] | None" = None
    """The table whose people it is made for, and where each of them sat there: they are told as they were there."""
    is_seen: bool = True
    """Whether anybody but one seat can see that something has changed."""
    is_waited_on: bool = True
    """Whether a bot, a clock or a standing order may have something to do now, wherever they are seen to."""
    drafts: Mapping[int, Draft | None] = field(default_factory=dict, repr=False)
    """What seats are putting together from now on, or nothing more. Never stored."""
    judged: Mapping[int, tuple[int, Judgement | None]] = field(default_factory=dict, repr=False)
    """What the coach holds of a seat's last choice: its entry, and what it cost. Never stored."""
    advice: Mapping[int, tuple[int, tuple[int, ...]]] = field(default_factory=dict, repr=False)
    """What the coach would play for a seat, at which decision. Never stored."""
    hints: Mapping[int, Advice] = field(default_factory=dict, repr=False)
    """What seats are told that have asked what Tycoon would do. Never stored."""
    only: int | None = None
    """The seat to which all of it is private, as a draft, a hint or the coach's word: then nothing is stored."""
    at: float = field(default_factory=time.time)
