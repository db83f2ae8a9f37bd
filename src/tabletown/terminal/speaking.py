"""Which language, and the options of a game as they are written on the command line."""

import os
from collections.abc import Sequence

from tabletown.rulekit.errors import BadOption
from tabletown.rulekit.language import LANGUAGES, say


def language_of(given: str | None) -> str:
    """The language asked for, else the one that the system speaks, else English."""
    if given is not None:
        say(given)
        return given
    spoken = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "en")
    return spoken[:2] if spoken[:2] in LANGUAGES else "en"


def read_options(pairs: Sequence[str]) -> dict[str, str]:
    """k=v, k=v"""
    options: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name or not value:
            raise BadOption(f"An option is written as name=value, not {pair!r}.")
        if name in options:
            raise BadOption(f"The option {name!r} is given twice.")
        options[name] = value
    return options
