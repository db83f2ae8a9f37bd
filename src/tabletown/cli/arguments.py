"""What commands of several kinds take from the command line."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

from tabletown.rulekit.language import LANGUAGES

Run = Callable[[argparse.Namespace], int]
Command = Callable[[str, Run, str], argparse.ArgumentParser]
"""Adds a command by its name, what it calls and what it is for; answers what takes its arguments."""
BAD = 2
"""The exit code of what could not be done as it was asked."""


class Parser(argparse.ArgumentParser):
    """Bad arguments get one sentence."""

    def error(self, message: str) -> NoReturn:
        sentence = message[:1].upper() + message[1:].rstrip(".")
        self.exit(BAD, f"{sentence}; see {self.prog} --help.\n")

    def _print_message(self, message: str, file: Any = None) -> None:
        """Left alone, the parser would swallow that nobody reads it."""
        (file or sys.stderr).write(message)


def whole_number(text: str) -> int:
    try:
        number = int(text)
    except ValueError:
        number = -1
    if number < 0:
        raise argparse.ArgumentTypeError(f"it takes a whole number, not {text!r}")
    return number


def add_language(command: argparse.ArgumentParser) -> None:
    command.add_argument("--language", metavar="LANGUAGE", help=" or ".join(LANGUAGES))


def add_file(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", type=Path, metavar="FILE", help="a record")


def add_seat(command: argparse.ArgumentParser) -> None:
    command.add_argument("--seat", metavar="S", help="as this seat sees it: a number from 0, or a name")


def add_options(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--option", action="append", default=[], metavar="K=V", help="an option of the game; may be given several times"
    )
    add_edition(command)


def add_edition(command: argparse.ArgumentParser) -> None:
    which = "play with the figures of this edition: a file, or one that `tabletown games` lists"
    command.add_argument("--edition", metavar="FILE", help=which)
