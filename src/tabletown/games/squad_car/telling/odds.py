"""How far and how likely: what can be reckoned of a position before anybody spins.

Ways are counted on empty roads, and a squad car is taken to hunt rather than to block: so chances of being caught are
rough, and whoever tells them says "about".
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from tabletown.games.squad_car.rules.distances import FAR, PER_MILLE
from tabletown.games.squad_car.rules.figures import BLUE, RED, YELLOW
from tabletown.games.squad_car.rules.nodes import heading_of, node_at, square_of
from tabletown.games.squad_car.rules.shapes import CARS, CARS_A_SIDE, EXITS, GETAWAY, MAX_MOVES, SQUAD, STEPS
from tabletown.games.squad_car.rules.state import State
from tabletown.rulekit.look import Look
from tabletown.rulekit.namespace import Namespace

from .naming import board

Place = tuple[int, int]
"""A square and a heading."""
Fields = tuple[tuple[int, int], ...]
Cards = tuple[tuple[int, int], ...]


class WayOut(NamedTuple):
    """The nearest exit that is open and watched by nobody."""

    exit: int
    moves: int


class Threat(NamedTuple):
    """A squad car that may come: its moves until it touches, and how likely a spin gives them."""

    car: int
    moves: int
    chance: float


def robbers_on_the_road(view: State) -> list[int]:
    return [car for car in range(CARS_A_SIDE) if view.square[car] >= 0]


def squads_on_the_road(view: State) -> list[int]:
    return [car for car in range(CARS_A_SIDE, CARS) if view.square[car] >= 0]


def place_of(view: State, car: int) -> Place:
    return view.square[car], view.heading[car]


def row_at(rules: Namespace, place: Place) -> int:
    return int(rules.ROW_OF[node_at(*place)])


# ---------------------------------------------------------------- the way out


def way_out(look: Look[State], place: Place, view: State | None = None) -> WayOut | None:
    """From a getaway car's place, as things stand; None where every exit is closed."""
    rules, view = look.rules, view or look.view
    moves = rules.OUT[row_at(rules, place)]
    squads = tuple(view.square[squad] for squad in range(CARS_A_SIDE, CARS_A_SIDE + view.cars))
    still_open = _open_exits(rules, tuple(view.roadblock), squads)
    found = [WayOut(end, int(moves[end])) for end in still_open if moves[end] < FAR]
    return min(found, key=lambda way: (way.moves, way.exit), default=None)


@lru_cache(256)
def _open_exits(rules: Namespace, roadblocks: tuple[int, ...], squads: tuple[int, ...]) -> tuple[int, ...]:
    """Those without a roadblock, where no squad car touches the exit or the square before it."""
    gates, touches = board(rules).gates, rules.call.touches
    return tuple(
        end
        for end in range(EXITS)
        if end not in roadblocks
        and not any(touches(there, squad) for there in (rules.EXIT_SQUARE[end], gates[end]) for squad in squads)
    )


def out_at_once(rules: Namespace, moves: int) -> float:
    """How likely a getaway car's spin gives so many moves."""
    return float(rules.GETAWAY_REACH[min(moves, MAX_MOVES + 1)] / PER_MILLE)


def out_in_two(rules: Namespace, moves: int) -> float:
    """How likely two of its spins give them together."""
    return _two_spins(tuple(rules.DIAL), moves)


@lru_cache(256)
def _two_spins(dial: Fields, moves: int) -> float:
    spins = [number if colour != RED else 0 for colour, number in dial if colour != YELLOW]
    enough = sum(one + other >= moves for one in spins for other in spins)
    return enough / len(spins) ** 2


def turns_out(rules: Namespace, moves: int) -> float:
    """How many turns of a getaway car so many moves take on average, if nobody is in the way."""
    return _turns(tuple(rules.DIAL), moves)


@lru_cache(256)
def _turns(dial: Fields, moves: int) -> float:
    """A spin that gives nothing only delays; the others leave the rest to later turns."""
    spins = [number if colour != RED else 0 for colour, number in dial if colour != YELLOW]
    given = [number for number in spins if number]
    left = [0.0] * (moves + 1)
    for rest in range(1, moves + 1):
        later = sum(left[max(0, rest - number)] for number in given)
        left[rest] = (len(spins) + later) / len(given)
    return left[moves]


# ---------------------------------------------------------------- the hunt


def moves_to_catch(rules: Namespace, place: Place, square: int) -> int:
    """A squad car's moves from its place until it touches the square."""
    return int(rules.HUNT[row_at(rules, place)][rules.COLUMN_OF[square]])


def squad_chance(look: Look[State], moves: int) -> float:
    """How likely a squad car's spin, with the cards that are left in the pile, gives so many moves."""
    rules, view = look.rules, look.view
    pile = [view.pile[at] for at in range(view.unused_cards)] or range(rules.CARD_COUNT)
    return _hunting_spin(tuple(rules.DIAL), tuple(sorted(rules.CARDS[card] for card in pile)), moves)


@lru_cache(4096)
def _hunting_spin(dial: Fields, cards: Cards, moves: int) -> float:
    counted = [(colour, number) for colour, number in dial if colour != YELLOW]
    enough = sum(card >= moves for card, _shifts in cards) / len(cards)
    return sum(enough if colour == BLUE else number >= moves for colour, number in counted) / len(counted)


def threats_to(look: Look[State], square: int, view: State | None = None) -> list[Threat]:
    """Every squad car, the most dangerous first: all of them move before a getaway car moves again."""
    view = view or look.view
    found = []
    for squad in squads_on_the_road(view):
        moves = moves_to_catch(look.rules, place_of(view, squad), square)
        found.append(Threat(squad, moves, squad_chance(look, moves)))
    return sorted(found, key=lambda threat: (threat.moves, threat.car))


def caught_by(threats: Sequence[Threat]) -> float:
    """How likely one of them comes, as if they did not know of each other."""
    free = 1.0
    for threat in threats:
        free *= 1.0 - threat.chance
    return 1.0 - free


# ---------------------------------------------------------------- ways over the roads


def way_to_exit(look: Look[State], place: Place, end: int) -> list[Place]:
    """From place to place, the shortest way to the exit."""
    return list(_descended(look.rules, GETAWAY, place, lambda there: look.rules.OUT[row_at(look.rules, there)][end]))


def way_of_hunter(look: Look[State], place: Place, square: int) -> list[Place]:
    """From place to place, until it touches the square."""
    return list(_descended(look.rules, SQUAD, place, lambda there: moves_to_catch(look.rules, there, square)))


def _descended(rules: Namespace, side: int, place: Place, left: Callable[[Place], int]) -> Iterator[Place]:
    yield place
    while 0 < left(place) < FAR:
        place = next(there for there in _next_places(rules, side, place) if left(there) == left(place) - 1)
        yield place


def _next_places(rules: Namespace, side: int, place: Place) -> Iterator[Place]:
    steps = rules.STEP[side][node_at(*place)]
    return ((square_of(steps[step]), heading_of(steps[step])) for step in range(STEPS) if steps[step] >= 0)
