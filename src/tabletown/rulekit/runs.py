"""Legal actions as runs: a bid of 1 to 300 is one entry, and a random choice never scans the action space.

A buffer holds: how many runs, how many actions in all, then (first action, count) for each run.
"""


class Runs(list[int]):
    """A buffer of runs."""

    @classmethod
    def with_room_for(cls, runs: int) -> "Runs":
        return cls([0] * (2 + 2 * runs))


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


def nth(out: Runs, k: int) -> int:
    """The k-th legal action, from 0."""
    if out[0] == out[1]:  # each run is one action
        return out[2 + 2 * k]
    i = 2
    while k >= out[i + 1]:
        k -= out[i + 1]
        i += 2
    return out[i] + k
