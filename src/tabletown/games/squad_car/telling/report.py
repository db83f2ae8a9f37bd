"""The position as plain text: a map in letters, then cars, roadblocks, dial and cards in words."""

from collections.abc import Iterator

from tabletown.games.squad_car.rules.shapes import CARS, CARS_A_SIDE
from tabletown.games.squad_car.rules.state import (
    CAPTURED,
    DRAWN,
    ESCAPED,
    NONE,
    OVER,
    PLACING,
    ROBBERS_WIN,
    SPINNING,
    UNUSED,
    State,
)
from tabletown.rulekit.language import capitalized, listed, message
from tabletown.rulekit.look import Look

from .naming import (
    ARROWS,
    board,
    car_name,
    car_place,
    card_name,
    exit_name,
    field_name,
)

ENDINGS = (
    message("A getaway car got away: the robbers win."),
    message("Every getaway car was captured: the police win."),
    message("The last round is over and nobody has won: the game is drawn."),
)
SIGNS_OF_CARS = "ABC123"
ROADBLOCK_SIGN = "#"


def position(look: Look[State]) -> str:
    parts = (
        [heading(look)],
        list(drawn_map(look)),
        [look._("A B C getaway cars, 1 2 3 squad cars, # roadblock, o open exit, i entry end, P parking lot")],
        list(car_lines(look)),
        list(table_lines(look)),
    )
    return "\n\n".join("\n".join(part) for part in parts if part)


def heading(look: Look[State]) -> str:
    _, view = look._, look.view
    if view.phase == OVER:
        return _(ENDINGS[view.result - 1])
    if view.round == 0:
        return _("The police place their roadblocks.")
    text = _("Round {round} of {limit}: {car}.")
    return text.format(round=view.round, limit=view.round_limit, car=car_name(_, view.car))


def drawn_map(look: Look[State]) -> Iterator[str]:
    view = look.view
    map_ = board(look.rules)
    signs = list(map_.signs)
    for place in view.roadblock:
        if place >= 0:
            signs[map_.exits[place]] = ROADBLOCK_SIGN
    for car in range(CARS):
        if view.square[car] >= 0:
            signs[view.square[car]] = SIGNS_OF_CARS[car]
    for row in range(len(map_.lines)):
        yield "".join(signs[row * map_.stride : (row + 1) * map_.stride - 1])


def car_lines(look: Look[State]) -> Iterator[str]:
    _, view = look._, look.view
    for car in range(CARS):
        if view.square[car] == UNUSED:
            continue
        sign = SIGNS_OF_CARS[car]
        arrow = ARROWS[view.heading[car]] if view.square[car] >= 0 else " "
        who = look.player(look.rules.call.seat_of(view, car))
        line = _("{car} ({who}): {place}").format(
            car=capitalized(car_name(_, car)), who=who, place=car_place(look, car)
        )
        mark = "*" if car == view.car and view.phase != OVER else " "
        yield f"{mark} {sign} {arrow} {line}"


def table_lines(look: Look[State]) -> Iterator[str]:
    _, view = look._, look.view
    for place in sorted(view.roadblock):
        if place >= 0:
            yield _("Roadblock: {exit}").format(exit=exit_name(look, place))
    if view.field != NONE:
        yield _("Dial: {field}").format(field=field_name(look, view.field))
    if view.card != NONE:
        yield _("Flashcard: {card}").format(card=card_name(look, view.card))
    if view.phase not in {OVER, PLACING, SPINNING}:
        yield left_over(look)
    yield _("Flashcards: {unused} in the pile, {used} used").format(
        unused=view.unused_cards, used=look.rules.CARD_COUNT - view.unused_cards
    )


def left_over(look: Look[State]) -> str:
    _, view = look._, look.view
    said = [_.plural("{n} move left", "{n} moves left", view.moves_left).format(n=view.moves_left)]
    if view.car >= CARS_A_SIDE and view.shifts_left:
        shifts = _.plural("{n} roadblock to shift", "{n} roadblocks to shift", view.shifts_left)
        said.append(shifts.format(n=view.shifts_left))
    return capitalized(listed(_, said))


def score_sheet(look: Look[State]) -> tuple[list[str], list[list[str]]]:
    """Headers, and a line a seat: the side, its cars, and what became of them."""
    _, view = look._, look.view
    lines = []
    for seat in range(view.players):
        cars = [car for car in range(CARS) if view.square[car] != UNUSED and look.rules.call.seat_of(view, car) == seat]
        side = _("robbers") if cars[0] < CARS_A_SIDE else _("police")
        fates = listed(_, (fate(look, car) for car in cars))
        lines.append([look.player(seat), side, fates, result(look, seat)])
    return [_("Player"), _("Side"), _("Cars"), _("Result")], lines


def expected(look: Look[State], score: str) -> str:
    """Nobody counts points: for robbers it is cars that escape, for police cars that are captured."""
    _ = look._
    is_robber = look.rules.call.winning_result(look.view, look.viewer) == ROBBERS_WIN
    return (_("cars escaped: about {n}") if is_robber else _("cars captured: about {n}")).format(n=score)


def fate(look: Look[State], car: int) -> str:
    _ = look._
    name = car_name(_, car)
    if look.view.square[car] == ESCAPED:
        return _("{car} escaped").format(car=name)
    return _("{car} captured").format(car=name) if look.view.square[car] == CAPTURED else name


def result(look: Look[State], seat: int) -> str:
    _, view = look._, look.view
    if view.phase != OVER:
        return "-"
    if view.result == DRAWN:
        return _("drawn")
    return _("won") if look.rules.call.winning_result(view, seat) == view.result else _("lost")
