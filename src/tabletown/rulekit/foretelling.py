"""Where a position leads: worlds are played on by everybody's instinct, and what came of them is added up."""

from typing import TYPE_CHECKING

from tabletown.rulekit.dice import seed_dice, stepped, stirred
from tabletown.rulekit.loops import Seeds, asks_several, copy_state
from tabletown.rulekit.searching import SIMULATED, Bench, judge_world, roll_out
from tabletown.rulekit.thinking import ASKED, OWN, VIEW, Sums, imagine

if TYPE_CHECKING:
    from tabletown.rulekit.contract import apply, pending, scores

TRUTH = -2
"""In the place of a seat: nothing is imagined, what stands in states[VIEW] is the position itself."""


def foretell(on: Bench, seat: int, actions: Seeds, x: int, first: int, worlds: int, sums: Sums) -> None:
    """Play the worlds numbered from `first` on that fit states[VIEW], each for as many decisions as the ways say.

    They begin with the `actions` of the seat, if there are any; of a sealed answer only the seat's own is handed in.
    Every seat's chance to win then is added to `sums`, and behind these its score. Which world a number means, and how
    the dice fall in it, depends on `x` alone.
    """
    states = on.states
    mask = pending(states[VIEW])
    asked = mask if len(actions) > 0 and asks_several(mask) else 0
    for world in range(first, first + worlds):
        y = stirred(x + world)
        if seat == TRUTH:
            copy_state(states, SIMULATED, VIEW)
        else:
            imagine(states, SIMULATED, seat, y)
        seed_dice(states[SIMULATED], stepped(y))
        if asked != 0:
            copy_state(states, ASKED, SIMULATED)
            copy_state(states, OWN, SIMULATED)
        for k in range(len(actions)):
            if asked != 0:
                apply(states[OWN], seat, actions[k])
            apply(states[SIMULATED], seat, actions[k])
        roll_out(on, max(seat, 0), asked, stirred(stepped(y)))
        judge_world(on)
        scores(states[SIMULATED], on.sheet)
        for each in range(on.players):
            sums[each] += on.chances[each]
            sums[on.players + each] += on.sheet[each]
