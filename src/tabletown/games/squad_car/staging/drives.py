"""A choice tried on a copy of what is seen: where the car goes, and what comes of it."""

from collections.abc import Sequence
from dataclasses import dataclass

from tabletown.games.squad_car.drawing.routes import STEPS
from tabletown.games.squad_car.rules.capturing import NOT_CAUGHT
from tabletown.games.squad_car.rules.nodes import heading_of, square_of
from tabletown.games.squad_car.rules.state import CAPTURED, ESCAPED, State
from tabletown.games.squad_car.telling.odds import Place, place_of
from tabletown.rulekit.look import Look
from tabletown.rulekit.reasons import OK

STEP_OF = dict(STEPS)


@dataclass(frozen=True)
class Drive:
    """A car's way from place to place, and how things stand after it."""

    car: int
    places: tuple[Place, ...]
    """The first is where it stood."""
    after: State
    captured: tuple[int, ...] = ()
    """Getaway cars, the driver's own too."""
    catcher: int = NOT_CAUGHT
    """Which squad car is in the way of a getaway car."""

    @property
    def moves(self) -> int:
        return len(self.places) - 1

    @property
    def end(self) -> Place:
        return self.places[-1]

    @property
    def is_caught(self) -> bool:
        return self.car in self.captured

    @property
    def escapes(self) -> bool:
        return self.after.square[self.car] == ESCAPED


def tried(look: Look[State], actions: Sequence[int]) -> Drive | None:
    """What the driver's actions lead to; None for what cannot be played. Nothing of it hangs on chance."""
    call, state = look.rules.call, look.view.copy()
    car, seat = state.car, look.rules.call.seat_of(state, state.car)
    places = [place_of(state, car)]
    for action in actions:
        if state.car != car or call.why_not(state, seat, action) != OK:
            return None
        if action in STEP_OF:
            there = call.step_from(car, *places[-1], STEP_OF[action])
            places.append((square_of(there), heading_of(there)))
        call.apply(state, seat, action)
    captured = tuple(
        each for each, before in enumerate(look.view.square) if before >= 0 and state.square[each] == CAPTURED
    )
    catcher = call.catcher_at(state, places[-1][0]) if car in captured else NOT_CAUGHT
    return Drive(car, tuple(places), state, captured, catcher)
