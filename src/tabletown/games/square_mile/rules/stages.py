"""The rest of the contract: set-up, what a decision leads to, the end and the scores."""

from tabletown.rulekit.dice import roll
from tabletown.rulekit.loops import Sheet
from tabletown.rulekit.reasons import OK

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
    begin_step,
    can_build_now,
    construct_building,
    lay_subdivision,
    sell_tract,
)
from .buy import can_put_something_up, close_auction, drop_out, find_next_bidder, least_bid, make_bid, put_up_tract
from .figures import BUILDING_STOCK, CARD_KIND, PAWNS
from .geometry import AT_MARKER, BESIDE, OFF_MAP
from .land import land_value
from .planning import plan_the_square_mile
from .river import (
    draw_tract_card,
    lay_tract_card,
    refuse_place,
    refuse_taking_back,
    shuffle_tract_cards,
    take_card_back,
    use_printed_map,
)
from .sealed import begin_sealed_bids, hand_in, next_tied_tract, write_new_bid, write_sum
from .sections import (
    agree_to_share,
    ask_for_share,
    begin_first_road,
    decline_share,
    lay_section,
    least_share,
    name_share,
)
from .shapes import BUILDINGS, EDGES, MAX_SEATS, TRACTS
from .state import (
    ANSWER,
    BUY_PART,
    CONSTRUCTION,
    DRAW_CARD,
    FIRST_ROAD,
    LAY_CARD,
    NO_SEAT,
    NONE,
    OPENING_BID,
    PLAN,
    RAISES,
    ROADS,
    SEALED_BIDS_DUE,
    SELL_PART,
    SHARE,
    STEP_TO_NAME,
    SUBDIVISIONS,
    TAKE_CARD_BACK,
    TIED_BIDS_DUE,
    TURN_DONE,
    State,
)
from .turn import end_turn

WIN = 60
DOLLARS = 1000
BOOK_OF_MONEY, BOOK_OF_PAWNS, BOOK_OF_SECTIONS, BOOK_OF_BUILDINGS, BOOK_OF_STAGES = range(1, 6)

# ---------------------------------------------------------------- set-up


def setup(s: State, players: int) -> None:
    """SM-G3: with tract cards the map is laid first, else planning begins at once."""
    s.players = players
    s.seat = roll(s, players)
    s.active = NO_SEAT
    s.first = NO_SEAT
    clear_the_table(s)
    if s.tract_cards:
        shuffle_tract_cards(s)
    else:
        use_printed_map(s)
        s.phase = PLAN
    carry_on(s)


def clear_the_table(s: State) -> None:
    for tract in range(TRACTS):
        s.owner[tract] = NO_SEAT
    for building in range(1, BUILDINGS + 1):
        s.stock[building] = BUILDING_STOCK[building - 1]
    for seat in range(MAX_SEATS):
        s.start_cards[seat] = NONE
        s.bidding_for[seat] = NONE
        for i in range(len(s.bid_tract[seat])):
            s.bid_tract[seat][i] = NONE
    for i in range(len(s.under)):
        s.under[i] = NONE
    s.railway = NONE
    s.planning_card = NONE
    s.card = NONE
    s.open_end = NONE
    s.other_end = NONE
    s.edge = NONE
    s.asked = NO_SEAT
    s.lot = NONE
    s.high_bidder = NO_SEAT


# ---------------------------------------------------------------- decisions


def apply(s: State, seat: int, action: int) -> None:
    if s.phase >= SELL_PART:
        apply_in_turn(s, seat, action)
    else:
        apply_in_planning(s, seat, action)
    carry_on(s)


