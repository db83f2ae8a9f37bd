"""Sealed bids: one lot, worth something else to each of two, and one envelope each. A whole game in one file.

It is solved: where all that counts is to have gained more than the other, whoever bids two thirds of what the lot is
worth to them cannot do better.
"""

from tabletown.rulekit.actions import Actions
from tabletown.rulekit.declare import Declaration
from tabletown.rulekit.dice import roll
from tabletown.rulekit.events import Events, tell
from tabletown.rulekit.loops import WHOLE_WIN, Sheet
from tabletown.rulekit.records import HIDDEN_8, HIDDEN_64, NOBODY, RULED, Record, Row, i8, i64, record

MOST = 12

GAME = Declaration(
    name="sealed_bids",
    title="Sealed Bids",
    package=__name__,
    summary="One lot, two envelopes: what is it worth to you, and what will you pay?",
    minutes="1",
    players=(2,),
    endings=("sold",),
    max_decisions=2,
)

ACTIONS = Actions()
BID = ACTIONS.verb("bid", coins=range(MOST + 1))

EVENTS = Events()
OPENED = EVENTS.kind("opened", "seat", "coins")
SOLD = EVENTS.kind("sold", "seat", "coins")

NO_BID = -1


@record
class State(Record):
    rng: int = i64(seen_by=NOBODY)
    players: int = i8()
    worth: Row = i8(2, seen_by=RULED)
    bid: Row = i8(2, seen_by=RULED)
    has_bid: Row = i8(2)
    winner: int = i8()
    sold: int = i8()


def setup(s: State, players: int) -> None:
    s.players = players
    for seat in range(2):
        s.worth[seat] = roll(s, MOST + 1)
        s.bid[seat] = NO_BID


def pending(s: State) -> int:
    return (1 - s.has_bid[0]) + 2 * (1 - s.has_bid[1])


def bid(s: State, seat: int, coins: int) -> None:
    s.bid[seat] = coins
    s.has_bid[seat] = 1
    if s.has_bid[1 - seat]:
        open_envelopes(s)


def open_envelopes(s: State) -> None:
    for seat in range(2):
        tell(s, OPENED, seat, s.bid[seat])
    s.winner = roll(s, 2) if s.bid[0] == s.bid[1] else 0 if s.bid[0] > s.bid[1] else 1
    s.sold = 1
    tell(s, SOLD, s.winner, s.bid[s.winner])


def gain(s: State) -> int:
    return s.worth[s.winner] - s.bid[s.winner]


def ending(s: State) -> int:
    return s.sold


def returns(s: State, out: Sheet) -> None:
    """Half of the win each, and what the winner has gained more than the other."""
    out[s.winner] = WHOLE_WIN // 2 + 2 * gain(s)
    out[1 - s.winner] = WHOLE_WIN // 2 - 2 * gain(s)


def scores(s: State, out: Sheet) -> None:
    for seat in range(2):
        out[seat] = gain(s) if s.sold and seat == s.winner else 0


def conceal(s: State, seat: int) -> None:
    s.rng = HIDDEN_64
    for other in range(2):
        if other != seat and not s.sold:
            s.worth[other] = HIDDEN_8
            if s.has_bid[other]:
                s.bid[other] = HIDDEN_8


def redeal(s: State, seat: int) -> None:
    for other in range(2):
        if s.worth[other] == HIDDEN_8:
            s.worth[other] = roll(s, MOST + 1)
        if s.bid[other] == HIDDEN_8:
            s.bid[other] = roll(s, MOST + 1)
