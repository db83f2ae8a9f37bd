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
    """All that can be loaded: a game with a slip in it keeps nobody from the others."""
    return {name: found for name, found in _installed().items() if isinstance(found, Declaration)}


@cache
def broken() -> dict[str, BadDeclaration]:
    """The others, and what is wrong with each."""
    return {name: found for name, found in _installed().items() if isinstance(found, BadDeclaration)}


@cache
def _installed() -> dict[str, Declaration | BadDeclaration]:
    entries = sorted(entry_points(group=GROUP), key=lambda entry: entry.name)
    return {entry.name: _loaded(entry) for entry in entries}


def _loaded(entry: EntryPoint) -> Declaration | BadDeclaration:
    try:
        found = vars(importlib.import_module(entry.module)).get(entry.attr)
    except Exception as error:  # noqa: BLE001 -- whatever somebody else's module comes to
        return BadDeclaration(f"The game {entry.name!r} ({entry.value}) cannot be loaded: {slip_in(error)}")
    if not isinstance(found, Declaration) or found.name != entry.name:
        other = f"; it is called {found.name!r}" if isinstance(found, Declaration) else ""
        return BadDeclaration(
            f"The entry point {entry.name!r} ({entry.value}) is not a game declared by that name{other}."
        )
    return found


def declaration(name: str) -> Declaration:
    if name in broken():
        raise broken()[name].with_traceback(None)  # else it would hold on to all that ever asked
    found = declarations()
    if name not in found:
        known = tuple(found) or ("none installed",)
        raise UnknownGame(message("There is no game {name!r}; there are {known}."), name=name, known=known)
    return found[name]
