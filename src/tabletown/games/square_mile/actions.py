"""Everything that a player can decide. Sums are in thousands of dollars."""

from tabletown.rulekit.actions import Actions

from .shapes import BUILDINGS, EDGES, MAX_BID, MAX_SEALED_BID, MAX_SEATS, MAX_SHARE, STEPS, TRACTS

ACTIONS = Actions()
LAY_TRACT_CARD = ACTIONS.kind("lay_tract_card", tract=range(TRACTS), turn=range(4))
TAKE_BACK = ACTIONS.kind("take_back", tract=range(TRACTS))
BID_FOR = ACTIONS.kind("bid_for", tract=range(TRACTS))
SEALED_SUM = ACTIONS.kind("sealed_sum", thousands=range(1, MAX_SEALED_BID + 1))
NO_MORE_BIDS = ACTIONS.kind("no_more_bids")
LAY_SECTION = ACTIONS.kind("lay_section", edge=range(EDGES))
ASK_FOR = ACTIONS.kind("ask_for", edge=range(EDGES), player=range(MAX_SEATS))
ASK_SHARE = ACTIONS.kind("ask_share", thousands=range(1, MAX_SHARE + 1))
AGREE = ACTIONS.kind("agree")
DECLINE = ACTIONS.kind("decline")
SELL = ACTIONS.kind("sell", tract=range(TRACTS))
STOP_SELLING = ACTIONS.kind("stop_selling")
NAME_STEP = ACTIONS.kind("name_step", step=range(STEPS))
STOP_BUILDING = ACTIONS.kind("stop_building")
SUBDIVIDE = ACTIONS.kind("subdivide", tract=range(TRACTS))
CONSTRUCT = ACTIONS.kind("construct", tract=range(TRACTS), building=range(1, BUILDINGS + 1))
PUT_UP = ACTIONS.kind("put_up", tract=range(TRACTS))
BID = ACTIONS.kind("bid", thousands=range(1, MAX_BID + 1))
DROP_OUT = ACTIONS.kind("drop_out")
END_TURN = ACTIONS.kind("end_turn")
