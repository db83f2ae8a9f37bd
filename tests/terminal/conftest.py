"""Every test plays in a folder of its own."""

from pathlib import Path

import pytest

from tests.terminal.playing import at_home


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return at_home(tmp_path, monkeypatch, columns=80)
