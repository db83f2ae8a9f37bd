"""What a choice would mean, in figures that the viewer may know."""

from collections.abc import Callable, Sequence

from tabletown.games.square_mile.rules.state import State
from tabletown.rulekit.look import Look
from tabletown.rulekit.staging import Meaning

from . import prices_of_bids, prices_of_building, prices_of_land
from .plans import Plan, planned

TOLD_BY: dict[str, Callable[[Plan], Meaning]] = {
    "sell": prices_of_land.sell,
    "stop_selling": prices_of_land.stop_selling,
    "name_step": prices_of_building.name_step,
    "lay_section": prices_of_building.build,
    "ask_for": prices_of_building.ask,
    "ask_share": prices_of_building.ask,
    "subdivide": prices_of_building.build,
    "construct": prices_of_building.build,
    "stop_building": prices_of_building.stop_building,
    "agree": prices_of_building.agree,
    "decline": prices_of_building.decline,
    "bid_for": prices_of_bids.bid_for,
    "sealed_sum": prices_of_bids.sealed_sum,
    "no_more_bids": prices_of_bids.no_more_bids,
    "drop_out": prices_of_bids.drop_out,
    "end_turn": prices_of_bids.end_turn,
}
"""By the last action of a plan."""

TOLD_WITH: dict[str, Callable[..., Meaning]] = {
    "lay_tract_card": prices_of_land.lay_tract_card,
    "take_back": prices_of_land.take_back,
    "put_up": prices_of_bids.put_up,
    "bid": prices_of_bids.bid,
}
"""Those that hang on their own arguments alone."""


def meaning(look: Look[State], actions: Sequence[int]) -> Meaning:
    if not actions or look.viewer < 0:
        return Meaning()
    kind, args = look.decoded(actions[-1])
    if kind in TOLD_WITH:
        return TOLD_WITH[kind](look, **args)
    return TOLD_BY[kind](planned(look, actions))
