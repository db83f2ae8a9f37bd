"""Everything that a player can decide, and when."""

from tabletown.rulekit.actions import Actions

from .shapes import EXITS
from .state import DRIVING, PLACING, SPINNING

ACTIONS = Actions()

SPIN = ACTIONS.verb("spin", during=SPINNING)
GO_AHEAD = ACTIONS.verb("ahead", during=DRIVING, composed=True)
BEAR = ACTIONS.verb("bear", side=range(2), during=DRIVING, composed=True)
"""One square on, to the left (0) or to the right: a quarter turn into a crossing, or out of it."""
HALF_TURN = ACTIONS.verb("half_turn", side=range(2), during=DRIVING, composed=True)
STOP = ACTIONS.verb("stop", during=DRIVING, closing=True)
LIFT = ACTIONS.verb("lift", exit=range(EXITS), during=DRIVING)
PLACE = ACTIONS.verb("place", exit=range(EXITS), during=PLACING)
