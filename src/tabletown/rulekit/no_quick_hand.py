"""What stands for a game that worlds are played on in action by action, each judged by what it leads to."""

from typing import TYPE_CHECKING

from tabletown.rulekit.records import Record
from tabletown.rulekit.thinking import Sums

if TYPE_CHECKING:
    from tabletown.rulekit.contract import evaluate


def evaluate_one(s: Record, seat: int, out: Sums) -> float:
    evaluate(s, out)
    return out[seat] + 0.0


def quick_action(s: Record, seat: int, out: Sums) -> int:  # noqa: ARG001 what the contract says
    return -1


def quick_turn(s: Record, seat: int, out: Sums) -> int:  # noqa: ARG001 what the contract says
    return 0
