"""What a position promises to each side, at a glance; floats are allowed here.

For each getaway car: which open exits does it reach before the police, and can it be caught on the way? A car that
still has moves is judged by the best place they can take it to, and a roadblock in hand by the best exit for it.
"""

from tabletown.rulekit.dice import drawn, stirred
from tabletown.rulekit.learned import first_feature, is_learned, learned_worth
from tabletown.rulekit.reasons import OK
from tabletown.rulekit.records import Row
from tabletown.rulekit.thinking import Sums

from .rules.capturing import NOT_CAUGHT, catcher_at
from .rules.distances import FAR, NOWHERE_ROW, PER_MILLE, PER_MILLION
from .rules.figures import (
    COLUMN_OF,
    EXIT_AT,
    FIRST_THERE,
    GETAWAY_REACH,
    GUARD,
    HUNT,
    NODE_COUNT,
    OUT,
    ROW_OF,
    SQUAD_REACH,
)
from .rules.law_of_the_road import is_shared, is_taken
from .rules.setting_up import refuse_place
from .rules.shapes import CARS_A_SIDE, EXITS, GETAWAY, HALF, MAX_MOVES, ROADBLOCKS, STEPS
from .rules.state import DRAWN, DRIVING, IN_HAND, OVER, PLACING, ROBBERS_WIN, SPINNING, State
from .rules.the_end import winning_result
from .rules.the_game import is_blocked, is_on_the_road, seat_of, side_of, step_from

NOBODY_MOVES = -1
BARRED = -1
NEAREST_EXIT = -1
MASK32 = 0xFFFF_FFFF

SECOND_EXIT = 0.3
"""How much another way out is worth beside the best one."""
NOT_YET_OUT = 0.9
"""What remains of a promising race for a car that will move before the police."""
NEXT_ROUND = 0.8
"""How much a squad car within reach counts that has had its turn."""
PRESSURE = 0.5
NEAR = 6.0
"""How much hunters on the heels take away, and how many moves halve that."""
AT_LARGE = 0.02
"""What a car is worth that no open exit is left to: it has to be fetched, and a roadblock may yet be shifted."""
A_TRIFLE = 1e-7
WHIM = 0.02
WHIM_OF_THREE = 0.06
NOT_FAR = 7
"""How much a first roadblock is a matter of taste, with two and with three cars a side, and among which exits: those
so many moves beyond the nearest. More would cost the police games."""
SURE = 0.95
"""What is learned may promise more than that, but never all."""

SIGHTS = 8
SEEN = 11
"""Where in the sums it is left what is seen of each getaway car, and how much that is."""
(
    S_CHANCE,
    S_WAY,
    S_SECOND,
    S_WAYS,
    S_FREE,
    S_UNCAUGHT,
    S_PRESSURE,
    S_AT_ONCE,
    S_FIRST,
    S_MOVES,
    S_TRAPPED,
) = range(SEEN)


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
    seen = [False] * NODE_COUNT
    places = [0] * NODE_COUNT
    places[0] = square * 8 + heading
    seen[ROW_OF[places[0]]] = True
    reached = 1
    moves = s.moves_left
    last = 0
    best = -1.0
    i = 0
    while i < reached:
        if i > last:
            last = reached - 1
            moves -= 1
        s.square[car] = places[i] >> 3
        s.heading[car] = places[i] & 7
        if not is_taken(s, car, s.square[car], s.heading[car]):
            chance = 1.0 - others * (1.0 - escape_chance(s, car, guards, out)) if alone else promise_of(s, guards, out)
            if best < 0.0 or (chance > best) == (side_of(car) == GETAWAY):
                best = chance
        for step in range(STEPS):
            there = drive_to(s, step) if moves > 0 else -1
            if there >= 0 and not seen[ROW_OF[there]]:
                seen[ROW_OF[there]] = True
                places[reached] = there
                reached += 1
        i += 1
    s.square[car] = square
    s.heading[car] = heading
    return best


def drive_to(s: State, step: int) -> int:
    """Where a step takes the car, as square * 8 + heading; negative if it cannot be made or all is decided."""
    car = s.car
    square = s.square[car]
    if side_of(car) == GETAWAY and (catcher_at(s, square) != NOT_CAUGHT or EXIT_AT[square] >= 0):
        return -1
    there = step_from(car, square, s.heading[car], step)
    if there < 0 or is_blocked(s, there >> 3):
        return -1
    if step >= HALF and is_shared(s, car):
        return -1
    if there & 1 and is_taken(s, car, there >> 3, there & 7):
        return -1
    return there


