"""What a bot plays as one move: a larger choice is put together as people do it, so that it is told as one."""

from collections.abc import Sequence

from tabletown.bots import choose
from tabletown.bots.bot import Chance
from tabletown.bots.levels import Level
from tabletown.match import Match, Refused

MOST_PARTS = 24


class Choice:
    """What a bot plays as one move: parts of a larger choice go together, as people's do, until something is revealed.

    A bot does not go on for ever: what it has put together after so many parts is played.
    """

    def __init__(self, match: Match, seat: int, begun: Sequence[int] = ()) -> None:
        """`begun` is what has been put together already."""
        self._match, self._seat = match, seat
        self.actions: list[int] = [*begun]
        self.view = match.planned(seat, begun).view if begun else match.perfect_memory(seat)
        self.is_whole = False

    def add(self, action: int) -> None:
        """The next part, or what ends them, as a roadblock that is lifted ends a drive.

        What belongs to the next decision is left for it.
        """
        declared = self._match.game.declaration
        kind = declared.actions.decode(action)[0]
        self.is_whole = True
        if self.actions and kind not in (*declared.composed, *declared.closing) and not self._is_open():
            return
        try:
            plan = self._match.planned(self._seat, [*self.actions, action])
        except Refused:
            self.actions = self.actions or [action]
            return
        self.actions.append(action)
        self.view = plan.view
        self.is_whole = not plan.goes_on or kind not in declared.composed or len(self.actions) >= MOST_PARTS

    def _is_open(self) -> bool:
        """Whether the larger choice cannot stand as it is, but waits to be completed."""
        declared = self._match.game.declaration
        legal = self._match.rules.legal_actions(self.view, self._seat)
        return any(declared.actions.decode(number)[0] in declared.closing for number in legal)


def chosen(level: Level, match: Match, seat: int, rng: Chance, first: int | None = None) -> list[int]:
    """What a bot plays as one move, by the rules of this process; if it is to begin with an action, how it goes on."""
    choice = Choice(match, seat)
    if first is not None:
        choice.add(first)
    while not choice.is_whole:
        choice.add(choose(level, match.rules, choice.view, seat, rng))
    return choice.actions
