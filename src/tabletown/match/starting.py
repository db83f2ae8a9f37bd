"""Positions given by hand: checked before anybody plays from them."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tabletown.match.game import Game
from tabletown.match.match import Match
from tabletown.rulekit.editions import Edition
from tabletown.rulekit.errors import BadState
from tabletown.rulekit.namespace import Namespace
from tabletown.rulekit.records import Record


def checked_start(rules: Namespace, given: Mapping[str, Any], players: int | None = None) -> tuple[Record, int]:
    """The state and its number of players, or BadState saying what does not add up."""
    state = rules.declaration.state.from_dict({**given, "rng": given.get("rng") or 0})
    for name, field in state.fields.items():
        if any(value == field.low for value in field.flat(getattr(state, name))):
            raise BadState(f"{name} is hidden in this position; a match can only start where nothing is.")
    count = rules.declaration.check_players(state.players)
    if players is not None and players != count:
        raise BadState(f"The position is one of {count} players, not {players}.")
    for option in rules.declaration.options:
        option.parse(getattr(state, option.name))
    check_position(rules, state)
    return state, count


def check_position(rules: Namespace, state: Record) -> None:
    """The books balance, and whoever is to decide can."""
    try:
        book = rules.call.audit(state)
        stuck = [seat for seat in rules.pending_seats(state) if not rules.legal_actions(state, seat)]
    except (IndexError, ValueError) as error:
        raise BadState(f"The position contradicts itself: {error}.") from None
    if book:
        raise BadState(f"The position does not add up: book {book} of {rules.declaration.title} does not balance.")
    if stuck:
        raise BadState(f"The position has no move for seat {stuck[0]}, who is to decide.")


def from_state(
    game: Game,
    state: Mapping[str, Any],
    players: int | None = None,
    seed: int | str | bytes | None = None,
    edition: str | Path | Mapping[str, Any] | Edition | None = None,
    names: Sequence[str] | None = None,
) -> Match:
    """A match that begins at a given position: one that `view(...).to_dict()` could have shown with nothing hidden."""
    rules = game.rules(edition)
    start, count = checked_start(rules, state, players)
    options = {option.name: getattr(start, option.name) for option in game.options}
    return Match(game, count, seed, options, rules.edition, names, start)
