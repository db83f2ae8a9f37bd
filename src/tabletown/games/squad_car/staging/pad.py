"""Driving step by step: a button and a key for each, which stay where they are while they are not possible."""

from collections.abc import Sequence

from tabletown.games.squad_car.drawing.routes import STEPS
from tabletown.games.squad_car.rules.state import DRIVING, State
from tabletown.games.squad_car.telling.words import action as said_by
from tabletown.rulekit.look import Look
from tabletown.rulekit.staging import Key

SIGNS = ("↑", "↰", "↱", "↶", "↷")
KEYS = ("w", "a", "d", "s", "x")
ORDER = (1, 0, 2, 3, 4)
"""From left to right, the quarter turns on both sides of straight ahead."""


def pad(look: Look[State]) -> Sequence[Key]:
    """Every step of the car that is driven."""
    if look.view.phase != DRIVING or look.view.moves_left == 0:
        return ()
    return [Key(STEPS[at][0], said_by(look, STEPS[at][0]), SIGNS[at], KEYS[at]) for at in ORDER]
