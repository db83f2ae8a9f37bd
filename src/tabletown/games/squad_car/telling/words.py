"""Squad Car in sentences: actions, events, refusals, questions; the position has a file of its own."""

from collections.abc import Callable

from tabletown.games.squad_car.rules.figures import RED, YELLOW
from tabletown.games.squad_car.rules.nodes import heading_of, square_of
from tabletown.games.squad_car.rules.shapes import AHEAD, CARS_A_SIDE, HALF, LEFT
from tabletown.games.squad_car.rules.state import DRIVING, OVER, PLACING, SPINNING, State
from tabletown.rulekit.language import capitalized, message
from tabletown.rulekit.look import Listener, Look
from tabletown.rulekit.records import Event

from .naming import car_name, card_name, exit_name, field_name, heading_name, place_name
from .refusals import Case, refuse_in_words
from .report import ENDINGS

# ---------------------------------------------------------------- actions


def action(look: Look[State], action: int) -> str:
    """What the action would do; also for one that is not allowed."""
    kind, args = look.decoded(action)
    return SAID_BY[kind](look, *args.values())


def spin(look: Look[State]) -> str:
    _ = look._
    return _("Spin the dial for {car}").format(car=car_name(_, look.view.car))


def ahead(look: Look[State]) -> str:
    _ = look._
    there = landing(look, AHEAD)
    if there < 0:
        return _("Straight ahead")
    return _("Straight ahead: {place}").format(place=place_name(look, square_of(there)))


def bear(look: Look[State], side: int) -> str:
    _ = look._
    there = landing(look, LEFT + side)
    if there < 0:
        return _("Forward to the right") if side else _("Forward to the left")
    if look.view.heading[look.view.car] % 2:
        text = _("Forward to the right: {place}") if side else _("Forward to the left: {place}")
    else:
        text = _("Quarter turn right into {place}") if side else _("Quarter turn left into {place}")
    return text.format(place=place_name(look, square_of(there)))


def half_turn(look: Look[State], side: int) -> str:
    _ = look._
    there = landing(look, HALF + side)
    if there < 0:
        return _("Half turn right") if side else _("Half turn left")
    text = _("Half turn right, to face {heading}") if side else _("Half turn left, to face {heading}")
    return text.format(heading=heading_name(_, heading_of(there)))


def landing(look: Look[State], step: int) -> int:
    """The node to which the step would lead, or a negative number."""
    view = look.view
    square = view.square[view.car]
    if square < 0:
        return -1
    there: int = look.rules.call.step_from(view.car, square, view.heading[view.car], step)
    return there


def stop(look: Look[State]) -> str:
    _, view = look._, look.view
    if view.phase == DRIVING and view.moves_left == 0:
        return _("Leave the roadblocks where they are")
    return _("Stop here") if view.driven else _("Stay where you are")


def lift(look: Look[State], number: int) -> str:
    return look._("Lift the roadblock: {exit}").format(exit=exit_name(look, number))


def place(look: Look[State], number: int) -> str:
    return look._("Place the roadblock: {exit}").format(exit=exit_name(look, number))


SAID_BY: dict[str, Callable[..., str]] = {
    "spin": spin,
    "ahead": ahead,
    "bear": bear,
    "half_turn": half_turn,
    "stop": stop,
    "lift": lift,
    "place": place,
}

# ---------------------------------------------------------------- refusals


def refusal(look: Look[State], action: int, code: int) -> str:
    """What cannot be done, why, and what can be done instead."""
    return refuse_in_words(Case.of(look, action), code)


# ---------------------------------------------------------------- events

HAPPENED = {
    "round_began": message("Round {round} began."),
    "placed": message("{name} placed a roadblock: {exit}."),
    "spun": message("{name} spun {field} for {car}."),
    "spun_red": message("{name} spun red: {car} waits."),
    "spun_yellow": message("{name} spun yellow and spins again."),
    "you_spun_yellow": message("You spun yellow and spin again."),
    "drew": message("{name} drew a flashcard for {car}: {card}."),
    "shuffled": message("All flashcards had been used and were shuffled."),
    "drove": message("{name} drove {car} to {square} ({moves})."),
    "lifted": message("{name} lifted a roadblock: {exit}."),
    "captured_car": message("{by} captured {car}."),
    "escaped_car": message("{car} escaped: {exit}."),
    "game_ended": message("The game is over. {result}"),
}


def event(to: Listener, event: Event) -> str:
    """What happened, as the viewer (-1: a spectator) reads it."""
    rules = to.rules
    kind, told = to.told(event)
    if kind == "spun" and rules.FIELD_COLOUR[told["field"]] in {RED, YELLOW}:
        kind = "spun_red" if rules.FIELD_COLOUR[told["field"]] == RED else "spun_yellow"
    said = {name: fact(to, name, number) for name, number in told.items()}
    if "seat" in told:
        said["name"] = to.person(told["seat"])
        kind = f"you_{kind}" if f"you_{kind}" in HAPPENED and told["seat"] == to.viewer else kind
    return capitalized(to._(HAPPENED[kind]).format(**said))


def fact(to: Listener, name: str, number: int) -> str:
    return FACTS[name](to, number) if name in FACTS else str(number)


FACTS: dict[str, Callable[[Listener, int], str]] = {
    "car": lambda to, number: car_name(to._, number),
    "by": lambda to, number: car_name(to._, number),
    "exit": exit_name,
    "square": place_name,
    "field": field_name,
    "card": card_name,
    "moves": lambda to, number: to._.plural("{n} move", "{n} moves", number).format(n=number),
    "result": lambda to, number: to._(ENDINGS[number - 1]),
}


# ---------------------------------------------------------------- questions


def question(look: Look[State]) -> str:
    """What the seat is being asked now."""
    _, view = look._, look.view
    if view.phase == OVER:
        return _("The game is over.")
    if look.rules.call.seat_of(view, view.car) != look.viewer:
        return _("Another player is deciding.")
    if view.phase == PLACING:
        return _("Which exit does the roadblock close?")
    if view.phase == SPINNING:
        return _("It is the turn of {car}. Spin the dial.").format(car=car_name(_, view.car))
    return driving_question(look)


def driving_question(look: Look[State]) -> str:
    _, view = look._, look.view
    shifts = _.plural("You may shift a roadblock.", "You may shift up to {n} roadblocks.", view.shifts_left)
    said = []
    if view.moves_left:
        text = _.plural("{car} has {n} move. Where to?", "{car} has {n} moves. Where to?", view.moves_left)
        said.append(capitalized(text.format(car=car_name(_, view.car), n=view.moves_left)))
    if view.shifts_left and view.car >= CARS_A_SIDE:
        said.append(shifts.format(n=view.shifts_left))
    return " ".join(said)


def ending(to: Listener, code: int) -> str:
    return to._(ENDINGS[code - 1])
