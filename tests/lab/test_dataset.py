"""Self-play as Parquet: what is in it is what was played, and something can be learned from it."""

import re
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tabletown.lab import Stopped, Vector
from tabletown.lab.dataset import read_dataset, write_dataset
from tests.installed import ROOT, installed


def test_every_decision_is_written_with_what_came_of_it(tmp_path: Path) -> None:
    file = tmp_path / "games.parquet"
    rows = write_dataset("the_estates", file, 5, players=3, seed=2)
    data, told = read_dataset(file)
    assert (told["game"], told["players"]) == ("the_estates", 3)
    assert len(data["action"]) == rows
    assert sorted(set(data["game"])) == [(2 << 32) + k for k in range(5)]
    assert data["mask"][np.arange(rows), data["action"]].all()
    for number in range(5):
        mine = data["game"] == (2 << 32) + number
        assert data["step"][mine].tolist() == list(range(mine.sum()))
        shares = {seat: data["return"][mine & (data["seat"] == seat)] for seat in range(3)}
        assert sum(share[0] for share in shares.values()) == pytest.approx(1)
        assert all(np.ptp(share) == 0 for share in shares.values())
        vector = Vector("the_estates", 1, 3, seeds=[(2 << 32) + number])
        for seen, mask, action in zip(data["observation"][mine], data["mask"][mine], data["action"][mine], strict=True):
            assert (vector.observations[0] == seen).all()
            assert (vector.masks[0] == mask).all()
            vector.step([action])
        assert vector.over[0]


def test_ctrl_c_leaves_whole_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, calls = tmp_path / "games.parquet", []
    monkeypatch.setattr("tabletown.lab.dataset.MOST_SIDE_BY_SIDE", 2)

    def progress(done: int, _games: int) -> None:
        calls.append(done)
        if len(calls) == 2:
            signal.raise_signal(signal.SIGINT)

    with pytest.raises(Stopped, match="Interrupted after 4 of 9 games"):
        write_dataset("the_estates", file, 9, players=2, progress=progress)
    assert len(set(read_dataset(file)[0]["game"])) == 4


def test_a_small_policy_learns_to_beat_random_players(tmp_path: Path) -> None:
    where = {"PYTHONPATH": installed(tmp_path, "connect_four", beside=ROOT / "docs" / "examples")}
    program = [sys.executable, "docs/learning/train.py", "connect_four", "1000", "400"]
    told = subprocess.run(program, cwd=ROOT, env=where, capture_output=True, text=True, check=True).stdout
    wins = re.search(r"the policy wins (\d+\.\d)%, a random player 50.0%", told)
    assert wins, told
    assert float(wins[1]) > 60
