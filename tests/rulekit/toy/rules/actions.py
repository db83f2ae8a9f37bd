"""Stay, or step on one of two lanes."""

from tabletown.rulekit.actions import Actions

ACTIONS = Actions()
STAY = ACTIONS.verb("stay")
STEP = ACTIONS.verb("step", lane=range(2), far=range(1, 4))
