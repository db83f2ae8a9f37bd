"""The Estates written a second time, by hand in C: the same seeds give the same games, choice by choice."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.limit import COMPILER, by_hand
from tabletown import lab
from tabletown.rulekit.loops import WHOLE_WIN

GAMES = 4000

pytestmark = pytest.mark.skipif(COMPILER is None, reason="there is no C compiler here")


@pytest.fixture(scope="module")
def program() -> Iterator[Path]:
    with by_hand("the_estates") as made:
        yield made


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_rules_written_twice_play_the_same_games(program: Path, players: int) -> None:
    told = json.loads(subprocess.run([program, str(players), str(GAMES), "0"], check=True, capture_output=True).stdout)
    summary = lab.simulate("the_estates", players, GAMES)
    assert summary.decisions == told["decisions"]
    assert [round(seat.share * WHOLE_WIN * GAMES) for seat in summary.seats] == told["wins"]
