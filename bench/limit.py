"""The same games by hand in C: how near to it readable rules come, and whether both play alike."""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.measure import Run

SOURCES = {"the_estates": Path(__file__).with_name("the_estates.c")}
COMPILER = shutil.which("cc")


@contextmanager
def by_hand(game: str) -> Iterator[Path]:
    """The compiled program, as long as it is needed."""
    assert COMPILER is not None
    with TemporaryDirectory() as folder:
        program = Path(folder) / game
        subprocess.run([COMPILER, "-O3", "-march=native", "-o", program, SOURCES[game]], check=True)
        yield program


def in_c(program: Path, players: int, games: int) -> Run:
    command = [str(program), str(players), str(games), "0"]
    told = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    return Run(told["decisions"], games, told["cpu_seconds"])


def check_alike(game: str, by_hand: Run, ours: Run) -> None:
    if by_hand.decisions != ours.decisions:
        sys.exit(
            f"{game}: {ours.games} seeded games took {ours.decisions} decisions here and {by_hand.decisions} in C: "
            "the two play different games, so their speeds cannot be compared."
        )
