"""What moves downtown: cars, exits with their roadblocks, and where the car whose turn it is can go."""

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tabletown.games.squad_car.rules.board import ENTRY, Board
from tabletown.games.squad_car.rules.shapes import CARS, CARS_A_SIDE, ONE_PLACE
from tabletown.games.squad_car.rules.state import State
from tabletown.rulekit.drawing import Svg, at, joined, lettering, path, seat_token, short, tag
from tabletown.rulekit.look import Look

from .scenery import RIM, centre

if TYPE_CHECKING:
    from tabletown.rulekit.namespace import Namespace

DEFS = Svg(
    '<g id="wheels"><rect x="-6.5" y="-11.5" width="15" height="26" rx="5" fill="#000" opacity=".32"/></g>'
    '<g id="glass"><path d="M-5.5-6.5Q0-9.5 5.5-6.5L4.5-2.5h-9zM-4.5 9.5h9l-.8-3h-7.4z" fill="#1a2730"/>'
    '<path d="M-6-12.5h3M3-12.5h3" stroke="#fff3c4" stroke-width="2.2" stroke-linecap="round"/></g>'
    '<g id="lights"><rect x="-6.5" y="-2" width="13" height="4.6" rx="1.5" fill="#fff"/>'
    '<path d="M-5.8-1.2h5.8v3h-5.8z" fill="#d43a2f"/><path d="M0-1.2h5.8v3H0z" fill="#2b62d9"/></g>'
    '<linearGradient id="beam" x1="0" y1="1" x2="0" y2="0"><stop stop-color="#fff2b8" stop-opacity=".75"/>'
    '<stop offset="1" stop-color="#fff2b8" stop-opacity="0"/></linearGradient>'
    '<pattern id="hatched" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<rect width="7" height="7" fill="#fff" fill-opacity=".35"/><rect width="3" height="7" fill="#b5392a"'
    ' fill-opacity=".8"/></pattern>'
    '<g id="roadblock"><rect x="-13" y="-1" width="27" height="11" rx="2" fill="#000" opacity=".3"/>'
    '<rect x="-14" y="-5" width="28" height="11" rx="2" fill="#fff"/>'
    '<path d="M-14-5h6l-5 11h-1zM-2-5h6l-5 11h-6zM10-5h4v4l-3 7h-6z" fill="#b5392a"/>'
    '<rect x="-14" y="-5" width="28" height="11" rx="2" fill="none" stroke="#42241f" stroke-width="1.2"/></g>'
    '<path id="way-out" d="M-6-1 0-7 6-1M-6 6 0 0 6 6" fill="none" stroke="var(--way-out)" stroke-width="3"'
    ' stroke-linecap="round" stroke-linejoin="round"/>'
    '<g id="no-entry"><circle r="8" fill="#b5392a"/><path d="M-5 0H5" stroke="#fff" stroke-width="3"/></g>'
)

LANE = 6.5
"""How far right of the centre line a car drives."""
CAR_SCALE = 1.04
BADGE = 22
AROUND = 42
"""From the middle of a car to the farthest that a badge reaches."""
SOUTHWARD = 4


# ---------------------------------------------------------------- exits


def exit_sign(board: Board, number: int, roadblock: int, *, is_piece: bool = True) -> Svg:
    """With the roadblock of that number, or with none (-1)."""
    square = board.exits[number]
    x, y = centre(board, square)
    outwards = (board.inward(square) + 2) % 4
    if roadblock >= 0:
        barrier = tag("use", href="#roadblock", transform=f"rotate({90 * outwards})")
        return at(x, y, barrier, data_piece=f"roadblock-{roadblock}" if is_piece else None)
    if board.kinds[square] == ENTRY:
        return at(x, y, tag("use", href="#no-entry"))
    return at(x, y, tag("use", href="#way-out", transform=f"rotate({90 * outwards})"))


# ---------------------------------------------------------------- cars


def car_spot(rules: "Namespace", board: Board, square: int, heading: int) -> tuple[float, float]:
    """The middle of a car: in its lane where the square has lanes and the car keeps to one."""
    x, y = centre(board, square)
    if rules.LANES[square] == ONE_PLACE or heading & 3 != rules.LANES[square]:
        return x, y
    right = math.radians(45 * heading)
    return x + LANE * math.cos(right), y + LANE * math.sin(right)


def posed(spot: tuple[float, float], heading: int) -> str:
    return f"translate({short(spot[0])} {short(spot[1])}) rotate({45 * heading}) scale({CAR_SCALE})"


