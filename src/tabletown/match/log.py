"""The log of a match: entries that are only ever appended. It, the seed and the options are the whole truth."""

from dataclasses import dataclass, field

from tabletown.rulekit.records import Event


@dataclass(frozen=True)
class Move:
    """One action of one seat; automatic ones had no alternative."""

    seat: int
    action: int
    automatic: bool = False


@dataclass(frozen=True)
class Entry:
    """Moves made as one: a composed list, sealed answers opened together, and what followed automatically."""

    number: int
    moves: tuple[Move, ...]
    sealed: bool = False
    events: tuple[Event, ...] = field(default=(), compare=False)


@dataclass(frozen=True)
class Undo:
    """The newest live entry was taken back."""

    number: int
    seat: int
    consent: bool = False


@dataclass(frozen=True)
class Reseed:
    """From here on chance follows from another seed: a game played on from an old position."""

    number: int
    seed: bytes = field(repr=False)


LogItem = Entry | Undo | Reseed


@dataclass(frozen=True)
class Line:
    """A sentence of the log, as one viewer reads it: the entry it belongs to, and whose move that was (or None)."""

    entry: int
    seat: int | None
    text: str
