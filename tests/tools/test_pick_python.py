"""Which Python an environment is made with."""

import os
import subprocess
from pathlib import Path

import pytest

TOO_OLD = 0
Pace = int | tuple[int, ...]


def picked(folder: Path, *paces: Pace) -> subprocess.CompletedProcess[str]:
    """Among Pythons that take so many microseconds for the job that they are given, or so many in each of its turns."""
    names = []
    for i, pace in enumerate(paces):
        stub, turns = folder / f"python{i}", folder / f"turns{i}"
        turns.write_text("".join(f"{each}\n" for each in ((pace,) * 3 if isinstance(pace, int) else pace)))
        answers = f"-c) exit {int(pace == TOO_OLD)};; -) cat >/dev/null; head -n 1 {turns}; sed -i 1d {turns};;"
        stub.write_text(f'#!/bin/sh\ncase "$1" in {answers} esac\n')
        stub.chmod(0o755)
        names.append(str(stub))
    among = {"PYTHON": " ".join(names), "PATH": os.environ["PATH"]}
    return subprocess.run(["tools/pick-python"], check=False, env=among, capture_output=True, text=True)


@pytest.mark.parametrize(
    ("paces", "best"),
    [
        ((90,), 0),
        ((90, 85), 0),
        ((90, 80), 1),
        ((90, 80, 70), 2),
        ((TOO_OLD, 90), 1),
        ((9_000_000, 90), 1),
        ((90, (120, 70, 150)), 1),
        (((300, 90, 300), 85), 0),
    ],
)
def test_the_first_is_taken_unless_a_later_one_is_quicker_by_more_than_chance(
    tmp_path: Path, paces: tuple[Pace, ...], best: int
) -> None:
    assert picked(tmp_path, *paces).stdout.strip() == str(tmp_path / f"python{best}")


def test_where_none_is_new_enough_a_sentence_says_so(tmp_path: Path) -> None:
    none = picked(tmp_path, TOO_OLD, TOO_OLD)
    assert (none.returncode, none.stdout) == (1, "")
    assert "needs Python 3.11 or newer" in none.stderr


def test_the_one_that_runs_this_is_new_enough_and_does_the_job() -> None:
    assert subprocess.run(["tools/pick-python"], capture_output=True, check=True, text=True).stdout.strip()
