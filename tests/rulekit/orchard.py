"""A game as a module on disk, which tests of verbs change here and there."""

from pathlib import Path

import pytest

from tabletown.rulekit.namespace import Namespace
from tests.rulekit.small import game_in_a_file

ORCHARD = '''
"""Each in turn waters or picks; baskets are sold at the end, several players at once."""
from tabletown.rulekit.actions import Actions
from tabletown.rulekit.declare import Declaration
from tabletown.rulekit.loops import Sheet
from tabletown.rulekit.records import NOBODY, Record, Row, i8, i64, record
from tabletown.rulekit.runs import Runs, offer

GROW, SELL, OVER = range(3)
TOO_MUCH, NOT_RIPE, BASKET_EMPTY = range(1, 4)

ACTIONS = Actions()
WATER = ACTIONS.verb("water", during=GROW)
WAIT = ACTIONS.verb("wait", during=(GROW, SELL))
GATHER = ACTIONS.verb("gather", tree=range(2), fruit=range(1, 4), during=GROW)
SELL_FOR = ACTIONS.verb("sell", price=range(5, 10), during=SELL, money="price")
PASS = ACTIONS.verb("pass", during=SELL)


@record
class State(Record):
    rng: int = i64(seen_by=NOBODY)
    players: int = i8()
    phase: int = i8()
    seat: int = i8()
    turns: int = i8()
    ripe: Row = i8(2)
    sold: Row = i8(2)
    money: Row = i8(2)


def setup(s: State, players: int) -> None:
    s.players = players


def pending(s: State) -> int:
    if s.phase == SELL:
        return (s.sold[0] == 0) + 2 * (s.sold[1] == 0)
    return 0 if s.phase == OVER else 1 << s.seat


def water(s: State, seat: int) -> None:
    s.ripe[0] += 1
    s.ripe[1] += 2


def wait(s: State, seat: int) -> None:
    s.sold[seat] = 1 if s.phase == SELL else 0


def refuse_gather(s: State, seat: int, tree: int, fruit: int) -> int:
    return 0 if fruit <= s.ripe[tree] else NOT_RIPE


def gather(s: State, seat: int, tree: int, fruit: int) -> None:
    s.ripe[tree] -= fruit
    s.money[seat] += fruit


def untimely_gather(s: State, seat: int, tree: int, fruit: int) -> int:
    return BASKET_EMPTY if fruit == 3 else TOO_MUCH


def refuse_sell(s: State, seat: int, price: int) -> int:
    return TOO_MUCH if price > 5 + s.money[seat] else 0


def offer_sell(s: State, seat: int, out: Runs) -> None:
    offer(out, SELL_FOR(5), min(5, 1 + s.money[seat]))


def sell(s: State, seat: int, price: int) -> None:
    s.money[seat] += price
    s.sold[seat] = 1


def pass_(s: State, seat: int) -> None:
    s.sold[seat] = 1


def carry_on(s: State) -> None:
    if s.phase == GROW:
        s.seat = 1 - s.seat
        s.turns += 1
        if s.turns == 4:
            s.phase = SELL
    elif pending(s) == 0:
        s.phase = OVER


def ending(s: State) -> int:
    return 1 if s.phase == OVER else 0


def scores(s: State, out: Sheet) -> None:
    for seat in range(2):
        out[seat] = s.money[seat]


GAME = Declaration(name="orchard", title="Orchard", package=__name__, players=(2,), endings=("sold",))
'''


class Orchard:
    """The game above, as a module on disk, with some of its text replaced."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.monkeypatch = monkeypatch

    def rules(self, *changes: tuple[str, str]) -> Namespace:
        text = ORCHARD
        for old, new in changes:
            assert text.count(old) == 1, old
            text = text.replace(old, new)
        game = game_in_a_file(self.folder, "orchard", text, self.monkeypatch)
        return Namespace(game, game.edition())
