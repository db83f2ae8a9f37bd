"""What nobody knows: how the dice will fall. Everything else in The Estates lies open or follows from what did."""

from .state import State

HIDDEN = -(1 << 63)


def conceal(s: State, seat: int) -> None:
    """TE-T4, TE-P5: which roof comes next is decided when it is turned over."""
    s.rng = HIDDEN


def redeal(s: State, seat: int) -> None:
    """TE-T4: the dice are seeded already; nothing else was hidden."""
