"""The command line: parses and calls."""

import argparse
import os
import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any

from tabletown.cli import checking, hosting, playing, records, studying
from tabletown.cli.arguments import BAD, Parser, Run
from tabletown.rulekit.errors import TabletownError, Told

INTERRUPTED, UNREAD = 130, 141
"""Exit codes of a program that Ctrl-C or a closed pipe has ended."""


def main(arguments: Sequence[str] | None = None) -> int:
    from tabletown.terminal.screen import OutputClosed, abandon_output, say_on_stderr

    _open_what_is_closed()
    try:
        try:
            parsed = parser().parse_args(arguments)
            parsed.arguments = list(sys.argv[1:] if arguments is None else arguments)
            with plainly_told():
                code: int = parsed.run(parsed)
        finally:
            sys.stdout.flush()
    except TabletownError as error:
        say_on_stderr(str(error))
    except KeyboardInterrupt as stop:
        say_on_stderr(str(stop) or "Interrupted.")
        return INTERRUPTED
    except (OutputClosed, BrokenPipeError):
        abandon_output()
        return UNREAD
    except OSError as error:
        abandon_output()
        say_on_stderr(f"That did not work: {error}.")
    except Exception as error:
        from tabletown.rulekit.slips import slip_of_a_game

        if (slip := slip_of_a_game(error)) is None:
            raise
        say_on_stderr(slip)
    else:
        return code
    return BAD


def _open_what_is_closed() -> None:
    """Whoever starts a program without an output, as `>&-` does, wants what it does and not what it says."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115 -- as long as the program


@contextmanager
def plainly_told() -> Iterator[None]:
    """Our own warnings are sentences, without the line of code that gives them."""
    from tabletown.terminal.screen import say_on_stderr

    usual = warnings.showwarning

    def show(message: Warning | str, category: type[Warning], *place: Any, **more: Any) -> None:
        if issubclass(category, Told):
            say_on_stderr(str(message))
        else:
            usual(message, category, *place, **more)

    warnings.showwarning = show
    try:
        yield
    finally:
        warnings.showwarning = usual


def parser() -> argparse.ArgumentParser:
    top = Parser(prog="tabletown", description="Four scarce city board games: play them, and study them at speed.")
    top.add_argument("--version", action="version", version=f"%(prog)s {version('tabletown')}")
    commands = top.add_subparsers(required=True, metavar="COMMAND", parser_class=Parser)

    def command(name: str, run: Run, text: str) -> argparse.ArgumentParser:
        made = commands.add_parser(name, help=text, description=text)
        made.set_defaults(run=run)
        return made

    for room in (playing, hosting, records, studying, checking):
        room.add_commands(command)
    return top
