"""The thing itself, drawn large: the dial, a flashcard, a place downtown as through a lens, two cars that have met."""

from tabletown.games.squad_car.drawing import tray
from tabletown.games.squad_car.drawing.pieces import car_at
from tabletown.games.squad_car.drawing.scenery import RIM, centre, scale_of
from tabletown.games.squad_car.rules.state import NONE, OVER, PLACING, SPINNING, State
from tabletown.games.squad_car.telling import naming
from tabletown.rulekit.drawing import Svg, at, joined, short, tag, use
from tabletown.rulekit.language import capitalized
from tabletown.rulekit.look import Look
from tabletown.rulekit.staging import Subject

LENS = 84
"""How much of the board a lens shows, in units: three squares."""
GROUNDS = ("ground", "streets", "streetnames", "buildings", "park", "bank", "lots", "impounded")


def subject(look: Look[State]) -> Subject | None:
    view = look.view
    if view.phase == OVER:
        return None
    if view.phase == SPINNING:
        return dial(look)
    if view.card != NONE:
        return flashcard(look, view.card)
    if view.phase == PLACING:
        return roadblock(look)
    return lens(look, view.square[view.car], Svg(), naming.spot_name(look, view.square[view.car]))


def dial(look: Look[State], *, spins: bool = False) -> Subject:
    """As it stands, or as it comes to stand there."""
    view = look.view
    name = naming.field_name(look, view.field) if spins else naming.short_name(look._, view.car)
    return Subject(tray.dial_face(look, spins=spins), "-94 -94 188 188", capitalized(name))


def flashcard(look: Look[State], card: int) -> Subject:
    return Subject(tray.face(look.rules, card), "-8 -4 72 82", capitalized(naming.card_name(look, card)))


def roadblock(look: Look[State]) -> Subject:
    return Subject(at(0, 0, use("roadblock")), "-20 -14 40 30", look._("Roadblock"))


def lens(look: Look[State], square: int, over: Svg, name: str) -> Subject:
    """What the page shows of the board around a square, and what lies over it."""
    board = naming.board(look.rules)
    scale = scale_of(board)
    x, y = (RIM + (each - RIM) * scale for each in centre(board, square))
    exits = [f"exit-{column}-{row}" for column, row in map(board.place, board.exits)]
    seen = joined(*(use(part) for part in (*GROUNDS, *exits, "cars")), on_scale(scale, over))
    size = LENS * scale
    window = f"{short(x - size / 2)} {short(y - size / 2)} {short(size)} {short(size)}"
    inside = tag("svg", seen, width=LENS, height=LENS, viewBox=window)
    return Subject(inside, f"0 0 {LENS} {LENS}", name)


def on_scale(scale: float, over: Svg) -> Svg:
    if scale == 1:
        return over
    return tag("g", over, transform=f"translate({RIM} {RIM}) scale({short(scale)}) translate({-RIM} {-RIM})")


def arrest(look: Look[State], squad: int, getaway: int) -> Subject:
    """The squad car behind, and the car that it has caught; light bars flash."""
    road = tag("rect", x=0, y=0, width=150, height=64, rx=8, fill="#27323a")
    lights = joined(
        tag("circle", cx=46, cy=12, r=34, fill="#d43a2f", class_="flash-red"),
        tag("circle", cx=46, cy=52, r=34, fill="#2b62d9", class_="flash-blue"),
    )
    cars = (at(x, 32, car_at(look, car, (0, 0), 2), scale=1.6) for x, car in ((46, squad), (106, getaway)))
    cuffs = joined(*(tag("circle", cx=x, cy=32, r=5, fill="none", stroke="#fff", stroke_width=2.4) for x in (72, 81)))
    return Subject(
        tag("svg", road, lights, *cars, cuffs, width=150, height=64, viewBox="0 0 150 64"),
        "0 0 150 64",
        capitalized(naming.car_name(look._, getaway)),
    )
