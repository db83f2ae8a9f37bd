"""`python -m bench.start GAME PLAYERS`: the CPU seconds from a loaded numba to the end of the first compiled game."""

import json
import resource
import sys

import numba  # noqa: F401  (its import is not ours to answer for)


def cpu_seconds() -> float:
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def first_playout(game: str, players: int) -> float:
    start = cpu_seconds()
    from tabletown import lab

    lab.simulate(game, players, games=1)
    return cpu_seconds() - start


if __name__ == "__main__":
    json.dump(first_playout(sys.argv[1], int(sys.argv[2])), sys.stdout)
