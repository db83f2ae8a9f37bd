"""A whole turn at once, as who has learned would play it part by part: so worlds are played on eight times as quick."""

from tabletown.games.squad_car.rules.escaping import settle_step
from tabletown.games.squad_car.rules.shapes import CARS_A_SIDE
from tabletown.games.squad_car.rules.state import DRIVING, State
from tabletown.games.squad_car.rules.turn import stop
from tabletown.rulekit.learned import is_learned
from tabletown.rulekit.thinking import Sums

from .outlook import HELD_BACK, NOBODY_MOVES, guards_without
from .whole_turns import CAUGHT_ALL, best_stay, catch, chance_after_shifts, chance_then, take_place


def quick_turn(s: State, seat: int, out: Sums) -> int:
    """The car goes to its best place, and the roadblocks to where they serve best then."""
    if s.phase != DRIVING or not is_learned(out):
        return 0
    mover = s.car
    out[HELD_BACK] = 0.0
    if s.moves_left > 0:
        stay = best_stay(s, guards_without(s, mover), out)
        take_place(s, mover, stay >> CARS_A_SIDE)
        catch(s, stay & CAUGHT_ALL)
        s.moves_left = 0
        settle_step(s)
    if s.phase == DRIVING:
        chance_after_shifts(s, chance_then(s, mover, guards_without(s, NOBODY_MOVES), out), out)
        stop(s, seat)
    return 1