def apply_in_planning(s: State, seat: int, action: int) -> None:
    if s.phase == LAY_CARD:
        lay_tract_card(s, (action - LAY_TRACT_CARD) // 4, (action - LAY_TRACT_CARD) % 4)
    elif s.phase == TAKE_CARD_BACK:
        take_card_back(s, action - TAKE_BACK)
    elif s.phase == TIED_BIDS_DUE:
        write_new_bid(s, seat, action - SEALED_SUM + 1)
    elif s.phase == SEALED_BIDS_DUE:
        apply_sealed(s, seat, action)
    elif s.phase == FIRST_ROAD:
        apply_section(s, seat, action)
    elif s.phase == SHARE:
        name_share(s, seat, action - ASK_SHARE + 1)
    elif action == AGREE:
        agree_to_share(s, seat)
    else:
        decline_share(s, seat)


def apply_sealed(s: State, seat: int, action: int) -> None:
    if action == NO_MORE_BIDS:
        hand_in(s, seat)
    elif action >= SEALED_SUM:
        write_sum(s, seat, action - SEALED_SUM + 1)
    else:
        s.bidding_for[seat] = action - BID_FOR


def apply_section(s: State, seat: int, action: int) -> None:
    if action < ASK_FOR:
        lay_section(s, seat, action - LAY_SECTION)
    else:
        ask_for_share(s, (action - ASK_FOR) // MAX_SEATS, (action - ASK_FOR) % MAX_SEATS)


def apply_in_turn(s: State, seat: int, action: int) -> None:
    if action == STOP_SELLING:
        s.phase = STEP_TO_NAME
    elif action == STOP_BUILDING:
        s.phase = BUY_PART
    elif action == END_TURN:
        s.phase = TURN_DONE
    elif s.phase == SELL_PART:
        sell_tract(s, seat, action - SELL)
    elif s.phase == STEP_TO_NAME:
        begin_step(s, action - NAME_STEP)
    elif s.phase == ROADS:
        apply_section(s, seat, action)
    elif s.phase == SUBDIVISIONS:
        lay_subdivision(s, seat, action - SUBDIVIDE)
    elif s.phase == CONSTRUCTION:
        place = action - CONSTRUCT
        construct_building(s, seat, place // BUILDINGS, place % BUILDINGS + 1)
    elif s.phase == BUY_PART:
        put_up_tract(s, seat, action - PUT_UP)
    elif action == DROP_OUT:
        drop_out(s, seat)
    else:
        make_bid(s, seat, action - BID + 1)


def carry_on(s: State) -> None:
    """Everything that follows without a decision: a part of a turn in which nothing can be done is over at once."""
    while True:
        before = s.phase
        if s.phase == DRAW_CARD:
            draw_tract_card(s)
        elif s.phase == PLAN:
            plan_the_square_mile(s)
            begin_sealed_bids(s)
        elif s.phase == FIRST_ROAD and s.sections_due == 0:
            begin_first_road(s)
        elif s.phase == SELL_PART and s.owned[s.seat] == 0:
            s.phase = STEP_TO_NAME
        elif STEP_TO_NAME <= s.phase <= CONSTRUCTION and not can_build_now(s, s.seat):
            s.phase = BUY_PART
        elif s.phase == BUY_PART and not can_put_something_up(s, s.seat):
            s.phase = TURN_DONE
        elif s.phase == RAISES and not find_next_bidder(s):
            close_auction(s)
        elif s.phase == TURN_DONE:
            end_turn(s)
        if s.phase == before and s.phase != DRAW_CARD:
            return


def default_action(s: State, seat: int) -> int:
    """What an absent player does: nothing, where the rules allow it."""
    if s.phase >= SELL_PART:
        return default_in_turn(s)
    if s.phase == SEALED_BIDS_DUE:
        return NO_MORE_BIDS if s.bidding_for[seat] == NONE else SEALED_SUM
    if s.phase == TIED_BIDS_DUE:
        return SEALED_SUM + s.tied_sum[next_tied_tract(s, seat)] - 1
    if s.phase == FIRST_ROAD:
        return LAY_SECTION + first_free_edge(s)
    if s.phase == SHARE:
        return ASK_SHARE + least_share(s, seat) - 1
    if s.phase == ANSWER:
        return DECLINE
    return default_card_place(s)


def default_in_turn(s: State) -> int:
    if s.phase == SELL_PART:
        return STOP_SELLING
    if s.phase <= CONSTRUCTION:
        return STOP_BUILDING
    if s.phase == BUY_PART:
        return END_TURN
    if s.phase == OPENING_BID:
        return BID + least_bid(s) - 1
    return DROP_OUT


def default_card_place(s: State) -> int:
    for tract in range(TRACTS):
        if s.phase == TAKE_CARD_BACK:
            if refuse_taking_back(s, tract) == OK:
                return TAKE_BACK + tract
        else:
            for turn in range(4):
                if refuse_place(s, CARD_KIND[s.card], tract, turn) == OK:
                    return LAY_TRACT_CARD + tract * 4 + turn
    return NONE


def first_free_edge(s: State) -> int:
    for i in range(4):
        edge = AT_MARKER[s.open_end][i]
        if edge != OFF_MAP and not s.section[edge]:
            return edge
    return NONE


# ---------------------------------------------------------------- the end


def ending(s: State) -> int:
    return s.ended + 0


def total_worth(s: State, seat: int) -> int:
    """SM-E3: cash and land."""
    return s.cash[seat] + land_value(s, seat)


def scores(s: State, out: Sheet) -> None:
    """SM-E3, in dollars."""
    for seat in range(s.players):
        out[seat] = total_worth(s, seat) * DOLLARS


def returns(s: State, out: Sheet) -> None:
    """SM-E4: equal totals share the win."""
    best = 0
    winners = 0
    for seat in range(s.players):
        total = total_worth(s, seat)
        if total > best:
            best = total
            winners = 1
        elif total == best:
            winners += 1
    for seat in range(s.players):
        out[seat] = WIN // winners if total_worth(s, seat) == best else 0


# ---------------------------------------------------------------- the books


def audit(s: State) -> int:
    cash = 0
    pawns = 0
    for seat in range(s.players):
        cash += s.cash[seat]
        pawns += s.owned[seat]
        if s.cash[seat] < 0:
            return BOOK_OF_MONEY
        if s.owned[seat] > PAWNS:
            return BOOK_OF_PAWNS
    if cash != s.paid_out:
        return BOOK_OF_MONEY
    for tract in range(TRACTS):
        if s.owner[tract] >= 0:
            pawns -= 1
    if pawns != 0:
        return BOOK_OF_PAWNS
    return audit_pieces(s)


def audit_pieces(s: State) -> int:
    sides = 0
    for tract in range(TRACTS):
        sides += s.sides[tract]
        if s.subdivided[tract] and s.sides[tract] < 4:
            return BOOK_OF_STAGES
        if s.building[tract] > 0 and not s.subdivided[tract]:
            return BOOK_OF_STAGES
    for edge in range(EDGES):
        for side in range(2):
            if s.section[edge] and BESIDE[edge][side] != OFF_MAP:
                sides -= 1
    return audit_buildings(s) if sides == 0 else BOOK_OF_SECTIONS


def audit_buildings(s: State) -> int:
    for building in range(1, BUILDINGS + 1):
        standing = 0
        waiting = 0
        for tract in range(TRACTS):
            if s.building[tract] == building:
                standing += 1
            elif s.zone[tract] == building:
                waiting += 1
        if standing + s.stock[building] != BUILDING_STOCK[building - 1] or s.reserved[building] != waiting:
            return BOOK_OF_BUILDINGS
    return OK
