"""A town to price choices in, and how a seat sees it."""

import re

from tabletown.games.the_estates import GAME
from tabletown.games.the_estates.rules.state import State
from tabletown.games.the_estates.staging import STAGING
from tabletown.match.custom import veiled
from tabletown.rulekit.language import Say, say
from tabletown.rulekit.look import Look
from tabletown.rulekit.staging import Meaning
from tests.games.the_estates.table import (
    ANN,
    BEN,
    CAT,
    DAN,
    LONGER,
    LOWER,
    MIDDLE,
    RULES,
    UPPER,
    Table,
)
from tests.looking import look

EN, JA = say("en", GAME), say("ja", GAME)
NAMES = ["Ann", "Ben", "Cat", "Dan", "Eve"]
NUMBERS = ["1", "2", "3", "4", "5"]
"""Names for Japanese sentences, in which there shall be no other letters."""
LETTER_OF_A_PLAYER = re.compile(r"\b\w\s(?=[±∓])")
CASH_IS_OPEN = {"money": 1}


def letter_of(seat: int) -> str:
    return seen_by(a_town().s, seat).letters[seat]


def seen_by(state: State, seat: int, _: Say = EN, *, shown: bool = False) -> Look[State]:
    view = RULES.concealed(state, seat)
    if shown:
        veiled(RULES, view, seat)
    assert isinstance(view, State)
    return look(_, RULES, view, seat, (NAMES if _ is EN else NUMBERS)[: state.players])


def meaning(table: Table, seat: int, kind: str, **args: int) -> Meaning:
    return STAGING.meaning(seen_by(table.s, seat), [table.action(kind, args)])


def a_town(**options: int) -> Table:
    """Five buildings in the mayor's row and elsewhere; Dan holds Brickfield and Saffron."""
    table = Table(players=4, **options)
    for seat, letters in ((ANN, "F"), (BEN, "A"), (CAT, "PV"), (DAN, "BS")):
        table.owns(seat, letters)
    table.tower(UPPER, "F4", roof=2)
    table.tower(UPPER, "A6 B5 S2", roof=5)
    table.tower(UPPER, "V5 A3")
    table.mayor(UPPER)
    table.tower(MIDDLE, "S6 A4 F1", roof=3)
    table.tower(MIDDLE, "P5 B3")
    table.tower(LOWER, "F5 P4")
    table.tower(LOWER, "V3", roof=1)
    table.permit(2, LOWER, LONGER)
    table.money(6, 13, 11, 9, boxes=(3, 1, 3, 2))
    return table


def with_brickfield_2_up(**options: int) -> Table:
    """Ann puts it up, Ben passes, Cat bids 3, and Dan is asked."""
    table = a_town(**options)
    table.turn_of(ANN)
    table.skip_stowing(ANN)
    table.choose(ANN, "B2")
    table.play(BEN, "pass")
    table.play(CAT, "bid", amount=3)
    return table
