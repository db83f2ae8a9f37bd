"""Files of a training: the rounds while it lasts, and what is kept in the end."""

import hashlib
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from tabletown.lab.training.course import Course
from tabletown.lab.training.practice import Rows
from tabletown.match import game
from tabletown.rulekit.declare import Declaration
from tabletown.rulekit.errors import BadDeclaration, BadOption
from tabletown.rulekit.minds import FILE, Lesson, features_of, read, written

if TYPE_CHECKING:
    from tabletown.lab.training.running import Trained


class Journal:
    """What was noted in each round, so that a training that was interrupted goes on."""

    def __init__(self, course: Course, folder: Path | None) -> None:
        """More rounds of the same course begin with those that are there; other rules begin anew."""
        rules = game(course.game).rules()
        known = f"{asdict(course) | {'rounds': 0}} {rules.version} {rules.source_hash}"
        self.folder = folder
        self.name = hashlib.sha256(known.encode()).hexdigest()[:12]

    def file(self, folder: Path, number: int) -> Path:
        return folder / f"{self.name}-{number}.npy"

    def read(self, number: int) -> Rows | None:
        if self.folder is None or not self.file(self.folder, number).is_file():
            return None
        rows: Rows = np.load(self.file(self.folder, number), allow_pickle=False)
        return rows

    def write(self, number: int, rows: Rows) -> None:
        if self.folder is None:
            return
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            half = self.folder / f".{self.name}-{number}.npy"
            np.save(half, rows)
            half.replace(self.file(self.folder, number))
        except OSError as error:
            trouble = error.strerror or error
            raise BadOption(f"{self.folder} cannot be used: {trouble}; name another with --journal.") from None


def forget(folder: Path, course: Course) -> None:
    """The rounds of a training that is over; the folder too, if nothing else is in it."""
    journal = Journal(course, folder)
    for number in range(1, course.rounds + 1):
        journal.file(folder, number).unlink(missing_ok=True)
    with suppress(OSError):
        folder.rmdir()


def place_of(declaration: Declaration, wanted: Path | None) -> Path:
    """Where what was learned goes; a game whose folder is no folder of this machine needs it said."""
    if wanted is not None:
        return wanted
    folder = declaration.files
    if not isinstance(folder, Path):
        raise BadOption(f"The folder of {declaration.title} cannot be written into; name a file with --output.")
    return folder / FILE


def text_with(trained: "Trained", declaration: Declaration, file: Path) -> str:
    """The file with this training's table in it; tables for other numbers of players stay, if they still fit."""
    kept: dict[int, Lesson] = {}
    with suppress(OSError, UnicodeDecodeError, BadDeclaration):
        kept = read(file.read_text(encoding="utf-8"), declaration, str(file))
    kept[trained.course.players] = trained.lesson
    return written(declaration.title, kept, features_of(declaration))
