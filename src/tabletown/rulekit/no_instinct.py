"""The instinct of a game that brings none: every position and every action is as good as any other."""

from tabletown.rulekit.records import Record
from tabletown.rulekit.thinking import Sums


def evaluate(s: Record, out: Sums) -> None:
    for seat in range(s.players):
        out[seat] = 0.0


def prior(s: Record, seat: int, action: int) -> float:  # noqa: ARG001 what the contract says
    return 0.0
