"""The action space of Squad Car."""

from tabletown.rulekit.actions import Actions

from .shapes import EXITS

ACTIONS = Actions()

SPIN = ACTIONS.kind("spin")
GO_AHEAD = ACTIONS.kind("ahead", composed=True)
BEAR = ACTIONS.kind("bear", side=range(2), composed=True)
"""One square on, to the left (0) or to the right: a quarter turn into a crossing, or out of it."""
HALF_TURN = ACTIONS.kind("half_turn", side=range(2), composed=True)
STOP = ACTIONS.kind("stop", closing=True)
LIFT = ACTIONS.kind("lift", exit=range(EXITS))
PLACE = ACTIONS.kind("place", exit=range(EXITS))
