"""A game can live in another package: it is found by its entry point."""

import os
import subprocess
import sys
from pathlib import Path

from tests.installed import installed
from tests.sealed_game import GAME

PLAY = """
import tabletown
match = tabletown.game("sealed_game").new(players=2, seed=1)
while not match.over:
    for seat in match.pending:
        match.play(seat, match.legal(seat)[0])
print(match.ending)
"""


def test_a_game_of_another_package_is_found_by_its_entry_point(tmp_path: Path) -> None:
    found = subprocess.run(
        [sys.executable, "-c", PLAY],
        env=os.environ | {"PYTHONPATH": installed(tmp_path, GAME.package)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert found.stdout.strip() == "rounds_played"
