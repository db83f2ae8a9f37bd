"""Stay, or step on one of two lanes."""

from tabletown.rulekit.actions import Actions

ACTIONS = Actions()
STAY = ACTIONS.kind("stay")
STEP = ACTIONS.kind("step", lane=range(2), far=range(1, 4))
