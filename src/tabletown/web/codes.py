"""Codes of six letters that bring a seat to another device: they hold for ten minutes, for one device."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tabletown.rulekit.language import message
from tabletown.web import keys
from tabletown.web.limits import Buckets, Rate

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ"
"""No letters that are taken for one another, or for figures."""
LENGTH = 6
LASTS = 600.0
"""Seconds."""
TRIES = Rate(1 / 30, 5)
"""Of one address: 25 in the life of a code."""
ALL_TRIES = Rate(1, 60)
"""Of all together: 660 in the life of a code, of which there are 148 million."""

NO_CODE = message("A code has six letters, none of them I, L or O.")
NO_SUCH_CODE = message("No seat has this code. It may be mistyped, used already or older than ten minutes.")


@dataclass(frozen=True)
class Offer:
    """A new code of a seat, by its hash; the seat's former ones do not hold any more."""

    seat: int
    hash: str = field(repr=False)
    until: float


@dataclass(frozen=True)
class Taking:
    """A device takes a code. Asked twice by the same device, it is once."""

    hash: str = field(repr=False)
    by: str = field(repr=False)
    at: float


class Attempts:
    """How often codes are tried, right or wrong. No setting of the server allows more, nor do several servers."""

    def __init__(self, tell_others: Callable[[Mapping[str, Any]], None] = lambda _message: None) -> None:
        self._of_one, self._of_all = Buckets(TRIES), Buckets(ALL_TRIES)
        self._tell_others = tell_others

    def wait(self, who: str) -> int:
        """0 if they may try another, else the seconds after which they may."""
        hidden = keys.hashed(f"tries.{who}")[:32]
        self._tell_others({"tried": hidden})
        return self.count(hidden)

    def count(self, hidden: str) -> int:
        """The same, of one who is known by a hash, as another server tells it."""
        return self._of_one.wait(hidden) or self._of_all.wait("")


# ---------------------------------------------------------------- writing and reading a code


def code_from(secret: str, what: str) -> keys.Secret:
    """The same for the same request, so that an answer that was lost can be given again."""
    number = int(keys.made_from(secret, f"code.{what}"), 16)
    letters = ""
    for _place in range(LENGTH):
        number, letter = divmod(number, len(LETTERS))
        letters += LETTERS[letter]
    return keys.Secret(letters)


def hashed(code: str) -> str:
    return keys.hashed(f"code.{code}")


def read_code(text: str) -> keys.Secret | None:
    """A code as somebody types it: in small letters too, with spaces and hyphens."""
    letters = re.sub(r"[\s-]", "", text[:40]).upper()
    return keys.Secret(letters) if len(letters) == LENGTH and set(letters) <= set(LETTERS) else None
