"""Where the car whose turn it is can drive with the moves it has left: every square and heading, with the way there.

Worked out by the rules themselves on copies of the view, so that what is offered is what will happen.
"""

from dataclasses import dataclass

from tabletown.games.squad_car.rules.actions import BEAR, GO_AHEAD, HALF_TURN, STOP
from tabletown.games.squad_car.rules.nodes import heading_of, square_of
from tabletown.games.squad_car.rules.shapes import AHEAD, HALF, LEFT, RIGHT
from tabletown.games.squad_car.rules.state import CAPTURED, DRIVING, ESCAPED, State
from tabletown.rulekit.look import Look
from tabletown.rulekit.namespace import Namespace
from tabletown.rulekit.reasons import OK

STEPS = (
    (GO_AHEAD(), AHEAD),
    (BEAR(0), LEFT),
    (BEAR(1), RIGHT),
    (HALF_TURN(0), HALF),
    (HALF_TURN(1), HALF + 1),
)
"""Actions of driving, each with its column in the table of steps."""


@dataclass(frozen=True)
class Route:
    """A way to a square and heading: its steps, and what they bring about."""

    square: int
    heading: int
    steps: tuple[int, ...]
    """Actions, to be played as one."""
    captures: int = 0
    """Getaway cars that a squad car takes on the way."""
    caught: bool = False
    """Whether the getaway car ends in the arms of the police."""
    escapes: bool = False
    stops: bool = False
    """Whether the driver has to say that the turn ends there."""

    @property
    def played(self) -> tuple[int, ...]:
        """All of it as one move, with the turn's end."""
        return (*self.steps, STOP()) if self.stops else self.steps

    @property
    def moves(self) -> int:
        return len(self.steps)

    @property
    def place(self) -> tuple[int, int]:
        return self.square, self.heading


def destinations(look: Look[State]) -> list[Route]:
    """The shortest way to each square and heading; among equal ones police take the way with more captures.

    A getaway car does not drive on once it is caught, so a way that is longer than its last step is always safe.
    """
    view = look.view
    if view.phase != DRIVING or view.moves_left == 0:
        return []
    here = Route(view.square[view.car], view.heading[view.car], ())
    found = {here.place: here}
    may_stay: set[tuple[int, int]] = set()
    layer: list[tuple[Route, State]] = [(here, view)]
    while layer:
        reached: dict[tuple[int, int], tuple[Route, State]] = {}
        for route, state in layer:
            for action, place in steps_from(look.rules, state):
                if place in found:
                    continue
                there, after = one_step_on(look, route, state, action, place)
                if place not in reached or there.captures > reached[place][0].captures:
                    reached[place] = there, after
        for place, (there, after) in reached.items():
            found[place] = there
            is_driving = after.car == view.car and after.phase == DRIVING
            if not is_driving or look.rules.call.refuse_stop(after, seat_of(look.rules, view)) == OK:
                may_stay.add(place)
        layer = [(route, state) for route, state in reached.values() if is_still_driving(view, state)]
    return each_once([route for place, route in found.items() if place in may_stay])


def each_once(routes: list[Route]) -> list[Route]:
    """How a car faces is nothing to it once it is caught or away: then there is one way to a square."""
    ends: set[int] = set()
    kept = []
    for route in routes:
        if not (route.caught or route.escapes):
            kept.append(route)
        elif route.square not in ends:
            ends.add(route.square)
            kept.append(route)
    return kept


def is_still_driving(view: State, state: State) -> bool:
    return state.car == view.car and state.phase == DRIVING and state.moves_left > 0


def steps_from(rules: Namespace, state: State) -> list[tuple[int, tuple[int, int]]]:
    """The steps that are allowed, each with the square and heading it leads to."""
    car = state.car
    found = []
    for action, step in STEPS:
        if rules.call.why_no_step(state, step) == OK:
            there = rules.call.step_from(car, state.square[car], state.heading[car], step)
            found.append((action, (square_of(there), heading_of(there))))
    return found


def one_step_on(
    look: Look[State], route: Route, state: State, action: int, place: tuple[int, int]
) -> tuple[Route, State]:
    view = look.view
    after = state.copy()
    look.rules.call.apply(after, seat_of(look.rules, view), action)
    there = Route(
        *place,
        (*route.steps, action),
        captures=taken(after) - taken(view),
        caught=after.square[view.car] == CAPTURED,
        escapes=after.square[view.car] == ESCAPED,
        stops=is_still_driving(view, after) and after.shifts_left == 0,
    )
    return there, after


def seat_of(rules: Namespace, view: State) -> int:
    seat: int = rules.call.seat_of(view, view.car)
    return seat


def taken(state: State) -> int:
    return sum(square == CAPTURED for square in state.square)
