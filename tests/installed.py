"""A game of the tests, as if a package had brought it."""

import os
from pathlib import Path

from tabletown.rulekit.declare import Declaration

ROOT = Path(__file__).parents[1]


def installed(game: Declaration, folder: Path) -> str:
    """The PYTHONPATH under which other programs find the game by its entry point."""
    info = folder / f"{game.name}-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {game.name.replace('_', '-')}\nVersion: 1\n")
    (info / "entry_points.txt").write_text(f"[tabletown.games]\n{game.name} = {game.package}:GAME\n")
    return os.pathsep.join([str(folder), str(ROOT)])
