"""Tables of Milton Keynes as a seat sees them on its stage."""

import random
from collections.abc import Iterator
from typing import Any

from tabletown.games.milton_keynes import GAME
from tabletown.games.milton_keynes.rules.state import State
from tabletown.games.milton_keynes.staging import STAGING
from tabletown.laws.playing import Case, random_game
from tabletown.rulekit.language import say
from tabletown.rulekit.look import Look
from tabletown.rulekit.staging import Meaning
from tests.games.milton_keynes.table import ANN, BEN, CAT, ESTATE, RULES, Table
from tests.looking import look as looked

ENGLISH, JAPANESE = say("en", GAME), say("ja", GAME)
NAMES = ("Mara", "Noor", "Olu", "Pia")
CASE = Case(GAME, 3)


def at(table: Table, seat: int) -> Look[State]:
    view = RULES.concealed(table.s, seat)
    assert isinstance(view, State)
    return looked(ENGLISH, RULES, view, seat, NAMES[: table.s.players])


def means(table: Table, seat: int, *plan: tuple[str, dict[str, Any]]) -> Meaning:
    return STAGING.meaning(at(table, seat), [table.action(kind, args) for kind, args in plan])


def market() -> Table:
    table = Table(3)
    table.holds(ANN, "A7 B7 D1", permits=[ESTATE], cash=9)
    table.holds(BEN, "C7 H8", cash=9)
    table.holds(CAT, "H1", cash=3)
    table.to_trading()
    return table


def games(seed: int, most: int) -> Iterator[State]:
    for count, state in enumerate(random_game(CASE, random.Random(seed))):
        assert isinstance(state, State)
        yield state
        if count == most:
            return


def seen_by(state: State, seat: int, language: str = "en") -> Look[State]:
    view = RULES.concealed(state, seat)
    assert isinstance(view, State)
    return CASE.look(say(language, GAME), view, seat)
