"""What an edition of Squad Car holds: the board, the dial, the flashcards and the names."""

from collections.abc import Iterator
from typing import Any

from tabletown.rulekit.editions import Chart, Figure, Line, Values, derived, numbers, words

from .board import CROSSING, board_of, complaints, read_map
from .distances import Distances, at_least, distances_of, odds_of_races
from .shapes import CARS_A_SIDE, MAX_CARDS, MAX_MOVES, ROADBLOCKS

COLOURS = ("green", "blue", "red", "yellow")
GREEN, BLUE, RED, YELLOW = range(4)


def read_dial(value: Any) -> tuple[tuple[int, int], ...]:
    """Fields of the dial in their order, as (colour, moves): "green 3", "blue 2", "red", "yellow"."""
    if not isinstance(value, list) or not 2 <= len(value) <= 36:
        raise ValueError("takes a list of 2 to 36 fields")
    return tuple(_read_field(field) for field in value)


def _read_field(field: Any) -> tuple[int, int]:
    colour, _, moves = field.partition(" ") if isinstance(field, str) else ("", "", "")
    if colour in ("red", "yellow") and not moves:
        return COLOURS.index(colour), 0
    if colour in ("green", "blue") and moves.isdecimal() and 1 <= int(moves) <= MAX_MOVES:
        return COLOURS.index(colour), int(moves)
    raise ValueError(f'has a field {field!r}; it takes "green N", "blue N", "red" and "yellow"')


MAP: Any = Figure("board.map", read_map)
STREETS: tuple[str, ...] = words("board.streets")
AVENUES: tuple[str, ...] = words("board.avenues")
SQUAD_STARTS: Chart = numbers("squad_cars.starts", CARS_A_SIDE, 2, low=0, high=39)
TWO_CAR_LOTS: Line = numbers("getaway_cars.lots_for_two", 2, low=1, high=3)
DIAL: Any = Figure("dial.fields", read_dial)
CARDS: Chart = numbers("flashcards.cards", 0, 2, low=0, high=MAX_MOVES)
"""Moves of the squad car and how many roadblocks may be shifted."""


def _board(values: Values) -> Any:
    return board_of(values["board.map"])


STRIDE: int = derived(lambda values: _board(values).stride)
STEP: tuple[Chart, ...] = derived(lambda values: _board(values).steps)
LANES: Line = derived(lambda values: _board(values).lanes)
EXIT_AT: Line = derived(lambda values: _board(values).exit_at)
EXIT_SQUARE: Line = derived(lambda values: _board(values).exits)
LOT_NODE: Line = derived(lambda values: _board(values).lot_nodes)
SQUAD_NODE: Line = derived(lambda values: _board(values).squad_nodes(values["squad_cars.starts"]))
FIELDS: int = derived(lambda values: len(values["dial.fields"]))
FIELD_COLOUR: Line = derived(lambda values: tuple(colour for colour, _ in values["dial.fields"]))
FIELD_MOVES: Line = derived(lambda values: tuple(moves for _, moves in values["dial.fields"]))
CARD_COUNT: int = derived(lambda values: len(values["flashcards.cards"]))

# ------------------------------------------------------------ for instinct and forecasts


def _distances(values: Values) -> Distances:
    return distances_of(values["board.map"], values["squad_cars.starts"])


def getaway_reach(values: Values) -> tuple[int, ...]:
    """By number of moves: how likely, per mille, a getaway car's spin gives at least so many."""
    return at_least((moves, 1) for colour, moves in values["dial.fields"] if colour != YELLOW)


def squad_reach(values: Values) -> tuple[int, ...]:
    """The same for a squad car, flashcards counted in."""
    cards = values["flashcards.cards"]
    plain = [(moves, 1.0) for colour, moves in values["dial.fields"] if colour in (GREEN, RED)]
    flashes = sum(colour == BLUE for colour, _ in values["dial.fields"])
    return at_least(plain + [(moves, flashes / len(cards)) for moves, _ in cards])


ROW_OF: Line = derived(lambda values: _distances(values).row_of)
COLUMN_OF: Line = derived(lambda values: _distances(values).column_of)
OUT: Chart = derived(lambda values: _distances(values).out)
HUNT: Chart = derived(lambda values: _distances(values).hunt)
NODE_COUNT: int = derived(lambda values: len(_distances(values).nodes))
GUARD: Chart = derived(lambda values: _distances(values).guard)
GETAWAY_REACH: Line = derived(getaway_reach)
SPRINT: int = derived(lambda values: max(moves for _, moves in values["dial.fields"]))
"""The furthest that a getaway car comes in one turn."""
SQUAD_REACH: Line = derived(squad_reach)
FIRST_THERE: tuple[Chart, ...] = derived(lambda values: odds_of_races(getaway_reach(values), squad_reach(values)))


def check(values: Values) -> Iterator[tuple[str, str]]:
    """What must hold between figures."""
    yield from complaints(values["board.map"], values["squad_cars.starts"])
    board = _board(values)
    crossings = [board.place(square) for square in board.roads if board.kinds[square] == CROSSING]
    for key, count in (
        ("board.streets", len({y for _, y in crossings})),
        ("board.avenues", len({x for x, _ in crossings})),
    ):
        if len(values[key]) != count:
            yield key, f"takes {count} names, one for each road of the map, not {len(values[key])}"
    if len(set(values["getaway_cars.lots_for_two"])) != 2:
        yield "getaway_cars.lots_for_two", "takes two different lots"
    if all(colour == YELLOW for colour, _ in values["dial.fields"]):
        yield "dial.fields", "has only yellow fields, so that a spin would never end"
    cards = values["flashcards.cards"]
    if not 1 <= len(cards) <= MAX_CARDS:
        yield "flashcards.cards", f"takes 1 to {MAX_CARDS} cards, not {len(cards)}"
    for moves, shifts in cards:
        if shifts > ROADBLOCKS:
            yield "flashcards.cards", f"has the card [{moves}, {shifts}], but there are {ROADBLOCKS} roadblocks"
