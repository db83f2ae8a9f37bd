"""Escaping: what a step leads to."""

from tabletown.rulekit.events import tell

from .capturing import capture_neighbours, getaway_cars_left
from .events import ESCAPED_CAR
from .figures import EXIT_AT
from .flashcards import finish_driving
from .shapes import GETAWAY
from .state import ESCAPED, POLICE_WIN, ROBBERS_WIN, State
from .the_end import end_game
from .the_game import is_on_the_road, seat_of, side_of
from .turn import end_turn_if_done, next_turn


def settle_step(s: State) -> None:
    """SC-X1, SC-X4: capture comes first, then escape; then the turn may be over."""
    capture_neighbours(s, s.car)
    if getaway_cars_left(s) == 0:
        end_game(s, POLICE_WIN)
    elif side_of(s.car) == GETAWAY and not is_on_the_road(s, s.car):
        next_turn(s)
    elif side_of(s.car) == GETAWAY and EXIT_AT[s.square[s.car]] >= 0:
        escape(s)
    elif s.moves_left == 0:
        finish_driving(s)
        end_turn_if_done(s)


def escape(s: State) -> None:
    """SC-X1, SC-W1: one car out of town is enough."""
    tell(s, ESCAPED_CAR, seat_of(s, s.car), s.car, EXIT_AT[s.square[s.car]])
    s.square[s.car] = ESCAPED
    end_game(s, ROBBERS_WIN)
