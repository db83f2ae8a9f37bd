"""Everything that a player can decide, and when. Sums are in thousands of dollars."""

from tabletown.rulekit.actions import Actions

from .shapes import BUILDINGS, EDGES, MAX_BID, MAX_SEALED_BID, MAX_SEATS, MAX_SHARE, STEPS, TRACTS
from .state import (
    ANSWER,
    BUY_PART,
    CONSTRUCTION,
    FIRST_ROAD,
    LAY_CARD,
    OPENING_BID,
    RAISES,
    ROADS,
    SEALED_BIDS_DUE,
    SELL_PART,
    SHARE,
    STEP_TO_NAME,
    SUBDIVISIONS,
    TAKE_CARD_BACK,
    TIED_BIDS_DUE,
)

ACTIONS = Actions()
LAY_TRACT_CARD = ACTIONS.verb("lay_tract_card", tract=range(TRACTS), turn=range(4), during=LAY_CARD)
TAKE_BACK = ACTIONS.verb("take_back", tract=range(TRACTS), during=TAKE_CARD_BACK)
BID_FOR = ACTIONS.verb("bid_for", tract=range(TRACTS), during=SEALED_BIDS_DUE, composed=True)
SEALED_SUM = ACTIONS.verb(
    "sealed_sum",
    thousands=range(1, MAX_SEALED_BID + 1),
    during=(SEALED_BIDS_DUE, TIED_BIDS_DUE),
    money="thousands",
    unit="k",
    composed=True,
)
NO_MORE_BIDS = ACTIONS.verb("no_more_bids", during=SEALED_BIDS_DUE, automatic=True, closing=True)
LAY_SECTION = ACTIONS.verb(
    "lay_section",
    edge=range(EDGES),
    during=(FIRST_ROAD, ROADS),
    offered_by="section",
    timed_by="pieces",
    composed=True,
)
ASK_FOR = ACTIONS.verb(
    "ask_for",
    edge=range(EDGES),
    player=range(MAX_SEATS),
    during=(FIRST_ROAD, ROADS),
    offered_by="section",
    timed_by="pieces",
    composed=True,
)
ASK_SHARE = ACTIONS.verb(
    "ask_share",
    thousands=range(1, MAX_SHARE + 1),
    during=SHARE,
    money="thousands",
    unit="k",
    closing=True,
)
AGREE = ACTIONS.verb("agree", during=ANSWER, declined=True)
DECLINE = ACTIONS.verb("decline", during=ANSWER, automatic=True, unasked="Never ask me to share the cost of a section")
SELL = ACTIONS.verb("sell", tract=range(TRACTS), during=SELL_PART, timed_by="part", composed=True)
STOP_SELLING = ACTIONS.verb("stop_selling", during=SELL_PART, timed_by="part", automatic=True)
NAME_STEP = ACTIONS.verb("name_step", step=range(STEPS), during=STEP_TO_NAME, timed_by="step", composed=True)
STOP_BUILDING = ACTIONS.verb(
    "stop_building",
    during=(STEP_TO_NAME, ROADS, SUBDIVISIONS, CONSTRUCTION),
    offered_last=True,
    timed_by="part",
    automatic=True,
)
SUBDIVIDE = ACTIONS.verb("subdivide", tract=range(TRACTS), during=SUBDIVISIONS, timed_by="pieces", composed=True)
CONSTRUCT = ACTIONS.verb(
    "construct",
    tract=range(TRACTS),
    building=range(1, BUILDINGS + 1),
    during=CONSTRUCTION,
    timed_by="pieces",
    composed=True,
)
PUT_UP = ACTIONS.verb("put_up", tract=range(TRACTS), during=BUY_PART, timed_by="lot")
BID = ACTIONS.verb(
    "bid",
    thousands=range(1, MAX_BID + 1),
    during=(OPENING_BID, RAISES),
    timed_by="raise",
    money="thousands",
    unit="k",
    bids=True,
)
DROP_OUT = ACTIONS.verb("drop_out", during=RAISES, gives_up=True)
END_TURN = ACTIONS.verb("end_turn", during=BUY_PART, automatic=True)
