"""Rows of a state as wholes."""

from tabletown.rulekit.records import Row


def fill_row(row: Row, value: int) -> None:
    """Write the same number everywhere. The twin has a function of its own for it: see `compiled.py`."""
    row[:] = [value] * len(row)
