"""What happens now, in a sentence, and who drives when."""

from tabletown.games.squad_car.rules.shapes import CARS, CARS_A_SIDE, ROADBLOCKS
from tabletown.games.squad_car.rules.state import DRAWN, DRIVING, IN_HAND, OVER, PLACING, SPINNING, State
from tabletown.games.squad_car.telling import naming, odds
from tabletown.games.squad_car.telling.report import ENDINGS
from tabletown.rulekit.language import capitalized
from tabletown.rulekit.look import Look
from tabletown.rulekit.staging import ACTS, OUT, WAITS, Answer, Now


def now(look: Look[State]) -> Now:
    _, view = look._, look.view
    if view.phase == OVER:
        return Now("", _(ENDINGS[view.result - 1]))
    seat = look.rules.call.seat_of(view, view.car)
    mine = seat == look.viewer
    name = look.names[seat]
    if view.phase == PLACING:
        return Now(_("Your roadblock.") if mine else _("{name} blocks an exit.").format(name=name), placing(look))
    if view.phase == SPINNING:
        return Now(_("Your spin.") if mine else _("{name} spins.").format(name=name), how_near(look))
    if view.moves_left == 0:
        return Now(_("Your flashcard.") if mine else _("{name} has a flashcard.").format(name=name), shifts(look))
    return Now(_("Your drive.") if mine else _("{name} drives.").format(name=name), driving(look))


def placing(look: Look[State]) -> str:
    """Which one of how many, or where the one in hand came from."""
    _, view = look._, look.view
    if view.round:
        return _("Lifted from {exit}.").format(exit=naming.exit_name(look, view.lifted_from))
    number = ROADBLOCKS + 1 - sum(place == IN_HAND for place in view.roadblock)
    return _("Number {n} of {all}, before the first spin.").format(n=number, all=ROADBLOCKS)


def driving(look: Look[State]) -> str:
    _, view = look._, look.view
    text = _.plural("{car}: up to {n} move.", "{car}: up to {n} moves.", view.moves_left)
    said = text.format(car=capitalized(naming.car_name(_, view.car)), n=view.moves_left)
    return f"{said} {shifts(look)}".strip()


def shifts(look: Look[State]) -> str:
    _, view = look._, look.view
    if not view.shifts_left:
        return ""
    text = _.plural("A roadblock may be shifted.", "Up to {n} roadblocks may be shifted.", view.shifts_left)
    return text.format(n=view.shifts_left)


def how_near(look: Look[State]) -> str:
    """A getaway car to its way out, a squad car to the next getaway car."""
    _, view = look._, look.view
    car = capitalized(naming.car_name(_, view.car))
    place = odds.place_of(view, view.car)
    if view.car < CARS_A_SIDE:
        way = odds.way_out(look, place)
        if way is None:
            return _("{car} has no open exit.").format(car=car)
        text = _.plural("{car} is {n} move from {exit}.", "{car} is {n} moves from {exit}.", way.moves)
        return text.format(car=car, n=way.moves, exit=naming.exit_name(look, way.exit))
    moves, robber = min(
        (odds.moves_to_catch(look.rules, place, view.square[other]), other) for other in odds.robbers_on_the_road(view)
    )
    text = _.plural("{car} is {n} move from {robber}.", "{car} is {n} moves from {robber}.", moves)
    return text.format(car=car, n=moves, robber=naming.car_name(_, robber))


# ---------------------------------------------------------------- everybody


def answers(look: Look[State]) -> list[Answer]:
    """In the order in which their cars move from now on; whoever has lost every car comes last."""
    view = look.view
    if view.phase == OVER:
        return [Answer(seat, fate(look, seat), WAITS) for seat in look.seats]
    found: dict[int, Answer] = {}
    for turn, car in enumerate(cars_in_turn(view)):
        seat = look.rules.call.seat_of(view, car)
        if seat not in found:
            found[seat] = Answer(seat, does(look, turn), ACTS if turn == 0 else WAITS)
    for seat in look.seats:
        found.setdefault(seat, Answer(seat, look._("caught"), OUT))
    return list(found.values())


def cars_in_turn(view: State) -> list[int]:
    on_the_road = [car for car in range(CARS) if view.square[car] >= 0]
    if view.phase == PLACING and view.round == 0:
        placers = [car for car in on_the_road if car >= CARS_A_SIDE]
        return [view.car, *(car for car in placers if car != view.car), *on_the_road]
    return sorted(on_the_road, key=lambda car: (car < view.car, car))


def does(look: Look[State], turn: int) -> str:
    _, view = look._, look.view
    if turn:
        return _("next") if turn == 1 else _("waits")
    if view.phase == PLACING:
        return _("blocks")
    if view.phase == SPINNING:
        return _("spins")
    return _("drives") if view.phase == DRIVING and view.moves_left else _("shifts")


def fate(look: Look[State], seat: int) -> str:
    won = look.rules.call.winning_result(look.view, seat) == look.view.result
    return look._("won") if won else look._("drawn") if look.view.result == DRAWN else look._("lost")
