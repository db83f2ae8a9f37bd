"""The position as plain text: a map in letters, then cars, roadblocks, dial and cards in words."""

from collections.abc import Iterator, Sequence

from tabletown.games.squad_car.rules.shapes import CARS, CARS_A_SIDE
from tabletown.games.squad_car.rules.state import CAPTURED, DRAWN, ESCAPED, NONE, OVER, PLACING, SPINNING, UNUSED, State
from tabletown.rulekit.language import Say, capitalized, listed, message, player
from tabletown.rulekit.namespace import Namespace

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


def position(_: Say, rules: Namespace, view: State, viewer: int, names: Sequence[str]) -> str:
    parts = (
        [heading(_, view)],
        list(drawn_map(rules, view)),
        [_("A B C getaway cars, 1 2 3 squad cars, # roadblock, o open exit, i entry end, P parking lot")],
        list(car_lines(_, rules, view, viewer, names)),
        list(table_lines(_, rules, view)),
    )
    return "\n\n".join("\n".join(part) for part in parts if part)


def heading(_: Say, view: State) -> str:
    if view.phase == OVER:
        return _(ENDINGS[view.result - 1])
    if view.round == 0:
        return _("The police place their roadblocks.")
    text = _("Round {round} of {limit}: {car}.")
    return text.format(round=view.round, limit=view.round_limit, car=car_name(_, view.car))


def drawn_map(rules: Namespace, view: State) -> Iterator[str]:
    map_ = board(rules)
    signs = list(map_.signs)
    for place in view.roadblock:
        if place >= 0:
            signs[map_.exits[place]] = ROADBLOCK_SIGN
    for car in range(CARS):
        if view.square[car] >= 0:
            signs[view.square[car]] = SIGNS_OF_CARS[car]
    for row in range(len(map_.lines)):
        yield "".join(signs[row * map_.stride : (row + 1) * map_.stride - 1])


def car_lines(_: Say, rules: Namespace, view: State, viewer: int, names: Sequence[str]) -> Iterator[str]:
    for car in range(CARS):
        if view.square[car] == UNUSED:
            continue
        sign = SIGNS_OF_CARS[car]
        arrow = ARROWS[view.heading[car]] if view.square[car] >= 0 else " "
        who = player(_, names, rules.call.seat_of(view, car), viewer)
        line = _("{car} ({who}): {place}").format(
            car=capitalized(car_name(_, car)), who=who, place=car_place(_, rules, view, car)
        )
        mark = "*" if car == view.car and view.phase != OVER else " "
        yield f"{mark} {sign} {arrow} {line}"


def table_lines(_: Say, rules: Namespace, view: State) -> Iterator[str]:
    for place in sorted(view.roadblock):
        if place >= 0:
            yield _("Roadblock: {exit}").format(exit=exit_name(_, rules, place))
    if view.field != NONE:
        yield _("Dial: {field}").format(field=field_name(_, rules, view.field))
    if view.card != NONE:
        yield _("Flashcard: {card}").format(card=card_name(_, rules, view.card))
    if view.phase not in {OVER, PLACING, SPINNING}:
        yield left_over(_, view)
    yield _("Flashcards: {unused} in the pile, {used} used").format(
        unused=view.unused_cards, used=rules.CARD_COUNT - view.unused_cards
    )


def left_over(_: Say, view: State) -> str:
    said = [_.plural("{n} move left", "{n} moves left", view.moves_left).format(n=view.moves_left)]
    if view.car >= CARS_A_SIDE and view.shifts_left:
        shifts = _.plural("{n} roadblock to shift", "{n} roadblocks to shift", view.shifts_left)
        said.append(shifts.format(n=view.shifts_left))
    return capitalized(listed(_, said))


def score_sheet(
    _: Say, rules: Namespace, view: State, viewer: int, names: Sequence[str]
) -> tuple[list[str], list[list[str]]]:
    """Headers, and a line a seat: the side, its cars, and what became of them."""
    lines = []
    for seat in range(view.players):
        cars = [car for car in range(CARS) if view.square[car] != UNUSED and rules.call.seat_of(view, car) == seat]
        side = _("robbers") if cars[0] < CARS_A_SIDE else _("police")
        fates = listed(_, (fate(_, view, car) for car in cars))
        lines.append([player(_, names, seat, viewer), side, fates, result(_, rules, view, seat)])
    return [_("Player"), _("Side"), _("Cars"), _("Result")], lines


def fate(_: Say, view: State, car: int) -> str:
    name = car_name(_, car)
    if view.square[car] == ESCAPED:
        return _("{car} escaped").format(car=name)
    return _("{car} captured").format(car=name) if view.square[car] == CAPTURED else name


def result(_: Say, rules: Namespace, view: State, seat: int) -> str:
    if view.phase != OVER:
        return "-"
    if view.result == DRAWN:
        return _("drawn")
    return _("won") if rules.call.winning_result(view, seat) == view.result else _("lost")
