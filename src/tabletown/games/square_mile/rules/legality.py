"""What is allowed, and why not: one list of legal actions and one reason, from the same predicates."""

from tabletown.rulekit.reasons import OK
from tabletown.rulekit.runs import Runs, clear, offer

from .actions import (
    AGREE,
    ASK_FOR,
    ASK_SHARE,
    BID,
    BID_FOR,
    CONSTRUCT,
    DECLINE,
    DROP_OUT,
    END_TURN,
    LAY_SECTION,
    LAY_TRACT_CARD,
    NAME_STEP,
    NO_MORE_BIDS,
    PUT_UP,
    SEALED_SUM,
    SELL,
    STOP_BUILDING,
    STOP_SELLING,
    SUBDIVIDE,
    TAKE_BACK,
)
from .build import (
    legal_buildings,
    legal_roads,
    legal_sales,
    legal_steps,
    legal_subdivisions,
    refuse_building,
    refuse_selling,
    refuse_step,
    refuse_subdivision,
)
from .buy import legal_bids, legal_lots, refuse_bid, refuse_putting_up
from .figures import CARD_KIND
from .reasons import (
    ANOTHER_STEP,
    GAME_IS_OVER,
    HANDED_IN_ALREADY,
    NOT_AT_THIS_STAGE,
    NOT_NOW,
    NOT_TIED,
    NOT_YOURS_TO_DECIDE,
    NOTHING_PUT_UP,
    OPENER_MUST_BID,
    STEP_NOT_NAMED,
    UNDER_THE_HAMMER,
)
from .river import DIRECTIONS_OF, refuse_place, refuse_taking_back
from .sealed import has_tied, legal_new_bids, legal_sealed_bids, refuse_bid_for, refuse_new_bid, refuse_sealed_sum
from .sections import (
    legal_answers,
    legal_first_road,
    legal_shares,
    refuse_agreeing,
    refuse_asking,
    refuse_section,
    refuse_share,
)
from .shapes import BUILDINGS, MAX_SEATS, TRACTS
from .state import (
    ANSWER,
    BUY_PART,
    CONSTRUCTION,
    FIRST_ROAD,
    LAY_CARD,
    NONE,
    OPENING_BID,
    OVER,
    RAISES,
    ROADS,
    SEALED_BIDS_DUE,
    SELL_PART,
    SHARE,
    STEP_TO_NAME,
    SUBDIVISIONS,
    TAKE_CARD_BACK,
    TIED_BIDS_DUE,
    State,
)


def pending(s: State) -> int:
    if s.phase == OVER:
        return 0
    if s.phase in (SEALED_BIDS_DUE, TIED_BIDS_DUE):
        return ((1 << s.players) - 1) & ~s.decided
    return 1 << s.seat


# ---------------------------------------------------------------- legal actions


def legal(s: State, seat: int, out: Runs) -> int:
    clear(out)
    if pending(s) >> seat & 1:
        if s.phase >= SELL_PART:
            legal_in_turn(s, seat, out)
        else:
            legal_in_planning(s, seat, out)
    return out[1]


def legal_in_planning(s: State, seat: int, out: Runs) -> None:
    if s.phase == LAY_CARD:
        legal_card_places(s, out)
    elif s.phase == TAKE_CARD_BACK:
        legal_cards_to_take(s, out)
    elif s.phase == SEALED_BIDS_DUE:
        legal_sealed_bids(s, seat, out)
    elif s.phase == TIED_BIDS_DUE:
        legal_new_bids(s, seat, out)
    elif s.phase == FIRST_ROAD:
        legal_first_road(s, seat, out)
    elif s.phase == SHARE:
        legal_shares(s, seat, out)
    elif s.phase == ANSWER:
        legal_answers(s, seat, out)


def legal_in_turn(s: State, seat: int, out: Runs) -> None:
    if s.phase == SELL_PART:
        legal_sales(s, seat, out)
    elif s.phase == STEP_TO_NAME:
        legal_steps(s, seat, out)
    elif s.phase == ROADS:
        legal_roads(s, seat, out)
    elif s.phase == SUBDIVISIONS:
        legal_subdivisions(s, seat, out)
    elif s.phase == CONSTRUCTION:
        legal_buildings(s, seat, out)
    elif s.phase == BUY_PART:
        legal_lots(s, seat, out)
    else:
        legal_bids(s, seat, out)


def legal_card_places(s: State, out: Runs) -> None:
    for tract in range(TRACTS):
        for turn in range(DIRECTIONS_OF[CARD_KIND[s.card]]):
            if refuse_place(s, CARD_KIND[s.card], tract, turn) == OK:
                offer(out, LAY_TRACT_CARD + tract * 4 + turn, 1)


def legal_cards_to_take(s: State, out: Runs) -> None:
    for tract in range(TRACTS):
        if refuse_taking_back(s, tract) == OK:
            offer(out, TAKE_BACK + tract, 1)


# ---------------------------------------------------------------- why not


def why_not(s: State, seat: int, action: int) -> int:
    if s.phase == OVER:
        return GAME_IS_OVER
    if not pending(s) >> seat & 1:
        return why_not_deciding(s, seat)
    if s.phase >= SELL_PART:
        return why_not_in_turn(s, seat, action)
    return why_not_in_planning(s, seat, action)


