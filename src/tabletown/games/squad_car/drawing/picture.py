"""The position of Squad Car as SVG in named parts: downtown from above, the dial, the last flashcard, the players.

Parts of the board are groups; the panels beside it (`PANELS`, and of the `players`) are images of their own, so a page
can put them anywhere. Squad Car hides nothing but chance: everybody sees the same, apart from where one's own car can
go.
"""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from tabletown.games.squad_car.rules.actions import STOP
from tabletown.games.squad_car.rules.shapes import CARS_A_SIDE, EXITS
from tabletown.games.squad_car.rules.state import CAPTURED, DRIVING, NONE, OVER, State
from tabletown.games.squad_car.telling import naming, words
from tabletown.rulekit.drawing import Box, Layout, Svg, Target, joined, tag
from tabletown.rulekit.language import capitalized
from tabletown.rulekit.look import Listener, Look
from tabletown.rulekit.remembering import until_changed

from . import pieces, reach, scenery
from .routes import Route, destinations
from .scenery import BOARD_SIZE, RIM, UNIT, corner, on_map, scale_of
from .tray import DIAL, PANELS, SIZE, panels

if TYPE_CHECKING:
    from tabletown.rulekit.namespace import Namespace

LAYOUT = Layout(SIZE, (BOARD_SIZE, BOARD_SIZE), PANELS)
DEFS = joined(scenery.DEFS, pieces.DEFS)
HEADING_CHIP = 11
"""The side of a target for another heading on the same square."""


def layout(look: Look[State]) -> Layout:
    return LAYOUT


def parts(look: Look[State]) -> dict[str, str]:
    """Every part by its id, in paint order: back to front, then what lies beside the board."""
    board = naming.board(look.rules)
    drawing: dict[str, str] = {**scenery.still_parts(look), **exits(look), "beams": beams(look)}
    routes = destinations(look) if is_driver(look) else []
    drawing["reach"] = on_map(board, "reach", *reach.squares(look, routes))
    drawing["impounded"] = on_map(board, "impounded", *impounded(look))
    drawing["cars"] = on_map(board, "cars", ring(look), *cars(look))
    return drawing | panels(look)


@until_changed
def exits(look: Look[State]) -> dict[str, str]:
    board = naming.board(look.rules)
    drawing: dict[str, str] = {}
    for number in range(EXITS):
        x, y = board.place(board.exits[number])
        sign = pieces.exit_sign(board, number, roadblock_at(look, number))
        title = tag("title", naming.exit_name(look, number))
        drawing[f"exit-{x}-{y}"] = on_map(board, f"exit-{x}-{y}", title, sign)
    return drawing


@until_changed
def beams(look: Look[State]) -> Svg:
    board = naming.board(look.rules)
    lit = (pieces.beam(look, board, car) for car in pieces.cars_on_the_road(look.view))
    return on_map(board, "beams", tag("g", *lit, clip_path="url(#downtown)"), opacity="var(--night)")


def is_driver(look: Look[State]) -> bool:
    view = look.view
    return view.phase == DRIVING and look.rules.call.seat_of(view, view.car) == look.viewer


def ring(look: Look[State]) -> Svg:
    """Around the car whose turn it is."""
    view = look.view
    if view.phase == OVER or view.square[view.car] < 0:
        return Svg()
    mine = look.rules.call.seat_of(view, view.car) == look.viewer
    return pieces.ring(look, naming.board(look.rules), "var(--move-glow)" if mine else "var(--plate)")


@until_changed
def cars(look: Look[State]) -> list[Svg]:
    _, view = look._, look.view
    board, letters = naming.board(look.rules), look.letters
    drawn = []
    for car in pieces.cars_on_the_road(view):
        where = naming.car_place(look, car)
        title = tag("title", _("{car}: {place}").format(car=capitalized(naming.car_name(_, car)), place=where))
        badge = pieces.badge(look, board, car, letters[look.rules.call.seat_of(view, car)])
        parts = title, badge, pieces.car(look, board, car)
        drawn.append(tag("g", *parts, id=f"car-{car}", data_piece=f"car-{car}"))
    return drawn


@until_changed
def impounded(look: Look[State]) -> list[Svg]:
    """Captured cars stand in the lots that they came from, behind bars: no lot is ever used again."""
    _, view, board = look._, look.view, naming.board(look.rules)
    taken = [car for car in range(CARS_A_SIDE) if view.square[car] == CAPTURED]
    lots = {car: board.lots[lot_of(look, car)] for car in taken}
    return [
        tag(
            "g",
            tag("title", _("{car}: {place}").format(car=capitalized(naming.car_name(_, car)), place=_("captured"))),
            pieces.impounded(look, board, car, lots[car]),
        )
        for car in taken
    ]


