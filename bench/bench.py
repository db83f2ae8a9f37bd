"""Our speed beside a peer's: ratios of the best of five alternating runs per CPU-second. A missed promise fails."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from tempfile import TemporaryDirectory
from time import process_time

from rich.console import Console
from rich.table import Table

from bench import searching
from bench.doors import TIMES_PETTINGZOO, TIMES_PGX, doors, parts_of_a_vector
from bench.limit import COMPILER, SOURCES, by_hand, check_alike, in_c
from bench.measure import ROUNDS, Figure, Promise, Run, best_of_alternating, games_for
from bench.peers import PEER, hearts
from tabletown import lab
from tabletown.match import game as game_named
from tabletown.rulekit.errors import UnknownGame
from tabletown.rulekit.registry import declaration, declarations

RUN_SECONDS = 0.5


TIMES_PEER = "times the peer's decisions"
OF_C = "of the pace of the same games in C by hand"
TIMES_INTERPRETED = "times the same games interpreted"
TWO_THREADS = "two threads' share of one thread's pace"
COLD = "cold compilation, CPU s"
COLD_BOTS = "cold compilation with bots, CPU s"
WARM = "warm start over importing numba and SciPy, CPU s"

PROMISES: dict[str, dict[str, Promise]] = {
    "the_estates": {
        TIMES_PEER: Promise(at_least=10),
        OF_C: Promise(at_least=0.2),
        TWO_THREADS: Promise(at_least=0.85),
        COLD: Promise(at_most=10),
        COLD_BOTS: Promise(at_most=10),
        WARM: Promise(at_most=0.5),
    },
    "squad_car": {TIMES_PEER: Promise(at_least=5), TIMES_INTERPRETED: Promise(at_least=60)},
    "square_mile": {
        TIMES_PEER: Promise(at_least=5),
        TIMES_INTERPRETED: Promise(at_least=60),
        TWO_THREADS: Promise(at_least=0.85),
        COLD: Promise(at_most=20),
        COLD_BOTS: Promise(at_most=20),
    },
    "milton_keynes": {
        TIMES_PEER: Promise(at_least=5),
        TIMES_INTERPRETED: Promise(at_least=60),
        COLD: Promise(at_most=20),
    },
}
PROMISES_OF_DOORS = {TIMES_PGX: Promise(at_least=3), TIMES_PETTINGZOO: Promise(at_least=20)}
DOORS = "doors"
"""What `make bench BENCH=doors` measures: stepping from Python."""
OPTIONS = {"milton_keynes": {"offers": 0}}
"""Options for the measured games where the usual ones would measure something else: here, random haggling."""


def ours(game: str, players: int, games: int, threads: int = 1, mode: str = "compiled") -> Run:
    start = process_time()
    summary = lab.simulate(game, players, games, threads=threads, mode=mode, options=OPTIONS.get(game))
    return Run(summary.decisions, summary.games, process_time() - start)


def usual_players(game: str) -> int:
    declared = declaration(game)
    return 4 if 4 in declared.players else declared.default_players


def speed(game: str, players: int) -> Iterator[Figure]:
    """Compiled play on one and on two threads beside the peer."""
    games = games_for(RUN_SECONDS, partial(ours, game, players))
    peer, one, two = best_of_alternating(
        [
            partial(hearts, games_for(RUN_SECONDS, hearts)),
            partial(ours, game, players, games),
            partial(ours, game, players, games, threads=2),
        ]
    )
    yield Figure("decisions per CPU s", one.decisions_per_second, f"{one.decisions_per_second:,.0f}")
    yield Figure("games per CPU s", one.games_per_second, f"{one.games_per_second:,.0f}")
    yield Figure("decisions a game", one.decisions / one.games, f"{one.decisions / one.games:.1f}")
    yield Figure(f"{PEER}, decisions per CPU s", peer.decisions_per_second, f"{peer.decisions_per_second:,.0f}")
    ratio = one.decisions_per_second / peer.decisions_per_second
    yield Figure(TIMES_PEER, ratio, f"{ratio:.1f}")
    share = two.decisions_per_second / one.decisions_per_second
    yield Figure(TWO_THREADS, share, f"{share:.2f}")


def beside_c(game: str, players: int) -> Iterator[Figure]:
    """What rules cost that people can read and change, where somebody has written the same ones in C."""
    if game in SOURCES and COMPILER is not None:
        games = games_for(RUN_SECONDS, partial(ours, game, players))
        with by_hand(game) as program:
            limit, one = best_of_alternating(
                [partial(in_c, program, players, games), partial(ours, game, players, games)]
            )
        check_alike(game, limit, one)
        yield Figure(
            "by hand in C, decisions per CPU s", limit.decisions_per_second, f"{limit.decisions_per_second:,.0f}"
        )
        share = one.decisions_per_second / limit.decisions_per_second
        yield Figure(OF_C, share, f"{share:.2f}")


def gain_from_compiling(game: str, players: int) -> Figure:
    """The same seeded games both ways."""
    games = games_for(RUN_SECONDS, partial(ours, game, players, mode="interpreted"))
    interpreted, compiled = best_of_alternating(
        [partial(ours, game, players, games, mode="interpreted"), partial(ours, game, players, games)]
    )
    if interpreted.decisions != compiled.decisions:
        sys.exit(
            f"{game}: {games} seeded games took {interpreted.decisions} decisions interpreted and "
            f"{compiled.decisions} compiled: the twins differ, so their speeds cannot be compared."
        )
    ratio = compiled.decisions_per_second / interpreted.decisions_per_second
    return Figure(TIMES_INTERPRETED, ratio, f"{ratio:.0f}")


def starts(game: str, players: int) -> Iterator[Figure]:
    """A fresh process each: the first compiles into an empty cache, the others find it there."""
    cold, *warm = seconds_to_first_game(1 + ROUNDS, game, str(players))
    yield Figure(COLD, cold, f"{cold:.2f}")
    if game_named(game).rules().thinks:
        (bots,) = seconds_to_first_game(1, game, str(players), "neighbour")
        yield Figure(COLD_BOTS, bots, f"{bots:.2f}")
    yield Figure(WARM, min(warm), f"{min(warm):.2f}")


def seconds_to_first_game(times: int, *arguments: str) -> list[float]:
    """One start after the other, all with one cache, which is empty at first."""
    command = [sys.executable, "-m", "bench.start", *arguments]
    with TemporaryDirectory() as folder:
        environment = os.environ | {"TABLETOWN_CACHE": folder}
        return [
            float(json.loads(subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE).stdout))
            for _ in range(times)
        ]


def figures(game: str) -> Iterator[Figure]:
    players = usual_players(game)
    yield from speed(game, players)
    yield from beside_c(game, players)
    yield from parts_of_a_vector(game, players, RUN_SECONDS, OPTIONS.get(game))
    yield gain_from_compiling(game, players)
    yield from starts(game, players)


def report(game: str, console: Console) -> bool:
    title = f"{game}, {usual_players(game)} players, random play"
    return show(title, figures(game), PROMISES.get(game, {}), console)


def show(title: str, found: Iterator[Figure], promises: dict[str, Promise], console: Console) -> bool:
    """Prints a table; answers whether every promise was kept."""
    table = Table("figure", "measured", "promised", "", title=title)
    table.columns[1].justify = "right"
    kept = True
    with console.status(f"measuring {title}"):
        for figure in found:
            promise = promises.get(figure.name)
            verdict = ""
            if promise is not None:
                good = promise.kept_by(figure.value)
                kept = kept and good
                verdict = "[green]kept[/]" if good else "[bold red]MISSED[/]"
            table.add_row(figure.name, figure.shown, "" if promise is None else str(promise), verdict)
    console.print(table)
    return kept


def main(wanted: list[str]) -> int:
    try:
        games = [declaration(name).name for name in wanted if name != DOORS] or ([] if wanted else list(declarations()))
    except UnknownGame as refusal:
        Console(stderr=True).print(refusal)
        return 2
    console = Console()
    kept = [report(game, console) for game in games]
    if not wanted or DOORS in wanted:
        kept.append(show("connect four from Python", doors(RUN_SECONDS), PROMISES_OF_DOORS, console))
    if not wanted or searching.GAME in games:
        kept.append(show("searching", searching.figures(), searching.PROMISES, console))
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
