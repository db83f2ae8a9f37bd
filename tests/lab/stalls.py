"""A game to learn: on each turn two of four goods are on offer, and one is taken. What they are worth shows at the end.

Its hand-written instinct holds all goods for equal; games teach that they are not.
"""

from tabletown.rulekit.actions import Actions
from tabletown.rulekit.declare import Declaration
from tabletown.rulekit.dice import roll
from tabletown.rulekit.learned import first_feature, is_learned, learned_worth
from tabletown.rulekit.loops import Sheet
from tabletown.rulekit.reasons import OK, Reasons
from tabletown.rulekit.records import NOBODY, Grid, Record, Row, i8, i64, record
from tabletown.rulekit.thinking import Sums

GOODS = 4
TURNS = 5
WORTH = (1, 3, 0, 6)

GAME = Declaration(
    name="stalls",
    title="Stalls",
    package=__name__,
    summary="Take what is worth most.",
    minutes="1",
    players=(2, 3),
    options=(),
    endings=("sold_out",),
    max_decisions=3 * TURNS,
)

ACTIONS = Actions()
TAKE = ACTIONS.verb("take", good=range(GOODS))

REASONS = Reasons()
NOT_ON_OFFER = REASONS.because("not_on_offer")


@record
class State(Record):
    rng: int = i64(seen_by=NOBODY)
    players: int = i8()
    seat: int = i8()
    turns_left: int = i8()
    offer: Row = i8(2)
    goods: Grid = i8(3, GOODS)


def setup(s: State, players: int) -> None:
    s.players = players
    s.turns_left = TURNS * players
    lay_out(s)


def lay_out(s: State) -> None:
    s.offer[0] = roll(s, GOODS)
    s.offer[1] = (s.offer[0] + 1 + roll(s, GOODS - 1)) % GOODS


def refuse_take(s: State, seat: int, good: int) -> int:
    return OK if good in (s.offer[0], s.offer[1]) else NOT_ON_OFFER


def take(s: State, seat: int, good: int) -> None:
    s.goods[seat][good] += 1
    s.turns_left -= 1
    s.seat = (seat + 1) % s.players
    lay_out(s)


def ending(s: State) -> int:
    return 1 if s.turns_left == 0 else 0


def scores(s: State, out: Sheet) -> None:
    for seat in range(s.players):
        out[seat] = 0
        for good in range(GOODS):
            out[seat] += WORTH[good] * s.goods[seat][good]


# ---------------------------------------------------------------- instinct

FEATURES = ("cloth", "wine", "tin", "silk", "turns left")


def evaluate(s: State, out: Sums) -> None:
    if is_learned(out):
        write_features(s, out)
        for seat in range(s.players):
            out[seat] = learned_worth(out, seat)
        return
    for seat in range(s.players):
        out[seat] = 0.0
        for good in range(GOODS):
            out[seat] += s.goods[seat][good]


def prior(s: State, seat: int, action: int) -> float:
    return 0.0


def write_features(s: State, out: Sums) -> None:
    for seat in range(s.players):
        at = first_feature(out, seat)
        for good in range(GOODS):
            out[at + good] = s.goods[seat][good]
        out[at + GOODS] = s.turns_left
