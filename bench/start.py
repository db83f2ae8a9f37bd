"""`python -m bench.start GAME PLAYERS [BOT]`: CPU seconds from a loaded numba to the end of the first compiled game.

Without a bot it is a random game, else one of such bots.
"""

import json
import resource
import sys

import numba.np.arraymath  # noqa: F401  (numba's import is not ours to answer for, nor SciPy's that a peer has brought)


def cpu_seconds() -> float:
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def first_game(game: str, players: int, bot: str | None = None) -> float:
    start = cpu_seconds()
    from tabletown import lab

    if bot is None:
        lab.simulate(game, players, games=1)
    else:
        lab.arena(game, [bot] * players, games=1)
    return cpu_seconds() - start


if __name__ == "__main__":
    json.dump(first_game(sys.argv[1], int(sys.argv[2]), *sys.argv[3:]), sys.stdout)
