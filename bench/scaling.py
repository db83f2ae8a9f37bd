"""What many games cost, for docs/scaling.md: decisions per CPU second of every game, and what Ray takes for a chunk.

python -m bench.scaling [GAME ...]
"""

import os
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from time import perf_counter, process_time

from rich.console import Console

from bench.bench import OPTIONS, ours, usual_players
from bench.measure import Run, best_of_alternating, games_for
from bench.tycoons import cpu_seconds
from tabletown import lab
from tabletown.lab.cluster import LOCAL, on_ray
from tabletown.match import games

A_RUN = 0.6
"""CPU seconds."""
CHUNKS = 3000


def neighbours(game: str, players: int, number: int) -> Run:
    """Equal bots that look one move ahead."""
    start = process_time()
    found = lab.arena(game, ["neighbour"] * players, number, options=OPTIONS.get(game))
    return Run(round(found.mean_length * number), number, process_time() - start)


def speeds(game: str) -> Iterator[str]:
    players = usual_players(game)
    sides = [partial(ours, game, players), partial(neighbours, game, players)]
    sized = [partial(side, games_for(A_RUN, side)) for side in sides]
    for name, run in zip(("random", "neighbours"), best_of_alternating(sized), strict=True):
        hours = 1e12 / run.decisions_per_second / 3600
        yield (
            f"{game}, {players} players, {name}: {run.decisions_per_second:,.0f} decisions per CPU second,"
            f" {run.decisions / run.games:,.0f} a game; 10^12 of them: {hours:,.1f} vCPU hours"
        )


def family(pid: int) -> Iterator[int]:
    yield pid
    for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
        yield from family(int(child))


def empty(_chunk: int) -> None:
    """What is left is what it costs to send."""


def overhead() -> Iterator[str]:
    start = perf_counter()
    with on_ray(LOCAL) as runner:
        yield f"Ray: {perf_counter() - start:.1f} s to start a cluster here"
        list(runner(empty, range(20)))
        family_before = sum(map(cpu_seconds, family(os.getpid())))
        start, mine = perf_counter(), process_time()
        list(runner(empty, range(CHUNKS)))
        seconds, driver = perf_counter() - start, process_time() - mine
        whole = sum(map(cpu_seconds, family(os.getpid()))) - family_before
        shares = [f"{1000 * part / CHUNKS:.2f}" for part in (whole, driver)]
        yield f"Ray: {shares[0]} CPU ms a chunk in all processes, {shares[1]} of them in the one that asks"
        yield f"Ray: {1000 * seconds / CHUNKS:.2f} ms a chunk by the clock, {runner.workers} workers"


def main(wanted: list[str]) -> int:
    console = Console(soft_wrap=True)
    for line in overhead():
        console.print(line, highlight=False)
    for game in wanted or [each.name for each in games()]:
        for line in speeds(game):
            console.print(line, highlight=False)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
