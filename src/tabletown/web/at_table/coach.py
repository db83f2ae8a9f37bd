"""What a coach does at a table: holds something of a choice, and leaves when the pupil wants to play on alone."""

from collections.abc import Sequence

from msgspec.structs import replace

from tabletown.coaching import Judgement
from tabletown.web.at_table.standing import Standing
from tabletown.web.kept import Change


def judge(_at: Standing, seat: int, entry: int, judgement: Judgement | None) -> Change:
    """For that seat's ears alone."""
    return Change(judged={seat: (entry, judgement)}, only=seat)


def advise(at: Standing, seat: int, decision: int, actions: Sequence[int]) -> Change | None:
    """The same of what the coach would play, if that is still asked."""
    return Change(advice={seat: (decision, tuple(actions))}, only=seat) if at.live.decision == decision else None


def go_on(at: Standing) -> Change | None:
    """The script is over: from here on it is a game like any other."""
    return Change(settings=replace(at.settings, coached=False)) if at.settings.coached else None
