"""Just enough text."""

from typing import Any

from tests.sealed_game.rules.actions import ACTIONS
from tests.sealed_game.rules.events import EVENTS
from tests.sealed_game.rules.reasons import REASONS


def action(_: Any, rules: Any, view: Any, seat: int, action: int, names: Any) -> str:
    return str(ACTIONS.decode(action))


def event(_: Any, rules: Any, event: Any, viewer: int, names: Any) -> str:
    return str(EVENTS.named(event))


def refusal(_: Any, rules: Any, view: Any, seat: int, action: int, code: int, names: Any) -> str:
    return REASONS.all[code].name


def position(_: Any, rules: Any, view: Any, viewer: int, names: Any) -> str:
    return str(view)


def question(_: Any, rules: Any, view: Any, seat: int, names: Any) -> str:
    return "Your bid?"


def ending(_: Any, rules: Any, code: int) -> str:
    return "All rounds are played."
