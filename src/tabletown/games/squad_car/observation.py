"""Squad Car as an array: what a seat sees, for programs that learn. Cars 0 to 2 get away, 3 to 5 are the police's."""

from tabletown.rulekit.observing import Observation, number, one_hot

from .rules.shapes import CARS, EXITS, HEADINGS, MAX_CARDS
from .rules.state import OVER

OBSERVATION = Observation(
    number("cars", 3),
    number("round_limit", 100),
    number("round", 100),
    one_hot("phase", range(OVER)),
    one_hot("car", range(CARS)),
    number("square", 200),
    one_hot("heading", range(HEADINGS)),
    number("field", 12),
    one_hot("card", range(MAX_CARDS)),
    number("moves_left", 20),
    number("driven", 20),
    number("shifts_left", 3),
    one_hot("roadblock", range(-1, EXITS)),
    number("shifted"),
    one_hot("lifted_from", range(EXITS)),
    number("unused_cards", MAX_CARDS),
)
