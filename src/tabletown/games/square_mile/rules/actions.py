"""Everything that a player can decide. Sums are in thousands of dollars."""

from tabletown.rulekit.actions import Actions

from .shapes import BUILDINGS, EDGES, MAX_BID, MAX_SEALED_BID, MAX_SEATS, MAX_SHARE, STEPS, TRACTS

ACTIONS = Actions()
LAY_TRACT_CARD = ACTIONS.kind("lay_tract_card", tract=range(TRACTS), turn=range(4))
TAKE_BACK = ACTIONS.kind("take_back", tract=range(TRACTS))
BID_FOR = ACTIONS.kind("bid_for", tract=range(TRACTS), composed=True)
SEALED_SUM = ACTIONS.kind("sealed_sum", thousands=range(1, MAX_SEALED_BID + 1), money="thousands", composed=True)
NO_MORE_BIDS = ACTIONS.kind("no_more_bids", automatic=True, closing=True)
LAY_SECTION = ACTIONS.kind("lay_section", edge=range(EDGES), composed=True)
ASK_FOR = ACTIONS.kind("ask_for", edge=range(EDGES), player=range(MAX_SEATS), composed=True)
ASK_SHARE = ACTIONS.kind("ask_share", thousands=range(1, MAX_SHARE + 1), money="thousands", closing=True)
AGREE = ACTIONS.kind("agree", declined=True)
DECLINE = ACTIONS.kind("decline", automatic=True, unasked="Never ask me to share the cost of a section")
SELL = ACTIONS.kind("sell", tract=range(TRACTS), composed=True)
STOP_SELLING = ACTIONS.kind("stop_selling", automatic=True)
NAME_STEP = ACTIONS.kind("name_step", step=range(STEPS), composed=True)
STOP_BUILDING = ACTIONS.kind("stop_building", automatic=True)
SUBDIVIDE = ACTIONS.kind("subdivide", tract=range(TRACTS), composed=True)
CONSTRUCT = ACTIONS.kind("construct", tract=range(TRACTS), building=range(1, BUILDINGS + 1), composed=True)
PUT_UP = ACTIONS.kind("put_up", tract=range(TRACTS))
BID = ACTIONS.kind("bid", thousands=range(1, MAX_BID + 1), money="thousands", bids=True)
DROP_OUT = ACTIONS.kind("drop_out", gives_up=True)
END_TURN = ACTIONS.kind("end_turn", automatic=True)
N_ACTIONS = ACTIONS.count
