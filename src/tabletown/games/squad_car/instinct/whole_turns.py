"""A turn, thought through to its end, by who has learned.

Whom does a squad car catch on the way, which roadblock does it shift then, and whose turn is next?
"""

from tabletown.games.squad_car.rules.capturing import NOT_CAUGHT, catcher_at, touches
from tabletown.games.squad_car.rules.distances import FAR, NOWHERE_ROW
from tabletown.games.squad_car.rules.figures import EXIT_AT, GUARD, NODE_COUNT, ROW_OF
from tabletown.games.squad_car.rules.law_of_the_road import is_shared, is_taken
from tabletown.games.squad_car.rules.nodes import heading_of, node_at, square_of
from tabletown.games.squad_car.rules.setting_up import refuse_place
from tabletown.games.squad_car.rules.shapes import CARS, CARS_A_SIDE, EXITS, GETAWAY, HALF, HEADINGS, ROADBLOCKS, STEPS
from tabletown.games.squad_car.rules.state import CAPTURED, IN_HAND, PLACING, SPINNING, State
from tabletown.games.squad_car.rules.the_game import (
    is_blocked,
    is_on_the_road,
    roadblock_at,
    seat_of,
    side_of,
    step_from,
)
from tabletown.rulekit.reasons import OK
from tabletown.rulekit.records import Row
from tabletown.rulekit.thinking import Sums

from .outlook import BARRED, NOBODY_MOVES, guards_without, promise_of, row_of

CAUGHT_ALL = (1 << CARS_A_SIDE) - 1
"""A bit for each getaway car."""


def drive_to(s: State, step: int) -> int:
    """The node to which a step takes the car; negative if it cannot be made or all is decided."""
    car = s.car
    square = s.square[car]
    if side_of(car) == GETAWAY and (catcher_at(s, square) != NOT_CAUGHT or EXIT_AT[square] >= 0):
        return -1
    there = step_from(car, square, s.heading[car], step)
    if there < 0 or is_blocked(s, square_of(there)):
        return -1
    if step >= HALF and is_shared(s, car):
        return -1
    if there & 1 and is_taken(s, car, square_of(there), heading_of(there)):
        return -1
    return there


def chance_after_turn(s: State, out: Sums) -> float:
    """With the car at its best place, and the roadblocks where they serve best then. The state is used up."""
    mover = s.car
    stay = best_stay(s, guards_without(s, mover), out)
    take_place(s, mover, stay >> CARS_A_SIDE)
    catch(s, stay & CAUGHT_ALL)
    chance = chance_then(s, mover, guards_without(s, NOBODY_MOVES), out)
    return chance if mover < CARS_A_SIDE or chance == 0.0 else chance_after_shifts(s, chance, out)


def chance_after_shifts(s: State, chance: float, out: Sums) -> float:
    """With the roadblocks where they serve best; there they are left."""
    mover = s.car
    if s.phase == PLACING:
        chance = chance_after_shift(s, mover, roadblock_at(s, IN_HAND), s.lifted_from, 2.0, out)
    for _ in range(s.shifts_left):
        lowest = chance
        which = -1
        where = -1
        for block in range(ROADBLOCKS):
            kept = s.roadblock[block]
            if not s.shifted[block]:
                found = chance_after_shift(s, mover, block, kept, lowest, out)
                if found < lowest:
                    lowest = found
                    which = block
                    where = s.roadblock[block]
            s.roadblock[block] = kept
        if which < 0:
            return chance
        s.roadblock[which] = where
        s.shifted[which] = 1
        chance = lowest
    return chance


def stays_in_reach(s: State, road: int, stays: Row) -> int:
    """Where the car's moves can take it, nearest first, each as place << CARS_A_SIDE | whom it catches on the way.

    Of the getaway cars only those in `road` are caught, a bit for each; answers how many stays there are.
    """
    mover = s.car
    start = node_at(s.square[mover], s.heading[mover])
    squares = getaway_squares(s)
    seen = [False] * ((road + 1) * NODE_COUNT)
    seen[ROW_OF[start]] = True
    stays[0] = start << CARS_A_SIDE
    reached = 1
    moves = s.moves_left
    last = 0
    i = 0
    while i < reached:
        if i > last:
            last = reached - 1
            moves -= 1
        caught = stays[i] & CAUGHT_ALL
        take_place(s, mover, stays[i] >> CARS_A_SIDE)
        catch(s, caught)
        for step in range(STEPS):
            there = drive_to(s, step) if moves > 0 and (road == 0 or caught != road) else -1
            if there >= 0:
                then = caught | caught_beside(s, mover, square_of(there), road)
                if not seen[then * NODE_COUNT + ROW_OF[there]]:
                    seen[then * NODE_COUNT + ROW_OF[there]] = True
                    stays[reached] = there << CARS_A_SIDE | then
                    reached += 1
        i += 1
        put_back(s, squares)
    take_place(s, mover, start)
    return reached


