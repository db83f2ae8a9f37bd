"""A folder of their own for commands, and a game that has been played."""

import json
import random
from pathlib import Path

import pytest

import tabletown


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.setenv("COLUMNS", "100")
    return tmp_path


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