def why_not_deciding(s: State, seat: int) -> int:
    if s.phase == TIED_BIDS_DUE and not has_tied(s, seat):
        return NOT_TIED
    return HANDED_IN_ALREADY if s.phase in (SEALED_BIDS_DUE, TIED_BIDS_DUE) else NOT_YOURS_TO_DECIDE


def why_not_in_planning(s: State, seat: int, action: int) -> int:
    if s.phase == LAY_CARD and action < TAKE_BACK:
        place = action - LAY_TRACT_CARD
        return refuse_place(s, CARD_KIND[s.card], place // 4, place % 4)
    if s.phase == TAKE_CARD_BACK and TAKE_BACK <= action < BID_FOR:
        return refuse_taking_back(s, action - TAKE_BACK)
    if s.phase in (SEALED_BIDS_DUE, TIED_BIDS_DUE) and BID_FOR <= action <= NO_MORE_BIDS:
        return why_not_sealed(s, seat, action)
    if s.phase == FIRST_ROAD and LAY_SECTION <= action < ASK_SHARE:
        return why_no_section(s, seat, action)
    if s.phase in (SHARE, ANSWER) and ASK_SHARE <= action <= DECLINE:
        return why_no_share(s, seat, action)
    return NOT_AT_THIS_STAGE


def why_not_sealed(s: State, seat: int, action: int) -> int:
    if SEALED_SUM <= action < NO_MORE_BIDS:
        thousands = action - SEALED_SUM + 1
        if s.phase == TIED_BIDS_DUE:
            return refuse_new_bid(s, seat, thousands)
        return refuse_sealed_sum(s, seat, thousands) if s.bidding_for[seat] != NONE else NOT_AT_THIS_STAGE
    if s.phase == TIED_BIDS_DUE or s.bidding_for[seat] != NONE:
        return NOT_AT_THIS_STAGE
    return OK if action == NO_MORE_BIDS else refuse_bid_for(s, seat, action - BID_FOR)


def why_no_section(s: State, seat: int, action: int) -> int:
    if action < ASK_FOR:
        return refuse_section(s, seat, action - LAY_SECTION)
    place = action - ASK_FOR
    return refuse_asking(s, seat, place // MAX_SEATS, place % MAX_SEATS)


def why_no_share(s: State, seat: int, action: int) -> int:
    if s.phase == SHARE:
        return refuse_share(s, seat, action - ASK_SHARE + 1) if action < AGREE else NOT_AT_THIS_STAGE
    if action == AGREE:
        return refuse_agreeing(s, seat)
    return OK if action == DECLINE else NOT_AT_THIS_STAGE


def why_not_in_turn(s: State, seat: int, action: int) -> int:
    if action < LAY_SECTION or ASK_SHARE <= action < SELL:
        return NOT_AT_THIS_STAGE
    if s.phase == SELL_PART:
        if SELL <= action < STOP_SELLING:
            return refuse_selling(s, seat, action - SELL)
        return OK if action == STOP_SELLING else NOT_NOW
    if s.phase == STEP_TO_NAME:
        return why_no_step(s, seat, action)
    if s.phase <= CONSTRUCTION:
        return why_not_building(s, seat, action)
    if s.phase == BUY_PART:
        return why_no_lot(s, seat, action)
    return why_no_bid(s, seat, action)


def why_no_step(s: State, seat: int, action: int) -> int:
    """SM-D4a: the step is named before anything is built."""
    if NAME_STEP <= action < STOP_BUILDING:
        return refuse_step(s, seat, action - NAME_STEP)
    if LAY_SECTION <= action < ASK_SHARE or SUBDIVIDE <= action < PUT_UP:
        return STEP_NOT_NAMED
    return OK if action == STOP_BUILDING else NOT_NOW


def why_not_building(s: State, seat: int, action: int) -> int:
    """SM-D4a: one kind of step."""
    if action == STOP_BUILDING:
        return OK
    if LAY_SECTION <= action < ASK_SHARE:
        return why_no_section(s, seat, action) if s.phase == ROADS else ANOTHER_STEP
    if SUBDIVIDE <= action < CONSTRUCT:
        return refuse_subdivision(s, seat, action - SUBDIVIDE) if s.phase == SUBDIVISIONS else ANOTHER_STEP
    if CONSTRUCT <= action < PUT_UP:
        if s.phase != CONSTRUCTION:
            return ANOTHER_STEP
        place = action - CONSTRUCT
        return refuse_building(s, seat, place // BUILDINGS, place % BUILDINGS + 1)
    return ANOTHER_STEP if NAME_STEP <= action < STOP_BUILDING else NOT_NOW


def why_no_lot(s: State, seat: int, action: int) -> int:
    """SM-D5a: a tract is put up before anybody bids."""
    if PUT_UP <= action < BID:
        return refuse_putting_up(s, seat, action - PUT_UP)
    if BID <= action <= DROP_OUT:
        return NOTHING_PUT_UP
    return OK if action == END_TURN else NOT_NOW


def why_no_bid(s: State, seat: int, action: int) -> int:
    if BID <= action < DROP_OUT:
        return refuse_bid(s, seat, action - BID + 1)
    if action == DROP_OUT:
        return OK if s.phase == RAISES else OPENER_MUST_BID
    if action == END_TURN and s.phase == OPENING_BID:
        return OPENER_MUST_BID
    return UNDER_THE_HAMMER if PUT_UP <= action < BID or action == END_TURN else NOT_NOW
