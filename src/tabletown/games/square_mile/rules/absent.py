"""What an absent player does: nothing, where the rules allow it."""

from tabletown.rulekit.reasons import OK

from .actions import (
    ASK_SHARE,
    BID,
    DECLINE,
    DROP_OUT,
    END_TURN,
    LAY_SECTION,
    LAY_TRACT_CARD,
    NO_MORE_BIDS,
    SEALED_SUM,
    STOP_BUILDING,
    STOP_SELLING,
    TAKE_BACK,
)
from .buy import least_bid
from .geometry import AT_MARKER, OFF_MAP
from .sealed_bids import next_tied_tract
from .shapes import TRACTS
from .sharing_the_cost import least_share
from .state import (
    ANSWER,
    BUY_PART,
    CONSTRUCTION,
    FIRST_ROAD,
    NONE,
    OPENING_BID,
    SEALED_BIDS_DUE,
    SELL_PART,
    SHARE,
    TAKE_CARD_BACK,
    TIED_BIDS_DUE,
    State,
)
from .tract_cards import refuse_lay_tract_card, refuse_take_back


def default_action(s: State, seat: int) -> int:
    if s.phase >= SELL_PART:
        return idle_in_turn(s)
    if s.phase == SEALED_BIDS_DUE:
        return NO_MORE_BIDS() if s.bidding_for[seat] == NONE else SEALED_SUM(1)
    if s.phase == TIED_BIDS_DUE:
        return SEALED_SUM(s.tied_sum[next_tied_tract(s, seat)])
    if s.phase == FIRST_ROAD:
        return LAY_SECTION(first_free_edge(s))
    if s.phase == SHARE:
        return ASK_SHARE(least_share(s, seat))
    if s.phase == ANSWER:
        return DECLINE()
    return first_card_to_take(s, seat) if s.phase == TAKE_CARD_BACK else first_card_place(s, seat)


def idle_in_turn(s: State) -> int:
    if s.phase == SELL_PART:
        return STOP_SELLING()
    if s.phase <= CONSTRUCTION:
        return STOP_BUILDING()
    if s.phase == BUY_PART:
        return END_TURN()
    return BID(least_bid(s)) if s.phase == OPENING_BID else DROP_OUT()


def first_free_edge(s: State) -> int:
    """Where the first road can go on; it never gets stuck."""
    for i in range(4):
        edge = AT_MARKER[s.open_end][i]
        if edge != OFF_MAP and not s.section[edge]:
            return edge
    return NONE


def first_card_place(s: State, seat: int) -> int:
    for tract in range(TRACTS):
        for turn in range(4):
            if refuse_lay_tract_card(s, seat, tract, turn) == OK:
                return LAY_TRACT_CARD(tract, turn)
    return NONE


def first_card_to_take(s: State, seat: int) -> int:
    for tract in range(TRACTS):
        if refuse_take_back(s, seat, tract) == OK:
            return TAKE_BACK(tract)
    return NONE
