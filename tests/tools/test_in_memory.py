"""Temporary files of tests lie in memory where there is room."""

import os
import tempfile
from pathlib import Path

import pytest

from tools.in_memory import in_memory


def test_temporary_files_lie_in_memory_while_tests_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TMPDIR", raising=False)
    monkeypatch.setattr(tempfile, "tempdir", None)
    before = tempfile.gettempdir()
    with in_memory(tmp_path, 1):
        assert Path(tempfile.gettempdir()).parent == Path(os.environ["TMPDIR"]).parent == tmp_path
        Path(tempfile.gettempdir(), "left").touch()
    assert (list(tmp_path.iterdir()), "TMPDIR" in os.environ, tempfile.gettempdir()) == ([], False, before)


def test_where_there_is_no_room_or_it_was_said_otherwise_they_lie_where_they_lay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TMPDIR", raising=False)
    for place, room in ((tmp_path, 1 << 60), (tmp_path / "nowhere", 1)):
        with in_memory(place, room):
            assert "TMPDIR" not in os.environ
    monkeypatch.setenv("TMPDIR", "elsewhere")
    with in_memory(tmp_path, 1):
        assert os.environ["TMPDIR"] == "elsewhere"
