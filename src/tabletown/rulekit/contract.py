"""The rules contract: the functions that every game defines, with what each says. Signatures only; games do the work.

Rules are plain, typed functions over a state: no decorators, classes, floats, text, recursion, closures, global dicts
or generator expressions, and no two rule modules of a game define the same name.
"""

from tabletown.rulekit.loops import Sheet
from tabletown.rulekit.records import Record
from tabletown.rulekit.runs import Runs
from tabletown.rulekit.thinking import Sums


def setup(s: Record, players: int) -> None:
    """The position before the first decision; the kit has zeroed the record, written the options, seeded the dice."""


def pending(s: Record) -> int:  # type: ignore[empty-body]
    """A bit mask of the seats that owe a decision now: several for sealed ones, 0 when the game is over."""


def legal(s: Record, seat: int, out: Runs) -> int:  # type: ignore[empty-body]
    """Writes the seat's legal actions as runs, from its view alone; answers how many there are."""


def why_not(s: Record, seat: int, action: int) -> int:  # type: ignore[empty-body]
    """0, or the reason why the seat may not play the action; for every action of the action space."""


def apply(s: Record, seat: int, action: int) -> None:
    """Plays a legal action, and everything that follows without a decision, telling events."""


def ending(s: Record) -> int:  # type: ignore[empty-body]
    """0 while the game goes on, else which of the declared endings, from 1."""


def returns(s: Record, out: Sheet) -> None:
    """Each seat's share of the win; they add up to WHOLE_WIN, also for teams and draws."""


def scores(s: Record, out: Sheet) -> None:
    """Each seat's score as it stands."""


def conceal(s: Record, seat: int) -> None:
    """Blanks what the seat (-1: a spectator) may not know; hidden is the field type's minimum."""


def redeal(s: Record, seat: int) -> None:
    """Fills the blanks with a random world that the seat cannot tell from the true one; the dice are seeded."""


def audit(s: Record) -> int:  # type: ignore[empty-body]
    """0, or the number of the game's own books that does not balance."""


def default_action(s: Record, seat: int) -> int:  # type: ignore[empty-body]
    """What an absent player does."""


def evaluate(s: Record, out: Sums) -> None:
    """How well each seat stands: more is better for that seat. Optional, with `prior`; floats are allowed here.

    `s` is a copy of its own; `out` has SLIPS entries for it, those behind the seats' to reckon in.
    """


def evaluate_one(s: Record, seat: int, out: Sums) -> float:  # type: ignore[empty-body]
    """The same for one seat, for who asks about no other. Optional, where it is quicker than for all of them."""


def quick_action(s: Record, seat: int, out: Sums) -> int:  # type: ignore[empty-body]
    """What the instinct does, where that is plain without trying every action; else -1. Optional.

    `s` may be a view: of what the seat cannot know it must not ask. `out` is what `evaluate` would be given.
    """


def quick_turn(s: Record, seat: int, out: Sums) -> int:  # type: ignore[empty-body]
    """Plays on as the instinct does, where that is quicker than action by action: a whole turn, which counts as one.

    Optional; answers 0 if it has done nothing. `out` is what `evaluate` would be given.
    """


def write_features(s: Record, out: Sums) -> None:
    """What each seat's prospects are judged by, from out[first_feature(out, seat)] on. Optional, with `FEATURES`."""


def is_quiet(s: Record) -> bool:  # type: ignore[empty-body]
    """Whether the features say all that there is to say about the position. Optional; always, if not said."""


def prior(s: Record, seat: int, action: int) -> float:  # type: ignore[empty-body]
    """What speaks for the action before looking at where it leads, in the same measure as `evaluate`."""
