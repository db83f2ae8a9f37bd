"""What a position is worth to each side, and what speaks for an action.

A car that still has moves is judged by the best place they can take it to, and a roadblock in hand by the best exit for
it; who has learned thinks the whole turn through.
"""

from tabletown.games.squad_car.rules.distances import FAR
from tabletown.games.squad_car.rules.figures import NODE_COUNT, OUT
from tabletown.games.squad_car.rules.law_of_the_road import is_taken
from tabletown.games.squad_car.rules.setting_up import refuse_place
from tabletown.games.squad_car.rules.shapes import CARS_A_SIDE, EXITS, GETAWAY
from tabletown.games.squad_car.rules.state import DRAWN, DRIVING, OVER, PLACING, ROBBERS_WIN, State
from tabletown.games.squad_car.rules.the_end import winning_result
from tabletown.games.squad_car.rules.the_game import seat_of, side_of
from tabletown.rulekit.dice import MASK32, drawn, stirred
from tabletown.rulekit.learned import is_learned
from tabletown.rulekit.reasons import OK
from tabletown.rulekit.records import Row
from tabletown.rulekit.thinking import SLIPS, Sums

from .outlook import (
    BARRED,
    HELD_BACK,
    NOBODY_MOVES,
    at_a_glance,
    escape_chance,
    guards_without,
    outlook_of_others,
    promise_of,
    reluctance,
    row_of,
)
from .whole_turns import chance_after_turn, stays_in_reach, take_place

NEAREST_EXIT = -1
A_TRIFLE = 1e-7
WHIM = 0.02
WHIM_OF_THREE = 0.06
NOT_FAR = 7
"""How much a first roadblock is a matter of taste, with two and with three cars a side, and among which exits: those
so many moves beyond the nearest. More would cost the police games."""


def evaluate(s: State, out: Sums) -> None:
    chance = robbers_chance(s, out)
    for seat in range(s.players):
        out[seat] = chance if winning_result(s, seat) == ROBBERS_WIN else 1.0 - chance


def prior_stop(s: State, seat: int) -> float:
    """Among equals rather stop than circle."""
    return A_TRIFLE


def prior_place(s: State, seat: int, exit: int) -> float:
    """Before the first spin all exits are far: which are closed, of those that robbers would make for, varies."""
    if s.round > 0 or moves_of_nearest_robber(s, exit) > moves_of_nearest_robber(s, NEAREST_EXIT) + NOT_FAR:
        return 0.0
    whim = WHIM_OF_THREE if s.cars == CARS_A_SIDE else WHIM
    return whim * drawn(stirred(s.rng + exit)) / MASK32


def moves_of_nearest_robber(s: State, exit: int) -> int:
    """To that exit, or to any (NEAREST_EXIT)."""
    nearest = FAR
    for car in range(s.cars):
        for end in range(EXITS):
            if exit in (end, NEAREST_EXIT):
                nearest = min(nearest, OUT[row_of(s, car)][end])
    return nearest


def robbers_chance(s: State, out: Sums) -> float:
    """Roughly how likely the robbers win, from 0 to 1."""
    if s.phase == OVER:
        if s.result == DRAWN:
            return 0.5
        return 1.0 if s.result == ROBBERS_WIN else 0.0
    out[HELD_BACK] = reluctance(s) if out[SLIPS] > 0.0 else 0.0
    if is_learned(out) and (s.phase == DRIVING or (s.phase == PLACING and s.round > 0)):
        return chance_after_turn(s, out)
    if s.phase == DRIVING and s.moves_left > 0:
        return chance_after_drive(s, out)
    guards = guards_without(s, NOBODY_MOVES)
    if s.phase == PLACING and s.round > 0:
        return chance_after_placing(s, guards, out)
    return promise_of(s, guards, out)


# ------------------------------------------------------------ the rest of a move


def chance_after_placing(s: State, guards: Row, out: Sums) -> float:
    """With the roadblock in hand where it serves the police best."""
    lowest = 1.0
    for place in range(EXITS):
        if refuse_place(s, seat_of(s, s.car), place) == OK:
            guard = guards[place]
            guards[place] = BARRED
            lowest = min(lowest, promise_of(s, guards, out))
            guards[place] = guard
    return lowest


def chance_after_drive(s: State, out: Sums) -> float:
    """With the car at the best place that its moves can take it to."""
    car = s.car
    square = s.square[car]
    heading = s.heading[car]
    guards = guards_without(s, car)
    alone = car < CARS_A_SIDE and not is_learned(out)
    others = outlook_of_others(s, guards, out) if alone else 0.0
    stays = [0] * NODE_COUNT
    best = -1.0
    for i in range(stays_in_reach(s, 0, stays)):
        take_place(s, car, stays[i] >> CARS_A_SIDE)
        if not is_taken(s, car, s.square[car], s.heading[car]):
            if alone:
                chance = at_a_glance(s, 1.0 - others * (1.0 - escape_chance(s, car, guards, out)), out)
            else:
                chance = promise_of(s, guards, out)
            if best < 0.0 or (chance > best) == (side_of(car) == GETAWAY):
                best = chance
    s.square[car] = square
    s.heading[car] = heading
    return best
