"""The course of a game: the entries that it has come to, and the position after each of them.

Positions follow from the entries. Some are kept, so that any of them is only a few entries away.
"""

from collections.abc import Callable

from tabletown.match.log import Entry
from tabletown.rulekit.records import Record

Play = Callable[[Record, Entry], None]
SPACING = 32
"""At first every so many entries a position is kept."""
MOST_KEPT = 64
"""When so many are kept every other one goes, and from then on they are kept half as often."""


class Course:
    """A line of entries that grows at its end, and is taken back from there."""

    def __init__(self, first: Record, play: Play) -> None:
        self.entries: list[Entry] = []
        self._whole: tuple[Entry, ...] = ()
        self.state = first
        """The position at the end; whoever holds it leaves it as it is."""
        self._play = play
        self._spacing = SPACING
        self.kept: dict[int, Record] = {0: first}
        self._last_asked: tuple[int, Record] = (0, first)

    def append(self, entry: Entry, state: Record) -> None:
        """One more entry, and the position that it leads to."""
        self._last_asked = (len(self.entries), self.state)
        self.entries.append(entry)
        self._whole = ()
        self.state = state
        if len(self.entries) % self._spacing == 0:
            self.kept[len(self.entries)] = state
            if len(self.kept) > MOST_KEPT:
                self._spacing *= 2
                self.kept = {step: each for step, each in self.kept.items() if step % self._spacing == 0}

    @property
    def whole(self) -> tuple[Entry, ...]:
        """All entries; put together once."""
        if not self._whole:
            self._whole = tuple(self.entries)
        return self._whole

    def take_back(self) -> None:
        """The last entry has not been."""
        steps = len(self.entries) - 1
        self.state = self.after(steps)
        self.entries.pop()
        self._whole = ()
        self.kept.pop(steps + 1, None)
        self._last_asked = (steps, self.state)

    def after(self, steps: int) -> Record:
        """The position after so many entries; whoever gets it leaves it as it is."""
        if steps == len(self.entries):
            return self.state
        if steps != self._last_asked[0]:
            self._last_asked = (steps, self._worked_out(steps))
        return self._last_asked[1]

    def _worked_out(self, steps: int) -> Record:
        known = steps - steps % self._spacing
        asked, state = self._last_asked
        if not known <= asked <= steps:
            asked, state = known, self.kept[known]
        if asked == steps:
            return state
        state = state.copy()
        for entry in self.entries[asked:steps]:
            self._play(state, entry)
        state.told = []
        return state
