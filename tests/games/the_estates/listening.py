"""Whom the tests of The Estates tell what, and positions to tell of."""

import random
import re
from collections.abc import Iterator

from tabletown.games.the_estates import GAME
from tabletown.games.the_estates.rules.state import State
from tabletown.rulekit.language import say
from tests.games.the_estates.table import (
    RULES,
)

EN, JA = say("en", GAME), say("ja", GAME)
NAMES = ("1", "2", "3", "4", "5")
"""Names without letters, so that letters in a Japanese text can only be English."""
SPECTATOR = -1


def is_japanese(text: str) -> bool:
    return re.search(r"[A-Za-z{}]", text) is None and re.search(r"[ぁ-ん]|[ァ-ヴ]|[一-龠]", text) is not None


def random_positions(seeds: range, **options: int) -> Iterator[State]:
    """Every position of random games with two to five players."""
    for seed in seeds:
        rng = random.Random(seed)
        state = RULES.new_state(GAME.read_options(options))
        assert isinstance(state, State)
        RULES.seed_dice(state, seed)
        RULES.setup(state, 2 + seed % 4)
        while seats := RULES.pending_seats(state):
            yield state.copy()
            state.told.clear()
            RULES.apply(state, seats[0], rng.choice(RULES.legal_actions(state, seats[0])))
        yield state.copy()
