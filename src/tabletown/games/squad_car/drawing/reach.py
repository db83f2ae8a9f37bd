"""Where the car whose turn it is can go: a number on each square, what waits there, and every way for the script."""

from collections.abc import Iterator

from tabletown.games.squad_car.rules.actions import STOP
from tabletown.games.squad_car.rules.board import Board
from tabletown.games.squad_car.rules.distances import FAR
from tabletown.games.squad_car.rules.shapes import CARS_A_SIDE
from tabletown.games.squad_car.rules.state import State
from tabletown.games.squad_car.telling import naming, odds
from tabletown.rulekit.drawing import Svg, joined, lettering, short, tag
from tabletown.rulekit.look import Look
from tabletown.rulekit.reasons import OK

from .routes import Route
from .scenery import UNIT, centre, corner


def nearest(routes: list[Route]) -> dict[int, Route]:
    """The shortest way to each square, whatever the heading there."""
    best: dict[int, Route] = {}
    for route in sorted(routes, key=lambda route: (route.moves, route.heading % 2)):
        best.setdefault(route.square, route)
    return best


def furthest_first(look: Look[State], routes: list[Route]) -> list[Route]:
    """Squares in the order of what is left to go from there, and on each the shortest way first."""
    view = look.view
    shortest = nearest(routes)
    left: dict[int, int] = {}
    for route in routes:
        left[route.square] = min(left.get(route.square, FAR), still_to_go(look, route))
    here = view.square[view.car]
    return sorted(
        routes,
        key=lambda route: (
            route.square == here,
            route.caught,
            left[route.square],
            route.square,
            shortest[route.square] is not route,
            route.moves,
        ),
    )


def still_to_go(look: Look[State], route: Route) -> int:
    """Moves to the nearest exit, or for a squad car to the nearest robber."""
    view = look.view
    if route.escapes or route.captures:
        return -1
    if view.car < CARS_A_SIDE:
        out = odds.way_out(look, route.place)
        return out.moves if out else FAR
    robbers = odds.robbers_on_the_road(view)
    return min(odds.moves_to_catch(look.rules, route.place, view.square[car]) for car in robbers)


# ---------------------------------------------------------------- drawn


def squares(look: Look[State], routes: list[Route]) -> Iterator[Svg]:
    """Each with every way to it, one for each heading there."""
    if not routes:
        return
    board, view = naming.board(look.rules), look.view
    here = view.square[view.car]
    by_square: dict[int, list[Route]] = {}
    for route in routes:
        by_square.setdefault(route.square, []).append(route)
    may_stay = look.rules.call.refuse_stop(view, look.viewer) == OK
    yield own_square(board, here, by_square.pop(here, []), may_stay=may_stay)
    shortest = nearest(routes)
    for square, found in by_square.items():
        yield tag("g", plate(look, board, shortest[square]), data_ways=ways(found))


def ways(routes: list[Route]) -> str:
    """Heading and actions of each, for the script that steers."""
    return " ".join(f"{route.heading}:{','.join(map(str, route.played))}" for route in routes)


def own_square(board: Board, square: int, turns: list[Route], *, may_stay: bool) -> Svg:
    """To stay there is chosen by the car itself."""
    stay = str(STOP()) if may_stay else None
    return tag("g", outline(board, square, fill="none"), data_ways=ways(turns), data_stay=stay)


def outline(board: Board, square: int, **look_of_it: str | float) -> Svg:
    x, y = corner(board, square)
    return tag("rect", x=x + 2, y=y + 2, width=UNIT - 4, height=UNIT - 4, rx=6, **look_of_it)


def plate(look: Look[State], board: Board, route: Route) -> Svg:
    """How many moves it takes, and how likely a getaway car is caught there; hatched where it is at once."""
    if route.caught:
        return outline(board, route.square, fill="url(#hatched)", stroke="#b5392a", stroke_width=2)
    x, y = centre(board, route.square)
    marks: dict[str, str | float] = {"stroke": "var(--move-glow)", "stroke_width": 2.2, "stroke_dasharray": "3 2.2"}
    figure = lettering(
        str(route.moves), x, y + 4.5, 12.5, text_anchor="middle", font_weight=700, fill="var(--plate-ink)"
    )
    return joined(
        outline(board, route.square, fill="none", **marks),
        tag("circle", cx=x, cy=y, r=8.5, fill="var(--plate)"),
        risk(look, route.square, x, y),
        figure,
    )


def risk(look: Look[State], square: int, x: float, y: float) -> Svg:
    """An arc as long as the chance to be caught by the next turn."""
    if look.view.car >= CARS_A_SIDE:
        return Svg()
    chance = odds.caught_by(odds.threats_to(look, square))
    if not chance:
        return Svg()
    dashes: dict[str, str | float] = {"pathLength": 100, "stroke_dasharray": f"{short(100 * chance)} 100"}
    turned = f"rotate(-90 {short(x)} {short(y)})"
    return tag(
        "circle", cx=x, cy=y, r=9.5, fill="none", stroke="var(--loss)", stroke_width=3, transform=turned, **dashes
    )
