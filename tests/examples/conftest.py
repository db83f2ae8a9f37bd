"""The browser of the other tests, and programs that know the examples."""

import os
from pathlib import Path

import pytest

from tests.examples.test_examples import EXAMPLES, GAMES
from tests.installed import installed
from tests.web.conftest import person

__all__ = ["person"]


@pytest.fixture
def house(tmp_path: Path) -> dict[str, str]:
    """An environment in which the examples are installed beside the house's own games."""
    return os.environ | {"PYTHONPATH": installed(tmp_path, *GAMES, beside=EXAMPLES)}
