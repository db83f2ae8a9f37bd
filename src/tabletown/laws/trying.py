"""Trying the laws on a game: one after the other, each with every number of players and language that it is about."""

import importlib
import traceback
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from tabletown.laws.law import LAWS, Law
from tabletown.laws.playing import Case
from tabletown.match import Game
from tabletown.rulekit.declare import Declaration
from tabletown.rulekit.errors import TabletownError
from tabletown.rulekit.language import LANGUAGES

CHAPTERS = (
    "twin",
    "secrecy",
    "replay",
    "soundness",
    "legality",
    "lab_and_table",
    "custom",
    "figures",
    "places",
    "beside_the_board",
    "drawn_again",
    "fairness",
    "teaching",
    "sums",
    "coaching",
    "rooms",
)


@dataclass(frozen=True)
class Trial:
    """A law, and the case on which it is tried."""

    chapter: str
    law: Law
    case: Case
    language: str | None = None

    def __str__(self) -> str:
        spoken = f"-{self.language}" if self.language else ""
        return f"{self.case}{spoken}-{self.chapter}-{self.law.holds.__name__}"

    def check(self) -> None:
        """Fails with an AssertionError where the law is not kept."""
        if self.language is None:
            self.law.holds(self.case)
        else:
            self.law.holds(self.case, self.language)

    def fault(self) -> str | None:
        """None, or how the law is broken: as it says itself, else where it was found to be."""
        try:
            self.check()
        except AssertionError as broken:
            told = str(broken).strip().splitlines()
            return told[0] if told else _place(broken)
        except TabletownError as error:
            return str(error)
        except Exception as error:  # noqa: BLE001  whatever the game's rules stumble over
            return f"{_place(error)}: {type(error).__name__}: {error}"
        return None


def _place(error: Exception) -> str:
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{frame.filename}, line {frame.lineno}: {frame.line}"


def chapters() -> dict[str, str]:
    """The chapters of the laws, each with its sentence."""
    modules = {name: importlib.import_module(f"tabletown.laws.{name}") for name in CHAPTERS}
    return {name: (module.__doc__ or "").splitlines()[0] for name, module in modules.items()}


def with_edition(declaration: Declaration, source: str) -> Declaration:
    """The same game with one edition only: one that comes with it, by its file or its name, or a file."""
    chosen = Game(declaration).edition(source)
    own = [file for file in declaration.editions if declaration.edition(file).hash == chosen.hash]
    return replace(declaration, editions=(own[0] if own else str(Path(source).resolve()),))


def trials_of(declaration: Declaration) -> Iterator[Trial]:
    """Everything that is tried on a game."""
    for chapter in chapters():
        for law in LAWS.get(f"tabletown.laws.{chapter}", []):
            if law.when(declaration):
                for case in _cases(declaration, law):
                    for language in LANGUAGES if law.spoken else (None,):
                        yield Trial(chapter, law, case, language)


def _cases(declaration: Declaration, law: Law) -> list[Case]:
    players = (declaration.default_players,) if law.usual else declaration.players
    return [Case(declaration, count) for count in players]
