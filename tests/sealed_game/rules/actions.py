"""What a player can decide."""

from tabletown.rulekit.actions import Actions

ACTIONS = Actions()
BID = ACTIONS.kind("bid", amount=range(4))
RAISE = ACTIONS.kind("raise", by=range(1, 3))
STAY = ACTIONS.kind("stay")
