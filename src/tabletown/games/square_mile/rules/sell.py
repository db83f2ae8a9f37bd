"""Sell: the first part of a turn."""

from tabletown.rulekit.events import tell
from tabletown.rulekit.reasons import OK

from .events import LEFT_THE_GAME, SOLD
from .land import named_tract
from .pieces import receive_from_bank
from .reasons import NOT_YOUR_TRACT
from .state import NO_SEAT, OUT_OF_THE_GAME, STEP_TO_NAME, State
from .value_card import market_value


def stop_selling(s: State, seat: int) -> None:
    """SM-D3a, SM-D2: any number, so none as well; building comes next."""
    s.phase = STEP_TO_NAME


def refuse_sell(s: State, seat: int, tract: int) -> int:
    """SM-D3a: only their own."""
    return OK if s.owner[tract] == seat else NOT_YOUR_TRACT


def sell(s: State, seat: int, tract: int) -> None:
    """SM-D3b to SM-D3d: the bank pays the market value; a built-up tract leaves the game."""
    price = market_value(s, tract)
    receive_from_bank(s, seat, price)
    s.owned[seat] -= 1
    tell(s, SOLD, seat, named_tract(s, tract), price)
    if s.building[tract] > 0:
        s.owner[tract] = OUT_OF_THE_GAME
        tell(s, LEFT_THE_GAME, named_tract(s, tract))
    else:
        s.owner[tract] = NO_SEAT
