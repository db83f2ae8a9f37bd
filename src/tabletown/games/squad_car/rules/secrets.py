"""What nobody knows: how the dial will stop and which flashcard comes next. Everything else lies open."""

from .state import State

HIDDEN = -(1 << 63)


def conceal(s: State, seat: int) -> None:
    """SC-F7: which card comes next is decided when it is drawn."""
    s.rng = HIDDEN


def redeal(s: State, seat: int) -> None:
    """The dice are seeded already; nothing else was hidden."""
