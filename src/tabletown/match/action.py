"""Actions as people and programs name them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tabletown.match.errors import Refused
from tabletown.rulekit.actions import Actions, BadAction


@dataclass(frozen=True)
class Action:
    """A legal action: its kind and arguments, its number in the action space, and what it says."""

    kind: str
    args: dict[str, int] = field(hash=False)
    id: int
    text: str = field(compare=False)

    def to_dict(self) -> dict[str, Any]:
        return {"kind": self.kind, "args": self.args, "id": self.id, "text": self.text}


Playable = Action | int | Mapping[str, Any]


def number_of(actions: Actions, given: object) -> int:
    """The number of an action given as an Action, a number or {"kind", "args"}."""
    if isinstance(given, Action):
        given = {"kind": given.kind, "args": given.args}
    try:
        if isinstance(given, Mapping):
            kind, args = given.get("kind"), given.get("args", {})
            if not isinstance(kind, str) or not isinstance(args, Mapping):
                raise BadAction('An action is written as {"kind": "...", "args": {...}}.')
            return actions.encode(kind, args)
        if isinstance(given, int) and not isinstance(given, bool):
            actions.decode(given)
            return given
        raise BadAction(f"An action is a number or an object with kind and args, not {repr(given)[:40]}.")
    except BadAction as error:
        raise Refused("unknown_action", str(error)) from None
