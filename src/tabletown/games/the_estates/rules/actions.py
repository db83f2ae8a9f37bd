"""Everything that a player can decide, and when."""

from tabletown.rulekit.actions import Actions

from .shapes import MAX_BID, MOST_DISPLAY_ROWS, MOST_LOTS, MOST_PERMITS, MOST_ROWS
from .state import BETWEEN_ROUNDS, BID, CHOOSE, PLACE, SETTLE, STOW

ACTIONS = Actions()
SKIP_STOWING = ACTIONS.verb("skip_stowing", during=STOW, unasked="Never ask me whether to stow a check")
STOW_CHECK = ACTIONS.verb("stow_check", during=STOW)
CHOOSE_CUBE = ACTIONS.verb("choose_cube", row=range(MOST_DISPLAY_ROWS), end=range(2), during=CHOOSE)
CHOOSE_ROOF = ACTIONS.verb("choose_roof", during=CHOOSE)
CHOOSE_PERMIT = ACTIONS.verb("choose_permit", permit=range(MOST_PERMITS), during=CHOOSE)
CHOOSE_MAYOR = ACTIONS.verb("choose_mayor", during=CHOOSE)
CHOOSE_CANCEL = ACTIONS.verb("choose_cancel", during=CHOOSE)
PASS = ACTIONS.verb("pass", during=BID, automatic=True, gives_up=True)
BID_AMOUNT = ACTIONS.verb("bid", amount=range(1, MAX_BID + 1), during=BID, money="amount", bids=True)
SELL = ACTIONS.verb("sell", during=SETTLE, automatic=True)
KEEP = ACTIONS.verb("keep", during=SETTLE)
PLACE_CUBE = ACTIONS.verb("place_cube", row=range(MOST_ROWS), lot=range(MOST_LOTS), during=PLACE)
PLACE_ROOF = ACTIONS.verb("place_roof", row=range(MOST_ROWS), lot=range(MOST_LOTS), during=PLACE)
PLACE_PERMIT = ACTIONS.verb("place_permit", row=range(MOST_ROWS), longer=range(2), during=PLACE)
PLACE_MAYOR = ACTIONS.verb("place_mayor", row=range(MOST_ROWS), during=PLACE)
REMOVE_PERMIT = ACTIONS.verb("remove_permit", permit=range(MOST_PERMITS), during=PLACE)
DISCARD = ACTIONS.verb("discard", during=PLACE)
START_ROUND = ACTIONS.verb("start_round", during=BETWEEN_ROUNDS)
