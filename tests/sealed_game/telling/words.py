"""Just enough text."""

from tabletown.rulekit.look import Listener, Look
from tabletown.rulekit.records import Event
from tests.sealed_game.rules.actions import ACTIONS
from tests.sealed_game.rules.events import EVENTS
from tests.sealed_game.rules.reasons import REASONS
from tests.sealed_game.rules.state import State


def action(look: Look[State], action: int) -> str:
    return str(ACTIONS.decode(action))


def event(to: Listener, event: Event) -> str:
    return str(EVENTS.named(event))


def refusal(look: Look[State], action: int, code: int) -> str:
    return REASONS.all[code].name


def position(look: Look[State]) -> str:
    return str(look.view)


def question(look: Look[State]) -> str:
    return "Your bid?"


def ending(to: Listener, code: int) -> str:
    return "All rounds are played."