# ------------------------------------------------------------ a position


def row_of(s: State, car: int) -> int:
    """The car's row in the tables of distances."""
    return ROW_OF[s.square[car] * 8 + s.heading[car]]


def guards_without(s: State, mover: int) -> Row:
    """For each exit how many moves the police need to bar it, the mover left out; BARRED by a roadblock."""
    guards = [FAR] * EXITS
    for squad in range(CARS_A_SIDE, CARS_A_SIDE + s.cars):
        if squad != mover:
            row = row_of(s, squad)
            for end in range(EXITS):
                guards[end] = min(guards[end], GUARD[row][end])
    for block in range(ROADBLOCKS):
        if s.roadblock[block] != IN_HAND:
            guards[s.roadblock[block]] = BARRED
    return guards


def promise_of(s: State, guards: Row, out: Sums) -> float:
    """The robbers' chance, if the car whose turn it is has made its move: by what was learned, or by hand."""
    chance = outlook(s, guards, out)
    if not is_learned(out) or chance == 0.0 or chance == 1.0:
        return chance
    police = s.players - 1
    write_side(s, out, 0, 1.0, chance)
    write_side(s, out, police, -1.0, chance)
    return within(0.5 + 0.5 * (learned_worth(out, 0) - learned_worth(out, police)))


def within(chance: float) -> float:
    """Nothing is certain before the end."""
    if chance > SURE:
        return 1.0 - (1.0 - SURE) * (1.0 - SURE) / (chance + 1.0 - 2.0 * SURE)
    if chance < 1.0 - SURE:
        return (1.0 - SURE) * (1.0 - SURE) / (2.0 - 2.0 * SURE - chance)
    return chance


def outlook(s: State, guards: Row, out: Sums) -> float:
    """How likely some getaway car escapes, if the car whose turn it is has made its move."""
    none = 1.0
    for car in range(s.cars):
        if is_on_the_road(s, car):
            none *= 1.0 - escape_chance(s, car, guards, out)
    return 1.0 - none


def outlook_of_others(s: State, guards: Row, out: Sums) -> float:
    """How likely no getaway car escapes but the one whose turn it is; nothing if it is a squad car's turn."""
    none = 1.0
    if s.car < CARS_A_SIDE:
        for car in range(s.cars):
            if car != s.car and is_on_the_road(s, car):
                none *= 1.0 - escape_chance(s, car, guards, out)
    return none


def escape_chance(s: State, car: int, guards: Row, out: Sums) -> float:
    """How likely the car escapes; what that was reckoned from is left in `out`, for what is learned."""
    at = SIGHTS + SEEN * car
    for k in range(SEEN):
        out[at + k] = 0.0
    square = s.square[car]
    if catcher_at(s, square) != NOT_CAUGHT:
        return 0.0
    if EXIT_AT[square] >= 0:
        return 1.0
    row = row_of(s, car)
    own = row_of(s, s.car) if s.car >= CARS_A_SIDE else NOWHERE_ROW
    nearest = FAR
    best = 0
    second = 0
    ways = 0
    for end in range(EXITS):
        moves = OUT[row][end]
        if moves < FAR and guards[end] != BARRED:
            nearest = min(nearest, moves)
            odds = FIRST_THERE[s.cars - 2][moves][min(guards[end], GUARD[own][end])]
            second = max(second, min(best, odds))
            best = max(best, odds)
            ways += odds
    if nearest == FAR:
        out[at + S_CHANCE] = AT_LARGE * distance_of_hunters(s, car)
        out[at + S_TRAPPED] = 1.0
        return out[at + S_CHANCE] + 0.0
    open_way = best / PER_MILLION
    free = freedom(s, car, out)
    chance = (open_way + (1.0 - open_way) * second / PER_MILLION * SECOND_EXIT) * free
    out[at + S_WAY] = open_way
    out[at + S_SECOND] = second / PER_MILLION
    out[at + S_WAYS] = ways / PER_MILLION
    out[at + S_FREE] = free
    out[at + S_MOVES] = nearest / FAR
    if moves_before_police(s, car):
        at_once = GETAWAY_REACH[min(nearest, MAX_MOVES + 1)] / PER_MILLE
        out[at + S_AT_ONCE] = at_once
        out[at + S_FIRST] = 1.0
        chance = at_once + (1.0 - at_once) * chance * NOT_YET_OUT
    out[at + S_CHANCE] = chance
    return chance