def lot_of(look: Look[State], car: int) -> int:
    """Which lot a getaway car started from."""
    return car if look.view.cars == CARS_A_SIDE else look.rules.TWO_CAR_LOTS[car] - 1


# ---------------------------------------------------------------- what changed last


def latest(look: Look[State], kind: str, told: Mapping[str, int]) -> list[Box]:
    """Where on the board the event left its car or roadblock."""
    rules = look.rules
    if kind in {"placed", "lifted"}:
        return [square_box(rules, naming.board(rules).exits[told["exit"]])]
    car = told["by"] if kind == "captured_car" else told.get("car", 0)
    moved = kind in {"drove", "captured_car"} and look.view.square[car] >= 0
    return [square_box(rules, look.view.square[car])] if moved else []


# ---------------------------------------------------------------- where actions sit


DRIVING_KINDS = {"ahead", "bear", "half_turn"}


def targets(look: Look[State], actions: Iterable[int]) -> list[Target]:
    """Where the seat's legal actions sit on the picture: the dial, exits, and every place that the car can drive to.

    A place stands for the whole way there, as one composed move; the shortest way fills the square, other headings have
    a small target at the edge that they face.
    """
    _, rules = look._, look.rules
    allowed = set(actions)
    found = []
    for action in sorted(allowed):
        kind, args = look.decoded(action)
        if kind == "spin":
            found.append(Target(action, *DIAL, _("Spin the dial")))
        elif kind in {"lift", "place"}:
            square = naming.board(rules).exits[args["exit"]]
            name = naming.exit_name(look, args["exit"])
            taken = roadblock_at(look, args["exit"]) if kind == "lift" else NONE
            lifts = "" if taken == NONE else f"roadblock-{taken}"
            found.append(Target(action, *square_box(rules, square), name, is_whole=kind == "place", lifts=lifts))
    if any(look.decoded(action)[0] in DRIVING_KINDS for action in allowed) and is_driver(look):
        found[:0] = way_targets(look, destinations(look))  # where to drive is chosen first
    if STOP() in allowed:
        box = square_box(rules, look.view.square[look.view.car])
        found.append(Target(STOP(), *box, words.stop(look), is_whole=True))
    return found


def roadblock_at(look: Look[State], number: int) -> int:
    """Which one stands on that exit, or NONE."""
    return next((n for n, at in enumerate(look.view.roadblock) if at == number), NONE)


def way_targets(look: Look[State], routes: list[Route]) -> Iterable[Target]:
    """Square by square, the ones that lead furthest first; one's own square means to stay, its edges to turn."""
    shortest = reach.nearest(routes)
    for route in reach.furthest_first(look, routes):
        whole = shortest[route.square] is route and route.square != look.view.square[look.view.car]
        box = square_box(look.rules, route.square) if whole else heading_box(look.rules, route.square, route.heading)
        yield Target(route.played[0], *box, way_label(look, route), route.played[1:], is_whole=True)


def way_label(to: Listener, route: Route) -> str:
    _ = to._
    moves = _.plural("{n} move", "{n} moves", route.moves).format(n=route.moves)
    place = naming.spot_name(to, route.square)
    faced = _("{moves} {arrow} {place}").format(moves=moves, arrow=naming.ARROWS[route.heading], place=place)
    if route.caught:
        return _("{moves}: {place}; caught there").format(moves=moves, place=place)
    if route.escapes:
        return _("{moves}: {place}; away!").format(moves=moves, place=place)
    if route.captures:
        captures = _.plural("captures {n} car", "captures {n} cars", route.captures).format(n=route.captures)
        return _("{captures}: {way}").format(captures=captures, way=faced)
    return faced


def square_box(rules: "Namespace", square: int) -> Box:
    board = naming.board(rules)
    x, y = corner(board, square)
    return scaled(rules, Box(x + 2, y + 2, UNIT - 4, UNIT - 4))


def heading_box(rules: "Namespace", square: int, heading: int) -> Box:
    """At the edge or corner of the square that the heading points to."""
    x, y = corner(naming.board(rules), square)
    across = (0, 1, 1, 1, 0, -1, -1, -1)[heading]
    down = (-1, -1, 0, 1, 1, 1, 0, -1)[heading]
    room = (UNIT - HEADING_CHIP) / 2
    return scaled(rules, Box(x + room * (1 + across), y + room * (1 + down), HEADING_CHIP, HEADING_CHIP))


def scaled(rules: "Namespace", box: Box) -> Box:
    scale = scale_of(naming.board(rules))
    return Box(RIM + (box.x - RIM) * scale, RIM + (box.y - RIM) * scale, box.width * scale, box.height * scale)
