"""What nobody knows: how the dial will stop and which flashcard comes next. Everything else lies open."""

from tabletown.rulekit.records import HIDDEN_64

from .state import State


def conceal(s: State, seat: int) -> None:
    """SC-F7: which card comes next is decided when it is drawn."""
    s.rng = HIDDEN_64


def redeal(s: State, seat: int) -> None:
    """The dice are seeded already; nothing else was hidden."""
