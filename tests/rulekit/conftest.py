"""What tests of the kit share: the toy's rules, whose twin is compiled once and kept in the ordinary cache."""

import pytest

from tabletown.rulekit.namespace import Namespace
from tests.rulekit.toy import GAME


@pytest.fixture(scope="session")
def toy() -> Namespace:
    return Namespace(GAME, GAME.edition())


@pytest.fixture(scope="session")
def long_toy() -> Namespace:
    return Namespace(GAME, GAME.edition("long.toml"))
