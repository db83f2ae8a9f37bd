"""What a server has done since it started, in plain numbers: for the host's page and for /metrics."""

import resource
from dataclasses import dataclass, fields


@dataclass
class Counts:
    """Each only grows."""

    changes: int = 0
    """Changes of tables, and whatever else was stored."""
    commits: int = 0
    commit_seconds: float = 0.0
    not_kept: int = 0
    """What could not be stored, and so has not happened."""
    conflicts: int = 0
    """What was judged again because another server was quicker."""
    bot_moves: int = 0
    errors: int = 0
    """Lines of the log."""
    turned_away: int = 0
    """Requests, because more came than could be answered."""
    lag_seconds: float = 0.0
    """For how long, in all, the loop kept others waiting beyond what they had asked for."""

    def as_dict(self) -> dict[str, float]:
        return {each.name: getattr(self, each.name) for each in fields(self)}


counts = Counts()
"""Of this process."""


def memory() -> int:
    """Bytes that the process holds now."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123
            return int(file.read().split()[1]) * resource.getpagesize()
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def processor() -> float:
    """Seconds of a processor that it has taken."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime
