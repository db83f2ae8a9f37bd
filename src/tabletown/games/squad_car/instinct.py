"""What a position promises to each side, at a glance; floats are allowed here.

For each getaway car: which open exits does it reach before the police, and can it be caught on the way? A car that still has
moves is judged by the best place they can take it to, and a roadblock in hand by the best exit for it.
"""

from tabletown.rulekit.reasons import OK
from tabletown.rulekit.thinking import Sums

from .actions import STOP
from .driving import is_blocked, step_from
from .figures import (
    COLUMN_OF,
    EXIT_AT,
    GATE,
    GETAWAY_REACH,
    GETAWAY_SPEED,
    HUNT,
    NODE_COUNT,
    OUT,
    ROW_OF,
    SQUAD_REACH,
    SQUAD_SPEED,
)
from .distances import FAR, PER_MILLE
from .roadblocks import NO_ROADBLOCK, refuse_place, roadblock_at
from .rules import winning_result
from .shapes import CARS_A_SIDE, EXITS, GETAWAY, HALF, MAX_MOVES, STEPS
from .state import DRAWN, DRIVING, IN_HAND, OVER, PLACING, ROBBERS_WIN, SPINNING, State
from .traffic import NOT_CAUGHT, catcher_at, is_on_the_road, is_shared, is_taken, side_of

SECOND_EXIT = 0.3
"""How much another way out is worth beside the best one."""
NOT_YET_OUT = 0.9
"""How much a promising race is worth to a car that will move before the police."""
A_TRIFLE = 1e-7


def evaluate(s: State, out: Sums) -> None:
    chance = robbers_chance(s)
    for seat in range(s.players):
        out[seat] = chance if winning_result(s, seat) == ROBBERS_WIN else 1.0 - chance


def prior(s: State, seat: int, action: int) -> float:
    """Among equals rather stop than circle."""
    return A_TRIFLE if action == STOP else 0.0


def robbers_chance(s: State) -> float:
    """Roughly how likely the robbers win, from 0 to 1."""
    if s.phase == OVER:
        if s.result == DRAWN:
            return 0.5
        return 1.0 if s.result == ROBBERS_WIN else 0.0
    if s.phase == DRIVING and s.moves_left > 0:
        return chance_after_drive(s)
    if s.phase == PLACING and s.round > 0:
        return chance_after_placing(s)
    return outlook(s)


# ------------------------------------------------------------ the rest of a move


def chance_after_placing(s: State) -> float:
    """With the roadblock in hand where it serves the police best."""
    block = roadblock_at(s, IN_HAND)
    lowest = 1.0
    for place in range(EXITS):
        if refuse_place(s, place) == OK:
            s.roadblock[block] = place
            lowest = min(lowest, outlook(s))
            s.roadblock[block] = IN_HAND
    return lowest


def chance_after_drive(s: State) -> float:
    """With the car at the best place that its moves can take it to."""
    car = s.car
    square = s.square[car]
    heading = s.heading[car]
    seen = [False] * NODE_COUNT
    places = [0] * NODE_COUNT
    moves = [0] * NODE_COUNT
    places[0] = square * 8 + heading
    moves[0] = s.moves_left
    seen[ROW_OF[places[0]]] = True
    best = outlook(s) if not is_taken(s, car, square, heading) else -1.0
    reached = 1
    i = 0
    while i < reached:
        s.square[car] = places[i] >> 3
        s.heading[car] = places[i] & 7
        for step in range(STEPS):
            there = drive_to(s, step)
            if there < 0 or seen[ROW_OF[there]] or moves[i] == 0:
                continue
            seen[ROW_OF[there]] = True
            places[reached] = there
            moves[reached] = moves[i] - 1
            reached += 1
        i += 1
    for k in range(1, reached):
        s.square[car] = places[k] >> 3
        s.heading[car] = places[k] & 7
        if not is_taken(s, car, s.square[car], s.heading[car]):
            chance = outlook(s)
            if best < 0.0 or (chance > best) == (side_of(car) == GETAWAY):
                best = chance
    s.square[car] = square
    s.heading[car] = heading
    return best


def drive_to(s: State, step: int) -> int:
    """Where a step takes the car, as square * 8 + heading, or a negative number if it cannot be made or ends badly."""
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


def outlook(s: State) -> float:
    """How likely some getaway car escapes, if nobody had moves left."""
    none = 1.0
    for car in range(s.cars):
        if is_on_the_road(s, car):
            none *= 1.0 - escape_chance(s, car)
    return 1.0 - none


def escape_chance(s: State, car: int) -> float:
    square = s.square[car]
    if catcher_at(s, square) != NOT_CAUGHT:
        return 0.0
    if EXIT_AT[square] >= 0:
        return 1.0
    row = ROW_OF[square * 8 + s.heading[car]]
    nearest = FAR
    best = 0.0
    second = 0.0
    for end in range(EXITS):
        moves = OUT[row][end]
        if moves < FAR and roadblock_at(s, end) == NO_ROADBLOCK:
            nearest = min(nearest, moves)
            promise = race(s, end, moves)
            if promise > best:
                second = best
                best = promise
            elif promise > second:
                second = promise
    promise = best + (1.0 - best) * second * SECOND_EXIT
    if moves_before_police(s, car):
        at_once = GETAWAY_REACH[min(nearest, MAX_MOVES + 1)] / PER_MILLE
        return at_once + (1.0 - at_once) * promise * NOT_YET_OUT
    return (1.0 - danger(s, square)) * promise


def race(s: State, end: int, moves: int) -> float:
    """How likely a getaway car with so many moves to an exit is through before a squad car guards it."""
    guard = FAR
    for squad in range(CARS_A_SIDE, CARS_A_SIDE + s.cars):
        guard = min(guard, HUNT[ROW_OF[s.square[squad] * 8 + s.heading[squad]]][COLUMN_OF[GATE[end]]])
    lead = guard * PER_MILLE / SQUAD_SPEED - (moves - 1) * PER_MILLE / GETAWAY_SPEED
    return 0.5 + 0.5 * lead / (1.0 + abs(lead))


def danger(s: State, square: int) -> float:
    """How likely a squad car that moves before the getaway car catches it."""
    safe = 1.0
    for squad in range(CARS_A_SIDE, CARS_A_SIDE + s.cars):
        if s.car < CARS_A_SIDE or squad > s.car or (squad == s.car and s.phase == SPINNING):
            moves = HUNT[ROW_OF[s.square[squad] * 8 + s.heading[squad]]][COLUMN_OF[square]]
            safe *= 1.0 - SQUAD_REACH[min(moves, MAX_MOVES + 1)] / PER_MILLE
    return 1.0 - safe


def moves_before_police(s: State, car: int) -> bool:
    """Whether the getaway car's turn is still to come in this round."""
    return s.car < CARS_A_SIDE and (car > s.car or (car == s.car and s.phase == SPINNING))
