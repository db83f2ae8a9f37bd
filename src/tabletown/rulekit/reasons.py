"""Why something is not allowed: a code for the rules, a clause of the rulebook for people."""

from dataclasses import dataclass

OK = 0


@dataclass(frozen=True)
class Reason:
    code: int
    name: str
    clause: str


class Reasons:
    """A game's reasons; code 0 is *allowed*."""

    def __init__(self) -> None:
        self.all: dict[int, Reason] = {}

    def because(self, name: str, clause: str) -> int:
        """Declare a reason and the clause that it comes from; answers its code."""
        code = len(self.all) + 1
        self.all[code] = Reason(code, name, clause)
        return code
