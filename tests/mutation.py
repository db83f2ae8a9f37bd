"""The mutation check: a seeded rule error has to be caught by the game's own tests.

A game lists its errors in `tests/games/<game>/test_mutations.py`, each with the test file whose chapter it breaks. The
rules are changed in a copy of the game, and the file's rule tests run against the copy in a process of their own.
"""

import shutil
from dataclasses import dataclass
from pathlib import Path

import tabletown
from tabletown.rulekit.declare import Declaration
from tests.forked import pytest_on_copy

PROJECT = Path(__file__).parents[1]
ALL_PASSED, SOME_FAILED = 0, 1
"""What pytest answers; anything else means that the tests did not run."""
TIMEOUT = 120
"""Seconds. An error that makes the rules run for ever is no use here: choose another."""


@dataclass(frozen=True)
class Mutation:
    """One rule error: in a file of the game, in whichever room it is, a text that stands there once becomes another."""

    file: str
    old: str
    new: str
    caught_by: str
    """The test file of the game that must notice."""

    def __str__(self) -> str:
        return f"{self.file}: {self.old.strip()} -> {self.new.strip()}"

    def apply(self, package: Path) -> None:
        (path,) = (found for found in package.rglob(self.file) if "staging" not in found.parts)
        text = path.read_text(encoding="utf-8")
        assert text.count(self.old) == 1, f"{self.old!r} stands {text.count(self.old)} times in {self.file}, not once"
        path.write_text(text.replace(self.old, self.new), encoding="utf-8")


def assert_caught(game: Declaration, mutation: Mutation, folder: Path) -> None:
    """Some rule test of the named file fails on the changed rules."""
    mutation.apply(copied(game, folder))
    answer, said = run_rule_tests(game, folder, mutation.caught_by)
    assert answer != ALL_PASSED, f"{mutation.caught_by} does not notice this error: {mutation}"
    assert answer == SOME_FAILED, f"The tests did not run:\n{said}"


def assert_all_pass_unchanged(game: Declaration, files: list[str], folder: Path) -> None:
    """Without an error the same files pass on a copy; else their failures would prove nothing."""
    copied(game, folder)
    answer, said = run_rule_tests(game, folder, *files)
    assert answer == ALL_PASSED, said


def copied(game: Declaration, folder: Path) -> Path:
    """Copy the game's own files, in a package that is the house's in all else, and answer where they lie."""
    top, *rest = game.package.split(".")
    home = Path(tabletown.__file__).parent if top == "tabletown" else Path(str(game.files)).parents[len(rest) - 1]
    copy = folder / top
    for room in rest:
        copy.mkdir()
        for each in home.iterdir():
            if each.name != room:
                (copy / each.name).symlink_to(each)  # to copy all of it takes longer than the tests
        home, copy = home / room, copy / room
    shutil.copytree(home, copy)
    return copy


def run_rule_tests(game: Declaration, folder: Path, *files: str) -> tuple[int | None, str]:
    tests = [str(PROJECT / "tests" / "games" / game.name / file) for file in files]
    options = ["--quiet", "--exitfirst", "-p", "no:cacheprovider", "-p", "no:unraisableexception", "-m", "rule"]
    return pytest_on_copy(folder, [*options, *tests], PROJECT, TIMEOUT)
