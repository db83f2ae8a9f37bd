"""What lies beside the board: the dial, the last flashcard, and the players with their cars."""

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tabletown.games.squad_car.rules.figures import BLUE, RED, YELLOW
from tabletown.games.squad_car.rules.shapes import CARS, CARS_A_SIDE
from tabletown.games.squad_car.rules.state import NONE, OVER, PLACING, SPINNING, UNUSED, State
from tabletown.games.squad_car.telling import naming
from tabletown.rulekit.drawing import (
    Box,
    Card,
    Sum,
    Svg,
    at,
    fitted,
    joined,
    lettering,
    panel,
    path,
    seat_token,
    short,
    tag,
    width_of,
)
from tabletown.rulekit.language import capitalized, listed
from tabletown.rulekit.look import Look
from tabletown.rulekit.remembering import until_changed

from .scenery import BOARD_SIZE

if TYPE_CHECKING:
    from tabletown.rulekit.language import Say
    from tabletown.rulekit.namespace import Namespace

GAP = 12
LEFT = BOARD_SIZE + GAP
WIDTH = 236
DIAL = Box(LEFT, 0, WIDTH, 228)
CARD = Box(LEFT, DIAL.height + GAP, WIDTH, 120)
PLAYERS_Y = CARD.y + CARD.height + GAP
PLAYER_STEP = 50
PANELS = {"dial": DIAL, "flashcard": CARD}
SIZE = (LEFT + WIDTH, BOARD_SIZE)

FIELD_FILLS = ("#2f9e6e", "#2f9e6e", "#c8452f", "#efc53a")


def panels(look: Look[State]) -> dict[str, str]:
    return {"dial": dial(look), "flashcard": flashcard(look)}


# ---------------------------------------------------------------- the dial


@until_changed
def dial(look: Look[State]) -> Svg:
    _, view = look._, look.view
    said = naming.field_name(look, view.field) if view.field != NONE else _("not spun yet")
    return panel(
        "dial",
        DIAL,
        _("Dial: {field}").format(field=said),
        lettering(_("Dial"), 14, 22, 12.5, font_weight=700, fill="var(--ink-2)"),
        lettering(said, WIDTH - 14, 22, 12.5, font_weight=700, text_anchor="end", fill="var(--ink)"),
        at(WIDTH / 2, 124, dial_face(look)),
    )


def dial_face(look: Look[State], *, spins: bool = False) -> Svg:
    """Around its middle, with the needle where it has stopped, or just coming to stop there."""
    view, fields = look.view, len(look.rules.DIAL)
    needle = 360 * (view.field if view.field != NONE else 0) / fields
    hand = tag("g", path("M-6 16 0-58 6 16z", fill="var(--ink)"), transform=f"rotate({short(needle)})")
    return joined(
        tag("circle", r=92, fill="var(--panel)", stroke="var(--line-strong)"),
        *(sector(number, fields, *look.rules.DIAL[number]) for number in range(fields)),
        tag("g", hand, class_="needle") if spins else hand,
        tag("circle", r=10, fill="var(--ink)"),
        tag("circle", r=4, fill="var(--panel)"),
    )


def sector(number: int, fields: int, colour: int, moves: int) -> Svg:
    """A field with its sign: a number, a number on blue, a bar for stop, a loop for spin again."""
    half = math.pi / fields
    turn = 2 * half * number
    ends = [(86 * math.sin(turn + side), -86 * math.cos(turn + side)) for side in (-half, half)]
    x, y = 66 * math.sin(turn), -66 * math.cos(turn)
    (ax, ay), (bx, by) = ends
    wedge = f"M0 0L{short(ax)} {short(ay)}A86 86 0 0 1 {short(bx)} {short(by)}z"
    return joined(
        path(wedge, fill=FIELD_FILLS[colour], stroke="var(--panel)", stroke_width=2),
        at(x, y, field_sign(colour, moves)),
    )


def field_sign(colour: int, moves: int) -> Svg:
    if colour == RED:
        return path("M-7 0H7", stroke="#fff", stroke_width=4)
    if colour == YELLOW:
        return path("M2-7a7 7 0 1 0 5 6m-5-10v6h6", fill="none", stroke="#17222a", stroke_width=2.4)
    plate = tag("circle", r=13.5, fill="#0072b2") if colour == BLUE else Svg()
    return joined(plate, lettering(str(moves), 0, 6, 17, text_anchor="middle", font_weight=700, fill="#fff"))


# ---------------------------------------------------------------- the last flashcard


def last_card(look: Look[State]) -> int:
    """Cards move to the end of the pile as they are drawn, so the last one lies behind the unused ones."""
    view = look.view
    return view.pile[view.unused_cards] if view.unused_cards < look.rules.CARD_COUNT else NONE


@until_changed
def flashcard(look: Look[State]) -> Svg:
    _ = look._
    card = last_card(look)
    said = naming.card_name(look, card) if card != NONE else _("none drawn yet")
    used = look.rules.CARD_COUNT - look.view.unused_cards
    return panel(
        "flashcard",
        CARD,
        _("Last flashcard: {card}").format(card=said),
        lettering(_("Last flashcard"), 14, 22, 12.5, font_weight=700, fill="var(--ink-2)"),
        at(14, 34, face(look.rules, card)),
        *(
            lettering(line, 84, 48 + 17 * row, 13, font_weight=700, fill="var(--ink)")
            for row, line in enumerate(wrapped(_, said))
        ),
        lettering(
            _("{unused} in the pile, {used} used").format(unused=look.view.unused_cards, used=used),
            84,
            104,
            12,
            fill="var(--ink-2)",
        ),
    )


