"""What stands beside a board: what is being played, what may come of it, and the figures that a player looks up."""

from functools import lru_cache
from typing import NamedTuple

WORDY = 9


@lru_cache(1 << 12)
def _is_wordy(cell: str) -> bool:
    """Most cells stay as they are from move to move."""
    return sum(letter.isalpha() for letter in cell) >= WORDY


class Listing(NamedTuple):
    """A small table under its caption; the first cell of a row names it."""

    caption: str
    headers: tuple[str, ...]
    """Empty for a table that explains itself."""
    rows: tuple[tuple[str, ...], ...]
    note: str = ""
    seats: tuple[int, ...] = ()
    """Whom each row is about, if it is about players."""
    folded: bool = False
    """Whether a page shows only the caption until somebody asks for more."""

    @property
    def wordy(self) -> set[int]:
        """Columns that hold words rather than figures: they are read from the left, and may be broken."""
        return {column for row in self.rows for column, cell in enumerate(row) if column and _is_wordy(cell)}


class Stage(NamedTuple):
    """A part of the turn or the year, and the clause to read about it."""

    name: str
    clause: str
    is_now: bool
    phase: int = -1
    """The phase whose sentence tells what it is."""
