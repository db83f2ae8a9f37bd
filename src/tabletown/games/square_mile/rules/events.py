"""What the rules tell. Sums are in thousands of dollars; everything told is public.

A tract or edge is told with the letters it goes by, because tract cards bring letters of their own: see `named_tract`
and `named_edge`.
"""

from tabletown.rulekit.events import Events

EVENTS = Events()
CARD_DRAWN = EVENTS.kind("card_drawn", "seat", "card")
CARD_LAID = EVENTS.kind("card_laid", "seat", "card", "tract")
CARD_PUT_UNDER = EVENTS.kind("card_put_under", "seat", "card")
CARD_TAKEN_BACK = EVENTS.kind("card_taken_back", "seat", "card", "tract")
MAP_CLEARED = EVENTS.kind("map_cleared")
PRINTED_MAP_USED = EVENTS.kind("printed_map_used")
PLANNING_CARD_DRAWN = EVENTS.kind("planning_card_drawn", "seat", "card")
PLANNING_SHUFFLED = EVENTS.kind("planning_shuffled")
RAILWAY_LAID = EVENTS.kind("railway_laid")
ZONED = EVENTS.kind("zoned", "tract", "zone")
ZONED_ALREADY = EVENTS.kind("zoned_already", "tract")
FREE_TRACT = EVENTS.kind("free_tract", "seat", "tract")
CASH_GIVEN = EVENTS.kind("cash_given", "thousands")
BID_SHOWN = EVENTS.kind("bid_shown", "seat", "tract", "thousands")
BIDS_TIED = EVENTS.kind("bids_tied", "tract", "seats", "thousands")
LOT_DRAWN = EVENTS.kind("lot_drawn", "seat", "tract")
BOUGHT = EVENTS.kind("bought", "seat", "tract", "thousands")
FIRST_SECTION = EVENTS.kind("first_section", "edge")
SECTION_LAID = EVENTS.kind("section_laid", "seat", "edge", "thousands")
SHARE_ASKED = EVENTS.kind("share_asked", "seat", "player", "edge", "thousands")
SHARE_PAID = EVENTS.kind("share_paid", "player", "seat", "thousands")
SHARE_DECLINED = EVENTS.kind("share_declined", "player", "seat", "edge")
STARTS = EVENTS.kind("starts", "seat", "card")
TURN_BEGINS = EVENTS.kind("turn_begins", "seat")
SOLD = EVENTS.kind("sold", "seat", "tract", "thousands")
LEFT_THE_GAME = EVENTS.kind("left_the_game", "tract")
SUBDIVIDED = EVENTS.kind("subdivided", "seat", "tract", "thousands")
CONSTRUCTED = EVENTS.kind("constructed", "seat", "tract", "building", "thousands")
PUT_UP_FOR_AUCTION = EVENTS.kind("put_up_for_auction", "seat", "tract")
BID_MADE = EVENTS.kind("bid_made", "seat", "tract", "thousands")
DROPPED_OUT = EVENTS.kind("dropped_out", "seat", "tract")
PASSED_OVER = EVENTS.kind("passed_over", "seat", "tract")
GAME_ENDS = EVENTS.kind("game_ends", "ending")
