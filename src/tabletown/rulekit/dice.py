"""Chance for rules: one generator in the int64 field `rng`, the same numbers interpreted and compiled.

A 63-bit linear congruential generator whose best 32 bits are drawn. Sixty-three bits, because 64-bit arithmetic that
wraps around and Python's unbounded ints agree in exactly those.
"""

from typing import Protocol

from tabletown.rulekit.records import Row

MASK63 = 0x7FFF_FFFF_FFFF_FFFF
MASK32 = 0xFFFF_FFFF


class HasRng(Protocol):
    """Any state: its `rng` field holds the generator."""

    rng: int


def wrapped(x: int, factor: int, summand: int) -> int:
    """The low 63 bits. The twin has a function of its own for it: see `compiled.py`."""
    return (x * factor + summand) & MASK63


def stirred(seed: int) -> int:
    """A starting point in which neighbouring seeds have nothing in common."""
    x = (seed ^ 0x2545_F491_4F6C_DD1D) & MASK63
    x = wrapped(x ^ (x >> 32), 0x6C8E_9CF5_7093_2BD5, 0)
    x = wrapped(x ^ (x >> 29), 0x58A7_55C9_3B1F_62A3, 0)
    return x ^ (x >> 31)


def stepped(x: int) -> int:
    return wrapped(x, 6364136223846793005, 1442695040888963407)


def drawn(x: int) -> int:
    """32 random bits out of a position of the generator."""
    return ((x ^ (x >> 22)) >> 31) & MASK32


def seed_dice(s: HasRng, seed: int) -> None:
    s.rng = stirred(seed)


def roll(s: HasRng, n: int) -> int:
    """0 to n-1, each equally likely: a draw that would favour some of them is drawn again."""
    x = stepped(s.rng)
    wide = drawn(x) * n
    if wide & MASK32 < n:
        bar = (MASK32 + 1 - n) % n
        while wide & MASK32 < bar:
            x = stepped(x)
            wide = drawn(x) * n
    s.rng = x
    return wide >> 32


def shuffle(s: HasRng, cards: Row, count: int) -> None:
    """Shuffle the first `count` cards."""
    for last in range(count - 1, 0, -1):
        other = roll(s, last + 1)
        card = cards[last]
        cards[last] = cards[other]
        cards[other] = card
