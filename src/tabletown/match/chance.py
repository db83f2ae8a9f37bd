"""Chance in a match: it all follows from one 32-byte seed, whose hash is shown at the start and itself at the end."""

import hashlib
import secrets

from tabletown.rulekit.dice import MASK63
from tabletown.rulekit.errors import BadOption

Seed = bytes


def make_seed(given: int | str | bytes | None) -> Seed:
    """A fresh seed, or the one that a number or 64 hex digits stand for."""
    if given is None:
        return secrets.token_bytes(32)
    if isinstance(given, bytes) and len(given) == 32:
        return given
    if isinstance(given, int) and not isinstance(given, bool):
        return hashlib.sha256(f"tabletown seed {given}".encode()).digest()
    if isinstance(given, str) and len(given) == 64:
        try:
            return bytes.fromhex(given)
        except ValueError:
            pass
    raise BadOption(f"A seed is a whole number, 32 bytes or 64 hex digits, not {given!r}.")


def commitment(seed: Seed) -> str:
    """What is shown at the start: it binds the table to the seed without telling it."""
    return hashlib.sha256(seed).hexdigest()


def dice_for(seed: Seed, entry: int, move: int) -> int:
    """Where the dice stand before a move; nobody can tell it from earlier moves."""
    digest = hashlib.sha256(seed + b"%d.%d" % (entry, move)).digest()
    return int.from_bytes(digest[:8], "big") & MASK63
