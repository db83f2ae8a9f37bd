"""Planning, up to the sealed bids: railway, zones, free tracts, starting money."""

from tabletown.rulekit.dice import roll
from tabletown.rulekit.events import tell

from .events import CASH_GIVEN, FREE_TRACT, PLANNING_CARD_DRAWN, PLANNING_SHUFFLED, RAILWAY_LAID, ZONED, ZONED_ALREADY
from .figures import ALWAYS_UNZONED, LANE_OF_CARD, LANE_TRACTS, PLANNING_PILE, START_CASH, TRACT_OF_CARD
from .geometry import LAND, NEIGHBOUR, OFF_MAP
from .land import named_tract, ones_in
from .pieces import left_of, receive_from_bank, take_tract
from .shapes import SIDE
from .state import APARTMENTS, CHURCH, HOUSES, INDUSTRY, NO_SEAT, NONE, SCHOOL, SHOPS, UNZONED, State


def plan_the_square_mile(s: State) -> None:
    """SM-P1 to SM-P9: s.seat draws first, the others follow."""
    lay_railway(s)
    s.seat = left_of(s, s.seat)
    locate_school(s)
    s.seat = left_of(s, s.seat)
    locate_shopping_centre(s)
    s.seat = left_of(s, s.seat)
    locate_church(s)
    for _ in range(s.players):
        s.seat = left_of(s, s.seat)
        award_free_tract(s)
    s.seat = left_of(s, s.seat)
    hand_out_cash(s)


def draw_planning_card(s: State, kept_out: int) -> int:
    """SM-P1, SM-P10: the top card; an empty pile is made anew from the drawn cards, without those kept out."""
    if s.planning_drawn == (1 << PLANNING_PILE) - 1:
        s.planning_drawn = kept_out
        tell(s, PLANNING_SHUFFLED)
    k = roll(s, PLANNING_PILE - ones_in(s.planning_drawn))
    card = 0
    while True:
        if not s.planning_drawn >> card & 1:
            if k == 0:
                break
            k -= 1
        card += 1
    s.planning_drawn |= 1 << card
    s.planning_card = card
    tell(s, PLANNING_CARD_DRAWN, s.seat, card)
    return card


def lay_railway(s: State) -> None:
    """SM-P2: the tracts of a line for industry."""
    s.railway = draw_planning_card(s, 0)
    lane = LANE_OF_CARD[s.railway]
    tell(s, RAILWAY_LAID)
    for i in range(SIDE):
        if LANE_TRACTS[lane][i] != OFF_MAP:
            zone_tract(s, LANE_TRACTS[lane][i], INDUSTRY)


def zone_tract(s: State, tract: int, zone: int) -> None:
    """SM-P2, SM-D4m: the bank keeps a building for it."""
    s.zone[tract] = zone
    s.reserved[zone] += 1
    tell(s, ZONED, named_tract(s, tract), zone)


def locate_school(s: State) -> None:
    """SM-P3: with houses around it."""
    tract = draw_unzoned_tract(s)
    if tract != NONE:
        zone_tract(s, tract, SCHOOL)
        zone_neighbours(s, tract, HOUSES)


def zone_neighbours(s: State, tract: int, zone: int) -> None:
    """SM-P3, SM-P5: not diagonally, and only what has no zone."""
    for direction in range(4):
        there = NEIGHBOUR[tract][direction]
        if there != OFF_MAP and s.zone[there] == UNZONED:
            zone_tract(s, there, zone)


def draw_unzoned_tract(s: State) -> int:
    """SM-P4: draw again while the card names a zoned tract; NONE where a small map has no other."""
    if not ALWAYS_UNZONED and is_all_zoned(s):
        return NONE
    tract = TRACT_OF_CARD[draw_planning_card(s, 0)]
    while s.zone[tract] != UNZONED:
        tell(s, ZONED_ALREADY, named_tract(s, tract))
        tract = TRACT_OF_CARD[draw_planning_card(s, 0)]
    return tract


def is_all_zoned(s: State) -> bool:
    """SM-P4: nothing is left to draw for."""
    for tract in LAND:
        if s.zone[tract] == UNZONED:
            return False
    return True


def locate_shopping_centre(s: State) -> None:
    """SM-P5: with apartments around it."""
    tract = draw_unzoned_tract(s)
    if tract != NONE:
        zone_tract(s, tract, SHOPS)
        zone_neighbours(s, tract, APARTMENTS)


def locate_church(s: State) -> None:
    """SM-P6: alone."""
    tract = draw_unzoned_tract(s)
    if tract != NONE:
        zone_tract(s, tract, CHURCH)


def award_free_tract(s: State) -> None:
    """SM-P8, SM-P10: whatever its zone, but not one that has an owner."""
    tract = TRACT_OF_CARD[draw_planning_card(s, 0)]
    while s.owner[tract] != NO_SEAT:
        tract = TRACT_OF_CARD[draw_planning_card(s, 0)]
    take_tract(s, s.seat, tract)
    tell(s, FREE_TRACT, s.seat, named_tract(s, tract))


def hand_out_cash(s: State) -> None:
    """SM-P9: the same for everybody."""
    for seat in range(s.players):
        receive_from_bank(s, seat, START_CASH)
    tell(s, CASH_GIVEN, START_CASH)
