"""A position at a glance: which open exits does a getaway car reach before the police, and can it be caught on the way?

What was learned weighs the same sights otherwise.
"""

from tabletown.games.squad_car.rules.capturing import NOT_CAUGHT, catcher_at
from tabletown.games.squad_car.rules.distances import FAR, NOWHERE_ROW, PER_MILLE, PER_MILLION
from tabletown.games.squad_car.rules.figures import (
    COLUMN_OF,
    EXIT_AT,
    FIRST_THERE,
    GETAWAY_REACH,
    GUARD,
    HUNT,
    OUT,
    ROW_OF,
    SPRINT,
    SQUAD_REACH,
)
from tabletown.games.squad_car.rules.nodes import node_at
from tabletown.games.squad_car.rules.shapes import CARS, CARS_A_SIDE, EXITS, HEADINGS, MAX_MOVES, ROADBLOCKS
from tabletown.games.squad_car.rules.state import CAPTURED, IN_HAND, ROBBERS_WIN, SPINNING, State
from tabletown.games.squad_car.rules.the_end import winning_result
from tabletown.games.squad_car.rules.the_game import is_on_the_road
from tabletown.rulekit.dice import MASK32, drawn, stirred
from tabletown.rulekit.learned import first_feature, is_learned, learned_worth
from tabletown.rulekit.records import Row
from tabletown.rulekit.thinking import SLIPS, Sums

NOBODY_MOVES = -1
BARRED = -1

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
SURE = 0.95
"""What is learned may promise more than that, but never all."""
NOTHING_LEFT = CARS_A_SIDE * AT_LARGE
"""More than that is promised unless all getaway cars are trapped."""
ROBBERS_STOP_SHORT = 2.0
POLICE_STOP_SHORT = (0.5, 0.3)
"""How much somebody who slips may take driving on for worse than stopping, in slips; police, with two and with three
cars a side, by less, for their cards let them go far, and they would lose more by it."""
FAR_OFF = 2.0 + ROBBERS_STOP_SHORT
"""As far as two positions may be misjudged: no slip outweighs a capture."""

SIGHTS = 8
SEEN = 16
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
    S_SPRINT,
    S_SPRINTS,
    S_NEARLY,
    S_SPRINT_FREE,
    S_HUNTED,
) = range(SEEN)
HELD_BACK = SIGHTS + SEEN * CARS_A_SIDE
"""Where it stands by how much driving on is taken for worse than it is, of the turn that is thought about."""
AJAR = 1
A_STEP_OR_TWO = 2
"""An exit stands open, if the police need more than so many moves to bar it; and how far beyond a sprint counts."""


def row_of(s: State, car: int) -> int:
    """The car's row in the tables of distances."""
    return ROW_OF[node_at(s.square[car], s.heading[car])]


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
    if is_learned(out) and not is_decided(chance):
        police = s.players - 1
        write_side(s, out, 0, 1.0, chance)
        write_side(s, out, police, -1.0, chance)
        chance = within(0.5 + 0.5 * (learned_worth(out, 0) - learned_worth(out, police)))
    return at_a_glance(s, chance, out)


def is_decided(chance: float) -> bool:
    """An escape, or the last capture."""
    return chance == 0.0 or chance == 1.0


def at_a_glance(s: State, chance: float, out: Sums) -> float:
    """What the chance is taken for by somebody who slips: too much or too little, the same position always alike.

    So a car keeps to its way, but may stop short. What is decided is seen, no slip outweighs a capture, who is trapped
    is fetched, and before the first spin there is time to think.
    """
    if out[SLIPS] == 0.0 or is_before_the_first_spin(s) or is_decided(chance):
        return chance
    wrong = -FAR_OFF * cars_caught(s)
    if chance > NOTHING_LEFT:
        wrong += 2.0 * drawn(key_of_position(s, NOBODY_MOVES)) / MASK32 - 1.0 + out[HELD_BACK]
    return within(chance + out[SLIPS] * wrong)


def reluctance(s: State) -> float:
    """How much less, in slips, is promised by driving on than by stopping: a car that may go far does not always."""
    if s.phase == SPINNING or s.moves_left == 0:
        return 0.0
    tired = drawn(stirred(key_of_position(s, s.car) + s.moves_left)) / MASK32
    return -ROBBERS_STOP_SHORT * tired if s.car < CARS_A_SIDE else POLICE_STOP_SHORT[s.cars - 2] * tired


def key_of_position(s: State, mover: int) -> int:
    """A number for where cars and roadblocks are, the mover left out."""
    key = 0
    for car in range(CARS):
        if car != mover:
            key = stirred(key + s.square[car] * HEADINGS + s.heading[car])
    for block in range(ROADBLOCKS):
        key = stirred(key + s.roadblock[block])
    return key


def cars_caught(s: State) -> int:
    """Those that are off the road, and those that will be if the car whose turn it is stops there."""
    caught = 0
    for car in range(s.cars):
        if s.square[car] == CAPTURED or (is_on_the_road(s, car) and catcher_at(s, s.square[car]) != NOT_CAUGHT):
            caught += 1
    return caught


def is_before_the_first_spin(s: State) -> bool:
    return s.round == 0 or (s.round == 1 and s.car == 0 and s.phase == SPINNING)


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
    sprints = 0
    nearly = 0
    for end in range(EXITS):
        moves = OUT[row][end]
        if moves < FAR and guards[end] != BARRED:
            nearest = min(nearest, moves)
            if guards[end] > AJAR and moves <= SPRINT + A_STEP_OR_TWO:
                nearly += 1
                if moves <= SPRINT:
                    sprints += 1
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
    out[at + S_SPRINT] = 1.0 if sprints > 0 else 0.0
    out[at + S_SPRINTS] = sprints / EXITS
    out[at + S_NEARLY] = nearly / EXITS
    out[at + S_SPRINT_FREE] = free if sprints > 0 else 0.0
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
    hunted = 0.0
    for squad in range(CARS_A_SIDE, CARS_A_SIDE + s.cars):
        moves = HUNT[row_of(s, squad)][COLUMN_OF[s.square[car]]]
        caught = SQUAD_REACH[min(moves, MAX_MOVES + 1)] / PER_MILLE
        free *= 1.0 - (caught if moves_before(s, squad, car) else NEXT_ROUND * caught)
        pressure += NEAR / (NEAR + moves)
        hunted = max(hunted, caught)
    out[SIGHTS + SEEN * car + S_HUNTED] = hunted
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
    "the best may sprint out",
    "sprints of the best",
    "near sprints of the best",
    "free sprint of the best",
    "the best is hunted",
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
    "others may sprint out",
    "sprints of the others",
    "near sprints of the others",
    "free sprints of the others",
    "others are hunted",
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
