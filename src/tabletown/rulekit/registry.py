"""The games that are installed, found by entry point: a game can live in another package."""

import importlib
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from tabletown.rulekit.declare import Declaration, slip_in
from tabletown.rulekit.errors import BadDeclaration, UnknownGame
from tabletown.rulekit.language import message

GROUP = "tabletown.games"


@cache
def declarations() -> dict[str, Declaration]:
    found: dict[str, Declaration] = {}
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        declaration = _loaded(entry)
        if not isinstance(declaration, Declaration) or declaration.name != entry.name:
            raise BadDeclaration(f"The entry point {entry.name!r} ({entry.value}) is not a game declared by that name.")
        found[entry.name] = declaration
    return found


def _loaded(entry: EntryPoint) -> object:
    try:
        return vars(importlib.import_module(entry.module)).get(entry.attr)
    except Exception as error:
        raise BadDeclaration(f"The game {entry.name!r} ({entry.value}) cannot be loaded: {slip_in(error)}") from error


def declaration(name: str) -> Declaration:
    found = declarations()
    if name not in found:
        known = tuple(found) or ("none installed",)
        raise UnknownGame(message("There is no game {name!r}; there are {known}."), name=name, known=known)
    return found[name]