def wrapped(_: "Say", said: str) -> list[str]:
    """Each order of the card on a line of its own, a long one on two."""
    room = WIDTH - 90
    lines = []
    for order in said.split(_(", ")):
        line = capitalized(order)
        head, _space, tail = line.rpartition(" ")
        if width_of(line, 13) > room and head:
            lines += [fitted(head, room, 13), tail]
        else:
            lines.append(fitted(line, room, 13))
    return lines


def face(rules: "Namespace", card: int) -> Svg:
    """The card: moves as a number over a road, roadblocks as small barriers; its back while none is drawn."""
    sheet = tag("rect", width=56, height=74, rx=6, fill="var(--plate)", stroke="var(--line-strong)", stroke_width=1.2)
    band = path("M0 14V6a6 6 0 0 1 6-6h44a6 6 0 0 1 6 6v8z", fill="#0072b2")
    if card == NONE:
        return joined(sheet, tag("rect", x=5, y=5, width=46, height=64, rx=4, fill="#0072b2"))
    moves, shifts = rules.CARDS[card]
    number = (
        lettering(str(moves), 28, 46, 26, text_anchor="middle", font_weight=700, fill="var(--plate-ink)")
        if moves
        else path("M16 38h24", stroke="var(--plate-ink)", stroke_width=4)
    )
    blocks = (
        at(28 + 17 * (place - (shifts - 1) / 2), 60, tag("use", href="#roadblock", transform="scale(.55)"))
        for place in range(shifts)
    )
    return joined(sheet, band, number, *blocks)


# ---------------------------------------------------------------- players


def cars_of(look: Look[State], seat: int) -> Iterator[int]:
    return (
        car
        for car in range(CARS)
        if look.view.square[car] != UNUSED and look.rules.call.seat_of(look.view, car) == seat
    )


def players(look: Look[State]) -> dict[str, str]:
    return {f"player-{seat}": player_panel(look, seat) for seat in range(look.view.players)}


def player_panel(look: Look[State], seat: int) -> Svg:
    _, view = look._, look.view
    on_turn = view.phase != OVER and look.rules.call.seat_of(view, view.car) == seat
    mark = Svg()
    if on_turn:
        colour = "var(--move)" if seat == look.viewer else "var(--ink)"
        mark = tag("rect", x=0, y=6, width=4, height=PLAYER_STEP - 18, rx=2, fill=colour)
    cars = list(cars_of(look, seat))
    name = fitted(look.player(seat), 118, 13)
    return panel(
        f"player-{seat}",
        player_box(view, seat),
        look.names[seat],
        mark,
        seat_token(seat, look.letters[seat], 12, 8, 28),
        lettering(name, 48, 18, 13, font_weight=700, fill="var(--ink)"),
        lettering(role(_, cars), WIDTH - 12, 18, 12, text_anchor="end", fill="var(--ink-2)"),
        *(
            lettering(fitted(naming.car_line(look, car), WIDTH - 60, 11), 48, 34 + 14 * row, 11, fill="var(--ink-2)")
            for row, car in enumerate(cars)
        ),
    )


def player_box(view: State, seat: int) -> Box:
    """Two players have two cars each, and room for a second line."""
    step = PLAYER_STEP + (14 if view.players == 2 else 0)
    return Box(LEFT, PLAYERS_Y + step * seat, WIDTH, step - 6)


def role(_: "Say", cars: list[int]) -> str:
    numbers = listed(_, (str(car % CARS_A_SIDE + 1) for car in cars))
    text = _("Getaway {numbers}") if cars[0] < CARS_A_SIDE else _("Squad {numbers}")
    return text.format(numbers=numbers)


# ---------------------------------------------------------------- players in two lines


def cards(look: Look[State]) -> list[Card]:
    return [card(look, seat) for seat in range(look.view.players)]


def card(look: Look[State], seat: int) -> Card:
    """Which cars the seat drives, where they are, and what the one whose turn it is has left."""
    _ = look._
    cars = list(cars_of(look, seat))
    side = _("robbers") if cars[0] < CARS_A_SIDE else _("police")
    cars_named = Sum("", role(_, cars), _("{side}: {cars}").format(side=side, cars=role(_, cars)))
    places = tuple(Sum("", *placed(look, car)) for car in cars)
    return Card(doing(look, seat) or capitalized(side), (cars_named,), counts=places)


def placed(look: Look[State], car: int) -> tuple[str, str]:
    """In a few words, and in full."""
    _ = look._
    where = naming.car_place(look, car)
    return naming.car_line(look, car), _("{car}: {place}").format(car=capitalized(naming.car_name(_, car)), place=where)


def doing(look: Look[State], seat: int) -> str:
    _, view = look._, look.view
    if view.phase == OVER or look.rules.call.seat_of(view, view.car) != seat:
        return ""
    if view.phase == PLACING:
        return _("places a roadblock")
    if view.phase == SPINNING:
        return _("spins the dial")
    if view.moves_left:
        return _.plural("drives: {n} move left", "drives: {n} moves left", view.moves_left).format(n=view.moves_left)
    return _("may shift roadblocks")
