"""Sums to tap: about what a tract is worth, a jump over the last bid, a fair share."""

from collections.abc import Sequence

from tabletown.games.square_mile.rules.state import NONE, TIED_BIDS_DUE, State
from tabletown.rulekit.look import Look

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
