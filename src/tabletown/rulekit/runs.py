"""Legal actions as runs: a bid of 1 to 300 is one entry, and a random choice never scans the action space.

A buffer holds: how many runs, how many actions in all, then (first action, count) for each run.
"""

from collections.abc import Sequence


class Runs(list[int]):
    """A buffer of runs."""

    @classmethod
    def with_room_for(cls, runs: int) -> "Runs":
        """One more than that, for an action that `offered_if` writes down behind all others and does not count."""
        return cls([0] * (4 + 2 * runs))

    @classmethod
    def written_in(cls, row: Sequence[int]) -> "Runs":
        """What stands in a buffer of either engine."""
        return cls(map(int, row[: 2 + 2 * int(row[0])]))


def clear(out: Runs) -> None:
    out[0] = 0
    out[1] = 0


def offer(out: Runs, first: int, count: int) -> None:
    """Add the actions first, first + 1, ... as one run."""
    n = out[0]
    out[2 + 2 * n] = first
    out[3 + 2 * n] = count
    out[0] = n + 1
    out[1] += count


def offered_if(out: Runs, n: int, action: int, allowed: bool) -> int:  # noqa: FBT001
    """Write the action down as run number n; answers the number of the next, which is n again if it is not allowed.

    Where actions are asked for one by one, nobody can guess the answers, and a processor that guesses loses time.
    """
    out[2 + 2 * n] = action
    out[3 + 2 * n] = 1
    return n + (1 if allowed else 0)


def count_offered(out: Runs, n: int) -> None:
    """Add the actions that are `offered_if` by now."""
    out[1] += n - out[0]
    out[0] = n


def first_of(out: Runs, run: int) -> int:
    """The first action of a run."""
    return out[2 + 2 * run]


def end_of(out: Runs, run: int) -> int:
    """The first action behind it."""
    return out[2 + 2 * run] + out[3 + 2 * run]


def nth(out: Runs, k: int) -> int:
    """The k-th legal action, from 0."""
    if out[0] == out[1]:  # each run is one action
        return out[2 + 2 * k]
    i = 2
    while k >= out[i + 1]:
        k -= out[i + 1]
        i += 2
    return out[i] + k
