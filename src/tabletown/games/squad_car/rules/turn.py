"""The turn: whose it is, the spin for each car, and how it ends."""

from tabletown.rulekit.dice import roll
from tabletown.rulekit.events import tell
from tabletown.rulekit.reasons import OK

from .events import ROUND_BEGAN, SPUN
from .figures import BLUE, FIELD_COLOUR, FIELD_MOVES, FIELDS, RED, YELLOW
from .flashcards import draw_flashcard, finish_driving
from .law_of_the_road import is_passing
from .reasons import (
    ALREADY_SPUN,
    NOT_YOUR_TURN,
    PLACE_THE_ROADBLOCK,
    ROADBLOCKS_FIRST,
    SPIN_FIRST,
    STOPPING_ALONGSIDE,
)
from .shapes import CARS_A_SIDE, ROADBLOCKS, SQUAD
from .state import DRAWN, DRIVING, NONE, OVER, PLACING, SPINNING, State
from .the_end import end_game, why_all_is_over
from .the_game import is_on_the_road, seat_of, side_of


def pending(s: State) -> int:
    """SC-T1: one car has its turn, and whoever drives it decides."""
    return 0 if s.phase == OVER else 1 << seat_of(s, s.car)


def refuse_deciding(s: State, seat: int) -> int:
    """SC-T1, SC-S3: first roadblocks, then the cars in their order; after the end there is nothing to decide."""
    if s.phase == OVER:
        return why_all_is_over(s)
    if seat == seat_of(s, s.car):
        return OK
    return ROADBLOCKS_FIRST if s.round == 0 else NOT_YOUR_TURN


def begin_round(s: State) -> None:
    """SC-T1, SC-W3: the getaway cars first, unless the last round is over."""
    if s.round == s.round_limit:
        end_game(s, DRAWN)
        return
    s.round += 1
    tell(s, ROUND_BEGAN, s.round)
    car = 0
    while not is_on_the_road(s, car):
        car += 1
    begin_turn(s, car)


def next_turn(s: State) -> None:
    """SC-T1, SC-T2: the next car that is still on the road."""
    car = s.car
    last = CARS_A_SIDE + s.cars - 1
    while car < last:
        car = car + 1 if car != s.cars - 1 else CARS_A_SIDE
        if is_on_the_road(s, car):
            begin_turn(s, car)
            return
    begin_round(s)


def begin_turn(s: State, car: int) -> None:
    """SC-T3: every car's turn begins with a spin."""
    s.car = car
    s.phase = SPINNING
    s.card = NONE
    s.moves_left = 0
    s.driven = 0
    s.shifts_left = 0
    for block in range(ROADBLOCKS):
        s.shifted[block] = 0


def refuse_timing(s: State, seat: int) -> int:
    """SC-T3, SC-S3, SC-F2: a roadblock in hand is placed before all else, and the dial is spun before driving."""
    if s.phase == PLACING:
        return ROADBLOCKS_FIRST if s.round == 0 else PLACE_THE_ROADBLOCK
    return SPIN_FIRST


def untimely_spin(s: State, seat: int) -> int:
    """SC-T3: once a turn."""
    return ALREADY_SPUN if s.phase == DRIVING else refuse_timing(s, seat)


def spin(s: State, seat: int) -> None:
    """SC-T3 to SC-T8: yellow spins again, red gives nothing, green and blue give moves, or the police a card."""
    spin_dial(s)
    while FIELD_COLOUR[s.field] == YELLOW:
        spin_dial(s)
    s.phase = DRIVING
    colour = FIELD_COLOUR[s.field]
    if colour == BLUE and side_of(s.car) == SQUAD:
        draw_flashcard(s)
    elif colour != RED:
        s.moves_left = FIELD_MOVES[s.field]
    end_turn_if_done(s)


def spin_dial(s: State) -> None:
    """SC-T3, SC-T4: every field is equally likely."""
    s.field = roll(s, FIELDS)
    tell(s, SPUN, seat_of(s, s.car), s.car, s.field)


def refuse_stop(s: State, seat: int) -> int:
    """SC-T9, SC-L5: anywhere but on a square that another car leaves no room on."""
    return STOPPING_ALONGSIDE if is_passing(s) else OK


def stop(s: State, seat: int) -> None:
    """SC-T9, SC-F6: what is left of moves and shifts lapses."""
    finish_driving(s)
    next_turn(s)


def end_turn_if_done(s: State) -> None:
    """SC-T9, SC-F5: a turn lasts while there is something to drive or to shift."""
    if s.moves_left == 0 and s.shifts_left == 0:
        next_turn(s)
