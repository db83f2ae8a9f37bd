"""The game and its two stages: how it begins, who decides, and what follows without a decision."""

from tabletown.rulekit.dice import roll
from tabletown.rulekit.reasons import OK

from .build import can_build_now
from .buy import can_put_something_up, close_auction, find_next_bidder
from .figures import BUILDING_STOCK
from .first_road import begin_first_road
from .geometry import ALL_TRACTS
from .order_of_play import next_turn
from .pieces import use_printed_map
from .planning import plan_the_square_mile
from .reasons import GAME_IS_OVER, HANDED_IN_ALREADY, NOT_TIED, NOT_YOURS_TO_DECIDE
from .sealed_bids import begin_sealed_bids, has_tied
from .shapes import BUILDINGS, MAX_SEATS, TRACTS
from .state import (
    BUY_PART,
    CONSTRUCTION,
    DRAW_CARD,
    FIRST_ROAD,
    NO_SEAT,
    NONE,
    OUT_OF_THE_GAME,
    OVER,
    PLAN,
    RAISES,
    SEALED_BIDS_DUE,
    SELL_PART,
    STEP_TO_NAME,
    TIED_BIDS_DUE,
    TURN_DONE,
    State,
)
from .tract_cards import draw_tract_card, shuffle_tract_cards


def setup(s: State, players: int) -> None:
    """SM-G3, SM-A1: with tract cards the map is laid first, else planning begins at once."""
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


def carry_on(s: State) -> None:
    """SM-G3, SM-D2: everything between two decisions; a part of a turn in which nothing can be done is over at once."""
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
            next_turn(s)
        if s.phase == before and s.phase != DRAW_CARD:
            return


def clear_the_table(s: State) -> None:
    """SM-G4, SM-G8: the map without an owner, all pieces in the box."""
    for tract in range(TRACTS):
        is_land = ALL_TRACTS >> tract & 1
        s.owner[tract] = NO_SEAT if is_land else OUT_OF_THE_GAME
        s.ever_owned[tract] = 1 - is_land
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


def pending(s: State) -> int:
    """SM-B4, SM-D1b: whoever has not handed in sealed bids, else one player."""
    if s.phase == OVER:
        return 0
    if s.phase in (SEALED_BIDS_DUE, TIED_BIDS_DUE):
        return ((1 << s.players) - 1) & ~s.decided
    return 1 << s.seat


def refuse_deciding(s: State, seat: int) -> int:
    """SM-B4, SM-B5, SM-D1b: the others wait; after the end there is nothing to decide."""
    if s.phase == OVER:
        return GAME_IS_OVER
    if pending(s) >> seat & 1:
        return OK
    if s.phase == TIED_BIDS_DUE and not has_tied(s, seat):
        return NOT_TIED
    return HANDED_IN_ALREADY if s.phase in (SEALED_BIDS_DUE, TIED_BIDS_DUE) else NOT_YOURS_TO_DECIDE
