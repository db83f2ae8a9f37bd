"""What happened, told by the rules as numbers; turned into sentences per viewer and language when shown."""

from dataclasses import dataclass

from tabletown.rulekit.errors import BadDeclaration
from tabletown.rulekit.records import Record


@dataclass(frozen=True)
class EventKind:
    """One kind of event: the names of its numbers, and which of them are the seats that may see it (none: everyone)."""

    code: int
    name: str
    arguments: tuple[str, ...]
    only_for: tuple[str, ...]
    final: bool = False
    """Whether nobody may take it back alone: a capture, an escape."""


class Events:
    """A game's kinds of event."""

    def __init__(self) -> None:
        self.kinds: list[EventKind] = []

    def kind(self, name: str, *arguments: str, only_for: tuple[str, ...] = (), final: bool = False) -> int:
        """Declare a kind; answers its code."""
        if any(kind.name == name for kind in self.kinds):
            raise BadDeclaration(f"The event {name!r} is declared twice.")
        if len(arguments) > 4:
            raise BadDeclaration(f"The event {name!r} has more than four numbers.")
        if not set(only_for) <= set(arguments):
            raise BadDeclaration(f"The event {name!r} is only for seats that are not among its numbers.")
        self.kinds.append(EventKind(len(self.kinds), name, arguments, only_for, final))
        return len(self.kinds) - 1

    def seen_by(self, event: tuple[int, ...], seat: int) -> bool:
        """Whether the seat (-1: a spectator) may see the event."""
        kind = self.kinds[event[0]]
        return not kind.only_for or any(event[1 + kind.arguments.index(name)] == seat for name in kind.only_for)

    def is_final(self, event: tuple[int, ...]) -> bool:
        """Whether the move that it came from stays made, unless the whole table agrees."""
        return self.kinds[event[0]].final

    def named(self, event: tuple[int, ...]) -> tuple[str, dict[str, int]]:
        """The event's name and its numbers by name."""
        kind = self.kinds[event[0]]
        return kind.name, dict(zip(kind.arguments, event[1:], strict=False))


def tell(s: Record, kind: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0) -> None:
    """Keep the event until the match reads it. Compiled, it does nothing."""
    s.told.append((kind, a, b, c, d))
