"""What a player can decide."""

from tabletown.rulekit.actions import Actions

ACTIONS = Actions()
BID = ACTIONS.verb("bid", amount=range(4), money="amount")
RAISE = ACTIONS.verb("raise", by=range(1, 3))
STAY = ACTIONS.verb("stay")
