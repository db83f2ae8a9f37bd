"""A folder of their own for commands, and a game that has been played."""

import json
import random
from pathlib import Path

import pytest

import tabletown
from tests.terminal.playing import at_home


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return at_home(tmp_path, monkeypatch, columns=100)


@pytest.fixture
def record(folder: Path) -> Path:
    """A whole game, in game.json."""
    rng = random.Random(8)
    match = tabletown.game("the_estates").new(players=3, seed=8, names=["Mara", "Ben", "Cleo"])
    while not match.over:
        match.play(match.pending[0], rng.choice(match.legal(match.pending[0])))
    path = folder / "game.json"
    path.write_text(json.dumps(match.record()), encoding="utf-8")
    return path