def car(look: Look[State], board: Board, number: int) -> Svg:
    view = look.view
    spot = car_spot(look.rules, board, view.square[number], view.heading[number])
    return car_at(look, number, spot, view.heading[number])


def car_at(look: Look[State], number: int, spot: tuple[float, float], heading: int) -> Svg:
    """The car from above: its driver's colour and pattern, a light bar on the roof of a squad car, its number."""
    seat = look.rules.call.seat_of(look.view, number)
    body = {"x": -7.5, "y": -13.5, "width": 15, "height": 27, "rx": 5.5}
    return joined(
        tag(
            "g",
            tag("use", href="#wheels"),
            tag("rect", **body, fill=f"var(--seat-{seat + 1})", stroke="#fff", stroke_width=1.3),
            tag("rect", **body, fill=f"url(#pat-{seat + 1})", opacity=0.55),
            tag("use", href="#glass"),
            tag("use", href="#lights", transform="translate(0 -4.5)") if number >= CARS_A_SIDE else Svg(),
            transform=posed(spot, heading),
        ),
        number_plate(spot, number % CARS_A_SIDE + 1, heading),
    )


def impounded(look: Look[State], board: Board, number: int, lot: int) -> Svg:
    """The car without its colours, behind bars, with handcuffs on it."""
    x, y = centre(board, lot)
    bars = path("".join(f"M{x + 6 * bar} {y - 14}v28" for bar in (-2, -1, 0, 1, 2)), stroke="#b5392a", stroke_width=1.8)
    cuffs = (
        tag("circle", cx=x + side, cy=y, r=4, fill="none", stroke="var(--plate)", stroke_width=2) for side in (-4, 4)
    )
    return joined(
        tag("g", car_at(look, number, (x, y), SOUTHWARD), opacity=0.45, filter="grayscale(1)"),
        bars,
        *cuffs,
    )


def number_plate(spot: tuple[float, float], number: int, heading: int) -> Svg:
    """On the roof, behind the windscreen, upright whatever the heading."""
    back = math.radians(45 * heading)
    x, y = spot[0] - 3 * math.sin(back), spot[1] + 3 * math.cos(back)
    return joined(
        tag("circle", cx=x, cy=y, r=5, fill="var(--plate)"),
        lettering(str(number), x, y + 3, 8.5, text_anchor="middle", font_weight=700, fill="var(--plate-ink)"),
    )


def badge(look: Look[State], board: Board, number: int, letter: str) -> Svg:
    """Whose car it is: a token beside the road, tied to the car by a line, which goes along with it.

    Around both an unseen square with the car in its middle: about that a car turns, and by that its way is measured.
    """
    view = look.view
    seat = look.rules.call.seat_of(view, number)
    x, y = car_spot(look.rules, board, view.square[number], view.heading[number])
    dx, dy = badge_side(board, view.square[number], number)
    low, high = RIM + BADGE / 2, RIM + 644 - BADGE / 2
    bx, by = min(max(x + dx, low), high), min(max(y + dy, low), high)
    line = path(f"M{short(x)} {short(y)}L{short(bx)} {short(by)}", stroke="var(--map-ink)", stroke_width=1.5)
    around = tag("rect", x=x - AROUND, y=y - AROUND, width=2 * AROUND, height=2 * AROUND, fill="none")
    return joined(around, line, seat_token(seat, letter, bx - BADGE / 2, by - BADGE / 2, BADGE))


def badge_side(board: Board, square: int, number: int) -> tuple[float, float]:
    """Towards the buildings; robbers and police on different sides, so that tokens keep apart."""
    away = 27 if number < CARS_A_SIDE else -27
    if board.signs[square] in "+P":
        return (away, -22.0) if board.signs[square] == "+" else (0.0, -30.0)
    return (0.0, -float(away)) if board.axis(square) else (float(away), 0.0)


def beam(look: Look[State], board: Board, number: int) -> Svg:
    view = look.view
    spot = car_spot(look.rules, board, view.square[number], view.heading[number])
    return path("M-4-12-15-52H15L4-12z", fill="url(#beam)", transform=posed(spot, view.heading[number]))


def ring(look: Look[State], board: Board, colour: str) -> Svg:
    """Around the car whose turn it is."""
    view = look.view
    x, y = car_spot(look.rules, board, view.square[view.car], view.heading[view.car])
    dots = {"stroke": colour, "stroke_dasharray": "1 5", "stroke_linecap": "round"}
    return tag("circle", cx=x, cy=y, r=19, fill="none", stroke_width=2.5, **dots)


def cars_on_the_road(view: State) -> Iterator[int]:
    return (number for number in range(CARS) if view.square[number] >= 0)
