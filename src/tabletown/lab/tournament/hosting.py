"""Runs a Python class as a program of the arena: `python -m tabletown.lab.tournament.hosting module:Class`.

The class is made with the rules and has what every bot has, `choose(view, seat, budget, rng)`. What it prints goes to
the standard error.
"""

import importlib
import json
import sys
from collections.abc import Callable
from random import Random
from typing import Any, Protocol

from tabletown.match import game
from tabletown.rulekit.errors import BadOption, TabletownError
from tabletown.rulekit.namespace import Namespace
from tabletown.rulekit.records import Record


class Chooses(Protocol):
    def choose(self, view: Record, seat: int, budget: float, rng: Random, /) -> int: ...


Make = Callable[[Namespace, int, dict[str, str]], Chooses]
"""From the rules, how many play, and the options."""


def class_named(name: str) -> Make:
    module, _, found = name.partition(":")
    try:
        cls = getattr(importlib.import_module(module), found, None)
    except ImportError as error:
        raise BadOption(f"{module} cannot be imported: {error}.") from None
    if cls is None:
        raise BadOption(f"There is no {found} in {module}.")
    if not callable(getattr(cls, "choose", None)):
        raise BadOption(f"{name} is no bot: it has no choose(view, seat, budget, rng).")
    return lambda rules, _players, _options: cls(rules)


def host(make: Callable[[], Make]) -> None:
    """Answer whatever is asked until nobody asks any more."""
    out, sys.stdout = sys.stdout, sys.stderr

    def answer(message: dict[str, Any]) -> None:
        out.write(json.dumps(message) + "\n")
        out.flush()

    player: Chooses | None = None
    chance = Random(0)
    for line in sys.stdin:
        told = json.loads(line)
        if told["type"] == "hello":
            try:
                rules = game(told["game"]).rules(told["edition"] or None)
                player = make()(rules, told["players"], told["options"])
            except TabletownError as error:
                answer({"error": str(error)})
                return
            answer({"ready": True, "language": ""})
        elif told["type"] == "begin":
            chance = Random(told["seed"])
        elif told["type"] == "choose":
            assert player is not None
            view = rules.declaration.state.from_dict(told["view"])
            answer({"action": int(player.choose(view, told["seat"], told["seconds"], chance))})


if __name__ == "__main__":
    host(lambda: class_named(sys.argv[1]))
