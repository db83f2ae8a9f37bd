"""Games for the match to be tested with."""

from collections.abc import Iterator

import pytest

from tabletown.match import Game, game
from tabletown.rulekit import registry
from tests.sealed_game import GAME


@pytest.fixture
def estates() -> Game:
    return game("the_estates")


@pytest.fixture
def sealed() -> Iterator[Game]:
    """The game of sealed bids, as if a package had brought it."""
    found = registry.declarations()
    found[GAME.name] = GAME
    yield Game(GAME)
    del found[GAME.name]
