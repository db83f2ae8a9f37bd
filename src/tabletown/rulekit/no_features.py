"""What stands for a game whose instinct names no features, or whose features say all at any time."""

from tabletown.rulekit.records import Record
from tabletown.rulekit.thinking import Sums


def write_features(s: Record, out: Sums) -> None:
    """There are none."""


def is_quiet(s: Record) -> bool:  # noqa: ARG001 what the contract says
    return True
