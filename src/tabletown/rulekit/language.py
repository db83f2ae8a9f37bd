"""Texts in the reader's language: messages are written in English in the code, catalogues in `locale/` translate them.

_ = say("ja", game)
_("Pass")
_.plural("{n} check", "{n} checks", n).format(n=n)
"""

import importlib.util
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING

from tabletown.rulekit.errors import BadDeclaration, TabletownError

if TYPE_CHECKING:
    from tabletown.rulekit.declare import Declaration

LANGUAGES = {"en": "English", "ja": "日本語"}
"""Code -> its own name."""
HOUSE = "tabletown"
"""The package whose catalogue holds the messages that belong to no game."""


MOST_KNOWN = 8192
"""Messages that a translator has at hand; more than all catalogues hold together."""


class UnknownLanguage(TabletownError):
    """A language that Tabletown does not speak."""


class Say:
    """The translator `_`: a message that has no translation is said in English."""

    def __init__(self, language: str, translations: NullTranslations) -> None:
        self.language = language
        self._translations = translations
        self._known: dict[str, str] = {}

    def __call__(self, text: str) -> str:
        try:
            return self._known[text]
        except KeyError:
            return self._looked_up(text)

    def _looked_up(self, text: str) -> str:
        """Remembered, as the messages of the catalogues are few; what else is asked for is not kept without end."""
        found = self._translations.gettext(text)
        if len(self._known) < MOST_KNOWN:
            self._known[text] = found
        return found

    def plural(self, one: str, many: str, n: int) -> str:
        """The message for n things; its numbers are still to be filled in."""
        return self._translations.ngettext(one, many, n)

    def __repr__(self) -> str:
        return f"<Say {self.language}>"


@dataclass(frozen=True)
class Title:
    """What a game is called, for sentences whose translator need not know the game."""

    text: str
    package: str

    def __str__(self) -> str:
        return self.text

    def said(self, _: Say) -> str:
        return _say(_.language, self.package)(self.text)


def message(text: str) -> str:
    """Marks a text that stands in a table and is translated when it is shown."""
    return text


# ---------------------------------------------------------------- what every game says


def capitalized(text: str) -> str:
    return text[:1].upper() + text[1:]


def listed(_: Say, parts: Iterable[str]) -> str:
    return _(", ").join(parts)


def listed_apart(_: Say, parts: Iterable[str]) -> str:
    """Where the parts may be lists themselves."""
    return _("; ").join(parts)


def headed(_: Say, head: str, text: str) -> str:
    """What it is about, and what there is to say of it."""
    return _("{head}: {text}").format(head=head, text=text)


def all_of(_: Say, parts: Sequence[str]) -> str:
    """The same in a sentence: Ida, Quinn and Mori."""
    *most, last = parts
    return _("{most} and {last}").format(most=listed(_, most), last=last) if most else last


# ---------------------------------------------------------------- catalogues


def say(language: str, *games: "Declaration") -> Say:
    """The translator for a language, from the catalogues of the games and of the house; the first that knows wins."""
    if language not in LANGUAGES:
        known = ", ".join(f"{code} ({name})" for code, name in LANGUAGES.items())
        raise UnknownLanguage(
            message("There is no language {language!r}; there are {known}."), language=language, known=known
        )
    return _say(language, *(game.package for game in games))


@cache
def _say(language: str, *packages: str) -> Say:
    translations = NullTranslations()
    for package in (HOUSE, *reversed(packages)):
        if compiled := _compiled(package, language):
            found = GNUTranslations(io.BytesIO(compiled))
            found.add_fallback(translations)
            translations = found
    return Say(language, translations)


def catalogue(package: str, language: str) -> Traversable:
    """Where a package keeps its messages in a language; English needs no file."""
    return files_of(package) / "locale" / f"{language}.po"


def files_of(package: str) -> Traversable:
    """The folder with what a game brings beside its code; a game in one file may have one of its own name beside it."""
    spec = importlib.util.find_spec(package)
    if spec is None:
        raise BadDeclaration(f"There is no package {package!r}; a game names the one that it is in, package=__name__.")
    if spec.submodule_search_locations is not None:
        return resources.files(package)
    return Path(spec.origin or package).with_suffix("")


@cache
def _compiled(package: str, language: str) -> bytes:
    """Read once: the house's own catalogue stands behind that of every game. Nothing where there is none."""
    source = catalogue(package, language)
    if not source.is_file():
        return b""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    compiled = io.BytesIO()
    write_mo(compiled, read_po(io.BytesIO(source.read_bytes()), locale=language, abort_invalid=True))
    return compiled.getvalue()
