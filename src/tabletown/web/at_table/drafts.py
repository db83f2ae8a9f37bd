"""A choice that is being put together. Private to a seat, and kept in memory only."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Draft:
    """Parts of a larger choice that a seat has put together for a decision, and not played yet."""

    decision: int
    parts: tuple[tuple[int, ...], ...] = ()

    @property
    def actions(self) -> tuple[int, ...]:
        return tuple(action for part in self.parts for action in part)