def most_stays(moves: int) -> int:
    """No more places than that are within so many moves."""
    return min(NODE_COUNT, HEADINGS * (2 * moves * (moves + 1) + 1))


def best_stay(s: State, guards: Row, out: Sums) -> int:
    """The best place that the car's moves can take it to, as place << CARS_A_SIDE | whom it catches on the way."""
    mover = s.car
    road = cars_on_the_road(s)
    stays = [0] * ((road + 1) * most_stays(s.moves_left))
    squares = getaway_squares(s)
    reached = stays_in_reach(s, road, stays)
    best = stays[0]
    highest = -2.0
    for i in range(reached):
        place = stays[i] >> CARS_A_SIDE
        take_place(s, mover, place)
        catch(s, stays[i] & CAUGHT_ALL)
        if not is_taken(s, mover, square_of(place), heading_of(place)):
            chance = chance_then(s, mover, guards_at(s, mover, guards), out)
            good = chance if mover < CARS_A_SIDE else -chance
            if good > highest:
                highest = good
                best = stays[i]
        put_back(s, squares)
    return best


def take_place(s: State, car: int, place: int) -> None:
    s.square[car] = square_of(place)
    s.heading[car] = heading_of(place)


def catch(s: State, caught: int) -> None:
    for car in range(CARS_A_SIDE):
        if caught >> car & 1:
            s.square[car] = CAPTURED


def getaway_squares(s: State) -> Row:
    squares = [0] * CARS_A_SIDE
    for car in range(CARS_A_SIDE):
        squares[car] = s.square[car]
    return squares


def put_back(s: State, squares: Row) -> None:
    for car in range(CARS_A_SIDE):
        s.square[car] = squares[car]


def cars_on_the_road(s: State) -> int:
    """A bit for each getaway car."""
    road = 0
    for car in range(s.cars):
        if is_on_the_road(s, car):
            road |= 1 << car
    return road


def caught_beside(s: State, mover: int, square: int, road: int) -> int:
    """Whom of `road` a squad car catches that comes to the square; a bit for each."""
    caught = 0
    if mover >= CARS_A_SIDE:
        for car in range(s.cars):
            if road >> car & 1 and is_on_the_road(s, car) and touches(s.square[car], square):
                caught |= 1 << car
    return caught


def guards_at(s: State, mover: int, guards: Row) -> Row:
    """The same with the mover where it is now."""
    found = [FAR] * EXITS
    row = row_of(s, mover) if mover >= CARS_A_SIDE else NOWHERE_ROW
    for end in range(EXITS):
        found[end] = min(guards[end], GUARD[row][end])
    return found


def chance_after_shift(s: State, mover: int, block: int, kept: int, limit: float, out: Sums) -> float:
    """With the roadblock, which was at `kept`, at the exit where it serves best; if that is below the limit."""
    s.roadblock[block] = IN_HAND
    guards = guards_without(s, NOBODY_MOVES)
    chosen = kept
    for end in range(EXITS):
        if end != kept and refuse_place(s, seat_of(s, mover), end) == OK:
            guard = guards[end]
            guards[end] = BARRED
            chance = chance_then(s, mover, guards, out)
            guards[end] = guard
            if chance < limit:
                limit = chance
                chosen = end
    s.roadblock[block] = chosen
    return limit


def chance_then(s: State, mover: int, guards: Row, out: Sums) -> float:
    """When the next car is about to spin."""
    if mover < CARS_A_SIDE and EXIT_AT[s.square[mover]] >= 0 and catcher_at(s, s.square[mover]) == NOT_CAUGHT:
        return 1.0
    phase = s.phase
    square = s.square[mover]
    if mover < CARS_A_SIDE and catcher_at(s, square) != NOT_CAUGHT:
        s.square[mover] = CAPTURED
    chance = 0.0
    if cars_on_the_road(s) != 0:
        s.car = car_after(s, mover)
        s.phase = SPINNING
        chance = promise_of(s, guards, out)
    s.square[mover] = square
    s.car = mover
    s.phase = phase
    return chance


def car_after(s: State, mover: int) -> int:
    """Whose turn is next; some getaway car is on the road."""
    car = mover
    while True:
        car = (car + 1) % CARS
        if is_on_the_road(s, car):
            return car
