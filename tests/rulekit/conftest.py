"""What tests of the kit share: the toy's rules, whose twin is compiled once and kept in the ordinary cache."""

from pathlib import Path

import pytest

from tabletown.rulekit.namespace import Namespace
from tests.rulekit.orchard import Orchard
from tests.rulekit.toy import GAME


@pytest.fixture(scope="session")
def toy() -> Namespace:
    return Namespace(GAME, GAME.edition())


@pytest.fixture(scope="session")
def long_toy() -> Namespace:
    return Namespace(GAME, GAME.edition("long.toml"))


@pytest.fixture
def orchard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Orchard:
    return Orchard(tmp_path, monkeypatch)
