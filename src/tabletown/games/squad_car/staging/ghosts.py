"""How a choice would look on the board: the way with its numbers, where it leads, and who may come."""

from collections.abc import Sequence

from tabletown.games.squad_car.drawing.pieces import car_at, car_spot, exit_sign
from tabletown.games.squad_car.drawing.scenery import BOARD_SIZE, RIM, centre, scale_of
from tabletown.games.squad_car.rules.state import State
from tabletown.games.squad_car.telling import naming, odds
from tabletown.games.squad_car.telling.odds import Place, Threat, WayOut
from tabletown.rulekit.drawing import Svg, at, joined, lettering, path, short, tag, width_of
from tabletown.rulekit.look import Look

from .drives import Drive

Spot = tuple[float, float]
PLATE_HEIGHT = 17
LETTERS = 11


def on_board(look: Look[State], *children: str) -> Svg:
    """In the board's coordinates, whatever the size of the map."""
    scale = scale_of(naming.board(look.rules))
    move = None if scale == 1 else f"translate({RIM} {RIM}) scale({short(scale)}) translate({-RIM} {-RIM})"
    inside = joined(*children)
    return tag("g", inside, transform=move, pointer_events="none") if inside else inside


def spots(look: Look[State], places: Sequence[Place]) -> list[Spot]:
    board = naming.board(look.rules)
    return [car_spot(look.rules, board, *place) for place in places]


def line(through: Sequence[Spot]) -> str:
    return "M" + "L".join(f"{short(x)} {short(y)}" for x, y in through)


# ---------------------------------------------------------------- the driver's way


def way(look: Look[State], driven: Drive) -> Svg:
    """A line with a number for each move, and the car at its end as it would stand."""
    if not driven.moves:
        return Svg()
    through = spots(look, driven.places)
    middles = [centre(naming.board(look.rules), square) for square, _heading in driven.places]
    beyond = shifted_numbers(driven.places, through, middles)
    numbers = (number(n, spot, is_caught=driven.is_caught) for n, spot in enumerate(beyond, 1))
    car = tag("g", car_at(look, driven.car, through[-1], driven.end[1]), class_="ghost")
    taken = (arrested(look, each) for each in driven.captured if each != driven.car)
    drawn = line(through)
    road = joined(path(drawn, class_="road-bed"), path(drawn, class_="road-way"))
    return joined(road, car, *numbers, *taken, mishap(look, driven))


def shifted_numbers(places: Sequence[Place], through: Sequence[Spot], middles: Sequence[Spot]) -> list[Spot]:
    """Where each number stands: over that of its square; those of turns on the spot, and the last, aside of the car."""
    found: list[Spot] = []
    for n in range(1, len(places)):
        x, y = through[n]
        same = sum(places[k][0] == places[n][0] for k in range(n))
        is_last = n == len(places) - 1
        found.append((x + 12 + 13 * same, y - 13) if is_last or same else middles[n])
    return found


def number(n: int, spot: Spot, *, is_caught: bool) -> Svg:
    fill = "var(--loss)" if is_caught else "var(--move)"
    figure = lettering(str(n), 0, 4, 11, text_anchor="middle", font_weight=700, fill="var(--move-ink)")
    return at(*spot, tag("circle", r=8, fill=fill, stroke="var(--plate)", stroke_width=1.8), figure)


def mishap(look: Look[State], driven: Drive) -> Svg:
    if not driven.is_caught:
        return Svg()
    return plate(look._("caught here"), spots(look, [driven.end])[0], "var(--loss)")


def arrested(look: Look[State], car: int) -> Svg:
    spot = spots(look, [odds.place_of(look.view, car)])[0]
    ring = tag("circle", cx=spot[0], cy=spot[1], r=18, fill="none", stroke="var(--loss)", stroke_width=3)
    return joined(ring, plate(look._("arrest"), spot, "var(--loss)"))


# ---------------------------------------------------------------- others


def threat(look: Look[State], come: Threat, square: int) -> Svg:
    """How a squad car would come, with its moves and chance."""
    places = odds.way_of_hunter(look, odds.place_of(look.view, come.car), square)
    if len(places) < 2:
        return Svg()
    through = spots(look, places)
    text = look._("{who} needs {n}: {chance} %")
    said = text.format(who=naming.driver_name(look, come.car), n=come.moves, chance=round(100 * come.chance))
    return joined(path(line(through), class_="threat"), plate(said, through[min(3, len(through) // 2)], "var(--loss)"))


def way_out(look: Look[State], place: Place, out: WayOut | None) -> Svg:
    """The way that is left to the nearest exit."""
    if out is None:
        return Svg()
    through = spots(look, odds.way_to_exit(look, place, out.exit))
    said = look._("out: {n} more").format(n=out.moves)
    return joined(path(line(through), class_="flee"), plate(said, through[-1], "var(--gain)"))


def ways_out_of_all(look: Look[State], view: State) -> Svg:
    """Where each robber would leave."""
    return joined(*(way_out_of(look, robber, view) for robber in odds.robbers_on_the_road(view)))


def way_out_of(look: Look[State], robber: int, view: State) -> Svg:
    place = odds.place_of(view, robber)
    out = odds.way_out(look, place, view)
    if out is None:
        return Svg()
    through = spots(look, odds.way_to_exit(look, place, out.exit))
    said = look._("{who}: out in {n}").format(who=naming.driver_name(look, robber), n=out.moves)
    return joined(path(line(through), class_="threat"), plate(said, through[-1], "var(--loss)"))


# ---------------------------------------------------------------- roadblocks


def roadblock(look: Look[State], end: int) -> Svg:
    """The barrier as it would stand."""
    board = naming.board(look.rules)
    x, y = centre(board, board.exits[end])
    ring = tag("rect", x=x - 16, y=y - 16, width=32, height=32, rx=8, class_="road-way")
    return joined(ring, tag("g", exit_sign(board, end, 0, is_piece=False), class_="ghost"))


def lifted(look: Look[State], end: int) -> Svg:
    """The exit that would be open again."""
    board = naming.board(look.rules)
    x, y = centre(board, board.exits[end])
    ring = tag("circle", cx=x, cy=y, r=19, class_="flee")
    return joined(ring, plate(look._("opens"), (x, y), "var(--gain)"))


# ---------------------------------------------------------------- plates


def plate(words: str, spot: Spot, colour: str) -> Svg:
    """Words beside a spot, inside the board."""
    width = width_of(words, LETTERS) + 12
    x = min(max(spot[0] - width / 2, RIM), BOARD_SIZE - RIM - width)
    y = spot[1] + 15 if spot[1] + 15 + PLATE_HEIGHT < BOARD_SIZE - RIM else spot[1] - 15 - PLATE_HEIGHT
    sheet = tag("rect", width=width, height=PLATE_HEIGHT, rx=8.5, fill="var(--plate)", stroke=colour, stroke_width=1.6)
    text = lettering(words, width / 2, 12.5, LETTERS, text_anchor="middle", font_weight=700, fill="var(--plate-ink)")
    return at(x, y, sheet, text)
