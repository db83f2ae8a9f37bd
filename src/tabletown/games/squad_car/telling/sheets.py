"""Tables beside the board: how near everybody is to what they want, and the player aid."""

from collections import Counter
from collections.abc import Iterator, Sequence

from tabletown.games.squad_car.rules.distances import FAR
from tabletown.games.squad_car.rules.figures import BLUE, GREEN, RED, YELLOW
from tabletown.games.squad_car.rules.nodes import node_at
from tabletown.games.squad_car.rules.shapes import CARS, CARS_A_SIDE, EXITS
from tabletown.games.squad_car.rules.state import CAPTURED, UNUSED, State
from tabletown.rulekit.language import Say, capitalized, message
from tabletown.rulekit.look import Listener, Look
from tabletown.rulekit.namespace import Namespace
from tabletown.rulekit.sheets import Listing

from .naming import car_line, car_name, car_place, exit_name

FIGURES = {
    "board.map": message("Map"),
    "board.streets": message("Streets"),
    "board.avenues": message("Avenues"),
    "getaway_cars.lots_for_two": message("Lots of two getaway cars"),
    "squad_cars.starts": message("Where squad cars start"),
    "dial.fields": message("Fields of the dial"),
    "flashcards.cards": message("Flashcards"),
}
"""What the figures of an edition are called."""

# ---------------------------------------------------------------- forecast


def forecast(look: Look[State]) -> list[Listing]:
    """SC-W1 to SC-W3: the way out for each getaway car, the way to the nearest one for each squad car."""
    _ = look._
    cars = [car for car in range(CARS) if look.view.square[car] != UNUSED]
    return [
        Listing(
            _("Who is after what"),
            (_("Car"), _("Where"), _("Moves")),
            tuple(car_row(look, car) for car in cars),
            standing(look, cars),
            tuple(look.rules.call.seat_of(look.view, car) for car in cars),
        )
    ]


def car_row(look: Look[State], car: int) -> tuple[str, ...]:
    name = capitalized(car_name(look._, car))
    if look.view.square[car] < 0:
        return name, car_place(look, car), "–"
    return name, car_line(look, car), how_far(look, car)


def row_of(look: Look[State], car: int) -> int:
    return int(look.rules.ROW_OF[node_at(look.view.square[car], look.view.heading[car])])


def how_far(look: Look[State], car: int) -> str:
    """In moves, as if the roads were empty."""
    _ = look._
    if car < CARS_A_SIDE:
        return way_out(look, car)
    hunted = [
        (int(look.rules.HUNT[row_of(look, car)][look.rules.COLUMN_OF[look.view.square[other]]]), other)
        for other in range(CARS_A_SIDE)
        if look.view.square[other] >= 0
    ]
    moves, nearest = min(hunted, default=(FAR, 0))
    if moves == FAR:
        return "–"
    return _("{n} to {car}").format(n=moves, car=car_name(_, nearest))


def way_out(look: Look[State], car: int) -> str:
    """SC-X1, SC-X2: the nearest exit without a roadblock."""
    ways = look.rules.OUT[row_of(look, car)]
    moves, nearest = min((int(ways[number]), number) for number in range(EXITS) if number not in look.view.roadblock)
    if moves == FAR:
        return "–"
    return look._("{n} to {exit}").format(n=moves, exit=exit_name(look, nearest))


def standing(look: Look[State], cars: Sequence[int]) -> str:
    view = look.view
    robbers = [car for car in cars if car < CARS_A_SIDE]
    caught = sum(view.square[car] == CAPTURED for car in robbers)
    return look._(
        "Captured: {caught} of {all}. Round {round} of {limit}; after the last one the game is drawn."
    ).format(caught=caught, all=len(robbers), round=view.round, limit=view.round_limit)


# ---------------------------------------------------------------- player aid


def aid(to: Listener) -> list[Listing]:
    _ = to._
    return [
        Listing(_("Dial"), (_("Field"), _("How many"), _("Robbers"), _("Police")), tuple(dial_rows(to))),
        Listing(_("Flashcards"), (_("Moves"), _("Roadblocks to shift"), _("Cards")), tuple(card_rows(to.rules))),
        Listing(_("One move is"), (), tuple(step_rows(_))),
        Listing(_("Traffic"), (), tuple(traffic_rows(_))),
    ]


def dial_rows(to: Listener) -> Iterator[tuple[str, ...]]:
    _ = to._
    for colour, name, robbers, police in (
        (GREEN, _("green"), _("drive up to the number"), _("drive up to the number")),
        (BLUE, _("blue"), _("drive up to the number"), _("draw a flashcard")),
        (RED, _("red"), _("wait"), _("wait")),
        (YELLOW, _("yellow"), _("spin again"), _("spin again")),
    ):
        numbers = sorted(moves for field, moves in to.rules.DIAL if field == colour)
        shown = f" {' '.join(map(str, numbers))}" if any(numbers) else ""
        yield capitalized(name) + shown, f"{len(numbers)} / {len(to.rules.DIAL)}", robbers, police


def card_rows(rules: Namespace) -> Iterator[tuple[str, ...]]:
    counts = Counter(tuple(card) for card in rules.CARDS)
    for (moves, shifts), count in sorted(counts.items()):
        yield str(moves), str(shifts), f"×{count}"


def step_rows(_: Say) -> Iterator[tuple[str, str]]:
    yield _("Ahead"), _("one square forward")
    yield _("Quarter turn"), _("forward into a crossing; the next move rounds the corner or goes straight on")
    yield _("Half turn"), _("on the spot, to either side; two of them make a U-turn")


def traffic_rows(_: Say) -> Iterator[tuple[str, str]]:
    yield _("One-way streets"), _("only along their arrows")
    yield _("Other cars"), _("drive through, if your moves take you on to a free square; never stop beside one")
    yield _("Capture"), _("a squad car above, below, left or right of a getaway car, after any step")
    yield _("Escape"), _("onto an exit without a roadblock")
