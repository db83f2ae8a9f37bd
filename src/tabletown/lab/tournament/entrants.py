"""Who takes part: bots of ours by level, a Python class, a program of anybody's; each by one line of text."""

import hashlib
import re
import shlex
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from tabletown import bots
from tabletown.rulekit.errors import BadOption

PROCESS = "process:"
HOST = "tabletown.lab.tournament.hosting"
"""What runs a Python class in a process of its own."""
LONGEST_NAME = 40


@dataclass(frozen=True)
class Entrant:
    """One of those who play: a level of ours, or else a program that is asked in JSON lines."""

    name: str
    spec: str
    """As it was written."""
    level: str = ""
    hosted: tuple[str, ...] = ()
    """A module of Python's and what it is told: run by the interpreter of whoever plays the games."""
    command: tuple[str, ...] = ()
    source: str = ""
    """A hash of its files, as far as they are known: a bot that was changed is another one."""

    @property
    def is_ours(self) -> bool:
        return bool(self.level)

    @property
    def line(self) -> list[str]:
        """What is run."""
        return [sys.executable, "-m", *self.hosted] if self.hosted else [*self.command]


def read_entrants(specs: Sequence[str], doors: Mapping[str, str] | None = None) -> tuple[Entrant, ...]:
    """`neighbour`, `module:Class`, `process:COMMAND`, each also as `NAME=...`.

    A door is a word before the colon and the module that runs what stands behind it.
    """
    found = tuple(_read(spec.strip(), doors or {}) for spec in specs)
    names = [entrant.name for entrant in found]
    for name in names:
        if names.count(name) > 1:
            raise BadOption(f"Two bots are called {name!r}; give one of them another name, as second={name}.")
    return found


def _read(spec: str, doors: Mapping[str, str]) -> Entrant:
    named = re.fullmatch(r"([^=:,]+)=(.*)", spec, re.DOTALL)
    name, what = (named[1].strip(), named[2].strip()) if named else ("", spec)
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise BadOption(f"A bot's name has at most {LONGEST_NAME} letters, not {len(name)}.")
    door, colon, behind = what.partition(":")
    if what.startswith(PROCESS):
        return _process(name, what)
    if door in doors and behind:
        return Entrant(name or behind, what, hosted=(doors[door], behind), source=_hash_of([_file_of(doors[door])]))
    if colon:
        return _class(name, what)
    return Entrant(name or bots.level(what).name, what, level=what)


def _process(name: str, spec: str) -> Entrant:
    try:
        command = shlex.split(spec.removeprefix(PROCESS))
    except ValueError:
        command = []
    if not command:
        raise BadOption(f"A program is written as {PROCESS}COMMAND, as process:python3 my_bot.py, not {spec!r}.")
    files = [path for part in command if (path := Path(part)).is_file()]
    own = files[-1].stem if files else Path(command[0]).name
    return Entrant(name or own[:LONGEST_NAME], spec, command=tuple(command), source=_hash_of(files))


def _class(name: str, spec: str) -> Entrant:
    """Not imported here: it runs in a process of its own."""
    module, _, cls = spec.partition(":")
    if not all(part.isidentifier() for part in (*module.split("."), cls)):
        raise BadOption(f"A Python class is written as module:Class, not {spec!r}.")
    return Entrant(name or cls, spec, hosted=(HOST, spec), source=_hash_of([_file_of(module)]))


def _file_of(module: str) -> Path:
    """Where a module's source is; nothing of it is run."""
    if str(Path.cwd()) not in sys.path:
        sys.path.append(str(Path.cwd()))  # where its process will look too
    top = find_spec(module.partition(".")[0])
    if top is None:
        raise BadOption(f"There is no module {module!r} to be found from {Path.cwd()}.")
    folders = [Path(place) for place in top.submodule_search_locations or ()]
    inner = module.split(".")[1:]
    places = [place for folder in folders for place in _places(folder, inner)]
    return next((place for place in places if place.is_file()), Path(top.origin or ""))


def _places(folder: Path, inner: Sequence[str]) -> list[Path]:
    below = folder.joinpath(*inner)
    return [below.with_suffix(".py"), below / "__init__.py"]


def _hash_of(files: Sequence[Path]) -> str:
    digest = hashlib.sha256()
    for path in files:
        if path.is_file():
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


@cache
def sources_of_ours() -> str:
    """What our own players are made of, besides the rules."""
    return _hash_of(sorted(Path(bots.__file__).parent.glob("*.py")))
