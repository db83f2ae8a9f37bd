"""Kinds of action and their arguments, declared once: offsets for rules; encode, decode and JSON for people.

ACTIONS = Actions()
PASS = ACTIONS.kind("pass")
BID = ACTIONS.kind("bid", amount=range(1, 61))      # BID + amount - 1
CHOOSE_CUBE = ACTIONS.kind("choose_cube", row=range(3), end=range(2))
"""

import bisect
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tabletown.rulekit.errors import TabletownError


class BadAction(TabletownError):
    """An action that is not in the game's action space."""


@dataclass(frozen=True)
class Kind:
    """One kind of action: a block of the action space."""

    name: str
    offset: int
    arguments: dict[str, range]

    @property
    def count(self) -> int:
        total = 1
        for values in self.arguments.values():
            total *= len(values)
        return total


class Actions:
    """A game's action space: small ints for machines, kinds with arguments for people."""

    def __init__(self) -> None:
        self.kinds: dict[str, Kind] = {}
        self.count = 0
        self._offsets: list[int] = []
        self._ordered: list[Kind] = []

    def kind(self, name: str, **arguments: range) -> int:
        """Declare a kind; answers its offset. The last argument runs fastest."""
        if name in self.kinds:
            raise ValueError(f"The kind {name!r} is declared twice.")
        kind = Kind(name, self.count, arguments)
        self.kinds[name] = kind
        self._offsets.append(kind.offset)
        self._ordered.append(kind)
        self.count += kind.count
        return kind.offset

    def decode(self, action: int) -> tuple[str, dict[str, int]]:
        if not 0 <= action < self.count:
            raise BadAction(f"There is no action {action}; the game has the actions 0 to {self.count - 1}.")
        kind = self._ordered[bisect.bisect_right(self._offsets, action) - 1]
        rest = action - kind.offset
        args: dict[str, int] = {}
        for name, values in reversed(kind.arguments.items()):
            rest, index = divmod(rest, len(values))
            args[name] = values[index]
        return kind.name, {name: args[name] for name in kind.arguments}

    def encode(self, name: str, args: Mapping[str, Any]) -> int:
        kind = self.kinds.get(name)
        if kind is None:
            raise BadAction(f"There is no action {name[:40]!r}; there are {', '.join(self.kinds)}.")
        if args.keys() != kind.arguments.keys():
            wanted = ", ".join(kind.arguments) or "no arguments"
            found = ", ".join(map(str, args))[:80] or "none"
            raise BadAction(f"The action {name!r} takes {wanted}, not {found}.")
        action = 0
        for argument, values in kind.arguments.items():
            value = args[argument]
            if not isinstance(value, int) or isinstance(value, bool) or value not in values:
                raise BadAction(f"{name}: {argument} takes {values[0]} to {values[-1]}, not {repr(value)[:40]}.")
            action = action * len(values) + values.index(value)
        return kind.offset + action
