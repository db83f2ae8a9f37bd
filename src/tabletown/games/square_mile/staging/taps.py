"""Sums to tap: about what a tract is worth, a jump over the last bid, a fair share; what is chosen first."""

from collections.abc import Sequence

from tabletown.games.square_mile.rules.actions import PUT_UP, SELL, STOP_SELLING
from tabletown.games.square_mile.rules.shapes import TRACTS
from tabletown.games.square_mile.rules.state import BUY_PART, NONE, SELL_PART, TIED_BIDS_DUE, State
from tabletown.games.square_mile.telling.report import land_of
from tabletown.rulekit.look import Look

from .figures import return_of

JUMPS = (3, 8, 18)
"""How far over the least possible bid."""
OVER_THE_WORTH = (0, 3, 6, 12)


def sums(look: Look[State], kind: str) -> Sequence[int]:
    rules, view = look.rules, look.view
    if kind == "bid":
        return [rules.least_bid(view) + more for more in JUMPS]
    if kind == "ask_share":
        cost = rules.section_cost(view, view.edge)
        return [cost // 4, cost // 2, cost - cost // 4]
    if view.phase == TIED_BIDS_DUE:
        tied = view.tied_sum[rules.next_tied_tract(view, look.viewer)]
        return [tied + more for more in JUMPS]
    tract = view.bidding_for[look.viewer]
    return [] if tract == NONE else [rules.market_value(view, tract) + more for more in OVER_THE_WORTH]


def opening(look: Look[State], actions: Sequence[int]) -> int:
    """A sealed bid begins with what the tract is worth, a question for a share with half of the cost."""
    kind, args = look.decoded(actions[0])
    suggested = sums(look, kind)
    if kind == "bid" or not suggested:
        return actions[0]
    wanted = suggested[1] if kind == "ask_share" else suggested[0]
    return actions[min(max(wanted - args["thousands"], 0), len(actions) - 1)]


def ordinary(look: Look[State]) -> int | None:
    """Built-up land is sold, any other kept; up for auction goes the tract that building up would add most to."""
    view, rules, seat = look.view, look.rules, look.viewer
    if view.phase == SELL_PART:
        ready = [tract for tract in land_of(view, seat) if view.building[tract]]
        return SELL(ready[0]) if ready else STOP_SELLING()
    if view.phase == BUY_PART:
        lots = [tract for tract in range(TRACTS) if not rules.refuse_put_up(view, seat, tract)]
        return PUT_UP(max(lots, key=lambda tract: return_of(look, tract))) if lots else None
    return None
