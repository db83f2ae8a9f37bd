"""What has just happened, as it is played: the dial, a card, a drive, an arrest, an escape, a roadblock."""

from collections.abc import Callable, Sequence
from itertools import pairwise

from tabletown.games.squad_car.drawing.pieces import car_at
from tabletown.games.squad_car.rules.figures import RED, YELLOW
from tabletown.games.squad_car.rules.state import DRAWN, State
from tabletown.games.squad_car.telling import naming, words
from tabletown.games.squad_car.telling.report import ENDINGS
from tabletown.rulekit.drawing import Svg
from tabletown.rulekit.language import listed, message
from tabletown.rulekit.look import Look
from tabletown.rulekit.records import Event
from tabletown.rulekit.staging import Moment

from . import ghosts, subjects
from .drives import tried

Told = dict[str, int]

HAPPENS = {
    "spin": (message("You spin {field}."), message("{name} spins {field}.")),
    "spin_red": (message("You spin red: {car} waits."), message("{name} spins red: {car} waits.")),
    "spin_yellow": (message("You spin yellow, and again."), message("{name} spins yellow, and again.")),
    "draw": (message("You draw a flashcard: {card}."), message("{name} draws a flashcard: {card}.")),
    "drive": (message("You drive {moves} to {square}."), message("{name} drives {moves} to {square}.")),
    "arrest": (message("You catch {caught}."), message("{name} catches {caught}.")),
    "drive_arrest": (
        message("You drive {moves} and catch {caught}."),
        message("{name} drives {moves} and catches {caught}."),
    ),
    "escape": (message("You escape: {exit}."), message("{name} escapes: {exit}.")),
    "block": (message("You block {exit}."), message("{name} blocks {exit}.")),
    "lift": (message("You lift the roadblock: {exit}."), message("{name} lifts the roadblock: {exit}.")),
}
"""Of the viewer's own doing, and of another's."""


def moments(look: Look[State], events: Sequence[Event]) -> list[Moment]:
    """Those that matter; an arrest on the way is told with the drive, and what ends the game is told by itself."""
    told = [look.told(event) for event in events]
    captured = [args for kind, args in told if kind == "captured_car"]
    drove = next((args for kind, args in told if kind == "drove"), None)
    found: list[Moment] = []
    if captured:
        found.append(arrest(look, captured, drove))
    for kind, args in told:
        is_told = (kind == "drove" and captured) or (kind == "game_ended" and args["result"] != DRAWN)
        if kind in SHOWN and not is_told:
            found.append(SHOWN[kind](look, args))
    return found


def said(look: Look[State], kind: str, args: Told, **more: str) -> str:
    mine, theirs = HAPPENS[kind]
    facts = {name: words.fact(look, name, number) for name, number in args.items() if name != "seat"}
    text = look._(mine if args["seat"] == look.viewer else theirs)
    return text.format(**{**facts, "name": look.names[args["seat"]], **more})


# ---------------------------------------------------------------- one by one


def spun(look: Look[State], args: Told) -> Moment:
    """Also one's own spin is worth seeing, so it is nobody's."""
    colour = look.rules.FIELD_COLOUR[args["field"]]
    kind = "spin_red" if colour == RED else "spin_yellow" if colour == YELLOW else "spin"
    seen = look.view.copy()
    seen.field, seen.car = args["field"], args["car"]
    return Moment(said(look, kind, args), subject=subjects.dial(look.at(seen), spins=True), kind="spin", beats=2.0)


def drew(look: Look[State], args: Told) -> Moment:
    seat = None if args["seat"] == look.viewer else args["seat"]
    card = subjects.flashcard(look, args["card"])
    return Moment(said(look, "draw", args), seat, card, "flashcard", beats=1.3)


def shuffled(look: Look[State], _args: Told) -> Moment:
    return Moment(look._(words.HAPPENED["shuffled"]), kind="shuffle", beats=0.6)


def drove(look: Look[State], args: Told) -> Moment:
    square = args["square"]
    place = subjects.lens(look, square, Svg(), naming.spot_name(look, square))
    spot = naming.spot_name(look, square)
    told = said(look, "drive", args, moves=str(args["moves"]), square=spot)
    return Moment(told, args["seat"], place, "drive", beats_of(args["moves"]), piece=f"car-{args['car']}")


def beats_of(moves: int) -> float:
    """A step takes a sixth of a beat; nobody waits longer than two."""
    return min(2.0, round(0.5 + moves / 6, 2))


def arrest(look: Look[State], captured: Sequence[Told], drove: Told | None) -> Moment:
    last = captured[-1]
    caught = listed(look._, (naming.driver_name(look, args["car"]) for args in captured))
    pair = subjects.arrest(look, last["by"], last["car"])
    if drove and drove["car"] == last["by"]:
        told = said(look, "drive_arrest", drove, moves=str(drove["moves"]), caught=caught)
    else:
        told = said(look, "arrest", last, caught=caught)
    return Moment(told, last["seat"], pair, "arrest", beats=2.0, piece=f"car-{last['by']}")


def escaped(look: Look[State], args: Told) -> Moment:
    square, heading = look.rules.EXIT_SQUARE[args["exit"]], look.view.heading[args["car"]]
    (spot,) = ghosts.spots(look, [(square, heading)])
    leaving = car_at(look, args["car"], spot, heading)
    place = subjects.lens(look, square, leaving, naming.exit_name(look, args["exit"]))
    return Moment(said(look, "escape", args), args["seat"], place, "escape", beats=1.5)


def placed(look: Look[State], args: Told) -> Moment:
    return at_exit(look, "block", args)


def lifted(look: Look[State], args: Told) -> Moment:
    return at_exit(look, "lift", args)


def at_exit(look: Look[State], kind: str, args: Told) -> Moment:
    square = look.rules.EXIT_SQUARE[args["exit"]]
    place = subjects.lens(look, square, Svg(), naming.exit_name(look, args["exit"]))
    return Moment(said(look, kind, args), args["seat"], place, "roadblock", beats=1.3)


def ended(look: Look[State], args: Told) -> Moment:
    return Moment(look._(ENDINGS[args["result"] - 1]), kind="end", beats=1.5)


SHOWN: dict[str, Callable[[Look[State], Told], Moment]] = {
    "spun": spun,
    "drew": drew,
    "shuffled": shuffled,
    "drove": drove,
    "escaped_car": escaped,
    "placed": placed,
    "lifted": lifted,
    "game_ended": ended,
}


# ---------------------------------------------------------------- square by square


def ways(look: Look[State], actions: Sequence[int]) -> dict[str, tuple[tuple[float, float, float], ...]]:
    """The way of the car that drives, from spot to spot and as it faces there, while the actions are played."""
    driven = tried(look, actions)
    if driven is None or not driven.moves:
        return {}
    turned = turns([heading for _square, heading in driven.places])
    spots = ghosts.spots(look, driven.places)
    return {f"car-{driven.car}": tuple((x, y, degrees) for (x, y), degrees in zip(spots, turned, strict=True))}


def turns(headings: Sequence[int]) -> list[int]:
    """In degrees, never the long way round."""
    found = [45 * headings[0]]
    for before, after in pairwise(headings):
        found.append(found[-1] + 45 * ((after - before + 4) % 8 - 4))
    return found
