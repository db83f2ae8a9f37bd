"""Everything that a player can decide."""

from tabletown.rulekit.actions import Actions

from .shapes import DISPLAY_ROWS, LOTS, MAX_BID, PERMITS, ROWS

ACTIONS = Actions()
SKIP_STOWING = ACTIONS.kind("skip_stowing")
STOW_CHECK = ACTIONS.kind("stow_check")
CHOOSE_CUBE = ACTIONS.kind("choose_cube", row=range(DISPLAY_ROWS), end=range(2))
CHOOSE_ROOF = ACTIONS.kind("choose_roof")
CHOOSE_PERMIT = ACTIONS.kind("choose_permit", permit=range(PERMITS))
CHOOSE_MAYOR = ACTIONS.kind("choose_mayor")
CHOOSE_CANCEL = ACTIONS.kind("choose_cancel")
PASS = ACTIONS.kind("pass")
BID_AMOUNT = ACTIONS.kind("bid", amount=range(1, MAX_BID + 1))
SELL = ACTIONS.kind("sell")
KEEP = ACTIONS.kind("keep")
PLACE_CUBE = ACTIONS.kind("place_cube", row=range(ROWS), lot=range(LOTS))
PLACE_ROOF = ACTIONS.kind("place_roof", row=range(ROWS), lot=range(LOTS))
PLACE_PERMIT = ACTIONS.kind("place_permit", row=range(ROWS), longer=range(2))
PLACE_MAYOR = ACTIONS.kind("place_mayor", row=range(ROWS))
REMOVE_PERMIT = ACTIONS.kind("remove_permit", permit=range(PERMITS))
DISCARD = ACTIONS.kind("discard")
START_ROUND = ACTIONS.kind("start_round")
