"""Setting up: the cars take their places, and the police bar three exits; a shifted roadblock is placed alike."""

from tabletown.rulekit.events import tell
from tabletown.rulekit.reasons import OK

from .events import PLACED
from .figures import CARD_COUNT, EXIT_SQUARE, LOT_NODE, SQUAD_NODE, TWO_CAR_LOTS
from .nodes import heading_of, square_of
from .reasons import CAR_ON_EXIT, NO_ROADBLOCK_IN_HAND, ROADBLOCK_ON_EXIT, SAME_EXIT
from .shapes import CARS, CARS_A_SIDE, ROADBLOCKS
from .state import DRIVING, IN_HAND, NONE, PLACING, UNUSED, State
from .the_game import NO_ROADBLOCK, roadblock_at, seat_of
from .turn import begin_round, end_turn_if_done, refuse_timing


def setup(s: State, players: int) -> None:
    """SC-S1 to SC-S3: cars at their places, and the police about to place roadblocks."""
    s.players = players
    s.cars = 3 if players == 6 else 2
    for car in range(CARS):
        s.square[car] = UNUSED
    for number in range(s.cars):
        lot = number if s.cars == CARS_A_SIDE else TWO_CAR_LOTS[number] - 1
        stand(s, number, LOT_NODE[lot])
        stand(s, CARS_A_SIDE + number, SQUAD_NODE[number])
    for card in range(CARD_COUNT):
        s.pile[card] = card
    s.unused_cards = CARD_COUNT
    for block in range(ROADBLOCKS):
        s.roadblock[block] = IN_HAND
    s.lifted_from = NONE
    s.card = NONE
    s.field = NONE
    s.phase = PLACING
    s.car = CARS_A_SIDE


def stand(s: State, car: int, node: int) -> None:
    """SC-S1, SC-S2: on a square, with a heading."""
    s.square[car] = square_of(node)
    s.heading[car] = heading_of(node)


def place(s: State, seat: int, exit: int) -> None:
    """SC-S3, SC-F3: the roadblock in hand bars the exit."""
    s.roadblock[roadblock_at(s, IN_HAND)] = exit
    s.lifted_from = NONE
    tell(s, PLACED, seat_of(s, s.car), s.car, exit)
    if s.round == 0:
        next_placing(s)
    else:
        s.phase = DRIVING
        end_turn_if_done(s)


def next_placing(s: State) -> None:
    """SC-S3: the squad cars' drivers place in turn; after the last roadblock the first round begins."""
    if roadblock_at(s, IN_HAND) == NO_ROADBLOCK:
        begin_round(s)
    else:
        s.car = s.car + 1 if s.car < CARS_A_SIDE + s.cars - 1 else CARS_A_SIDE


def untimely_place(s: State, seat: int, exit: int) -> int:
    """SC-S3, SC-F2: after the set-up only a lifted roadblock can be placed."""
    return NO_ROADBLOCK_IN_HAND if s.phase == DRIVING else refuse_timing(s, seat)


def refuse_place(s: State, seat: int, exit: int) -> int:
    """SC-S4, SC-F3: no car and no roadblock there, and not where it was lifted."""
    if exit == s.lifted_from:
        return SAME_EXIT
    if roadblock_at(s, exit) != NO_ROADBLOCK:
        return ROADBLOCK_ON_EXIT
    for car in range(CARS):
        if s.square[car] == EXIT_SQUARE[exit]:
            return CAR_ON_EXIT
    return OK