def distance_of_hunters(s: State, car: int) -> float:
    """How far the nearest squad car is, from 0 to 1."""
    nearest = FAR
    for squad in range(CARS_A_SIDE, CARS_A_SIDE + s.cars):
        nearest = min(nearest, HUNT[row_of(s, squad)][COLUMN_OF[s.square[car]]])
    return nearest / (NEAR + nearest)


def freedom(s: State, car: int, out: Sums) -> float:
    """How likely the getaway car is not caught soon: at once by squad cars that move before it, later by others."""
    free = 1.0
    pressure = 0.0
    for squad in range(CARS_A_SIDE, CARS_A_SIDE + s.cars):
        moves = HUNT[row_of(s, squad)][COLUMN_OF[s.square[car]]]
        caught = SQUAD_REACH[min(moves, MAX_MOVES + 1)] / PER_MILLE
        free *= 1.0 - (caught if moves_before(s, squad, car) else NEXT_ROUND * caught)
        pressure += NEAR / (NEAR + moves)
    out[SIGHTS + SEEN * car + S_UNCAUGHT] = free
    out[SIGHTS + SEEN * car + S_PRESSURE] = pressure / s.cars
    return free * (1.0 - PRESSURE * pressure / s.cars)


def moves_before(s: State, squad: int, car: int) -> bool:
    """Whether the squad car's turn comes before the getaway car's."""
    return not moves_before_police(s, car) and (squad > s.car or (squad == s.car and s.phase == SPINNING))


def moves_before_police(s: State, car: int) -> bool:
    """Whether the getaway car's turn is still to come in this round."""
    return s.car < CARS_A_SIDE and (car > s.car or (car == s.car and s.phase == SPINNING))


# ------------------------------------------------------------ what can be learned

FEATURES = (
    "robbers",
    "outlook",
    "cars",
    "chance of the best",
    "way of the best",
    "second way of the best",
    "ways of the best",
    "freedom of the best",
    "the best is not caught at once",
    "hunters of the best",
    "the best gets out at once",
    "the best moves before the police",
    "moves of the best",
    "the best is trapped",
    "chances of the others",
    "ways out of the others",
    "second ways of the others",
    "all ways of the others",
    "freedom of the others",
    "others are not caught at once",
    "hunters of the others",
    "others get out at once",
    "others move before the police",
    "moves of the others",
    "others are trapped",
)
F_ROBBERS, F_OUTLOOK, F_CARS, F_BEST = range(4)
F_OTHERS = F_BEST + SEEN


def is_quiet(s: State) -> bool:
    """Nobody is under way."""
    return s.phase == SPINNING


def write_features(s: State, out: Sums) -> None:
    chance = outlook(s, guards_without(s, NOBODY_MOVES), out)
    for seat in range(s.players):
        write_side(s, out, seat, 1.0 if winning_result(s, seat) == ROBBERS_WIN else -1.0, chance)


def write_side(s: State, out: Sums, seat: int, sign: float, chance: float) -> None:
    """What was seen of the getaway cars: the one that has the best chance, and the others together.

    What is good for the robbers is bad for the police.
    """
    at = first_feature(out, seat)
    for k in range(2 * SEEN):
        out[at + F_BEST + k] = 0.0
    best = -1
    cars = 0
    for car in range(s.cars):
        if is_on_the_road(s, car):
            cars += 1
            if best < 0 or out[SIGHTS + SEEN * car + S_CHANCE] > out[SIGHTS + SEEN * best + S_CHANCE]:
                best = car
    for car in range(s.cars):
        if is_on_the_road(s, car):
            first = at + (F_BEST if car == best else F_OTHERS)
            for k in range(SEEN):
                out[first + k] += sign * out[SIGHTS + SEEN * car + k]
    out[at + F_ROBBERS] = sign
    out[at + F_OUTLOOK] = sign * chance
    out[at + F_CARS] = sign * cars
