"""Where the car whose turn it is can drive with the moves it has left: every square and heading, with the way there.

Worked out by the rules themselves on copies of the view, so that what is offered is what will happen.
"""

from dataclasses import dataclass

from tabletown.rulekit.namespace import Namespace

from .actions import GO_AHEAD, STOP
from .state import CAPTURED, DRIVING, ESCAPED, State


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

    @property
    def moves(self) -> int:
        return len(self.steps)

    @property
    def place(self) -> tuple[int, int]:
        return self.square, self.heading


def destinations(rules: Namespace, view: State) -> list[Route]:
    """The shortest way to each square and heading; among equal ones police take the way with more captures.

    A getaway car does not drive on once it is caught, so a way that is longer than its last step is always safe.
    """
    if view.phase != DRIVING or view.moves_left == 0:
        return []
    here = Route(view.square[view.car], view.heading[view.car], ())
    found = {here.place: here}
    may_stay: set[tuple[int, int]] = set()
    layer: list[tuple[Route, State]] = [(here, view)]
    while layer:
        reached: dict[tuple[int, int], tuple[Route, State]] = {}
        for route, state in layer:
            for there, after in steps_from(rules, view, route, state):
                known = reached.get(there.place)
                if there.place not in found and (known is None or there.captures > known[0].captures):
                    reached[there.place] = there, after
        for there, after in reached.values():
            found[there.place] = there
            if after.car != view.car or after.phase != DRIVING or rules.call.refuse_stop(after) == 0:
                may_stay.add(there.place)
        layer = [(route, state) for route, state in reached.values() if is_still_driving(view, state)]
    return [route for place, route in found.items() if place in may_stay]


def is_still_driving(view: State, state: State) -> bool:
    return state.car == view.car and state.phase == DRIVING and state.moves_left > 0


def steps_from(rules: Namespace, view: State, route: Route, state: State) -> list[tuple[Route, State]]:
    """One step further, in every way that is allowed."""
    found = []
    car = view.car
    seat = rules.call.seat_of(state, car)
    for action in range(GO_AHEAD, STOP):
        if rules.call.why_not(state, seat, action):
            continue
        after = state.copy()
        rules.call.apply(after, seat, action)
        step = rules.STEP[rules.call.side_of(car)][state.square[car] * 8 + state.heading[car]][action - GO_AHEAD]
        there = Route(
            step // 8,
            step % 8,
            (*route.steps, action),
            captures=taken(after) - taken(view),
            caught=after.square[car] == CAPTURED,
            escapes=after.square[car] == ESCAPED,
        )
        found.append((there, after))
    return found


def taken(state: State) -> int:
    return sum(square == CAPTURED for square in state.square)
