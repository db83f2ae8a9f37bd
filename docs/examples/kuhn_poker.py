"""Kuhn poker: three cards, one each, one bet. A whole game in one file, with secrets."""

from tabletown.rulekit.actions import Actions
from tabletown.rulekit.declare import Declaration
from tabletown.rulekit.dice import roll
from tabletown.rulekit.events import Events, tell
from tabletown.rulekit.loops import Sheet
from tabletown.rulekit.records import HIDDEN_8, HIDDEN_64, NOBODY, RULED, Record, Row, i8, i64, record

GAME = Declaration(
    name="kuhn_poker",
    title="Kuhn Poker",
    package=__name__,
    summary="Jack, queen or king: is it worth another coin?",
    players=(2,),
    endings=("shown", "folded"),
    max_decisions=3,
)

QUIET, BETTING, OVER = range(3)
SHOWN, FOLDED = 1, 2
CARDS = 3

ACTIONS = Actions()
CHECK = ACTIONS.verb("check", during=QUIET)
BET = ACTIONS.verb("bet", during=QUIET)
FOLD = ACTIONS.verb("fold", during=BETTING)
CALL = ACTIONS.verb("call", during=BETTING)

EVENTS = Events()
CHECKED = EVENTS.kind("checked", "seat")
PAID = EVENTS.kind("paid_a_coin", "seat")
GAVE_UP = EVENTS.kind("gave_up", "seat")
SHOWED = EVENTS.kind("showed", "seat", "card")


@record
class State(Record):
    rng: int = i64(seen_by=NOBODY)
    players: int = i8()
    phase: int = i8()
    seat: int = i8()
    card: Row = i8(2, seen_by=RULED)
    paid: Row = i8(2)
    won: Row = i8(2)
    ended: int = i8()


def setup(s: State, players: int) -> None:
    s.players = players
    s.card[0] = roll(s, CARDS)
    s.card[1] = (s.card[0] + 1 + roll(s, CARDS - 1)) % CARDS
    for seat in range(players):
        s.paid[seat] = 1


def check(s: State, seat: int) -> None:
    tell(s, CHECKED, seat)
    s.seat = 1
    if seat == 1:
        show_cards(s)


def bet(s: State, seat: int) -> None:
    pay(s, seat)
    s.phase = BETTING
    s.seat = 1 - seat


def fold(s: State, seat: int) -> None:
    tell(s, GAVE_UP, seat)
    finish(s, FOLDED, 1 - seat)


def call(s: State, seat: int) -> None:
    pay(s, seat)
    show_cards(s)


def pay(s: State, seat: int) -> None:
    s.paid[seat] += 1
    tell(s, PAID, seat)


def show_cards(s: State) -> None:
    for seat in range(2):
        tell(s, SHOWED, seat, s.card[seat])
    finish(s, SHOWN, 0 if s.card[0] > s.card[1] else 1)


def finish(s: State, how: int, winner: int) -> None:
    s.phase = OVER
    s.ended = how
    s.won[winner] = s.paid[1 - winner]
    s.won[1 - winner] = -s.paid[1 - winner]


def ending(s: State) -> int:
    return s.ended


def scores(s: State, out: Sheet) -> None:
    """Coins; whoever has more of them wins."""
    for seat in range(2):
        out[seat] = s.won[seat]


def conceal(s: State, seat: int) -> None:
    s.rng = HIDDEN_64
    for other in range(2):
        if other != seat and s.ended != SHOWN:
            s.card[other] = HIDDEN_8


def redeal(s: State, seat: int) -> None:
    for other in range(2):
        if s.card[other] == HIDDEN_8:
            known = s.card[1 - other]
            s.card[other] = roll(s, CARDS) if known == HIDDEN_8 else (known + 1 + roll(s, CARDS - 1)) % CARDS
