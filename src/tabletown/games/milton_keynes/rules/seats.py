"""Seats: all of them, who sits beside whom, and what lies between."""

from .state import State


def everybody(s: State) -> int:
    """Bit mask of all seats."""
    return (1 << s.players) - 1


def left_of(s: State, seat: int) -> int:
    """The next seat clockwise."""
    return (seat + 1) % s.players


def neighbour(s: State, permit: int) -> int:
    """MK-P1: the player to whose right a shared permit lies; the one it lies left of has its number."""
    return (permit + 1) % s.players


def fist_permit(s: State, seat: int, fist: int) -> int:
    """MK-P2: the shared permit under a fist, on the left, then on the right."""
    return seat if fist == 0 else (seat + s.players - 1) % s.players


def fist_over(permit: int, seat: int) -> int:
    """MK-P2: the fist that a player holds over a shared permit."""
    return 0 if permit == seat else 1
