"""A game can live in another package: it is found by its entry point."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PLAY = """
import tabletown
match = tabletown.game("sealed_game").new(players=2, seed=1)
while not match.over:
    for seat in match.pending:
        match.play(seat, match.legal(seat)[0])
print(match.ending)
"""


def test_a_game_of_another_package_is_found_by_its_entry_point(tmp_path: Path) -> None:
    info = tmp_path / "sealed_game-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: sealed-game\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[tabletown.games]\nsealed_game = tests.sealed_game:GAME\n")
    found = subprocess.run(
        [sys.executable, "-c", PLAY],
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)])},
        capture_output=True,
        text=True,
        check=True,
    )
    assert found.stdout.strip() == "rounds_played"
