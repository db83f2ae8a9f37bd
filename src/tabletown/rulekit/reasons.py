"""Why something is not allowed: a code for the rules, a clause of the rulebook for people."""

from dataclasses import dataclass

from tabletown.rulekit.errors import BadDeclaration

OK = 0
ALL_IS_OVER = -1
NOT_ASKED = -2
NOT_DUE = -3
"""Reasons of the kit, for games that have none of their own to refuse a decision or its time."""


@dataclass(frozen=True)
class Reason:
    code: int
    name: str
    clause: str
    """Empty in a game that has no rulebook."""


class Known(dict[int, Reason]):
    """A game's own reasons; a code of the kit's is found there too."""

    def __missing__(self, code: int) -> Reason:
        return Reason(code, {ALL_IS_OVER: "all_is_over", NOT_ASKED: "not_asked", NOT_DUE: "not_due"}[code], "")


class Reasons:
    """A game's reasons; code 0 is *allowed*."""

    def __init__(self) -> None:
        self.all = Known()

    def because(self, name: str, clause: str = "") -> int:
        """Declare a reason and the clause that it comes from; answers its code. One may come from several clauses."""
        if any((reason.name, reason.clause) == (name, clause) for reason in self.all.values()):
            raise BadDeclaration(f"The reason {name!r} is declared twice.")
        code = len(self.all) + 1
        self.all[code] = Reason(code, name, clause)
        return code
